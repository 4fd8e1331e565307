import DBus
import FormModel
import FoundationEssentials

/// A JSON value.
///
/// D-Bus structures and arrays become arrays, dictionaries become objects (with keys that are not strings written as
/// text), variants become their content, and file descriptors become null. Infinities and not-a-number, which JSON
/// lacks, become strings.
enum JSON: Encodable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(_ value: Value) {
        switch value {
        case .byte(let value): self = .integer(Int64(value))
        case .boolean(let value): self = .boolean(value)
        case .int16(let value): self = .integer(Int64(value))
        case .uint16(let value): self = .integer(Int64(value))
        case .int32(let value): self = .integer(Int64(value))
        case .uint32(let value): self = .integer(Int64(value))
        case .int64(let value): self = .integer(value)
        case .uint64(let value): self = .unsigned(value)
        case .double(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .objectPath(let value): self = .string(value.string)
        case .signature(let value): self = .string(value.string)
        case .unixFD: self = .null
        case .variant(let value): self.init(value)
        case .array(_, let elements): self = .array(elements.map { JSON($0) })
        case .structure(let members): self = .array(members.map { JSON($0) })
        case .dictionary(_, _, let entries):
            self.init(entries.map { ($0.key.string ?? $0.key.notation(), $0.value) })
        }
    }

    /// An object. If a name occurs twice, the later value is used.
    init(_ properties: [(String, Value)]) {
        self = .object(Dictionary(properties.map { ($0.0, JSON($0.1)) }) { $1 })
    }

    /// Converts a parsed value.
    init(_ json: JSONValue) {
        if let string = json.string {
            self = .string(string)
        } else if let bool = json.bool {
            self = .boolean(bool)
        } else if let integer = json.integer {
            self = .integer(Int64(integer))
        } else if let number = json.double {
            self = .number(number)
        } else if let elements = json.elements {
            self = .array(elements.map { JSON($0) })
        } else if let object = json.object {
            self = .object(Dictionary(object.members.map { ($0.key, JSON($0.value)) }) { first, _ in first })
        } else {
            self = .null
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The value on one line, with sorted keys.
    var line: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "Infinity",
                negativeInfinity: "-Infinity",
                nan: "NaN"
            )
            return String(decoding: try encoder.encode(self), as: UTF8.self).shownSafely
        }
    }
}
