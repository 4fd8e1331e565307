/// The types of plug-ins. What stands beside their names is theirs to check.
extension DecodingContext {
    /// A formatter, or what else has nothing but its own keys beside the type.
    func typeReference(_ name: String, _ value: JSONValue, omitting keys: Set<String> = ["type"]) -> TypeReference {
        TypeReference(name: name, configuration: JSONWriter.text(merging: [value], omitting: keys))
    }

    /// Reads `measurer`: a type's name, or an object with its keys.
    func measurer(_ value: JSONValue) -> TypeReference? {
        if let name = value.string {
            return measurer(name, at: value).map { TypeReference(name: $0, configuration: "{}") }
        }
        guard let object = value.object else {
            mismatch("the name of a text measurer or an object", at: value)
            return nil
        }
        guard let type = object["type"] else {
            error("a text measurer needs the key “type”", at: value)
            return nil
        }
        guard let name = type.string else {
            mismatch("the name of a text measurer", at: type)
            return nil
        }
        return measurer(name, at: type).map { typeReference($0, value) }
    }

    private func measurer(_ name: String, at value: JSONValue) -> String? {
        if types.measurers.contains(name) { return name }
        missing("text measurer", name, at: value, known: Array(types.measurers))
        return nil
    }

    /// Reads the `fields` of a plug-in's rule.
    func askedFields(_ value: JSONValue?) -> [String] {
        guard let value else { return [] }
        return array(value, limit: DefinitionLimits.askedFields, of: "fields")?.compactMap { string($0) } ?? []
    }

    /// Reports fields that a plug-in's rule wants to hear of and that there are not.
    func checkAskedFields(_ elements: [JSONValue], known: @autoclosure () -> Set<String>) {
        guard !types.validators.isEmpty else { return }
        let known = known()
        for element in elements {
            let lists = ["validators", "inputValidators"].compactMap { element.object?[$0]?.elements }
            for rule in lists.joined() {
                guard let object = rule.object, let type = object["type"]?.string, types.validators.contains(type)
                else {
                    continue
                }
                for value in object["fields"]?.elements ?? [] {
                    guard let id = value.string, !known.contains(id) else { continue }
                    unknown("field", id, at: value, allowed: known.sorted())
                }
            }
        }
    }
}
