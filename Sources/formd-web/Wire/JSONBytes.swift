import DBus

/// JSON that is being written, as UTF-8.
///
/// Structures and arrays become arrays, dictionaries become objects, and variants their content. An object path becomes its
/// last component, which is the name of a field: a page learns no path.
struct JSONBytes {
    private(set) var bytes: [UInt8] = []
    /// Whether something stands before the next member or element.
    private var needsComma = false

    mutating func object(_ write: (inout JSONBytes) -> Void) {
        open("{")
        write(&self)
        close("}")
    }

    mutating func array(_ write: (inout JSONBytes) -> Void) {
        open("[")
        write(&self)
        close("]")
    }

    /// Begins a member, whose value is written next.
    mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func member(_ name: String, _ value: Value) {
        key(name)
        self.value(value)
    }

    mutating func value(_ value: Value) {
        switch value {
        case .string(let text): string(text)
        case .objectPath(let path): string(path.name ?? "")
        case .signature(let signature): string(signature.string)
        case .boolean(let bool): literal(bool ? "true" : "false")
        case .byte(let number): literal("\(number)")
        case .int16(let number): literal("\(number)")
        case .uint16(let number): literal("\(number)")
        case .int32(let number): literal("\(number)")
        case .uint32(let number): literal("\(number)")
        case .int64(let number): literal("\(number)")
        case .uint64(let number): literal("\(number)")
        case .double(let number): literal(number.isFinite ? "\(number)" : "null")
        case .unixFD: literal("null")
        case .variant(let value): self.value(value)
        case .array(_, let values), .structure(let values): array { for value in values { $0.value(value) } }
        case .dictionary(_, _, let entries):
            object { for entry in entries { $0.member(entry.key.string ?? "", entry.value) } }
        }
    }

    mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
