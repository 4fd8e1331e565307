/// A colour as 0xAARRGGBB.
package struct Color: Sendable, Hashable {
    package var argb: UInt32

    package init(argb: UInt32) {
        self.argb = argb
    }
}

extension Color {
    /// Reads `#RGB`, `#RRGGBB` or `#AARRGGBB`; `nil` for anything else.
    package init?(hex: String) {
        let digits = Array(hex.utf8)
        guard digits.first == UInt8(ascii: "#") else { return nil }
        var value: UInt32 = 0
        for digit in digits.dropFirst().prefix(8) {
            guard let nibble = Color.nibble(digit) else { return nil }
            value = value << 4 | nibble
        }
        switch digits.count {
        case 4:
            let red = value >> 8, green = value >> 4 & 0xF, blue = value & 0xF
            self.init(argb: 0xFF00_0000 | red * 0x11_0000 | green * 0x1100 | blue * 0x11)
        case 7: self.init(argb: 0xFF00_0000 | value)
        case 9: self.init(argb: value)
        default: return nil
        }
    }

    private static func nibble(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(digit - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(digit - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// `#RRGGBB`, or `#AARRGGBB` for a colour that is not opaque.
    package var hex: String {
        // Drawn properties have a dozen colours each, so the digits are written straight into the text.
        let count = argb >> 24 == 0xFF ? 6 : 8
        return String(unsafeUninitializedCapacity: count + 1) { bytes in
            bytes[0] = UInt8(ascii: "#")
            for place in 1...count {
                let digit = UInt8(truncatingIfNeeded: argb >> UInt32(4 * (count - place))) & 0xF
                bytes[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
            }
            return count + 1
        }
    }
}

extension Color {
    /// How definitions write a colour.
    static var reader: ValueReader<Color> {
        let pattern = "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"
        return ValueReader(
            "colour",
            schema: .of(type: "string", [.init("pattern", .string(pattern))]).named("color"),
            show: \.hex
        ) { value, context in
            guard let text = value.string else {
                context.mismatch("a colour", at: value)
                return nil
            }
            if let color = Color(hex: text) { return color }
            context.error("\(quoted(text)) is not a colour: “#RGB”, “#RRGGBB” or “#AARRGGBB”", at: value)
            return nil
        }
    }
}

/// The colours of the built-in styles.
enum Palette {
    static let background = Color(argb: 0xFF1F_2032)
    static let container = Color(argb: 0xFF34_364E)
    static let gray = Color(argb: 0xFF9F_ACC7)
    static let accent = Color(argb: 0xFFFF_9D2B)
    static let pressed = Color(argb: 0xFFD4_7506)
    static let red = Color(argb: 0xFFFF_4747)
    static let white = Color(argb: 0xFFFE_FEFE)
    static let clear = Color(argb: 0)
}
