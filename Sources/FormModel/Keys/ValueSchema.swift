/// What a JSON Schema says of one value of a definition.
package struct ValueSchema: Sendable {
    /// The schema itself, or a reference to a shared one.
    package var json: JSONText
    /// The shared schemas that it refers to, by name; they stand under `$defs`.
    package var shared: [String: JSONText]

    package init(_ keywords: [JSONText.Member], of parts: [ValueSchema] = []) {
        json = .object(keywords)
        shared = parts.reduce(into: [:]) { $0.merge($1.shared) { first, _ in first } }
    }

    /// - Parameter type: `string`, `boolean`, `number` or `integer`.
    package static func of(type: String, _ keywords: [JSONText.Member] = []) -> ValueSchema {
        ValueSchema([.init("type", .string(type))] + keywords)
    }

    package static func word(in words: [String]) -> ValueSchema {
        ValueSchema([.init("enum", .array(words.map(JSONText.string)))])
    }

    package static func list(of element: ValueSchema, _ keywords: [JSONText.Member] = []) -> ValueSchema {
        ValueSchema([.init("type", .string("array")), .init("items", element.json)] + keywords, of: [element])
    }

    package static func any(of choices: [ValueSchema]) -> ValueSchema {
        ValueSchema([.init("anyOf", .array(choices.map(\.json)))], of: choices)
    }

    /// An object with any members whose values have one schema.
    package static func table(of value: ValueSchema, _ keywords: [JSONText.Member] = []) -> ValueSchema {
        ValueSchema(
            [.init("type", .string("object")), .init("additionalProperties", value.json)] + keywords,
            of: [value]
        )
    }

    /// A reference to a schema that is written once, under `$defs`.
    package func named(_ name: String) -> ValueSchema {
        var reference = Self.reference(name)
        reference.shared = shared
        reference.shared[name] = json
        return reference
    }

    /// A reference to a schema that another declaration names.
    package static func reference(_ name: String) -> ValueSchema {
        ValueSchema([.init("$ref", .string("#/$defs/" + name))])
    }

    /// The same schema with more keywords, before its own.
    package func with(_ keywords: [JSONText.Member]) -> ValueSchema {
        guard case .object(let members) = json else { return self }
        var schema = self
        schema.json = .object(keywords + members)
        return schema
    }

    /// An object of which one key, `type` for most, says which other keys it has.
    ///
    /// - Parameters:
    /// - types: the schemas of the objects by type, each of which is written once, under its name with `noun` behind
    /// it.
    ///   - isOpen: whether plug-ins provide more types.
    package static func ofTypedObject(
        _ types: [(name: String, schema: ValueSchema)],
        noun: String,
        key: String = "type",
        isOpen: Bool = true
    ) -> ValueSchema {
        var word = ValueSchema.word(in: types.map(\.name))
        if isOpen {
            let foreign = ValueSchema.of(
                type: "string",
                [.init("description", .string("A plug-in's.")), .init("minLength", .literal("1"))]
            )
            word = types.isEmpty ? foreign : .any(of: [word, foreign])
        }
        let named = types.map { ($0.name, $0.schema.named($0.name + noun)) }
        let cases = named.map { name, schema in
            JSONText.object([
                .init(
                    "if",
                    .object([
                        .init("properties", .object([.init(key, .object([.init("const", .string(name))]))])),
                        .init("required", .array([.string(key)])),
                    ])
                ),
                .init("then", schema.json),
            ])
        }
        var keywords: [JSONText.Member] = [
            .init("type", .string("object")), .init("properties", .object([.init(key, word.json)])),
            .init("required", .array([.string(key)])),
        ]
        if !cases.isEmpty { keywords.append(.init("allOf", .array(cases))) }
        return ValueSchema(keywords, of: named.map(\.1))
    }
}
