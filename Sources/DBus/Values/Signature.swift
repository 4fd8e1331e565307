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
    /// An invalid literal traps: it is a mistake in the program.
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
    /// From a signature of exactly one complete type.
    package init?(_ string: String) {
        guard let signature = Signature(string), signature.types.count == 1, let type = signature.types.first else {
            return nil
        }
        self = type
    }
}
