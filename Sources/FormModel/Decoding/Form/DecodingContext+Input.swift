private let keyboardKeys = ["purpose", "autocapitalization", "autocorrection", "spellcheck"]

extension DecodingContext {
    /// Reads a keyboard over what is usual.
    func keyboard(_ value: JSONValue, over usual: Keyboard) -> Keyboard? {
        guard let object = object(value, keys: keyboardKeys) else { return nil }
        var keyboard = usual
        read(object["purpose"], into: &keyboard.purpose) { choice($0, of: KeyboardPurpose.self) }
        read(object["autocapitalization"], into: &keyboard.autocapitalization) {
            choice($0, of: Autocapitalization.self)
        }
        read(object["autocorrection"], into: &keyboard.autocorrection, bool)
        read(object["spellcheck"], into: &keyboard.spellcheck, bool)
        return keyboard
    }

    func characterFilter(_ value: JSONValue) -> CharacterFilter? {
        guard let object = object(value, keys: ["sets", "including", "excluding", "emoji"]) else { return nil }
        var filter = CharacterFilter(sets: [])
        let sets = object["sets"].flatMap(array) ?? []
        for element in sets {
            guard let name = choice(element, of: CharacterSetName.self) else { continue }
            if filter.sets.contains(name) { error("\(quoted(name.rawValue)) is listed twice", at: element) }
            filter.sets.append(name)
        }
        read(object["including"], into: &filter.including, characterSet)
        read(object["excluding"], into: &filter.excluding, characterSet)
        read(object["emoji"], into: &filter.allowsEmoji, bool)
        if sets.isEmpty, filter.including.isEmpty, !filter.allowsEmoji {
            error("the filter allows no character at all", at: value)
        }
        return filter
    }

    func containerStates(_ value: JSONValue) -> ContainerStates? {
        options(
            value,
            named: [("normal", .normal), ("active", .active), ("error", .error), ("disabled", .disabled)]
        )
    }

    func editActions(_ value: JSONValue) -> EditActions? {
        options(
            value,
            named: [
                ("cut", .cut), ("copy", .copy), ("paste", .paste), ("select", .select), ("selectAll", .selectAll),
                ("delete", .delete),
            ]
        )
    }

    func editOrigins(_ value: JSONValue) -> EditOrigins? {
        options(value, named: EditOrigins.named.map { ($0.name, $0.origin) })
    }

    func autofillToken(_ value: JSONValue) -> String? {
        guard let token = value.string else {
            mismatch("an autofill token", at: value)
            return nil
        }
        guard AutofillToken.all.contains(token) else {
            unknown("autofill token", token, at: value, allowed: AutofillToken.all)
            return nil
        }
        return token
    }
}
