/// A key, or another event that a terminal reports.
package struct Key: Sendable, Hashable {
    package enum Code: Sendable, Hashable {
        /// A character; with control the letter of the key, such as `a` for Ctrl+A.
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
        /// A text from a bracketed paste.
        case paste(String)
        /// A click with the left button.
        case click(Point)
        /// The mouse wheel: the number of lines down, negative for up.
        case wheel(Int)
        /// The terminal has reported the colour of its background.
        case background(isLight: Bool)
    }

    package struct Modifiers: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
    }

    package var code: Code
    package var modifiers: Modifiers

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    package static func control(_ letter: Character) -> Key { Key(.character(letter), .control) }

    /// The character that the key types; `nil` for any other key.
    var typed: Character? {
        if case .character(let character) = code, modifiers.isEmpty { character } else { nil }
    }
}
