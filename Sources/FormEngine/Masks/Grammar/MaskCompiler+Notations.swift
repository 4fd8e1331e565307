import FormModel

// The nodes that a symbol of the definition's own stands for: cells of a set, a number between bounds, or a mask within the
// mask. What may be left out or repeated gets a gate before it, which leads past all that is left of it.

extension MaskCompiler {
    mutating func appendNotation(_ symbol: MaskSymbol) throws(MaskError) {
        let index = try notation(symbol)
        let notation = notations[index]
        let (minimum, maximum) = try repetitions(of: notation, symbol)
        if case .set = notation.content {
            try checkSize(nodes.count + (maximum ?? minimum), symbol)
            let characterClass = UInt16(clamping: CharacterClass.builtIn.count + index)
            for _ in 0..<minimum {
                append(notation.isOptional ? .optional : .mandatory, of: characterClass, shownAs: symbol.character)
            }
            for _ in minimum..<(maximum ?? minimum) { append(.optional, of: characterClass, shownAs: symbol.character) }
            if maximum == nil { append(.endless, of: characterClass, shownAs: "…") }
            return
        }
        var gates: [Int] = []
        for copy in 0..<(maximum ?? 0) {
            if copy == 0 ? notation.isOptional || minimum == 0 : copy >= minimum {
                gates.append(nodes.count)
                append(.gate, of: 0, shownAs: symbol.character)
            }
            try appendPart(notation, symbol)
            try checkSize(nodes.count, symbol)
        }
        for gate in gates { lead(from: gate) }
    }

    private func repetitions(
        of notation: MaskNotation,
        _ symbol: MaskSymbol
    ) throws(MaskError) -> (minimum: Int, maximum: Int?) {
        guard let repetition = notation.repetition else { return (1, 1) }
        let limit: Int
        if case .set = notation.content {
            limit = MaskProgram.maximumLength
        } else {
            limit = MaskNotation.maximumParts
            if repetition.maximum == nil { throw error(.endlessPart, in: symbol) }
        }
        let maximum = repetition.maximum ?? repetition.minimum
        guard 0...maximum ~= repetition.minimum, 1...limit ~= max(1, maximum), repetition.maximum != 0 else {
            throw error(.tooManyRepetitions(limit: limit), in: symbol)
        }
        return (repetition.minimum, repetition.maximum)
    }

    private mutating func appendPart(_ notation: MaskNotation, _ symbol: MaskSymbol) throws(MaskError) {
        if isReversed { throw error(.reversedPart, in: symbol) }
        switch notation.content {
        case .set: break
        case .range(let bounds):
            guard 0...bounds.maximum ~= bounds.minimum, bounds.maximum <= MaskNotation.maximumNumber else {
                throw error(.emptyRange, in: symbol)
            }
            append(MaskRange(minimum: bounds.minimum, maximum: bounds.maximum, pads: bounds.pads))
        case .mask(let mask):
            if isInPart { throw error(.nestedPart, in: symbol) }
            isInPart = true
            do throws(MaskError) {
                try compile(try MaskGrammar(isLenient: isLenient).symbols(of: mask, isReversed: false))
            } catch {
                throw self.error(.part("\(error)"), in: symbol)
            }
            isInPart = false
            if nodes.last?.kind == .endless { throw error(.endlessPart, in: symbol) }
        }
    }

    private func checkSize(_ count: Int, _ symbol: MaskSymbol) throws(MaskError) {
        guard count <= MaskProgram.maximumLength else {
            throw error(.tooLong(limit: MaskProgram.maximumLength), in: symbol)
        }
    }

    private func error(_ reason: MaskError.Reason, in symbol: MaskSymbol) -> MaskError {
        MaskError(reason: .notation(symbol.character, reason), position: symbol.position)
    }

    /// The first notation of a symbol wins.
    private func notation(_ symbol: MaskSymbol) throws(MaskError) -> Int {
        guard let index = notations.firstIndex(where: { $0.character == symbol.character }) else {
            throw MaskError(reason: .unknownSymbol(symbol.character), position: symbol.position)
        }
        return index
    }

    /// What an endless cell accepts that stands behind a symbol of the definition's own.
    func characterClass(ofNotationBefore symbol: MaskSymbol) throws(MaskError) -> UInt16 {
        let index = try notation(symbol)
        guard case .set = notations[index].content else { throw error(.endlessPart, in: symbol) }
        return UInt16(clamping: CharacterClass.builtIn.count + index)
    }
}
