/// Formatters that definitions may name, but formd does not have yet.
private let laterFormatters: Set<String> = [
    "blockMask", "grouping", "number", "currency", "percent", "date", "time", "dateTime", "enum", "regexInput",
]

private let maskKeys = [
    "type", "mask", "notations", "autocomplete", "autoskip", "affine", "affinity", "reversed", "lenient",
    "compatibility", "trunkPrefixes",
]

extension DecodingContext {
    func formatter(_ value: JSONValue) -> FormatterDefinition? {
        guard let object = value.object else {
            mismatch("an object", at: value)
            return nil
        }
        guard let type = object["type"] else {
            error("a formatter needs the key “type”", at: value)
            return nil
        }
        switch type.string {
        case "mask": return mask(value).map(FormatterDefinition.mask)
        case let name? where laterFormatters.contains(name):
            error("the formatter \(quoted(name)) is not supported yet", at: type)
        case let name? where types.formatters.contains(name): return .plugin(typeReference(name, value))
        case let name?: missing("formatter", name, at: type, known: ["mask"] + types.formatters)
        case nil: mismatch("the name of a formatter", at: type)
        }
        return nil
    }

    private func mask(_ value: JSONValue) -> MaskDefinition? {
        guard let object = object(value, keys: maskKeys) else { return nil }
        guard let mask = object["mask"] else {
            error("a mask formatter needs the key “mask”", at: value)
            return nil
        }
        guard let string = maskString(mask) else { return nil }
        var definition = MaskDefinition(mask: string)
        read(object["notations"], into: &definition.notations, notations)
        read(object["autocomplete"], into: &definition.autocomplete, bool)
        read(object["autoskip"], into: &definition.autoskip, bool)
        read(object["affinity"], into: &definition.affinity) { choice($0, of: AffinityStrategy.self) }
        read(object["reversed"], into: &definition.isReversed, bool)
        read(object["lenient"], into: &definition.isLenient, bool)
        read(object["compatibility"], into: &definition.compatibility) { choice($0, of: MaskCompatibility.self) }
        read(object["trunkPrefixes"], into: &definition.trunkPrefixes, trunkPrefixes)

        // Each mask is checked by itself, so that the finding stands where the mask does.
        check(definition, at: mask)
        let affine = object["affine"].flatMap { array($0, limit: DefinitionLimits.maskParts, of: "affine masks") }
        for value in affine ?? [] {
            guard let string = maskString(value) else { continue }
            var single = definition
            single.mask = string
            single.affineMasks = []
            check(single, at: value)
            definition.affineMasks.append(string)
        }
        if definition.affineMasks.isEmpty, let affinity = object["affinity"] {
            warning("an affinity chooses between masks, and there is only one", at: affinity)
        }
        return definition
    }

    private func check(_ definition: MaskDefinition, at value: JSONValue) {
        if let reason = checks.mask(definition) { error("the mask cannot be used: \(reason)", at: value) }
    }

    private func maskString(_ value: JSONValue) -> String? {
        guard let string = value.string else {
            mismatch("a mask", at: value)
            return nil
        }
        return fitsPattern(string, at: value) ? string : nil
    }

    private func notations(_ value: JSONValue) -> [MaskNotation]? {
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
        guard let object = object(value, keys: ["character", "set", "optional"]) else { return nil }
        guard let symbol = object["character"], let set = object["set"] else {
            error("a notation needs the keys “character” and “set”", at: value)
            return nil
        }
        let text = string(symbol)
        if let text, text.count != 1 { error("\(quoted(text)) is not one character", at: symbol) }
        var isOptional = false
        read(object["optional"], into: &isOptional, bool)
        guard let character = text?.first, let set = notationSet(set) else { return nil }
        return MaskNotation(character: character, set: set, isOptional: isOptional)
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

    private func trunkPrefixes(_ value: JSONValue) -> [String]? {
        array(value, limit: DefinitionLimits.maskParts, of: "trunk prefixes")?.compactMap { element in
            guard let prefix = string(element, limit: 16) else { return nil }
            guard !prefix.isEmpty, prefix.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                error("the trunk prefix \(quoted(prefix)) is not made of digits", at: element)
                return nil
            }
            return prefix
        }
    }
}
