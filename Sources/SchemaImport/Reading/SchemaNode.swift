import FormModel

/// A schema combined with the schemas that it refers to by `$ref` and `allOf`. All of their keywords apply.
struct SchemaNode {
    /// The place of the schema in the document, for findings.
    let site: JSONValue
    /// The values of each keyword, in the order in which they were met.
    private var keywords: [String: [JSONValue]] = [:]
    /// The names of the keywords, in the order in which they were read.
    private(set) var names: [String] = []
    /// The properties with all their schemas, in the order in which they were read.
    private(set) var properties: [(name: String, schemas: [JSONValue])] = []
    private var propertyPlaces: [String: Int] = [:]
    /// The required properties, with the places that require them.
    private(set) var required: [String: JSONValue] = [:]
    /// Each `if` with the `then` and the `else` beside it.
    private(set) var conditionals: [(test: JSONValue, then: JSONValue?, otherwise: JSONValue?)] = []
    /// The number of combined schemas.
    private(set) var parts = 0
    /// Whether null is valid in addition to the values that the keywords describe.
    var isAlsoNull = false

    /// The types that an enclosing schema allows; `nil` if there is none.
    private let outerTypes: Set<SchemaType>?

    init(_ site: JSONValue, outerTypes: Set<SchemaType>? = nil) {
        self.site = site
        self.outerTypes = outerTypes
    }

    /// The first value of a keyword.
    subscript(keyword: String) -> JSONValue? { keywords[keyword]?.first }

    func all(_ keyword: String) -> [JSONValue] { keywords[keyword] ?? [] }

    /// Adds a schema's keywords.
    ///
    /// - Parameter omitted: a keyword that is read elsewhere.
    mutating func absorb(_ object: JSONObject, omitting omitted: String? = nil) {
        parts += 1
        if let test = object["if"] { conditionals.append((test, object["then"], object["else"])) }
        for member in object.members {
            switch member.key {
            case "$ref", "allOf", omitted: break
            case "properties":
                for property in member.value.object?.members ?? [] {
                    if let place = propertyPlaces[property.key] {
                        properties[place].schemas.append(property.value)
                    } else {
                        propertyPlaces[property.key] = properties.count
                        properties.append((property.key, [property.value]))
                    }
                }
            case "required":
                for name in member.value.elements ?? [] {
                    if let text = name.string, required[text] == nil { required[text] = name }
                }
            default:
                if keywords[member.key] == nil { names.append(member.key) }
                keywords[member.key, default: []].append(member.value)
            }
        }
    }
}

// MARK: Types

/// A type of JSON Schema.
enum SchemaType: String, CaseIterable {
    case null, boolean, integer, number, string, array, object
}

extension SchemaNode {
    /// The possible types of values; `nil` if the schema does not restrict them.
    var types: Set<SchemaType>? {
        let lists = all("type").map { value in
            Set((value.elements ?? [value]).compactMap { $0.string.flatMap(SchemaType.init) })
        }
        guard let first = lists.first else { return outerTypes ?? alternativeTypes }
        let types = lists.dropFirst().reduce(first) { left, right in
            var both = left.intersection(right)
            // Integers are numbers.
            if left.contains(.integer), right.contains(.number) || right.contains(.integer) { both.insert(.integer) }
            if right.contains(.integer), left.contains(.number) { both.insert(.integer) }
            return both
        }
        return isAlsoNull ? types.union([.null]) : types
    }

    /// The types of a schema whose `anyOf` names a type in each of its schemas: string, number or integer, and perhaps
    /// null; `nil` for other schemas.
    private var alternativeTypes: Set<SchemaType>? {
        guard let schemas = self["anyOf"]?.elements else { return nil }
        let types = Set(schemas.map { $0.object?["type"]?.string.flatMap(SchemaType.init) })
        guard !types.contains(nil) else { return nil }
        let others = types.subtracting([.null])
        guard others.count == 1, others.isSubset(of: [.string, .number, .integer]) else { return nil }
        return Set(types.compactMap(\.self))
    }

    /// The type of the field's values: the one in the schema, otherwise the one that its keywords suggest.
    var type: SchemaType {
        if let types {
            let order: [SchemaType] = [.object, .array, .string, .number, .integer, .boolean]
            return order.first(where: types.contains) ?? .null
        }
        func says(_ keywords: [String]) -> Bool { keywords.contains { self[$0] != nil } }
        if !properties.isEmpty { return .object }
        if says(["items"]) { return .array }
        if says(Self.keywords[.string] ?? []) { return .string }
        return says(Self.keywords[.number] ?? []) ? .number : .string
    }

    /// Whether null is a valid value, which an empty field represents. It is also assumed to be valid if one of several
    /// schemas names it, although no rule says that they apply.
    var isNullable: Bool {
        if isAlsoNull { return true }
        if let types { return types.contains(.null) }
        return ["anyOf", "oneOf"].flatMap(all).flatMap { $0.elements ?? [] }.contains { schema in
            let type = schema.object?["type"]
            return (type?.elements ?? [type].compactMap(\.self)).contains { $0.string == "null" }
        }
    }

    /// The keywords that apply only to values of one type.
    static let keywords: [SchemaType: [String]] = [
        .string: ["minLength", "maxLength", "pattern"],
        .number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        .array: [
            "items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems",
            "unevaluatedItems",
        ],
        .object: [
            "properties", "patternProperties", "additionalProperties", "propertyNames", "minProperties",
            "maxProperties",
            "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties",
        ],
    ]
}
