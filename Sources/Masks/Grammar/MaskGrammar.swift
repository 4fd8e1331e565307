// The grammar of masks
//
// `{…}` contains literals that belong to the value, `[…]` contains cells, and anything else is a literal that does not
// belong to the value. A mask is parsed in two stages. The first one splits it into blocks, splits a group of cells
// wherever the kind of its symbols changes, and sorts the symbols of each group: required cells before optional ones.
// The second stage converts the blocks to a chain of nodes (`MaskCompiler`).
//
// The library InputMask, from which the grammar comes, silently drops some mistakes: a group that is never closed, a
// closing bracket without an opening one. Here they are errors (`check`), unless the definition is lenient: then a mask
// has the same nodes as in InputMask.

/// The first stage of the grammar: from a mask's text to the symbols that the compiler reads.
struct MaskGrammar {
    let isLenient: Bool

    /// - Throws: for what InputMask rejects and, unless the grammar is lenient, for what it silently drops.
    func read(_ mask: String, isReversed: Bool) throws(MaskError) -> [MaskSymbol] {
        var symbols = MaskSymbol.symbols(of: mask)
        guard symbols.count <= MaskDefinition.maximumLength else {
            throw MaskError(reason: .tooLong(limit: MaskDefinition.maximumLength), position: 0)
        }
        if !isLenient { try check(symbols) }
        if isReversed { symbols = MaskSymbol.reversed(symbols) }
        try refuseNesting(symbols)
        return inOrder(symbols)
    }
}

// MARK: - Order

extension MaskGrammar {
    /// The sorted symbols, block by block. A block ends before an opening bracket and after a closing one.
    private func inOrder(_ symbols: [MaskSymbol]) -> [MaskSymbol] {
        var ordered: [MaskSymbol] = []
        ordered.reserveCapacity(symbols.count + 8)
        var start = 0
        var isEscaped = false
        func finish(_ end: Int) {
            if start < end {
                if symbols[start].token == .openSquare {
                    append(symbols[start..<end], to: &ordered)
                } else {
                    ordered += symbols[start..<end]
                }
            }
            start = end
        }
        for (index, symbol) in symbols.enumerated() {
            if symbol.token == .escape, !isEscaped {
                isEscaped = true
                continue
            }
            if !isEscaped {
                switch symbol.token {
                case .openSquare, .openCurly: finish(index)
                case .closeSquare, .closeCurly: finish(index + 1)
                default: break
                }
            }
            isEscaped = false
        }
        finish(symbols.count)
        return ordered
    }

    /// Appends a block in square brackets, split into groups of one kind of cell. A block that is not closed is
    /// dropped.
    private func append(_ block: ArraySlice<MaskSymbol>, to ordered: inout [MaskSymbol]) {
        var group = ordered.count
        var kind: MaskSymbol.BuiltIn?
        for symbol in block {
            if symbol.token == .closeSquare, ordered.last?.token != .escape {
                ordered.append(symbol)
                sort(&ordered, from: group)
                return
            }
            if let next = symbol.builtIn {
                if let kind, kind != next {
                    ordered.append(MaskSymbol("]", position: symbol.position))
                    sort(&ordered, from: group)
                    group = ordered.count
                    ordered.append(MaskSymbol("[", position: symbol.position))
                }
                kind = next
            }
            ordered.append(symbol)
        }
        ordered.removeSubrange(group...)
    }

    /// Sorts the last group, so that required cells come first.
    ///
    /// InputMask sorts by the symbols' characters, including the symbols of notations, for which this order is
    /// meaningless. A group with such a symbol is only sorted if the mask is lenient.
    private func sort(_ symbols: inout [MaskSymbol], from start: Int) {
        let cells = symbols[(start + 1)..<(symbols.count - 1)]
        if cells.allSatisfy({ $0.builtIn != nil || $0.token == .endless }) {
            guard zip(cells, cells.dropFirst()).contains(where: { $0.token.rawValue > $1.token.rawValue }) else {
                return
            }
            symbols.replaceSubrange(
                (start + 1)..<(symbols.count - 1),
                with: cells.sorted { $0.token.rawValue < $1.token.rawValue }
            )
        } else if isLenient {
            let isLetterOrDigit = !cells.contains { $0.builtIn == .digit || $0.builtIn == .letter }
            func rank(_ symbol: MaskSymbol) -> Character {
                switch symbol.token {
                case .letterOrDigit where isLetterOrDigit: "A"
                case .optionalLetterOrDigit where isLetterOrDigit: "a"
                default: symbol.character
                }
            }
            symbols.replaceSubrange(
                (start + 1)..<(symbols.count - 1),
                with: cells.filter { !$0.isSquare }.sorted { rank($0) < rank($1) }
            )
        }
    }
}

// MARK: - Errors

extension MaskGrammar {
    /// Throws for a bracket inside a group of the same kind, escaped or not.
    private func refuseNesting(_ symbols: [MaskSymbol]) throws(MaskError) {
        var isEscaped = false
        var isSquareOpen = false
        var isCurlyOpen = false
        for symbol in symbols {
            switch symbol.token {
            case .escape:
                isEscaped.toggle()
                continue
            case .openSquare:
                if isSquareOpen { throw MaskError(reason: .nestedGroup, position: symbol.position) }
                isSquareOpen = !isEscaped
            case .openCurly:
                if isCurlyOpen { throw MaskError(reason: .nestedGroup, position: symbol.position) }
                isCurlyOpen = !isEscaped
            case .closeSquare where !isEscaped: isSquareOpen = false
            case .closeCurly where !isEscaped: isCurlyOpen = false
            default: break
            }
            isEscaped = false
        }
    }

    /// Throws for what InputMask silently drops or misinterprets.
    private func check(_ symbols: [MaskSymbol]) throws(MaskError) {
        var open: MaskSymbol?
        var isEscaped = false
        var followsBackslash = false
        for symbol in symbols {
            let wasEscaped = isEscaped
            let isAmbiguous = followsBackslash
            isEscaped = false
            followsBackslash = false
            switch symbol.token {
            case .escape:
                if open?.token == .openSquare { throw MaskError(reason: .escapeInGroup, position: symbol.position) }
                isEscaped = !wasEscaped
                followsBackslash = wasEscaped
            case _ where symbol.isBracket && isAmbiguous:
                throw MaskError(reason: .ambiguousEscape, position: symbol.position)
            case _ where wasEscaped: break
            case .openSquare, .openCurly:
                if open != nil { throw MaskError(reason: .nestedGroup, position: symbol.position) }
                open = symbol
            case .closeSquare, .closeCurly:
                guard open?.token == (symbol.token == .closeSquare ? .openSquare : .openCurly) else {
                    throw MaskError(reason: .strayBracket, position: symbol.position)
                }
                open = nil
            default: break
            }
        }
        if let open { throw MaskError(reason: .unclosedGroup, position: open.position) }
    }
}

// MARK: - Advice

extension MaskDefinition {
    /// What the author of a mask that compiles may not expect: cells that change places, notations that are never used.
    /// There is no advice about a mask that is to work as it does in InputMask, and none about affine masks.
    package var advice: [String] {
        guard !isLenient, compatibility == nil,
            let symbols = try? MaskGrammar(isLenient: false).read(mask, isReversed: false)
        else { return [] }
        var advice: [String] = []
        // A bracket that the grammar added has the place of its neighbour.
        if let (_, late) = zip(symbols, symbols.dropFirst()).first(where: { $0.position > $1.position }) {
            advice.append("the cell at \(late.position) comes behind those of its group that must be filled")
        }
        for notation in notations where notation.character.isBuiltIn {
            advice.append("the notation “\(notation.character)” is never asked for: the symbol is built in")
        }
        return advice
    }
}

extension Character {
    /// Whether the character has a meaning of its own in a group.
    fileprivate var isBuiltIn: Bool { MaskSymbol(self, position: 0).token != .other }
}
