/// One grapheme cluster of a mask as its author wrote it. It has no reference to count, so copies of all symbols are
/// cheap.
struct MaskSymbol: Sendable {
    var token: Token
    /// The character if it is one byte of ASCII, otherwise 0.
    var ascii: UInt8
    /// The place among the grapheme clusters of the mask.
    var index: Int
    /// The place in the mask in code points, for error messages.
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

    /// A bracket that the grammar adds, at the place of another symbol.
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
        case .openSquare: MaskSymbol(.closeSquare, at: self)
        case .closeSquare: MaskSymbol(.openSquare, at: self)
        case .openCurly: MaskSymbol(.closeCurly, at: self)
        case .closeCurly: MaskSymbol(.openCurly, at: self)
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

/// A mask as its author wrote it, cut into symbols.
struct MaskText {
    var symbols: [MaskSymbol]
    /// The grapheme clusters of the mask; empty if each of them is one byte of ASCII, which its symbol holds.
    private let characters: [Character]

    init(_ mask: String) {
        // In nearly every mask each byte is a grapheme cluster.
        if mask.utf8.allSatisfy({ 0 < $0 && $0 < 0x80 && $0 != UInt8(ascii: "\r") }) {
            characters = []
            symbols = []
            symbols.reserveCapacity(mask.utf8.count)
            for byte in mask.utf8 {
                symbols.append(MaskSymbol(Unicode.Scalar(byte), index: symbols.count, position: symbols.count))
            }
            return
        }
        characters = Array(mask)
        var position = 0
        symbols = characters.enumerated().map { index, character in
            defer { position += character.unicodeScalars.count }
            return MaskSymbol(character, index: index, position: position)
        }
    }

    func character(of symbol: MaskSymbol) -> Character {
        symbol.ascii > 0 ? Character(Unicode.Scalar(symbol.ascii)) : characters[symbol.index]
    }
}
