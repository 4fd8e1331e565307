/// One grapheme cluster of a mask as its author wrote it.
struct MaskSymbol: Sendable {
    var token: Token
    var character: Character
    /// The place in the mask in code points.
    var position: Int

    /// What a character means in a mask unless it is escaped.
    enum Token: UInt8, Sendable {
        case openSquare, closeSquare, openCurly, closeCurly
        case escape
        // The symbols of cells, in the order in which a group is filled.
        case digit, optionalDigit
        case letter, optionalLetter
        case letterOrDigit, optionalLetterOrDigit
        case endless
        case other
    }

    init(_ character: Character, position: Int) {
        token = Token(character)
        self.character = character
        self.position = position
    }

    /// The symbols of a mask.
    static func symbols(of mask: String) -> [MaskSymbol] {
        var position = 0
        return mask.map { character in
            defer { position += character.unicodeScalars.count }
            return MaskSymbol(character, position: position)
        }
    }

    /// The symbols in reverse order: brackets change sides, and a backslash still precedes the symbol that it escapes.
    static func reversed(_ symbols: [MaskSymbol]) -> [MaskSymbol] {
        var symbols = Array(symbols.reversed())
        // InputMask replaces one kind of bracket after the other. With repeated backslashes the order matters.
        for bracket in [Token.openSquare, .closeSquare, .openCurly, .closeCurly] {
            var index = 0
            while index + 1 < symbols.count {
                if symbols[index].token == bracket, symbols[index + 1].token == .escape {
                    symbols.swapAt(index, index + 1)
                    symbols[index + 1] = symbols[index + 1].mirrored
                    index += 1
                }
                index += 1
            }
        }
        return symbols.map(\.mirrored)
    }

    private var mirrored: MaskSymbol {
        switch token {
        case .openSquare: MaskSymbol("]", position: position)
        case .closeSquare: MaskSymbol("[", position: position)
        case .openCurly: MaskSymbol("}", position: position)
        case .closeCurly: MaskSymbol("{", position: position)
        default: self
        }
    }

    /// The kind of cell of a built-in symbol in square brackets.
    var builtIn: BuiltIn? {
        switch token {
        case .digit, .optionalDigit: .digit
        case .letter, .optionalLetter: .letter
        case .letterOrDigit, .optionalLetterOrDigit: .letterOrDigit
        default: nil
        }
    }

    /// The kinds of cells. The raw values are places in the table of character classes.
    enum BuiltIn: UInt16, Sendable {
        case digit, letter, letterOrDigit
    }

    var isBracket: Bool { token.rawValue <= Token.closeCurly.rawValue }
    var isSquare: Bool { token == .openSquare || token == .closeSquare }
}

extension MaskSymbol.Token {
    fileprivate init(_ character: Character) {
        self =
            switch character {
            case "[": .openSquare
            case "]": .closeSquare
            case "{": .openCurly
            case "}": .closeCurly
            case "\\": .escape
            case "0": .digit
            case "9": .optionalDigit
            case "A": .letter
            case "a": .optionalLetter
            case "_": .letterOrDigit
            case "-": .optionalLetterOrDigit
            case "…": .endless
            default: .other
            }
    }
}
