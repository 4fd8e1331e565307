/// The formatter of a field. A class, so that a field without one only takes the space of a pointer.
package final class FormatterDefinition: Sendable, Hashable {
    package let kind: any FormatterKind

    package init(_ kind: some FormatterKind) {
        self.kind = kind
    }

    package static func == (one: FormatterDefinition, other: FormatterDefinition) -> Bool {
        one === other || one.kind.isEqual(to: other.kind)
    }

    package func hash(into hasher: inout Hasher) {
        kind.hash(into: &hasher)
    }
}

/// The formatter of a plug-in.
package struct PluginFormatter: FormatterKind {
    private var type = TypeReference(name: "", configuration: "{}")

    package init() {}

    package init(_ type: TypeReference) {
        self.type = type
    }

    package static let name = "a plug-in's type"
    package static let keys = KeyTable<PluginFormatter>("a plug-in's formatter", isOpen: true) {}

    package mutating func check(_ object: JSONObject, _ context: DecodingContext) {
        type = TypeReference(object, omitting: ["type"])
    }

    package var plugin: TypeReference? { type }
}
