import TextEditing

/// A colour of a style: its values (0xAARRGGBB) in the dark and the light colour scheme, and its role.
package struct Color: Sendable, Hashable {
    package let dark: UInt32
    package let light: UInt32
    /// `nil` for a colour that is given as a number, which is the same in both schemes.
    package let role: ColorRole?

    package init(argb: UInt32) {
        dark = argb
        light = argb
        role = nil
    }

    /// Creates a colour that the palette of a style may replace.
    init(_ role: ColorRole, dark: UInt32, light: UInt32) {
        self.dark = dark
        self.light = light
        self.role = role
    }
}

/// The purpose of a colour, which allows a front end to use the colour of its own theme instead.
package enum ColorRole: String, Sendable, CaseIterable {
    case accent, error, text, secondary, disabled, background
}

/// The colour schemes in which a form can be drawn.
package enum ColorScheme: String, Sendable, CaseIterable {
    case dark, light
}

/// The colours of a style for roles, by colour scheme, which replace the built-in ones.
package struct Palettes: Sendable, Hashable {
    package var dark = Palette()
    package var light = Palette()

    package init() {}

    static let keys = KeyTable<Palettes>("palettes", schemaName: "palettes") {
        Key("dark", \.dark, Palette.keys)
        Key("light", \.light, Palette.keys)
    }

    package subscript(scheme: ColorScheme) -> Palette {
        switch scheme {
        case .dark: dark
        case .light: light
        }
    }
}

/// The colours of roles; a role that it does not have has the built-in one.
package struct Palette: Sendable, Hashable {
    private var colors: [ColorRole: Color] = [:]

    package subscript(role: ColorRole) -> Color? {
        get { colors[role] }
        set { colors[role] = newValue }
    }

    static let keys = KeyTable<Palette>("a palette", schemaName: "palette") {
        ColorRole.allCases.map { Key($0.rawValue, \.[$0], Color.number) }
    }
}

/// A colour in one colour scheme.
package struct DrawnColor: Sendable, Hashable {
    package var argb: UInt32
    package var role: ColorRole?

    package init(argb: UInt32, role: ColorRole? = nil) {
        self.argb = argb
        self.role = role
    }
}

extension Palettes {
    package func drawn(_ color: Color, in scheme: ColorScheme) -> DrawnColor {
        let number = scheme == .dark ? color.dark : color.light
        let own = color.role.flatMap { self[scheme][$0] }
        return DrawnColor(argb: own?.dark ?? number, role: color.role)
    }
}

extension Color {
    /// Reads `#RGB`, `#RRGGBB` or `#AARRGGBB`; returns `nil` for anything else.
    package init?(hex: String) {
        let digits = Array(hex.utf8)
        guard digits.first == UInt8(ascii: "#") else { return nil }
        var value: UInt32 = 0
        for digit in digits.dropFirst().prefix(8) {
            guard let nibble = digit.hexDigit else { return nil }
            value = value << 4 | UInt32(nibble)
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
}

extension DrawnColor {
    /// `#RRGGBB`, or `#AARRGGBB` for a colour that is not opaque.
    package var hex: String {
        // The `Drawn` properties contain a dozen colours each, so the digits are written directly into the string's
        // storage.
        let count = argb >> 24 == 0xFF ? 6 : 8
        return String(unsafeUninitializedCapacity: count + 1) { bytes in
            bytes[0] = UInt8(ascii: "#")
            for index in 1...count {
                let digit = UInt8(truncatingIfNeeded: argb >> UInt32(4 * (count - index))) & 0xF
                bytes[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
            }
            return count + 1
        }
    }
}

extension Color {
    private static let numbers = "“#RGB”, “#RRGGBB” or “#AARRGGBB”"
    private static let roles = ColorRole.allCases.map(\.rawValue)

    /// Reads a colour with one value.
    static var number: ValueReader<Color> {
        let pattern = "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"
        return ValueReader(
            "colour",
            schema: .of(type: "string", ["pattern": .string(pattern)]).named("color"),
            show: \.words
        ) { value, context in
            guard let text = value.string else { return context.mismatch("a colour", at: value) }
            if let color = Color(hex: text) { return color }
            return context.error("\(quoted(text)) is not a colour: \(numbers)", at: value)
        }
    }

    /// Reads a colour: a number, or the role whose colour it is.
    static var reader: ValueReader<Color> {
        ValueReader(
            "colour or role",
            schema: .any(of: [number.schema(), .word(in: roles)]).named("colorOrRole"),
            show: \.words
        ) { value, context in
            guard let text = value.string else { return context.mismatch("a colour", at: value) }
            if let color = Color(hex: text) ?? ColorRole(rawValue: text).map(standard) { return color }
            let names = roles.joined(separator: ", ")
            return context.error("\(quoted(text)) is not a colour: \(numbers), nor a role: \(names)", at: value)
        }
    }

    private var words: String { role?.rawValue ?? DrawnColor(argb: dark).hex }
}

// MARK: - The built-in palettes

extension Color {
    /// A role's colour in the built-in palettes.
    package static func standard(_ role: ColorRole) -> Color {
        switch role {
        case .accent: accent
        case .error: red
        case .text: white
        case .secondary: gray
        case .disabled: disabled
        case .background: background
        }
    }

    static let accent = Color(.accent, dark: 0xFFFF_9D2B, light: 0xFFB3_5900)
    /// The accent of a button while it is pressed.
    static let pressed = Color(.accent, dark: 0xFFD4_7506, light: 0xFF80_4000)
    static let red = Color(.error, dark: 0xFFFF_4747, light: 0xFFC6_2828)
    static let white = Color(.text, dark: 0xFFFE_FEFE, light: 0xFF1F_2032)
    static let gray = Color(.secondary, dark: 0xFF9F_ACC7, light: 0xFF5B_6785)
    /// Lines and borders in the normal state.
    static let container = Color(.secondary, dark: 0xFF34_364E, light: 0xFFC9_CFDD)
    static let disabled = Color(.disabled, dark: 0xFF9F_ACC7, light: 0xFF98_A2B8)
    /// Lines and borders of a disabled field.
    static let disabledContainer = Color(.disabled, dark: 0xFF34_364E, light: 0xFFDF_E3EC)
    static let background = Color(.background, dark: 0xFF1F_2032, light: 0xFFFF_FFFF)
    static let clear = Color(argb: 0)
}
