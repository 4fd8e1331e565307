import FormModel

/// A schema with all that it refers to: the keywords of its own, of `$ref` and of `allOf`. Every one of them counts.
struct SchemaNode {
    /// The schema's own place in the document, for findings.
    let site: JSONValue
    /// The values of each keyword, in the order in which they were met.
    private var keywords: [String: [JSONValue]] = [:]
    /// In the order in which they were met.
    private(set) var names: [String] = []
    /// The properties with their schemas, all of which count, in the order in which they were met.
    private(set) var properties: [(name: String, schemas: [JSONValue])] = []
    private var propertyPlaces: [String: Int] = [:]
    /// The names of properties that must be there, with where that is said.
    private(set) var required: [String: JSONValue] = [:]
    /// Each `if` with the `then` and the `else` beside it.
    private(set) var conditionals: [(test: JSONValue, then: JSONValue?, otherwise: JSONValue?)] = []
    /// The objects that the keywords come from.
    private(set) var parts = 0
    /// Whether null is a value besides those that the keywords describe.
    var isAlsoNull = false

    /// The types of values where a schema around this one says them; `nil` if none does.
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
    /// The types that values may have; `nil` if the schema does not say.
    var types: Set<SchemaType>? {
        let lists = all("type").map { value in
            Set((value.elements ?? [value]).compactMap { $0.string.flatMap(SchemaType.init) })
        }
        guard let first = lists.first else { return outerTypes }
        let types = lists.dropFirst().reduce(first) { left, right in
            var both = left.intersection(right)
            // A whole number is a number.
            if left.contains(.integer), right.contains(.number) || right.contains(.integer) { both.insert(.integer) }
            if right.contains(.integer), left.contains(.number) { both.insert(.integer) }
            return both
        }
        return isAlsoNull ? types.union([.null]) : types
    }

    /// The type of the values that a field asks for: what the schema says, else what its keywords are about.
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

    /// Whether the schema says that null, for which an empty field stands, is a value.
    var isNullable: Bool { isAlsoNull || types?.contains(.null) == true }

    /// The keywords that are about values of one type only, and say nothing of others.
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
