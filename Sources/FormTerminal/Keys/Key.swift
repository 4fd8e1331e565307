/// A key, or another thing that a terminal reports.
package struct Key: Sendable, Hashable {
    package enum Code: Sendable, Hashable {
        /// A character, or with control the letter of the key: `a` for Ctrl+A.
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
        /// A text that was pasted, as bracketed paste tells it.
        case paste(String)
        /// A click with the left button.
        case click(Point)
        /// The wheel: lines down, or up below 0.
        case wheel(Int)
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

    /// The text that the key types; `nil` if it does something else.
    var typed: Character? {
        if case .character(let character) = code, modifiers.isEmpty { character } else { nil }
    }
}
