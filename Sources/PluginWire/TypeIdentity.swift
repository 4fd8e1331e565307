/// What a plug-in's type is for.
package enum TypeKind: UInt8, Sendable, CaseIterable {
    case placeholder = 1
    case formatter = 2
    case validator = 3
    case measurer = 4
}

extension TypeKind: CustomStringConvertible {
    /// As manifests and `ListTypes` name it.
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

/// A type as plug-ins offer it and definitions name it. Two types of different kinds may share a name.
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
