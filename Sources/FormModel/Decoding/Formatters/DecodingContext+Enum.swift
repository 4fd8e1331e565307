extension DecodingContext {
    func enumeration(_ value: JSONValue) -> EnumDefinition? {
        guard let object = object(value, keys: ["type", "values", "caseSensitive", "message"]) else { return nil }
        guard let list = object["values"] else {
            error("an enum formatter needs the key “values”", at: value)
            return nil
        }
        var definition = EnumDefinition(values: [])
        read(object["caseSensitive"], into: &definition.isCaseSensitive, bool)
        read(object["message"], into: &definition.message, text)
        guard let elements = array(list, limit: DefinitionLimits.values, of: "values") else { return nil }
        if elements.isEmpty { error("there is no value to choose", at: list) }
        var seen: Set<String> = []
        for element in elements {
            guard let value = name(element) else { continue }
            if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                error("\(quoted(value)) has a control character", at: element)
            }
            if !seen.insert(definition.isCaseSensitive ? value : value.lowercased()).inserted {
                error("the value \(quoted(value)) is listed twice", at: element)
            }
            definition.values.append(value)
        }
        return definition.values.isEmpty ? nil : definition
    }

    func regexInput(_ value: JSONValue) -> RegexInputDefinition? {
        guard let object = object(value, keys: ["type", "pattern", "message"]) else { return nil }
        guard let site = object["pattern"] else {
            error("a regexInput formatter needs the key “pattern”", at: value)
            return nil
        }
        guard let pattern = pattern(site) else { return nil }
        var definition = RegexInputDefinition(pattern: pattern)
        read(object["message"], into: &definition.message, text)
        check(.regexInput(definition), "pattern", at: site)
        return definition
    }
}
