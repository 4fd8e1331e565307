/// One schema with what it refers to: its keywords, those of `$ref` and `allOf` among them.
struct SchemaNode {
    /// Where the schema stands.
    let site: JSONValue
    private(set) var keywords: [String: JSONValue] = [:]
    /// In the order in which they were met.
    private(set) var names: [String] = []
    private(set) var properties: [(name: String, schema: JSONValue)] = []
    /// The names of `properties`.
    private var propertyNames: Set<String> = []
    private(set) var required: Set<String> = []

    init(_ site: JSONValue) {
        self.site = site
    }

    subscript(keyword: String) -> JSONValue? { keywords[keyword] }

    /// Adds a schema's keywords; those that are there already stay.
    mutating func absorb(_ object: JSONObject) {
        for member in object.members {
            switch member.key {
            case "$ref", "allOf": break
            case "properties":
                for property in member.value.object?.members ?? []
                where propertyNames.insert(property.key).inserted {
                    properties.append((property.key, property.value))
                }
            case "required": required.formUnion((member.value.elements ?? []).compactMap(\.string))
            default:
                if keywords[member.key] == nil {
                    keywords[member.key] = member.value
                    names.append(member.key)
                }
            }
        }
    }

    /// The type that the schema asks for besides `null`, or `nil` if it allows several.
    var type: String? {
        if let name = keywords["type"]?.string { return name }
        let types = (keywords["type"]?.elements ?? []).compactMap(\.string).filter { $0 != "null" }
        if types.count == 1 { return types[0] }
        guard keywords["type"] == nil else { return nil }
        if !properties.isEmpty { return "object" }
        return keywords["items"] == nil ? nil : "array"
    }
}
