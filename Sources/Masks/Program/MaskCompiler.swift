import TextEditing

/// The second stage of a mask's grammar: from symbols to nodes.
struct MaskCompiler {
    let isLenient: Bool
    let isReversed: Bool
    let notations: [MaskNotation]
    /// Whether the compiler is at the mask of a notation.
    var isInPart = false

    private(set) var nodes: [MaskNode] = []
    /// The characters of nodes whose character is not one byte of ASCII.
    private(set) var characters: [Int: Character] = [:]
    /// The character classes: first those of the built-in symbols, then one for each notation.
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

    mutating func compile(_ symbols: [MaskSymbol]) throws(MaskError) {
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
                    append(zone == .fixed ? .fixed : .free, of: 0, shownAs: symbol.character)
                }
            }
        }
    }

    private mutating func appendCell(_ symbol: MaskSymbol) throws(MaskError) {
        guard let builtIn = symbol.builtIn else {
            return try appendNotation(symbol.character, position: symbol.position)
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
        let isSignificant = kind.isLiteral && (character.isLetter || character.isNumber)
        nodes.append(MaskNode(kind: kind, ascii: byte, isSignificant: isSignificant, index: characterClass))
    }

    mutating func append(_ range: MaskRange) {
        ranges.append(range)
        for position in 0..<range.width {
            nodes.append(
                MaskNode(
                    kind: .range,
                    ascii: MaskSymbol.BuiltIn.digit.placeholder,
                    position: UInt8(position),
                    index: UInt16(clamping: ranges.count - 1)
                )
            )
        }
    }

    /// Lets a gate lead past all nodes that there are now.
    mutating func lead(from gate: Int) {
        nodes[gate].index = UInt16(clamping: nodes.count)
    }

    /// Marks the nodes before which a complete text may end.
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

    /// Appends an endless cell. It accepts what the previous symbol accepts; at the beginning of a group, letters and
    /// digits.
    private mutating func appendEndless(after symbol: MaskSymbol) throws(MaskError) {
        let characterClass =
            if symbol.token == .openSquare || symbol.token == .endless {
                MaskSymbol.BuiltIn.letterOrDigit.rawValue
            } else if let builtIn = symbol.builtIn {
                builtIn.rawValue
            } else {
                try characterClass(ofNotation: symbol.character, position: symbol.position)
            }
        nodes.append(MaskNode(kind: .endless, index: characterClass))
    }

    private func refuseUnreachable(_ rest: ArraySlice<MaskSymbol>) throws(MaskError) {
        // A bracket has no node itself.
        guard let unreachable = rest.first(where: { !$0.isBracket }) else { return }
        throw MaskError(reason: .unreachable, position: unreachable.position)
    }
}

extension MaskSymbol.BuiltIn {
    /// The symbol of an empty cell in a placeholder.
    fileprivate var placeholder: UInt8 {
        switch self {
        case .digit: UInt8(ascii: "0")
        case .letter: UInt8(ascii: "a")
        case .letterOrDigit: UInt8(ascii: "-")
        }
    }
}

// MARK: - Notations

extension MaskCompiler {
    /// Appends the nodes of a notation's symbol: cells of a set, a number between bounds, or a mask within the mask.
    ///
    /// An optional or repeated part is preceded by a gate, which allows skipping the rest of the part.
    fileprivate mutating func appendNotation(_ symbol: Character, position: Int) throws(MaskError) {
        let index = try notation(symbol, position)
        let notation = notations[index]
        let (minimum, maximum) = try repetitions(of: notation, symbol, position)
        if case .set = notation.content {
            try checkSize(nodes.count + (maximum ?? minimum), symbol, position)
            let characterClass = UInt16(clamping: CharacterClass.builtIn.count + index)
            for _ in 0..<minimum {
                append(notation.isOptional ? .optional : .mandatory, of: characterClass, shownAs: symbol)
            }
            for _ in minimum..<(maximum ?? minimum) { append(.optional, of: characterClass, shownAs: symbol) }
            if maximum == nil { append(.endless, of: characterClass, shownAs: symbol) }
            return
        }
        var gates: [Int] = []
        for copy in 0..<(maximum ?? 0) {
            if copy == 0 ? notation.isOptional || minimum == 0 : copy >= minimum {
                gates.append(nodes.count)
                append(.gate, of: 0, shownAs: symbol)
            }
            try appendPart(notation, symbol, position)
            try checkSize(nodes.count, symbol, position)
        }
        for gate in gates { lead(from: gate) }
    }

    private func repetitions(
        of notation: MaskNotation,
        _ symbol: Character,
        _ position: Int
    ) throws(MaskError) -> (minimum: Int, maximum: Int?) {
        guard let repetition = notation.repetition else { return (1, 1) }
        let limit: Int
        if case .set = notation.content {
            limit = MaskDefinition.maximumLength
        } else {
            limit = MaskNotation.maximumParts
            if repetition.maximum == nil { throw error(.endlessPart, in: symbol, position) }
        }
        let maximum = repetition.maximum ?? repetition.minimum
        guard 0...maximum ~= repetition.minimum, 1...limit ~= max(1, maximum), repetition.maximum != 0 else {
            throw error(.tooManyRepetitions(limit: limit), in: symbol, position)
        }
        return (repetition.minimum, repetition.maximum)
    }

    private mutating func appendPart(_ notation: MaskNotation, _ symbol: Character, _ position: Int) throws(MaskError) {
        if isReversed { throw error(.reversedPart, in: symbol, position) }
        switch notation.content {
        case .set: break
        case .range(let bounds):
            guard 0...bounds.maximum ~= bounds.minimum, bounds.maximum <= MaskNotation.maximumNumber else {
                throw error(.emptyRange, in: symbol, position)
            }
            append(MaskRange(bounds))
        case .mask(let mask):
            if isInPart { throw error(.nestedPart, in: symbol, position) }
            isInPart = true
            do throws(MaskError) {
                try compile(try MaskGrammar(isLenient: isLenient).read(mask, isReversed: false))
            } catch {
                throw self.error(.part("\(error)"), in: symbol, position)
            }
            isInPart = false
            if nodes.last?.kind == .endless { throw error(.endlessPart, in: symbol, position) }
        }
    }

    private func checkSize(_ count: Int, _ symbol: Character, _ position: Int) throws(MaskError) {
        guard count <= MaskDefinition.maximumLength else {
            throw error(.tooLong(limit: MaskDefinition.maximumLength), in: symbol, position)
        }
    }

    private func error(_ reason: MaskError.Reason, in symbol: Character, _ position: Int) -> MaskError {
        MaskError(reason: .notation(symbol, reason), position: position)
    }

    /// The place of a symbol's notation; that of the first one if there are several.
    private func notation(_ symbol: Character, _ position: Int) throws(MaskError) -> Int {
        guard let index = notations.firstIndex(where: { $0.character == symbol }) else {
            throw MaskError(reason: .unknownSymbol(symbol), position: position)
        }
        return index
    }

    /// The class of an endless cell behind the symbol of a notation.
    fileprivate func characterClass(ofNotation symbol: Character, position: Int) throws(MaskError) -> UInt16 {
        let index = try notation(symbol, position)
        guard case .set = notations[index].content else { throw error(.endlessPart, in: symbol, position) }
        return UInt16(clamping: CharacterClass.builtIn.count + index)
    }
}
