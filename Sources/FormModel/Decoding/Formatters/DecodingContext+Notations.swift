private let contentKeys = ["set", "range", "mask"]

extension DecodingContext {
    /// The symbols that a mask's definition makes for it.
    func notations(_ value: JSONValue) -> [MaskNotation]? {
        var notations: [MaskNotation] = []
        for element in array(value, limit: DefinitionLimits.maskParts, of: "notations") ?? [] {
            guard let notation = notation(element) else { continue }
            if notations.contains(where: { $0.character == notation.character }) {
                error("the notation \(quoted(String(notation.character))) is defined twice", at: element)
            }
            notations.append(notation)
        }
        return notations
    }

    private func notation(_ value: JSONValue) -> MaskNotation? {
        guard let object = object(value, keys: ["character"] + contentKeys + ["optional", "repeat", "case"]) else {
            return nil
        }
        let contents = contentKeys.compactMap { key in object[key].map { (key, $0) } }
        guard let symbol = object["character"], let (key, content) = contents.first, contents.count == 1 else {
            error("a notation needs the key “character” and one of \(list(contentKeys))", at: value)
            return nil
        }
        let text = string(symbol)
        if let text, text.count != 1 { error("\(quoted(text)) is not one character", at: symbol) }
        var isOptional = false
        read(object["optional"], into: &isOptional, bool)
        var repetition: MaskNotation.Repetition?
        read(object["repeat"], into: &repetition, self.repetition)
        var letterCase: MaskCase?
        read(object["case"], into: &letterCase) { choice($0, of: MaskCase.self) }
        if key != "set", let value = object["case"] { error("only the letters of a “set” have a case", at: value) }
        let decoded: MaskNotation.Content? =
            switch key {
            case "range": bounds(content).map(MaskNotation.Content.range)
            case "mask": maskString(content).map(MaskNotation.Content.mask)
            default: notationSet(content).map(MaskNotation.Content.set)
            }
        guard let character = text?.first, let decoded else { return nil }
        var notation = MaskNotation(
            character: character,
            content: decoded,
            isOptional: isOptional,
            repetition: repetition
        )
        notation.letterCase = letterCase
        return notation
    }

    private func notationSet(_ value: JSONValue) -> MaskNotation.NotationSet? {
        if value.kind == .string {
            return choice(value, of: CharacterSetName.self).map(MaskNotation.NotationSet.named)
        }
        guard value.kind == .object else {
            mismatch("the name of a set or an object with the key “characters”", at: value)
            return nil
        }
        guard let object = object(value, keys: ["characters"]) else { return nil }
        guard let characters = object["characters"] else {
            error("a set needs the key “characters”", at: value)
            return nil
        }
        return name(characters, limit: DefinitionLimits.text).map(MaskNotation.NotationSet.characters)
    }

    private func bounds(_ value: JSONValue) -> MaskNotation.Bounds? {
        guard let object = object(value, keys: ["minimum", "maximum", "pad", "outOfRange"]) else { return nil }
        guard let maximum = object["maximum"] else {
            error("a range needs the key “maximum”", at: value)
            return nil
        }
        let allowed = 0...MaskNotation.maximumNumber
        guard let upper = integer(maximum, in: allowed, unit: "as a bound") else { return nil }
        var bounds = MaskNotation.Bounds(minimum: 0, maximum: upper)
        read(object["minimum"], into: &bounds.minimum) { integer($0, in: allowed, unit: "as a bound") }
        read(object["pad"], into: &bounds.pads, bool)
        read(object["outOfRange"], into: &bounds.outOfRange) { choice($0, of: MaskNotation.Bounds.OutOfRange.self) }
        if bounds.minimum > bounds.maximum { error("the minimum is above the maximum", at: value) }
        return bounds
    }

    /// A number of times, or the bounds of one.
    private func repetition(_ value: JSONValue) -> MaskNotation.Repetition? {
        let allowed = 1...4_096
        if value.kind == .number {
            return integer(value, in: allowed, unit: "times").map { MaskNotation.Repetition(minimum: $0, maximum: $0) }
        }
        guard let object = object(value, keys: ["minimum", "maximum"]) else { return nil }
        var repetition = MaskNotation.Repetition(minimum: 0, maximum: nil)
        read(object["minimum"], into: &repetition.minimum) { integer($0, in: 0...allowed.upperBound, unit: "times") }
        read(object["maximum"], into: &repetition.maximum) { integer($0, in: allowed, unit: "times") }
        if let maximum = repetition.maximum, repetition.minimum > maximum {
            error("the minimum is above the maximum", at: value)
        }
        return repetition
    }
}
