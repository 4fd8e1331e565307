import TextEditing

extension MaskFormatter {
    /// The step of an edit in a mask that fills from its end; `nil` if the edit is refused.
    func followReversed(_ edit: TextEdit, of current: FormattedText) -> MaskStep? {
        let text = CurrentText(current, of: self)
        let step = followReversed(edit, of: text, by: text.variant)
        guard variants.count > 1, !isTooLongToChoose(current.text.count + edit.replacement.count) else { return step }
        return variants.indices.reduce(step) {
            let step = followReversed(edit, of: text, by: $1)
            guard let best = $0, let step else { return $0 ?? step }
            return step.result.fits(betterThan: best.result) ? step : best
        }
    }

    /// The step of an edit in one of the masks.
    ///
    /// The number of digits determines the positions of separators, so only the user's characters are passed through
    /// the mask. A character for which there is no room is refused, because it would push out the first one. Literals
    /// that are typed after the last of the user's characters are stepped over.
    private func followReversed(_ edit: TextEdit, of text: CurrentText, by variant: Int) -> MaskStep? {
        let program = variants[variant]
        let users = text.users(around: text.clusters(in: edit.range))
        let room = program.endsInEndless ? .max : max(0, program.cellCount - users.before.count - users.after.count)
        let typed = Array(edit.replacement.composed)
        let accepted = typed.filter(program.accepts)
        let inserted = accepted.prefix(room)
        var result = fill(program, with: users.before + inserted + users.after)
        result.counts.lost += accepted.count - inserted.count
        let isStep = edit.origin == .deleteForward && result.characters.hasSameCharacters(as: text.characters)
        result.caret = caret(in: result.characters, before: users.after.count, skipsLiterals: isStep)
        if !edit.isDeletion, edit.origin != .program, accepted.count == inserted.count {
            if accepted.isEmpty, edit.range.length == 0, !result.characters.isEmpty {
                result.caret = text.characters.clusters(before: edit.range.start)
            }
            let own = typed.lastIndex(where: program.accepts).map { $0 + 1 } ?? 0
            program.stepOver(typed[own...], in: &result)
        }
        guard edit.isDeletion || !inserted.isEmpty || result.counts.matched > 0 || edit.origin == .program else {
            return nil
        }
        return MaskStep(variant: variant, result: result)
    }

    /// Passes the user's characters through a reversed mask.
    ///
    /// The pass writes the literals before a cell even if it then drops the character for the cell at the end. Another
    /// run without the character does not write them. That run may drop a character, too; after four runs this is
    /// ignored.
    private func fill(_ program: MaskProgram, with characters: [Character]) -> MaskResult {
        func run(_ characters: [Character]) -> MaskResult {
            let input = MaskInput(OwnedText(characters, role: .cell), caret: 0)
            return program.apply(input, gravity: .backward(autoskip: false), options: options)
        }
        var result = run(characters)
        var count = characters.count
        for _ in 0..<4 {
            let placed = result.characters.items.indices.filter { result.characters.role(at: $0) == .cell }
            guard placed.count < count else { break }
            let lost = result.counts.lost
            result = run(placed.map(result.characters.character))
            result.counts.lost += lost
            count = placed.count
        }
        return result
    }

    /// The position, in grapheme clusters, with the given number of the user's characters after it.
    ///
    /// - Parameter skipsLiterals: whether the caret is directly before the next character, after the literals;
    ///   otherwise it is directly after the previous one.
    func caret(in text: OwnedText, before count: Int, skipsLiterals: Bool) -> Int {
        var index = text.count
        var remaining = count
        while remaining > 0, index > 0 {
            index -= 1
            if !text.role(at: index).isLiteral { remaining -= 1 }
        }
        guard !skipsLiterals else { return index }
        while index > 0, text.role(at: index - 1).isLiteral { index -= 1 }
        return index
    }

    /// The characters of an insertion that are neither literals nor accepted by a cell, or for which the mask has no
    /// room.
    func reversedRefusals(of edit: TextEdit, to current: FormattedText) -> [Refusal] {
        let text = CurrentText(current, of: self)
        let (program, users) = (text.program, text.users(around: text.clusters(in: edit.range)))
        var room = program.endsInEndless ? .max : max(0, program.cellCount - users.before.count - users.after.count)
        let isTaken = followReversed(edit, of: current) != nil
        return edit.replacement.composed.compactMap { character in
            guard program.accepts(character) else {
                return isTaken && variants.contains { $0.hasLiteral(character) } ? nil : Refusal(character, .place)
            }
            guard room > 0 else { return Refusal(character, .room) }
            room -= 1
            return nil
        }
    }
}

extension MaskProgram {
    fileprivate func hasLiteral(_ character: Character) -> Bool {
        nodes.indices.contains { nodes[$0].kind.isLiteral && self.character(of: $0) == character }
    }

    /// Moves the caret over the literals that were typed, up to the user's next character. An empty text shows the
    /// literals after the cells.
    fileprivate func stepOver(_ literals: ArraySlice<Character>, in result: inout MaskResult) {
        var text = result.characters
        if text.isEmpty {
            for (index, node) in nodes.enumerated().prefix(while: { $0.element.kind.isLiteral }) {
                text.append(character(of: index), role: node.kind == .fixed ? .fixed : .free)
            }
            text = text.reversed()
        }
        for literal in literals {
            let between = text.items.indices[min(result.caret, text.count)...].prefix { text.role(at: $0).isLiteral }
            guard let position = between.first(where: { text.character(at: $0) == literal }) else { continue }
            if result.characters.isEmpty { result.characters = text }
            result.caret = position + 1
            result.counts.matched += 1
            if literal.isLetter || literal.isNumber { result.counts.met += 1 }
        }
    }
}
