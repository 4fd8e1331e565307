import FormModel

// The nodes that a symbol of the definition's own stands for: cells of a set, a number between bounds, or a mask within the
// mask. What may be left out or repeated gets a gate before it, which leads past all that is left of it.

extension MaskCompiler {
    mutating func appendNotation(_ symbol: Character, position: Int) throws(MaskError) {
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
            limit = MaskProgram.maximumLength
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
        guard count <= MaskProgram.maximumLength else {
            throw error(.tooLong(limit: MaskProgram.maximumLength), in: symbol, position)
        }
    }

    private func error(_ reason: MaskError.Reason, in symbol: Character, _ position: Int) -> MaskError {
        MaskError(reason: .notation(symbol, reason), position: position)
    }

    /// The first notation of a symbol wins.
    private func notation(_ symbol: Character, _ position: Int) throws(MaskError) -> Int {
        guard let index = notations.firstIndex(where: { $0.character == symbol }) else {
            throw MaskError(reason: .unknownSymbol(symbol), position: position)
        }
        return index
    }

    /// What an endless cell accepts that stands behind a symbol of the definition's own.
    func characterClass(ofNotation symbol: Character, position: Int) throws(MaskError) -> UInt16 {
        let index = try notation(symbol, position)
        guard case .set = notations[index].content else { throw error(.endlessPart, in: symbol, position) }
        return UInt16(clamping: CharacterClass.builtIn.count + index)
    }
}
