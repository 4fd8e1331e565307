/// The purpose of a cell. The palette maps it to colours and attributes.
package enum Role: UInt8, Sendable, CaseIterable {
    case text, title, heading, label, mark
    case input, placeholder, focusedInput, focusedPlaceholder, selection
    case readOnly, disabled
    case hint, error, warning
    /// An error message on the last line.
    case alert
    case choice, chosen
    case button, focusedButton
    case focus
    case bar, barKey
    case box, boxTitle, boxChosen, boxDisabled
    case rule
}

/// The appearance of a cell.
package struct Style: Sendable, Hashable {
    /// The emphasis from markup, in addition to the role.
    package struct Emphasis: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let strong = Emphasis(rawValue: 1)
        package static let emphasis = Emphasis(rawValue: 2)
        package static let underlined = Emphasis(rawValue: 4)
    }

    package var role: Role
    package var emphasis: Emphasis = []

    package init(_ role: Role, _ emphasis: Emphasis = []) {
        self.role = role
        self.emphasis = emphasis
    }
}

/// A cell of the screen.
package struct Cell: Sendable, Hashable {
    /// `nil` for the second column of the wide character on the left.
    package var character: Character?
    package var style: Style

    package init(_ character: Character?, _ style: Style) {
        self.character = character
        self.style = style
    }

    static let blank = Cell(" ", Style(.text))
}
