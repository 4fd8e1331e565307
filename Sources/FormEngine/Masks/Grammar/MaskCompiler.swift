import FormModel

/// The second stage of a mask's grammar: from symbols to nodes.
struct MaskCompiler {
    let isLenient: Bool
    let isReversed: Bool
    let notations: [MaskNotation]
    /// Whether what is compiled is a part of the mask that a notation stands for.
    var isInPart = false

    private(set) var nodes: [MaskNode] = []
    /// For each node its literal, or the character that stands for its cell in a placeholder.
    private(set) var characters: [Character] = []
    /// What the nodes index: the built-in kinds, then the sets of the notations.
    let classes: [CharacterClass]
    private(set) var ranges: [MaskRange] = []

    private enum Zone {
        case free, fixed, cells
    }

    init(isLenient: Bool, isReversed: Bool, notations: [MaskNotation]) {
        self.isLenient = isLenient
        self.isReversed = isReversed
        self.notations = notations
        classes =
            CharacterClass.builtIn
            + notations.map { notation in
                if case .set(let set) = notation.content { CharacterClass(set) } else { CharacterClass.builtIn[0] }
            }
    }

    mutating func compile(_ symbols: [MaskSymbol]) throws(MaskError) {
        nodes.reserveCapacity(nodes.count + symbols.count)
        characters.reserveCapacity(nodes.count + symbols.count)
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
                    if nodes.last?.kind == .endless {
                        if !isLenient { try refuseUnreachable(symbols[(index + 1)...]) }
                        return
                    }
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
        guard let builtIn = symbol.builtIn else { return try appendNotation(symbol) }
        let isOptional =
            switch symbol.token {
            case .optionalDigit, .optionalLetter, .optionalLetterOrDigit: true
            default: false
            }
        append(isOptional ? .optional : .mandatory, of: builtIn.rawValue, shownAs: builtIn.placeholder)
    }

    mutating func append(_ kind: MaskNode.Kind, of characterClass: UInt16, shownAs character: Character) {
        nodes.append(MaskNode(kind: kind, index: characterClass))
        characters.append(character)
    }

    mutating func append(_ range: MaskRange) {
        ranges.append(range)
        for place in 0..<range.width {
            nodes.append(MaskNode(kind: .range, ascii: UInt8(place), index: UInt16(clamping: ranges.count - 1)))
            characters.append(MaskSymbol.BuiltIn.digit.placeholder)
        }
    }

    /// A gate leads behind the last node.
    mutating func lead(from gate: Int) {
        nodes[gate].index = UInt16(clamping: nodes.count)
    }

    /// The endless cell accepts what the symbol before it accepts; at a group's beginning letters and digits.
    private mutating func appendEndless(after symbol: MaskSymbol) throws(MaskError) {
        let characterClass =
            if symbol.token == .openSquare || symbol.token == .endless {
                MaskSymbol.BuiltIn.letterOrDigit.rawValue
            } else if let builtIn = symbol.builtIn {
                builtIn.rawValue
            } else {
                try characterClass(ofNotationBefore: symbol)
            }
        append(.endless, of: characterClass, shownAs: "…")
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
