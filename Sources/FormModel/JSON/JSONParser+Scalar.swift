import TextEditing

extension JSONParser {
    /// Skips and validates a string with its quotes. Returns whether it contains a backslash.
    mutating func skipString() throws(JSONSyntaxError) -> Bool {
        let start = position
        var isEscaped = false
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return isEscaped
            case UInt8(ascii: "\\"):
                isEscaped = true
                try skipEscape()
            case 0..<0x20:
                throw failure("the control character U+\(hex(UInt32(byte))) stands in a string", at: position)
            case 0x20..<0x80:
                position += 1
            default:
                guard let length = sequenceLength(at: position) else {
                    throw failure("the byte 0x\(hex(UInt32(byte), digits: 2)) is not valid UTF-8 here", at: position)
                }
                position += length
            }
        }
        throw failure("the string is not closed", at: start)
    }

    private mutating func skipEscape() throws(JSONSyntaxError) {
        let start = position
        guard position + 1 < bytes.count else { throw failure("the string is not closed", at: start) }
        position += 2
        switch bytes[position - 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            guard let unit = JSONEscape.codeUnit(bytes, at: position) else {
                throw failure("“\\u” is not followed by four hexadecimal digits", at: start)
            }
            position += 4
            switch unit {
            case 0: throw failure("the character U+0000 is not allowed", at: start)
            case 0xD800..<0xDC00:
                guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u"),
                    let low = JSONEscape.codeUnit(bytes, at: position + 2), 0xDC00..<0xE000 ~= low
                else { throw failure("the surrogate U+\(hex(unit)) stands alone", at: start) }
                position += 6
            case 0xDC00..<0xE000: throw failure("the surrogate U+\(hex(unit)) stands alone", at: start)
            default: return
            }
        default: throw failure("a backslash may not stand before this character", at: start)
        }
    }

    /// The length in bytes of the well-formed UTF-8 sequence at an offset; `nil` if it is ill-formed.
    private func sequenceLength(at start: Int) -> Int? {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[start] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard start + length <= bytes.count, second ~= bytes[start + 1] else { return nil }
        return bytes[start + 2..<start + length].allSatisfy { $0 & 0xC0 == 0x80 } ? length : nil
    }

    /// Skips a number: `-`? integer fraction? exponent?
    mutating func skipNumber() throws(JSONSyntaxError) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let isZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
        let integerDigits = skipDigits()
        guard integerDigits > 0 else { throw unexpected("a digit") }
        if isZero, integerDigits > 1 { throw failure("a number begins with a needless zero", at: start) }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw unexpected("a digit") }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            guard skipDigits() > 0 else { throw unexpected("a digit") }
        }
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while position < bytes.count, bytes[position].isDigit { position += 1 }
        return position - start
    }

    private func hex(_ value: UInt32, digits: Int = 4) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

/// The escapes in JSON strings.
enum JSONEscape {
    /// The UTF-16 code unit that the four hexadecimal digits at an offset represent.
    static func codeUnit(_ bytes: [UInt8], at offset: Int) -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        return codeUnit(bytes[offset..<offset + 4])
    }

    private static func codeUnit(_ digits: ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for digit in digits {
            guard let nibble = digit.hexDigit else { return nil }
            value = value << 4 | UInt32(nibble)
        }
        return value
    }

    /// The text as UTF-8 with its escapes resolved. The parser must have validated them.
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
