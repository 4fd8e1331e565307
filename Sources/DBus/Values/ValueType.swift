/// One complete D-Bus type, as a tree.
///
/// This type can represent trees that are not valid in D-Bus, such as an empty structure, a dictionary with arrays as
/// keys, or 33 nested arrays. `Signature` and messages reject them.
public indirect enum ValueType: Hashable, Sendable {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
    case string, objectPath, signature, unixFD
    case variant
    case array(ValueType)
    case structure([ValueType])
    case dictionary(key: ValueType, value: ValueType)
}

extension ValueType {
    /// The type `a{sv}`: a dictionary of values by name.
    public static let properties = ValueType.dictionary(key: .string, value: .variant)

    /// The letter of a basic type or of a variant. For another container, the letter that libdbus uses for it.
    var code: UInt8 {
        switch self {
        case .byte: UInt8(ascii: "y")
        case .boolean: UInt8(ascii: "b")
        case .int16: UInt8(ascii: "n")
        case .uint16: UInt8(ascii: "q")
        case .int32: UInt8(ascii: "i")
        case .uint32: UInt8(ascii: "u")
        case .int64: UInt8(ascii: "x")
        case .uint64: UInt8(ascii: "t")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .objectPath: UInt8(ascii: "o")
        case .signature: UInt8(ascii: "g")
        case .unixFD: UInt8(ascii: "h")
        case .variant: UInt8(ascii: "v")
        case .array, .dictionary: UInt8(ascii: "a")
        case .structure: UInt8(ascii: "r")
        }
    }

    /// The basic type with this letter, or the variant; fails for other letters.
    init?(code: UInt8) {
        switch code {
        case UInt8(ascii: "y"): self = .byte
        case UInt8(ascii: "b"): self = .boolean
        case UInt8(ascii: "n"): self = .int16
        case UInt8(ascii: "q"): self = .uint16
        case UInt8(ascii: "i"): self = .int32
        case UInt8(ascii: "u"): self = .uint32
        case UInt8(ascii: "x"): self = .int64
        case UInt8(ascii: "t"): self = .uint64
        case UInt8(ascii: "d"): self = .double
        case UInt8(ascii: "s"): self = .string
        case UInt8(ascii: "o"): self = .objectPath
        case UInt8(ascii: "g"): self = .signature
        case UInt8(ascii: "h"): self = .unixFD
        case UInt8(ascii: "v"): self = .variant
        default: return nil
        }
    }

    /// Whether the type is basic, that is, not a container. The keys of dictionaries must have basic types.
    public var isBasic: Bool {
        switch self {
        case .variant, .array, .structure, .dictionary: false
        default: true
        }
    }

    /// The type in the syntax of signatures.
    public var string: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the type in the syntax of signatures.
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .array(let element):
            bytes.append(UInt8(ascii: "a"))
            element.append(to: &bytes)
        case .structure(let members):
            bytes.append(UInt8(ascii: "("))
            for member in members { member.append(to: &bytes) }
            bytes.append(UInt8(ascii: ")"))
        case .dictionary(let key, let value):
            bytes.append(UInt8(ascii: "a"))
            bytes.append(UInt8(ascii: "{"))
            key.append(to: &bytes)
            value.append(to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        default:
            bytes.append(code)
        }
    }

    /// The type in the syntax of signatures; `nil` if it is not valid in D-Bus.
    var signature: [UInt8]? {
        var bytes: [UInt8] = []
        append(to: &bytes)
        let isValid =
            bytes.count <= SignatureGrammar.maximumLength
            && SignatureGrammar.end(ofTypeAt: 0, in: bytes.span) == bytes.count
        return isValid ? bytes : nil
    }

    /// The alignment of values of this type: the offset of a value in its message is a multiple of this number.
    var alignment: Int { Self.alignment(code) }

    /// The alignment of a type whose signature begins with this letter.
    static func alignment(_ code: UInt8) -> Int {
        switch code {
        case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): 8
        case UInt8(ascii: "("), UInt8(ascii: "r"), UInt8(ascii: "{"): 8
        default: 4
        }
    }
}

extension ValueType: CustomStringConvertible {
    /// The type as in a signature.
    public var description: String { string }
}
