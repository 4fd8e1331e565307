/// A sequence of complete types that is valid according to the D-Bus specification: at most 255 bytes, arrays nested at
/// most 32 levels deep, structures too, dictionary entries only as elements of arrays, and their keys of basic types.
public struct Signature: Hashable, Sendable {
    /// The signature.
    public let string: String
    /// The complete types in it.
    public let types: [ValueType]

    /// The signature without types.
    public static let empty = Signature(string: "", types: [])

    private init(string: String, types: [ValueType]) {
        self.string = string
        self.types = types
    }

    /// Creates a signature from a string.
    public init(validating string: String) throws(InvalidName) {
        let bytes = Array(string.utf8.prefix(SignatureGrammar.maximumLength + 1))
        guard SignatureGrammar.accepts(bytes.span) else { throw InvalidName(kind: "signature", value: string) }
        var types: [ValueType] = []
        var place = 0
        while place < bytes.count { types.append(SignatureGrammar.type(at: &place, in: bytes.span)) }
        self.init(string: string, types: types)
    }

    /// Creates a signature from a string.
    public init?(_ string: String) {
        try? self.init(validating: string)
    }

    /// Throws if the types do not form a valid signature.
    public init(_ types: [ValueType]) throws(InvalidName) {
        var bytes: [UInt8] = []
        for type in types { type.append(to: &bytes) }
        try self.init(validating: String(decoding: bytes, as: UTF8.self))
    }
}

extension Signature: ExpressibleByStringLiteral {
    /// Traps if the literal is not a valid signature, because that is a mistake in the program.
    public init(stringLiteral: String) {
        guard let signature = Signature(stringLiteral) else {
            preconditionFailure("not a valid signature: \(stringLiteral)")
        }
        self = signature
    }
}

extension Signature: CustomStringConvertible {
    /// The signature.
    public var description: String { string }
}

extension ValueType {
    /// - Parameter string: a signature. The initialiser fails unless it contains exactly one complete type.
    public init?(_ string: String) {
        guard let signature = Signature(string), signature.types.count == 1, let type = signature.types.first else {
            return nil
        }
        self = type
    }
}

extension ValueType: ExpressibleByStringLiteral {
    /// Allows declarations such as `("text", "s")`. Traps if the literal is not exactly one complete type, because that
    /// is a mistake in the program.
    public init(stringLiteral: String) {
        guard let type = ValueType(stringLiteral) else {
            preconditionFailure("not one complete type: \(stringLiteral)")
        }
        self = type
    }
}

/// A parser of signatures by recursive descent. The limits of nesting bound the recursion.
enum SignatureGrammar {
    static let maximumLength = 255
    private static let maximumArrayDepth = 32
    private static let maximumStructureDepth = 32

    /// Whether the bytes are a valid signature.
    static func accepts(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= maximumLength else { return false }
        var place = 0
        while place < bytes.count {
            guard let end = end(ofTypeAt: place, in: bytes) else { return false }
            place = end
        }
        return true
    }

    /// The index after the complete type that begins at `place`; `nil` if no complete type begins there.
    static func end(ofTypeAt place: Int, in bytes: Span<UInt8>, arrays: Int = 0, structures: Int = 0) -> Int? {
        guard place < bytes.count else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "a"):
            guard arrays < maximumArrayDepth else { return nil }
            guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "{") else {
                return end(ofTypeAt: place + 1, in: bytes, arrays: arrays + 1, structures: structures)
            }
            // A dictionary entry counts as a structure. The type of its key must be basic.
            guard structures < maximumStructureDepth, place + 2 < bytes.count,
                bytes[place + 2] != UInt8(ascii: "v"), isLetter(bytes[place + 2]),
                let end = end(ofTypeAt: place + 3, in: bytes, arrays: arrays + 1, structures: structures + 1),
                end < bytes.count, bytes[end] == UInt8(ascii: "}")
            else { return nil }
            return end + 1
        case UInt8(ascii: "("):
            guard structures < maximumStructureDepth else { return nil }
            var end = place + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: ")") {
                guard let next = self.end(ofTypeAt: end, in: bytes, arrays: arrays, structures: structures + 1) else {
                    return nil
                }
                end = next
            }
            return end < bytes.count && end > place + 1 ? end + 1 : nil
        case let code: return isLetter(code) ? place + 1 : nil
        }
    }

    /// Whether this is the letter of a basic type or of a variant.
    static func isLetter(_ code: UInt8) -> Bool {
        switch code {
        case UInt8(ascii: "y"), UInt8(ascii: "b"), UInt8(ascii: "n"), UInt8(ascii: "q"), UInt8(ascii: "i"),
            UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "s"),
            UInt8(ascii: "o"), UInt8(ascii: "g"), UInt8(ascii: "h"), UInt8(ascii: "v"):
            true
        default: false
        }
    }

    /// The index after each type of a valid signature, by the index at which the type begins; 0 where none begins.
    static func ends(in signature: Span<UInt8>) -> [UInt8] {
        var ends = [UInt8](repeating: 0, count: signature.count)
        var place = 0
        while place < signature.count { place = note(&ends, ofTypeAt: place, in: signature) }
        return ends
    }

    /// - Returns: the index after the type.
    private static func note(_ ends: inout [UInt8], ofTypeAt place: Int, in signature: Span<UInt8>) -> Int {
        var end = place + 1
        switch signature[place] {
        case UInt8(ascii: "a"): end = note(&ends, ofTypeAt: end, in: signature)
        case UInt8(ascii: "("), UInt8(ascii: "{"):
            while signature[end] != UInt8(ascii: ")"), signature[end] != UInt8(ascii: "}") {
                end = note(&ends, ofTypeAt: end, in: signature)
            }
            end += 1
        default: break
        }
        ends[place] = UInt8(end)
        return end
    }

    /// The type that begins at `place` in a valid signature. Advances `place` to the end of the type.
    static func type(at place: inout Int, in signature: Span<UInt8>) -> ValueType {
        let code = signature[place]
        place += 1
        switch code {
        case UInt8(ascii: "a"):
            guard signature[place] == UInt8(ascii: "{") else { return .array(type(at: &place, in: signature)) }
            place += 1
            let key = type(at: &place, in: signature)
            let value = type(at: &place, in: signature)
            place += 1
            return .dictionary(key: key, value: value)
        case UInt8(ascii: "("):
            var members: [ValueType] = []
            while signature[place] != UInt8(ascii: ")") { members.append(type(at: &place, in: signature)) }
            place += 1
            return .structure(members)
        default: return ValueType(code: code) ?? .byte
        }
    }
}
