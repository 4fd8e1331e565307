/// One complete type of D-Bus, as a tree.
///
/// Trees can be made that D-Bus does not have: an empty structure, a dictionary with arrays as keys, 33 levels. `Signature` and
/// messages refuse them.
package indirect enum ValueType: Hashable, Sendable {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
    case string, objectPath, signature, unixFD
    case variant
    case array(ValueType)
    case structure([ValueType])
    case dictionary(key: ValueType, value: ValueType)
}

extension ValueType {
    /// `a{sv}`: values by their names.
    package static let properties = ValueType.dictionary(key: .string, value: .variant)

    /// The type's letter, or for a container the letter that libdbus calls it by.
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

    /// The basic type, or variant, with this letter.
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

    /// Whether the keys of a dictionary can be of this type.
    package var isBasic: Bool {
        switch self {
        case .variant, .array, .structure, .dictionary: false
        default: true
        }
    }

    /// The type as a signature writes it.
    package var string: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the type as a signature writes it.
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

    /// The type as a signature writes it; `nil` if D-Bus has no such type.
    var signature: [UInt8]? {
        var bytes: [UInt8] = []
        append(to: &bytes)
        let isValid =
            bytes.count <= SignatureGrammar.maximumLength
            && SignatureGrammar.end(ofTypeAt: 0, in: bytes.span) == bytes.count
        return isValid ? bytes : nil
    }

    /// The multiple of bytes at which a value of the type begins.
    var alignment: Int { Self.alignment(code) }

    /// The same for the type that begins with this letter in a signature.
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
    package var description: String { string }
}
