extension DecodingContext {
    /// What a `grouping` formatter says.
    func grouping(_ value: JSONValue) -> GroupingDefinition? {
        guard let object = object(value, keys: ["type", "groups", "separator", "maximum"]) else { return nil }
        var definition = GroupingDefinition()
        if let groups = object["groups"] {
            let sizes = array(groups, limit: DefinitionLimits.maskParts, of: "groups") ?? []
            if groups.elements?.isEmpty == true { error("there must be at least one group", at: groups) }
            let decoded = sizes.compactMap { characters($0, from: 1) }
            if !decoded.isEmpty { definition.groups = decoded }
        }
        read(object["separator"], into: &definition.separator) { name($0, limit: 16) }
        read(object["maximum"], into: &definition.maximum) { characters($0, from: 1) }
        return definition
    }
}
