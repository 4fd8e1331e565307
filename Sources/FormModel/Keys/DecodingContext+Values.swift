// Readers of values that many keys share.

extension DecodingContext {
    /// Reads a string of at most `limit` code points.
    func string(_ value: JSONValue, limit: Int = DefinitionLimits.text) -> String? {
        guard let string = value.string else { return mismatch("a string", at: value) }
        guard string.utf8.count <= limit || string.unicodeScalars.count <= limit else {
            let count = string.unicodeScalars.count
            return error("the text has \(count) code points; the limit is \(limit)", at: value)
        }
        return string
    }

    /// Reads a string, or an object with a string for each language.
    func text(_ value: JSONValue, inserting use: InsertionUse = .none) -> LocalizedText? {
        if value.kind == .string {
            return string(value).map { text in
                recordInsertions(in: text, use, at: value)
                return LocalizedText(text)
            }
        }
        guard let object = value.object else {
            return mismatch("a string or an object of strings by language", at: value)
        }
        let limit = DefinitionLimits.translations
        guard 1...limit ~= object.count else {
            let count = object.count
            let excess = "there are \(count) languages; the limit is \(limit)"
            return error(count == 0 ? "the text is in no language" : excess, at: value)
        }
        // In lower case.
        var tags: Set<String> = []
        var translations: [LocalizedText.Translation] = []
        translations.reserveCapacity(object.count)
        for node in object.keys {
            let key = value.document.string(at: node)
            let keySite = JSONValue(document: value.document, index: node)
            if let tag = languageTag(key) {
                if object.count > 1, !tags.insert(tag).inserted {
                    error("the language \(quoted(key)) appears twice", at: keySite)
                }
            } else {
                error("\(quoted(key)) is not a BCP 47 language tag", at: keySite)
            }
            let site = JSONValue(document: value.document, index: node + 1)
            if let text = string(site) {
                recordInsertions(in: text, use, at: site)
                translations.append(LocalizedText.Translation(locale: key, text: text))
            }
        }
        return translations.isEmpty ? nil : LocalizedText(translations: translations)
    }

    /// Stores the fields whose answers a text shows, and reports braces without a field.
    private func recordInsertions(in text: String, _ use: InsertionUse, at value: JSONValue) {
        guard text.mayInsert else { return }
        let pieces = Insertion.pieces(of: text)
        // Plurals and choices of ICU's format contain nested braces.
        let isFormat = use == .message && (text.utf8.holds("plural,".utf8) || text.utf8.holds("select,".utf8))
        let limit = DefinitionLimits.insertedAnswers
        let count = pieces.count { if case .answer = $0 { true } else { false } }
        if count > limit, use != .none, !isFormat {
            return error("the text shows \(count) answers; the limit is \(limit)", at: value)
        }
        for piece in pieces where !isFormat {
            switch (piece, use) {
            case (.answer(let name), .none):
                warning("\(quoted("{{\(name)}}")) means nothing here: no answer is shown in this text", at: value)
            case (.answer(let name), _): record(insertionOf: name, at: value)
            case (.text(let text), .answers) where text.mayInsert:
                warning("“{{” means nothing here: an answer is written {{name}}", at: value)
            case (.text, _): break
            }
        }
    }

    /// Reads one of several words.
    func word(_ value: JSONValue, among words: [String]) -> String? {
        guard let word = value.string else { return mismatch("one of \(list(words))", at: value) }
        if words.contains(word) { return word }
        return unknown("value", word, at: value, allowed: words)
    }

    func number(_ value: JSONValue, in range: ClosedRange<Double>, _ unit: String) -> Double? {
        if let number = value.double, range ~= number { return number }
        let bounds = "\(range.lowerBound.short) to \(range.upperBound.short)"
        return error("\(value.shownNumber) is out of range: \(bounds) \(unit)", at: value)
    }

    /// A pattern of a date; `noun` is what a message about one that cannot be used calls it.
    package func pattern(_ text: String, for use: DatePattern.Use, _ noun: String, at site: JSONValue) -> DatePattern? {
        do throws(DatePatternError) {
            return try DatePattern(text, for: use)
        } catch {
            return self.error("the \(noun) cannot be used: \(error)", at: site)
        }
    }

    package func elements(_ value: JSONValue) -> [JSONValue]? {
        value.elements ?? mismatch("an array", at: value)
    }

    /// The elements of an array with at most `limit` elements; an excess is reported and omitted.
    package func elements(_ value: JSONValue, to limit: Int, _ things: String) -> [JSONValue]? {
        guard let elements = elements(value) else { return nil }
        guard elements.count > limit else { return elements }
        error("there are \(elements.count) \(things); the limit is \(limit)", at: value)
        return Array(elements.prefix(limit))
    }
}
