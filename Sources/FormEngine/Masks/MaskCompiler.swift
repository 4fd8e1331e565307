import FormModel

/// The second stage of a mask's grammar: from symbols to nodes.
struct MaskCompiler {
    let isLenient: Bool
    private let notations: [Character: (index: UInt16, isOptional: Bool)]

    private(set) var nodes: [MaskNode] = []
    /// For each node its literal, or the character that stands for its cell in a placeholder.
    private(set) var characters: [Character] = []

    private enum Zone {
        case free, fixed, cells
    }

    init(isLenient: Bool, notations: [MaskNotation]) {
        self.isLenient = isLenient
        let first = MaskCompiler.firstNotation
        self.notations = Dictionary(
            notations.enumerated().map { ($1.character, (UInt16(clamping: first + $0), $1.isOptional)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Where in the table of classes the notations begin; before them stand the built-in kinds.
    static let firstNotation = 3

    /// The table of classes that the nodes index.
    static func classes(notations: [MaskNotation]) -> [CharacterClass] {
        [CharacterClass(.digits), CharacterClass(.letters), CharacterClass(.alphanumerics)]
            + notations.map { CharacterClass($0.set) }
    }

    mutating func compile(_ symbols: [MaskSymbol]) throws(MaskError) {
        var zone = Zone.free
        var previous: Character?
        for (index, symbol) in symbols.enumerated() {
            let isEscaped = previous == "\\"
            previous = symbol.character
            switch symbol.character {
            case "[" where !isEscaped: zone = .cells
            case "{" where !isEscaped: zone = .fixed
            case "]" where !isEscaped, "}" where !isEscaped: zone = .free
            case "\\" where !isEscaped: break
            case "…" where zone == .cells:
                try appendEndless(after: index > 0 ? symbols[index - 1] : symbol)
                if !isLenient { try refuseUnreachable(symbols[(index + 1)...]) }
                return
            default:
                if zone == .cells {
                    try appendCell(symbol)
                } else {
                    appendLiteral(symbol.character, kind: zone == .fixed ? .fixed : .free)
                }
            }
        }
    }

    private mutating func appendLiteral(_ character: Character, kind: MaskNode.Kind) {
        // A cluster of CR and LF has an ASCII value, but it is not that character.
        let ascii = character.utf8.count == 1 ? character.utf8.first : nil
        let isSignificant = character.isLetter || character.isNumber
        nodes.append(MaskNode(kind: kind, ascii: ascii ?? 0, isSignificant: isSignificant))
        characters.append(character)
    }

    private mutating func appendCell(_ symbol: MaskSymbol) throws(MaskError) {
        switch symbol.builtIn {
        case .digit: characters.append("0")
        case .letter: characters.append("a")
        case .letterOrDigit: characters.append("-")
        case nil: characters.append(symbol.character)
        }
        let isOptional = try isOptional(symbol)
        nodes.append(
            MaskNode(kind: isOptional ? .optional : .mandatory, characterClass: try characterClass(of: symbol))
        )
    }

    /// The endless cell accepts what the symbol before it accepts; at a group's beginning letters and digits.
    private mutating func appendEndless(after symbol: MaskSymbol) throws(MaskError) {
        let isFirst = symbol.character == "[" || symbol.character == "…"
        let characterClass = isFirst ? MaskSymbol.BuiltIn.letterOrDigit.rawValue : try characterClass(of: symbol)
        nodes.append(MaskNode(kind: .endless, characterClass: characterClass))
        characters.append("…")
    }

    private func isOptional(_ symbol: MaskSymbol) throws(MaskError) -> Bool {
        switch symbol.character {
        case "0", "A", "_": false
        case "9", "a", "-": true
        default: try notation(symbol).isOptional
        }
    }

    private func characterClass(of symbol: MaskSymbol) throws(MaskError) -> UInt16 {
        if let builtIn = symbol.builtIn { return builtIn.rawValue }
        return try notation(symbol).index
    }

    private func notation(_ symbol: MaskSymbol) throws(MaskError) -> (index: UInt16, isOptional: Bool) {
        guard let notation = notations[symbol.character] else {
            throw MaskError(reason: .unknownSymbol(symbol.character), position: symbol.position)
        }
        return notation
    }

    private func refuseUnreachable(_ rest: ArraySlice<MaskSymbol>) throws(MaskError) {
        // What closes and opens groups stands for nothing itself.
        guard let unreachable = rest.first(where: { !$0.isBracket }) else { return }
        throw MaskError(reason: .unreachable, position: unreachable.position)
    }
}
