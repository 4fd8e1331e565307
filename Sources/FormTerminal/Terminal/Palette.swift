import CNcurses

/// The colours and attributes of roles, for the number of colours that the terminal has. The screen's background stays
/// the terminal's own. Roles with a background of their own also set the colour of the text, so that they are readable
/// on light and dark terminals.
enum Palette: Sendable {
    /// 256 colours.
    case full
    /// The eight colours of ANSI.
    case basic
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
        case .full: Self.full(role)
        case .basic: Self.basic(role)
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

    private static func basic(_ role: Role) -> Look {
        let (black, red, green, yellow, blue, white): (Int16, Int16, Int16, Int16, Int16, Int16) = (0, 1, 2, 3, 4, 7)
        switch role {
        case .title: return Look(white, on: blue, .bold)
        case .bar, .focusedInput: return Look(white, on: blue)
        case .barKey: return Look(yellow, on: blue, .bold)
        case .heading: return Look(-1, on: -1, .bold)
        case .mark, .focus: return Look(yellow, on: -1, .bold)
        case .focusedPlaceholder: return Look(white, on: blue, .dim)
        case .error: return Look(red, on: -1, .bold)
        case .alert: return Look(white, on: red, .bold)
        case .warning: return Look(yellow)
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
