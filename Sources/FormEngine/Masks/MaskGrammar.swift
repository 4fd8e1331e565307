// The grammar of masks
//
// `{…}` holds literals that are in the value, `[…]` cells, anything else is a literal that is not in the value. A mask is
// read in two stages. The first cuts it into blocks, splits a group of cells wherever the kind of its symbols changes,
// and brings the symbols of each group into order: those that must be filled before those that may. The second
// turns the blocks into a chain of nodes (`MaskCompiler`).
//
// The original accepts a good deal silently: a group that never closes, a bracket that closes nothing. Here these are
// errors (`check`), unless the definition is lenient; then the same mask gives the same chain as the original.

/// The first stage: from a mask's text to the symbols that the compiler reads.
struct MaskGrammar {
    let isLenient: Bool

    /// - Throws: what the original refuses and, unless lenient, what it drops silently.
    func symbols(of mask: String, isReversed: Bool) throws(MaskError) -> [MaskSymbol] {
        var symbols = MaskSymbol.symbols(of: mask)
        guard symbols.count <= MaskProgram.maximumLength else {
            throw MaskError(reason: .tooLong(limit: MaskProgram.maximumLength), position: 0)
        }
        if !isLenient { try check(symbols) }
        if isReversed { symbols = MaskSymbol.reversed(symbols) }
        try refuseNesting(symbols)
        return blocks(symbols).flatMap { $0.first?.character == "[" ? groups($0).flatMap(inOrder) : $0 }
    }
}

// MARK: - Blocks

extension MaskGrammar {
    private func blocks(_ symbols: [MaskSymbol]) -> [[MaskSymbol]] {
        var blocks: [[MaskSymbol]] = []
        var block: [MaskSymbol] = []
        var isEscaped = false
        for symbol in symbols {
            switch symbol.character {
            case "\\" where !isEscaped:
                isEscaped = true
                block.append(symbol)
                continue
            case "[", "{":
                if !isEscaped, !block.isEmpty {
                    blocks.append(block)
                    block = []
                }
                block.append(symbol)
            case "]", "}":
                block.append(symbol)
                if !isEscaped {
                    blocks.append(block)
                    block = []
                }
            default:
                block.append(symbol)
            }
            isEscaped = false
        }
        if !block.isEmpty { blocks.append(block) }
        return blocks
    }

    /// The groups of one kind that a square block stands for; none if it does not close.
    private func groups(_ block: [MaskSymbol]) -> [[MaskSymbol]] {
        var groups: [[MaskSymbol]] = []
        var group: [MaskSymbol] = []
        var kind: MaskSymbol.BuiltIn?
        for symbol in block {
            if symbol.character == "]", group.last?.character != "\\" {
                group.append(symbol)
                groups.append(group)
                return groups
            }
            if let next = symbol.builtIn {
                if let kind, kind != next {
                    group.append(MaskSymbol(character: "]", position: symbol.position))
                    groups.append(group)
                    group = [MaskSymbol(character: "[", position: symbol.position)]
                }
                kind = next
            }
            group.append(symbol)
        }
        return groups
    }

    /// A group with the symbols that must be filled first.
    ///
    /// That is the order of the characters themselves, which for symbols of the author's own means nothing. So a
    /// group with one of these stays as it was written, unless the mask is lenient.
    private func inOrder(_ group: [MaskSymbol]) -> [MaskSymbol] {
        guard let first = group.first, let last = group.last else { return [] }
        let cells = group.filter { $0.character != "[" && $0.character != "]" }
        guard isLenient || cells.allSatisfy({ $0.builtIn != nil || $0.character == "…" }) else { return group }
        let isLetterOrDigit = !cells.contains { $0.builtIn == .digit || $0.builtIn == .letter }
        func rank(_ symbol: MaskSymbol) -> Character {
            switch symbol.character {
            case "_" where isLetterOrDigit: "A"
            case "-" where isLetterOrDigit: "a"
            default: symbol.character
            }
        }
        return [first] + cells.sorted { rank($0) < rank($1) } + [last]
    }
}

// MARK: - Errors

extension MaskGrammar {
    /// Refuses a bracket within a group of its own kind, escaped or not.
    private func refuseNesting(_ symbols: [MaskSymbol]) throws(MaskError) {
        var isEscaped = false
        var isSquareOpen = false
        var isCurlyOpen = false
        for symbol in symbols {
            switch symbol.character {
            case "\\":
                isEscaped.toggle()
                continue
            case "[":
                if isSquareOpen { throw MaskError(reason: .nestedGroup, position: symbol.position) }
                isSquareOpen = !isEscaped
            case "{":
                if isCurlyOpen { throw MaskError(reason: .nestedGroup, position: symbol.position) }
                isCurlyOpen = !isEscaped
            case "]" where !isEscaped: isSquareOpen = false
            case "}" where !isEscaped: isCurlyOpen = false
            default: break
            }
            isEscaped = false
        }
    }

    /// Refuses what the original drops or misreads without a word.
    private func check(_ symbols: [MaskSymbol]) throws(MaskError) {
        var open: MaskSymbol?
        var isEscaped = false
        var followsEscapedBackslash = false
        for symbol in symbols {
            let wasEscaped = isEscaped
            let isAmbiguous = followsEscapedBackslash
            isEscaped = false
            followsEscapedBackslash = false
            switch symbol.character {
            case "\\":
                if open?.character == "[" { throw MaskError(reason: .escapeInGroup, position: symbol.position) }
                isEscaped = !wasEscaped
                followsEscapedBackslash = wasEscaped
            case _ where symbol.isBracket && isAmbiguous:
                throw MaskError(reason: .ambiguousEscape, position: symbol.position)
            case _ where wasEscaped: break
            case "[", "{":
                if open != nil { throw MaskError(reason: .nestedGroup, position: symbol.position) }
                open = symbol
            case "]", "}":
                guard open?.character == (symbol.character == "]" ? "[" : "{") else {
                    throw MaskError(reason: .strayBracket, position: symbol.position)
                }
                open = nil
            default: break
            }
        }
        if let open { throw MaskError(reason: .unclosedGroup, position: open.position) }
    }
}
