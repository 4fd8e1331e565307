/// One complete type of D-Bus, as a tree.
///
/// A tree can be built that D-Bus does not have (an empty structure, a dictionary keyed by arrays, 33 levels); `Signature`
/// refuses it, and so does a message.
package indirect enum ValueType: Hashable, Sendable {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
    case string, objectPath, signature, unixFD
    case variant
    case array(ValueType)
    case structure([ValueType])
    case dictionary(key: ValueType, value: ValueType)
}

extension ValueType {
    /// `a{sv}`, the usual bag of named values.
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

    /// Whether a dictionary can be keyed by it.
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

    /// The multiple of bytes at which a value of the type begins.
    var alignment: Int {
        switch self {
        case .byte, .signature, .variant: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32, .string, .objectPath, .unixFD, .array, .dictionary: 4
        case .int64, .uint64, .double, .structure: 8
        }
    }
}

extension ValueType: CustomStringConvertible {
    package var description: String { string }
}

extension ValueType {
    /// The length of the type in a signature, in bytes; `nil` if D-Bus has no such type, or does not allow it inside so many
    /// arrays and structures.
    func signatureLength(arrays: Int = 0, structures: Int = 0) -> Int? {
        guard arrays <= SignatureParser.maximumArrayDepth, structures <= SignatureParser.maximumStructureDepth else {
            return nil
        }
        let length: Int
        switch self {
        case .array(let element):
            guard let inner = element.signatureLength(arrays: arrays + 1, structures: structures) else { return nil }
            length = 1 + inner
        case .dictionary(let key, let value):
            guard key.isBasic, arrays < SignatureParser.maximumArrayDepth,
                let inner = value.signatureLength(arrays: arrays + 1, structures: structures + 1)
            else { return nil }
            length = 4 + inner
        case .structure(let members):
            guard !members.isEmpty else { return nil }
            var sum = 2
            for member in members {
                guard let inner = member.signatureLength(arrays: arrays, structures: structures + 1) else { return nil }
                sum += inner
                if sum > SignatureParser.maximumLength { return nil }
            }
            length = sum
        default:
            length = 1
        }
        return length <= SignatureParser.maximumLength ? length : nil
    }
}
