/// The kind of a plug-in's type, which defines what the type is asked.
package enum TypeKind: UInt8, Sendable, CaseIterable {
    case placeholder = 1
    case formatter = 2
    case validator = 3
    case measurer = 4
}

extension TypeKind: CustomStringConvertible {
    /// The name of the kind in manifests and in `ListTypes`.
    package var description: String {
        switch self {
        case .placeholder: "placeholder"
        case .formatter: "formatter"
        case .validator: "validator"
        case .measurer: "measurer"
        }
    }

    package init?(name: String) {
        guard let kind = Self.allCases.first(where: { $0.description == name }) else { return nil }
        self = kind
    }
}

/// The kind and name by which plug-ins offer a type and definitions refer to it. Types of different kinds may have the
/// same name.
package struct TypeIdentity: Sendable, Hashable {
    package var kind: TypeKind
    package var name: String

    package init(_ kind: TypeKind, _ name: String) {
        self.kind = kind
        self.name = name
    }
}

extension TypeIdentity: CustomStringConvertible {
    package var description: String {
        "\(kind) \(name)"
    }
}

extension TypeIdentity: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        let kind = try reader.uint8()
        guard let known = TypeKind(rawValue: kind) else { throw .unknownValue(kind, of: "kind of type") }
        self.init(known, try reader.identifier())
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        writer.uint8(kind.rawValue)
        try writer.identifier(name)
    }
}
