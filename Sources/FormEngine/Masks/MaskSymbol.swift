/// One grapheme cluster of a mask's text.
struct MaskSymbol: Sendable, Hashable {
    var character: Character
    /// Where the author wrote it, in code points.
    var position: Int

    static func symbols(of mask: String) -> [MaskSymbol] {
        var position = 0
        return mask.map { character in
            defer { position += character.unicodeScalars.count }
            return MaskSymbol(character: character, position: position)
        }
    }

    /// The mask read from its end: brackets turn round, and an escape stays before what it escapes.
    static func reversed(_ symbols: [MaskSymbol]) -> [MaskSymbol] {
        var symbols = Array(symbols.reversed())
        // One bracket after the other, as the original does: after repeated backslashes the order shows.
        for bracket in ["[", "]", "{", "}"] as [Character] {
            var index = 0
            while index + 1 < symbols.count {
                if symbols[index].character == bracket, symbols[index + 1].character == "\\" {
                    symbols.swapAt(index, index + 1)
                    symbols[index + 1].character = bracket.mirrored
                    index += 1
                }
                index += 1
            }
        }
        for index in symbols.indices { symbols[index].character = symbols[index].character.mirrored }
        return symbols
    }

    /// The kind of a built-in symbol in square brackets.
    var builtIn: BuiltIn? {
        switch character {
        case "0", "9": .digit
        case "A", "a": .letter
        case "_", "-": .letterOrDigit
        default: nil
        }
    }

    enum BuiltIn: UInt16, Sendable {
        case digit, letter, letterOrDigit
    }

    var isBracket: Bool {
        switch character {
        case "[", "]", "{", "}": true
        default: false
        }
    }
}

extension Character {
    fileprivate var mirrored: Character {
        switch self {
        case "[": "]"
        case "]": "["
        case "{": "}"
        case "}": "{"
        default: self
        }
    }
}
