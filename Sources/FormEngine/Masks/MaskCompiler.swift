import FormModel

/// The second stage of a mask's grammar: from symbols to nodes.
struct MaskCompiler {
    let isLenient: Bool
    private let notations: [MaskNotation]

    private(set) var nodes: [MaskNode] = []
    /// For each node its literal, or the character that stands for its cell in a placeholder.
    private(set) var characters: [Character] = []

    private enum Zone {
        case free, fixed, cells
    }

    init(isLenient: Bool, notations: [MaskNotation]) {
        self.isLenient = isLenient
        self.notations = notations
    }

    /// The table of classes that the nodes index: the built-in kinds, then the notations.
    static func classes(notations: [MaskNotation]) -> [CharacterClass] {
        CharacterClass.builtIn + notations.map { CharacterClass($0.set) }
    }

    mutating func compile(_ symbols: [MaskSymbol]) throws(MaskError) {
        nodes.reserveCapacity(symbols.count)
        characters.reserveCapacity(symbols.count)
        var zone = Zone.free
        var previous: MaskSymbol?
        for (index, symbol) in symbols.enumerated() {
            let before = previous
            let isEscaped = before?.token == .escape
            previous = symbol
            switch symbol.token {
            case .openSquare where !isEscaped: zone = .cells
            case .openCurly where !isEscaped: zone = .fixed
            case .closeSquare where !isEscaped, .closeCurly where !isEscaped: zone = .free
            case .escape where !isEscaped: break
            case .endless where zone == .cells:
                try appendEndless(after: before ?? symbol)
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
        let utf8 = character.utf8
        if utf8.count == 1, let byte = utf8.first {
            let isSignificant = ASCIISet.lettersAndDigits.contains(byte)
            nodes.append(MaskNode(kind: kind, ascii: byte, isSignificant: isSignificant))
        } else {
            nodes.append(MaskNode(kind: kind, isSignificant: character.isLetter || character.isNumber))
        }
        characters.append(character)
    }

    private mutating func appendCell(_ symbol: MaskSymbol) throws(MaskError) {
        let characterClass: UInt16
        let isOptional: Bool
        if let builtIn = symbol.builtIn {
            characterClass = builtIn.rawValue
            isOptional =
                switch symbol.token {
                case .optionalDigit, .optionalLetter, .optionalLetterOrDigit: true
                default: false
                }
            characters.append(builtIn.placeholder)
        } else {
            let index = try notation(symbol)
            characterClass = UInt16(clamping: CharacterClass.builtIn.count + index)
            isOptional = notations[index].isOptional
            characters.append(symbol.character)
        }
        nodes.append(MaskNode(kind: isOptional ? .optional : .mandatory, characterClass: characterClass))
    }

    /// The endless cell accepts what the symbol before it accepts; at a group's beginning letters and digits.
    private mutating func appendEndless(after symbol: MaskSymbol) throws(MaskError) {
        let characterClass =
            if symbol.token == .openSquare || symbol.token == .endless {
                MaskSymbol.BuiltIn.letterOrDigit.rawValue
            } else if let builtIn = symbol.builtIn {
                builtIn.rawValue
            } else {
                UInt16(clamping: CharacterClass.builtIn.count + (try notation(symbol)))
            }
        nodes.append(MaskNode(kind: .endless, characterClass: characterClass))
        characters.append("…")
    }

    /// The first notation of a symbol wins.
    private func notation(_ symbol: MaskSymbol) throws(MaskError) -> Int {
        guard let index = notations.firstIndex(where: { $0.character == symbol.character }) else {
            throw MaskError(reason: .unknownSymbol(symbol.character), position: symbol.position)
        }
        return index
    }

    private func refuseUnreachable(_ rest: ArraySlice<MaskSymbol>) throws(MaskError) {
        // What closes and opens groups stands for nothing itself.
        guard let unreachable = rest.first(where: { !$0.isBracket }) else { return }
        throw MaskError(reason: .unreachable, position: unreachable.position)
    }
}

extension MaskSymbol.BuiltIn {
    fileprivate var placeholder: Character {
        switch self {
        case .digit: "0"
        case .letter: "a"
        case .letterOrDigit: "-"
        }
    }
}
