import CNcurses
import Glibc

/// The colours and attributes of roles, for the number of colours that the terminal has. The screen's background stays
/// the terminal's own. Roles with a background of their own also set the colour of the text, so that they are readable
/// on light and dark terminals.
enum Palette: Sendable {
    /// 256 colours.
    case full(ColorScheme)
    /// The eight colours of ANSI.
    case basic(ColorScheme)
    case none

    struct Look: Sendable {
        /// -1 is the terminal's default colour.
        var foreground: Int16 = -1
        var background: Int16 = -1
        var attributes: Int32 = 0

        init(_ foreground: Int16 = -1, on background: Int16 = -1, _ attributes: Attributes = []) {
            self.foreground = foreground
            self.background = background
            self.attributes = attributes.rawValue
        }
    }

    struct Attributes: OptionSet, Sendable {
        let rawValue: Int32

        static let bold = Attributes(rawValue: Int32(terminal_bold))
        static let dim = Attributes(rawValue: Int32(terminal_dim))
        static let underlined = Attributes(rawValue: Int32(terminal_underlined))
        static let reversed = Attributes(rawValue: Int32(terminal_reversed))
        static let italic = Attributes(rawValue: Int32(terminal_italic))
    }

    func look(of role: Role) -> Look {
        switch self {
        case .full(let scheme): (scheme == .light ? Self.fullOnLight(role) : nil) ?? Self.full(role)
        case .basic(let scheme): Self.basic(role, on: scheme)
        case .none: Self.plain(role)
        }
    }

    private static func full(_ role: Role) -> Look {
        switch role {
        case .text, .label, .choice: Look()
        case .readOnly: Look(-1, on: -1, .bold)
        case .title: Look(231, on: 24, .bold)
        case .bar: Look(252, on: 24)
        case .barKey: Look(222, on: 24, .bold)
        case .heading: Look(74, on: -1, .bold)
        case .rule: Look(240)
        case .mark, .focus: Look(214, on: -1, .bold)
        case .input: Look(252, on: 237)
        case .placeholder: Look(245, on: 237)
        case .focusedInput: Look(231, on: 25)
        case .focusedPlaceholder: Look(153, on: 25)
        case .selection: Look(16, on: 222)
        case .disabled: Look(242)
        case .hint: Look(244)
        case .error: Look(203, on: -1, .bold)
        case .alert: Look(231, on: 124)
        case .warning: Look(214)
        case .chosen: Look(78, on: -1, .bold)
        case .button: Look(252, on: 239)
        case .focusedButton: Look(16, on: 214, .bold)
        case .box: Look(252, on: 236)
        case .boxTitle: Look(222, on: 236, .bold)
        case .boxChosen: Look(16, on: 214, .bold)
        case .boxDisabled: Look(242, on: 236)
        }
    }

    /// The roles that differ on a light background.
    private static func fullOnLight(_ role: Role) -> Look? {
        switch role {
        case .heading: Look(25, on: -1, .bold)
        case .rule: Look(248)
        case .mark, .focus: Look(166, on: -1, .bold)
        case .input: Look(235, on: 254)
        case .placeholder: Look(243, on: 254)
        case .focusedInput: Look(16, on: 153)
        case .focusedPlaceholder: Look(24, on: 153)
        case .disabled: Look(246)
        case .hint: Look(241)
        case .error: Look(160, on: -1, .bold)
        case .warning: Look(130)
        case .chosen: Look(28, on: -1, .bold)
        case .button: Look(235, on: 252)
        case .box: Look(235, on: 254)
        case .boxTitle: Look(25, on: 254, .bold)
        case .boxDisabled: Look(246, on: 254)
        default: nil
        }
    }

    /// Inputs have a background of their own, because the Linux console shows no underline beside colours.
    private static func basic(_ role: Role, on scheme: ColorScheme) -> Look {
        let (black, red, green, yellow): (Int16, Int16, Int16, Int16) = (0, 1, 2, 3)
        let (blue, cyan, white): (Int16, Int16, Int16) = (4, 6, 7)
        switch role {
        case .title: return Look(white, on: blue, .bold)
        case .bar, .focusedInput: return Look(white, on: blue)
        case .barKey: return Look(yellow, on: blue, .bold)
        case .heading: return Look(-1, on: -1, .bold)
        case .mark, .focus: return Look(scheme == .light ? blue : yellow, on: -1, .bold)
        case .input, .placeholder: return Look(black, on: cyan)
        case .focusedPlaceholder: return Look(cyan, on: blue)
        case .error: return Look(red, on: -1, .bold)
        case .alert: return Look(white, on: red, .bold)
        case .warning: return scheme == .light ? Look(red) : Look(yellow)
        case .chosen: return Look(green, on: -1, .bold)
        case .focusedButton, .boxChosen: return Look(black, on: yellow)
        case .box: return Look(white, on: black)
        case .boxTitle: return Look(yellow, on: black, .bold)
        case .boxDisabled: return Look(white, on: black, .dim)
        default: return plain(role)
        }
    }

    private static func plain(_ role: Role) -> Look {
        switch role {
        case .text, .label, .choice, .hint, .box, .button, .rule, .warning, .placeholder: Look()
        case .readOnly, .heading, .mark, .focus, .chosen, .error, .boxTitle: Look(-1, on: -1, .bold)
        case .title, .barKey, .alert: Look(-1, on: -1, [.reversed, .bold])
        case .bar, .selection, .focusedButton, .boxChosen: Look(-1, on: -1, .reversed)
        case .input, .focusedPlaceholder: Look(-1, on: -1, .underlined)
        case .focusedInput: Look(-1, on: -1, [.underlined, .bold])
        case .disabled, .boxDisabled: Look(-1, on: -1, .dim)
        }
    }
}

/// Whether the terminal's background is light or dark.
package enum ColorScheme: String, Sendable, CaseIterable {
    case light, dark

    /// The background that `COLORFGBG` names, as rxvt and Konsole set it: `15;0`, `0;default;15`; `nil` if it does not.
    static var ofEnvironment: ColorScheme? {
        let value = unsafe getenv("COLORFGBG").map { unsafe String(cString: $0) } ?? ""
        guard let color = value.split(separator: ";").last.flatMap({ Int($0) }) else { return nil }
        return color == 7 || color > 8 ? .light : .dark
    }
}
