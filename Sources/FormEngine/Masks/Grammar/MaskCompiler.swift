import FormModel

/// The second stage of a mask's grammar: from symbols to nodes.
struct MaskCompiler {
    let isLenient: Bool
    let isReversed: Bool
    let notations: [MaskNotation]
    /// Whether what is compiled is a part of the mask that a notation stands for.
    var isInPart = false

    private(set) var nodes: [MaskNode] = []
    /// The characters of those nodes whose character is not one byte of ASCII.
    private(set) var characters: [Int: Character] = [:]
    /// What the nodes index: the built-in kinds, then the sets of the notations.
    let classes: [CharacterClass]
    private(set) var ranges: [MaskRange] = []

    private enum Zone {
        case free, fixed, cells
    }

    init(isLenient: Bool, isReversed: Bool, notations: [MaskNotation], letterCase: MaskCase) {
        self.isLenient = isLenient
        self.isReversed = isReversed
        self.notations = notations
        var classes = CharacterClass.builtIn.map { $0.with(letterCase) }
        for notation in notations {
            if case .set(let set) = notation.content {
                classes.append(CharacterClass(set).with(notation.letterCase ?? letterCase))
            } else {
                classes.append(classes[0])
            }
        }
        self.classes = classes
    }

    mutating func compile(_ text: MaskText) throws(MaskError) {
        let symbols = text.symbols
        nodes.reserveCapacity(nodes.count + symbols.count)
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
                try appendEndless(after: before ?? symbol, of: text)
                if !isLenient { try refuseUnreachable(symbols[(index + 1)...]) }
                return
            default:
                if zone == .cells {
                    try appendCell(symbol, of: text)
                    if nodes.last?.kind == .endless {
                        if !isLenient { try refuseUnreachable(symbols[(index + 1)...]) }
                        return
                    }
                } else {
                    appendLiteral(symbol, of: text, kind: zone == .fixed ? .fixed : .free)
                }
            }
        }
    }

    private mutating func appendLiteral(_ symbol: MaskSymbol, of text: MaskText, kind: MaskNode.Kind) {
        if symbol.ascii > 0 {
            let isSignificant = ASCIISet.lettersAndDigits.contains(symbol.ascii)
            nodes.append(MaskNode(kind: kind, ascii: symbol.ascii, isSignificant: isSignificant))
        } else {
            let character = text.character(of: symbol)
            characters[nodes.count] = character
            nodes.append(MaskNode(kind: kind, isSignificant: character.isLetter || character.isNumber))
        }
    }

    private mutating func appendCell(_ symbol: MaskSymbol, of text: MaskText) throws(MaskError) {
        guard let builtIn = symbol.builtIn else {
            return try appendNotation(text.character(of: symbol), position: symbol.position)
        }
        let isOptional =
            switch symbol.token {
            case .optionalDigit, .optionalLetter, .optionalLetterOrDigit: true
            default: false
            }
        nodes.append(
            MaskNode(kind: isOptional ? .optional : .mandatory, ascii: builtIn.placeholder, index: builtIn.rawValue)
        )
    }

    mutating func append(_ kind: MaskNode.Kind, of characterClass: UInt16, shownAs character: Character) {
        let byte = character.utf8.count == 1 ? character.utf8.first ?? 0 : 0
        if byte == 0 { characters[nodes.count] = character }
        nodes.append(MaskNode(kind: kind, ascii: byte, index: characterClass))
    }

    mutating func append(_ range: MaskRange) {
        ranges.append(range)
        for place in 0..<range.width {
            nodes.append(
                MaskNode(
                    kind: .range,
                    ascii: MaskSymbol.BuiltIn.digit.placeholder,
                    place: UInt8(place),
                    index: UInt16(clamping: ranges.count - 1)
                )
            )
        }
    }

    /// A gate leads behind the last node.
    mutating func lead(from gate: Int) {
        nodes[gate].index = UInt16(clamping: nodes.count)
    }

    /// Finds out before which nodes a text may end.
    mutating func markEnds() {
        for index in nodes.indices.reversed() {
            func mayEnd(before next: Int) -> Bool { next == nodes.count || nodes[next].mayEndBefore }
            nodes[index].mayEndBefore =
                switch nodes[index].kind {
                case .free, .optional: mayEnd(before: index + 1)
                case .fixed, .mandatory, .range: false
                case .endless: true
                case .gate: mayEnd(before: index + 1) || mayEnd(before: Int(nodes[index].index))
                }
        }
    }

    /// The endless cell accepts what the symbol before it accepts; at a group's beginning letters and digits.
    private mutating func appendEndless(after symbol: MaskSymbol, of text: MaskText) throws(MaskError) {
        let characterClass =
            if symbol.token == .openSquare || symbol.token == .endless {
                MaskSymbol.BuiltIn.letterOrDigit.rawValue
            } else if let builtIn = symbol.builtIn {
                builtIn.rawValue
            } else {
                try characterClass(ofNotation: text.character(of: symbol), position: symbol.position)
            }
        nodes.append(MaskNode(kind: .endless, index: characterClass))
    }

    private func refuseUnreachable(_ rest: ArraySlice<MaskSymbol>) throws(MaskError) {
        // What closes and opens groups stands for nothing itself.
        guard let unreachable = rest.first(where: { !$0.isBracket }) else { return }
        throw MaskError(reason: .unreachable, position: unreachable.position)
    }
}

extension MaskSymbol.BuiltIn {
    /// Of ASCII.
    fileprivate var placeholder: UInt8 {
        switch self {
        case .digit: UInt8(ascii: "0")
        case .letter: UInt8(ascii: "a")
        case .letterOrDigit: UInt8(ascii: "-")
        }
    }
}
