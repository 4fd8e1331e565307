/// The JSON Schema of a value of a definition.
package struct ValueSchema: Sendable {
    /// The schema itself, or a reference to a shared one.
    package var json: JSONText
    /// The shared schemas that it refers to by name; they are written under `$defs`.
    package var shared: [String: JSONText]

    /// - Parameter keywords: an object.
    package init(_ keywords: JSONText, of parts: [ValueSchema] = []) {
        json = keywords
        shared = parts.reduce(into: [:]) { $0.merge($1.shared) { first, _ in first } }
    }

    /// - Parameter type: `string`, `boolean`, `number` or `integer`.
    package static func of(type: String, _ keywords: JSONText = [:]) -> ValueSchema {
        ValueSchema(["type": .string(type)]).with(keywords)
    }

    package static func word(in words: [String]) -> ValueSchema {
        ValueSchema(["enum": .array(words.map(JSONText.string))])
    }

    package static func list(of element: ValueSchema, _ keywords: JSONText = [:]) -> ValueSchema {
        ValueSchema(["type": "array", "items": element.json], of: [element]).with(keywords)
    }

    package static func any(of choices: [ValueSchema]) -> ValueSchema {
        ValueSchema(["anyOf": .array(choices.map(\.json))], of: choices)
    }

    /// An object with arbitrary keys whose values share one schema.
    package static func table(of value: ValueSchema, _ keywords: JSONText = [:]) -> ValueSchema {
        ValueSchema(["type": "object", "additionalProperties": value.json], of: [value]).with(keywords)
    }

    /// An object with some members.
    static func object(_ members: [(name: String, schema: ValueSchema)]) -> ValueSchema {
        let properties = members.map { JSONText.Member($0.name, $0.schema.json) }
        return ValueSchema(["type": "object", "properties": .object(properties)], of: members.map(\.schema))
    }

    /// A reference to this schema, which is written once under `$defs`.
    package func named(_ name: String) -> ValueSchema {
        var reference = Self.reference(name)
        reference.shared = shared
        reference.shared[name] = json
        return reference
    }

    /// A reference to a schema that is declared elsewhere.
    package static func reference(_ name: String) -> ValueSchema {
        ValueSchema(["$ref": .string("#/$defs/" + name)])
    }

    /// The same schema with more keywords behind its own.
    package func with(_ keywords: JSONText) -> ValueSchema {
        var schema = self
        schema.json = .object(json.members + keywords.members)
        return schema
    }

    /// The same schema with words about it, before all else.
    func described(as about: String) -> ValueSchema {
        guard !about.isEmpty else { return self }
        var schema = self
        schema.json = .object([.init("description", .string(about))] + json.members)
        return schema
    }

    /// An object in which one key, usually `type`, determines the other keys.
    ///
    /// - Parameters:
    ///   - types: the schemas of the objects by type. Each is written once, under the type's name followed by `noun`.
    ///   - isOpen: whether plug-ins provide more types.
    package static func ofTypedObject(
        _ types: [(name: String, schema: ValueSchema)],
        noun: String,
        key: String = "type",
        isOpen: Bool = true
    ) -> ValueSchema {
        var word = ValueSchema.word(in: types.map(\.name))
        if isOpen {
            let foreign = ValueSchema.of(type: "string", ["description": "A plug-in's.", "minLength": 1])
            word = types.isEmpty ? foreign : .any(of: [word, foreign])
        }
        let named = types.map { ($0.name, $0.schema.named($0.name + noun)) }
        let cases = named.map { name, schema -> JSONText in
            let isOfType: JSONText = [
                "properties": .object([.init(key, ["const": .string(name)])]), "required": [.string(key)],
            ]
            return ["if": isOfType, "then": schema.json]
        }
        let object: JSONText = [
            "type": "object", "properties": .object([.init(key, word.json)]), "required": [.string(key)],
        ]
        return ValueSchema(object, of: named.map(\.1)).with(cases.isEmpty ? [:] : ["allOf": .array(cases)])
    }
}
