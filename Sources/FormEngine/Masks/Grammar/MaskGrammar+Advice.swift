import FormModel

extension MaskGrammar {
    /// What of a mask is not as its author wrote it, though it compiles: cells that change places, notations that nothing
    /// asks for. Nothing is said of a mask that is to be as the original has it.
    static func advice(about definition: MaskDefinition) -> [String] {
        let grammar = MaskGrammar(isLenient: definition.isLenient)
        guard !definition.isLenient, definition.compatibility == nil,
            let symbols = try? grammar.read(definition.mask, isReversed: false).symbols
        else { return [] }
        var advice: [String] = []
        // A bracket that the grammar puts in has its neighbour's place.
        if let (_, late) = zip(symbols, symbols.dropFirst()).first(where: { $0.index > $1.index }) {
            advice.append("the cell at \(late.position) comes behind those of its group that must be filled")
        }
        for notation in definition.notations where notation.character.isBuiltIn {
            advice.append("the notation “\(notation.character)” is never asked for: the symbol is built in")
        }
        return advice
    }
}

extension Character {
    /// Whether it has a meaning of its own in a group.
    fileprivate var isBuiltIn: Bool { MaskSymbol(self, index: 0, position: 0).token != .other }
}
