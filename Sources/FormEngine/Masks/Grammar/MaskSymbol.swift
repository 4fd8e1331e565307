/// One grapheme cluster of a mask's text.
struct MaskSymbol: Sendable {
    var character: Character
    var token: Token
    /// Where the author wrote it, in code points.
    var position: Int

    /// What a character means in a mask, where it is not escaped.
    enum Token: UInt8, Sendable {
        case openSquare, closeSquare, openCurly, closeCurly
        case escape
        // Cells, in the order in which a group is filled.
        case digit, optionalDigit
        case letter, optionalLetter
        case letterOrDigit, optionalLetterOrDigit
        case endless
        case other
    }

    init(_ character: Character, position: Int) {
        self.character = character
        self.position = position
        let scalars = character.unicodeScalars
        let scalar = scalars.first
        token = scalars.index(after: scalars.startIndex) == scalars.endIndex ? Token(scalar ?? " ") : .other
    }

    init(_ token: Token, _ character: Character, position: Int) {
        self.character = character
        self.token = token
        self.position = position
    }

    /// The characters of ASCII, made once.
    private static let ascii = (UInt8(0)..<128).map { Character(Unicode.Scalar($0)) }

    static func symbols(of mask: String) -> [MaskSymbol] {
        // Nearly every mask: each byte is a cluster and a code point.
        if mask.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) {
            return mask.utf8.enumerated().map { position, byte in
                let scalar = Unicode.Scalar(byte)
                return MaskSymbol(Token(scalar), ascii[Int(byte)], position: position)
            }
        }
        var symbols: [MaskSymbol] = []
        symbols.reserveCapacity(mask.utf8.count)
        var position = 0
        for character in mask {
            symbols.append(MaskSymbol(character, position: position))
            position += character.unicodeScalars.count
        }
        return symbols
    }

    /// The mask read from its end: brackets turn round, and an escape stays before what it escapes.
    static func reversed(_ symbols: [MaskSymbol]) -> [MaskSymbol] {
        var symbols = Array(symbols.reversed())
        // One bracket after the other, as the original does: after repeated backslashes the order shows.
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
        case .openSquare: MaskSymbol(.closeSquare, "]", position: position)
        case .closeSquare: MaskSymbol(.openSquare, "[", position: position)
        case .openCurly: MaskSymbol(.closeCurly, "}", position: position)
        case .closeCurly: MaskSymbol(.openCurly, "{", position: position)
        default: self
        }
    }

    /// The kind of a built-in symbol in square brackets.
    var builtIn: BuiltIn? {
        switch token {
        case .digit, .optionalDigit: .digit
        case .letter, .optionalLetter: .letter
        case .letterOrDigit, .optionalLetterOrDigit: .letterOrDigit
        default: nil
        }
    }

    /// Raw values index the table of classes.
    enum BuiltIn: UInt16, Sendable {
        case digit, letter, letterOrDigit
    }

    var isBracket: Bool { token.rawValue <= Token.closeCurly.rawValue }
    var isSquare: Bool { token == .openSquare || token == .closeSquare }
}

extension MaskSymbol.Token {
    fileprivate init(_ scalar: Unicode.Scalar) {
        self =
            switch scalar {
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
