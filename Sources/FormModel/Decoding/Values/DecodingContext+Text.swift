extension DecodingContext {
    /// A string, or a table of strings by language.
    func text(_ value: JSONValue) -> LocalizedText? {
        if value.kind == .string { return string(value).map { LocalizedText($0) } }
        guard let object = value.object else {
            mismatch("a string or an object of strings by language", at: value)
            return nil
        }
        guard object.count > 0 else {
            error("the text is in no language", at: value)
            return nil
        }
        guard object.count <= DefinitionLimits.translations else {
            let count = object.count
            error("there are \(count) languages; the limit is \(DefinitionLimits.translations)", at: value)
            return nil
        }
        // Tags in lower case.
        var seen: [String] = []
        var translations: [LocalizedText.Translation] = []
        translations.reserveCapacity(object.count)
        for member in object.members {
            if let tag = languageTag(member.key) {
                if seen.contains(tag) { error("the language \(quoted(member.key)) appears twice", at: member.site) }
                if object.count > 1 { seen.append(tag) }
            } else {
                error("\(quoted(member.key)) is not a BCP 47 language tag", at: member.site)
            }
            if let text = string(member.value) {
                translations.append(LocalizedText.Translation(locale: member.key, text: text))
            }
        }
        return translations.isEmpty ? nil : LocalizedText(translations: translations)
    }

    /// A tag in lower case; nil if it is none. Definitions use the same few again and again.
    private func languageTag(_ tag: String) -> String? {
        if let known = languageTags[tag] { return known }
        guard LanguageTag.isWellFormed(tag) else { return nil }
        let folded = tag.lowercased()
        languageTags[tag] = folded
        return folded
    }

    func identifier(_ value: JSONValue) -> String? {
        guard let name = value.string else {
            mismatch("an identifier", at: value)
            return nil
        }
        guard Identifier.isValid(name) else {
            let form = "a letter or “_”, then letters, digits or “_”, at most \(DefinitionLimits.identifier) in all"
            error("\(quoted(name)) is not an identifier: \(form)", at: value)
            return nil
        }
        return name
    }

    func color(_ value: JSONValue) -> Color? {
        guard let text = value.string else {
            mismatch("a colour", at: value)
            return nil
        }
        guard let color = Color(hex: text) else {
            error("\(quoted(text)) is not a colour: “#RGB”, “#RRGGBB” or “#AARRGGBB”", at: value)
            return nil
        }
        return color
    }

    /// A set of characters, written as a string.
    func characterSet(_ value: JSONValue) -> Set<Character>? {
        string(value).map { Set($0) }
    }
}
