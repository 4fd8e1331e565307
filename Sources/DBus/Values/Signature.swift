/// A sequence of complete types, valid by the D-Bus specification: at most 255 bytes, at most 32 arrays and 32 structures
/// inside each other, dictionary entries only in arrays and keyed by basic types.
package struct Signature: Hashable, Sendable {
    package let string: String
    package let types: [ValueType]

    package static let empty = Signature(string: "", types: [])

    private init(string: String, types: [ValueType]) {
        self.string = string
        self.types = types
    }

    package init(validating string: String) throws(InvalidName) {
        var parser = SignatureParser(Array(string.utf8.prefix(SignatureParser.maximumLength + 1)))
        guard let types = parser.parse() else { throw InvalidName(kind: "signature", value: string) }
        self.init(string: string, types: types)
    }

    package init?(_ string: String) {
        try? self.init(validating: string)
    }

    /// Throws if D-Bus has no such types.
    package init(_ types: [ValueType]) throws(InvalidName) {
        var bytes: [UInt8] = []
        for type in types { type.append(to: &bytes) }
        try self.init(validating: String(decoding: bytes, as: UTF8.self))
    }
}

extension Signature: ExpressibleByStringLiteral {
    /// Traps if the literal is not a signature, because it is a mistake in the program.
    package init(stringLiteral: String) {
        guard let signature = Signature(stringLiteral) else {
            preconditionFailure("not a valid signature: \(stringLiteral)")
        }
        self = signature
    }
}

extension Signature: CustomStringConvertible {
    package var description: String { string }
}

extension ValueType {
    /// - Parameter string: a signature. The initialiser fails unless that is exactly one complete type.
    package init?(_ string: String) {
        guard let signature = Signature(string), signature.types.count == 1, let type = signature.types.first else {
            return nil
        }
        self = type
    }
}

extension ValueType: ExpressibleByStringLiteral {
    /// Lets a declaration read `("text", "s")`. A literal that is not one complete type traps, as a mistake in the program.
    package init(stringLiteral: String) {
        guard let type = ValueType(stringLiteral) else {
            preconditionFailure("not one complete type: \(stringLiteral)")
        }
        self = type
    }
}

/// Reads a signature by recursive descent. The limits of nesting bound the recursion.
struct SignatureParser {
    static let maximumLength = 255
    static let maximumArrayDepth = 32
    static let maximumStructureDepth = 32

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The types of the signature; `nil` if it is not valid.
    mutating func parse() -> [ValueType]? {
        guard bytes.count <= Self.maximumLength else { return nil }
        var types: [ValueType] = []
        while position < bytes.count {
            guard let type = parseType(arrays: 0, structures: 0) else { return nil }
            types.append(type)
        }
        return types
    }

    /// The complete type that begins at a place in a signature, and where it ends; `nil` if it is not valid.
    static func type(in signature: [UInt8], at start: Int) -> (type: ValueType, end: Int)? {
        var parser = SignatureParser(signature)
        parser.position = start
        guard let type = parser.parseType(arrays: 0, structures: 0) else { return nil }
        return (type, parser.position)
    }

    /// Whether a signature consists of one complete type.
    static func isType(_ signature: [UInt8]) -> Bool {
        type(in: signature, at: 0)?.end == signature.count
    }

    private mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func parseType(arrays: Int, structures: Int) -> ValueType? {
        guard let code = next() else { return nil }
        switch code {
        case UInt8(ascii: "a"):
            guard arrays < Self.maximumArrayDepth else { return nil }
            if position < bytes.count, bytes[position] == UInt8(ascii: "{") {
                position += 1
                return parseDictionary(arrays: arrays + 1, structures: structures)
            }
            return parseType(arrays: arrays + 1, structures: structures).map { .array($0) }
        case UInt8(ascii: "("):
            guard structures < Self.maximumStructureDepth else { return nil }
            return parseStructure(arrays: arrays, structures: structures + 1)
        default:
            return ValueType(code: code)
        }
    }

    /// Reads what follows "a{". An entry counts as a structure.
    private mutating func parseDictionary(arrays: Int, structures: Int) -> ValueType? {
        guard structures < Self.maximumStructureDepth,
            let key = next().flatMap({ ValueType(code: $0) }), key.isBasic,
            let value = parseType(arrays: arrays, structures: structures + 1),
            next() == UInt8(ascii: "}")
        else { return nil }
        return .dictionary(key: key, value: value)
    }

    /// Reads what follows "(".
    private mutating func parseStructure(arrays: Int, structures: Int) -> ValueType? {
        var members: [ValueType] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: ")") {
            guard let member = parseType(arrays: arrays, structures: structures) else { return nil }
            members.append(member)
        }
        guard next() == UInt8(ascii: ")"), !members.isEmpty else { return nil }
        return .structure(members)
    }
}
