/// One grapheme cluster of a mask's text. It holds nothing that is counted: a mask's symbols are copied a few times.
struct MaskSymbol: Sendable {
    var token: Token
    /// The character if it is one byte of ASCII, 0 otherwise.
    var ascii: UInt8
    /// Which cluster of the mask it is.
    var index: Int
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

    /// A symbol that nobody wrote, at the place of `other`.
    init(_ bracket: Token, at other: MaskSymbol) {
        self = other
        token = bracket
        ascii =
            switch bracket {
            case .openSquare: UInt8(ascii: "[")
            case .closeSquare: UInt8(ascii: "]")
            case .openCurly: UInt8(ascii: "{")
            default: UInt8(ascii: "}")
            }
    }

    init(_ scalar: Unicode.Scalar, index: Int, position: Int) {
        token = Token(scalar)
        ascii = scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : 0
        self.index = index
        self.position = position
    }

    init(_ character: Character, index: Int, position: Int) {
        let scalars = character.unicodeScalars
        self.init(scalars.count == 1 ? scalars.first ?? "\0" : "\0", index: index, position: position)
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
        case .openSquare: MaskSymbol(.closeSquare, at: self)
        case .closeSquare: MaskSymbol(.openSquare, at: self)
        case .openCurly: MaskSymbol(.closeCurly, at: self)
        case .closeCurly: MaskSymbol(.openCurly, at: self)
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
