/// The escapes in JSON strings.
enum JSONEscape {
    /// The four hexadecimal digits at an offset as a UTF-16 code unit.
    static func codeUnit(_ bytes: [UInt8], at offset: Int) -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        return codeUnit(bytes[offset..<offset + 4])
    }

    private static func codeUnit(_ digits: ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return value
    }

    /// Text with its escapes replaced by what they stand for, as UTF-8. The parser has checked them.
    static func resolve(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                var value = codeUnit(rest.prefix(4)) ?? 0xFFFD
                rest = rest.dropFirst(4)
                if 0xD800..<0xDC00 ~= value, let low = codeUnit(rest.dropFirst(2).prefix(4)), low >= 0xDC00 {
                    value = 0x1_0000 + (value - 0xD800) << 10 + (low - 0xDC00)
                    rest = rest.dropFirst(6)
                }
                result.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
            default: result.append(escape)
            }
        }
        return result
    }
}
