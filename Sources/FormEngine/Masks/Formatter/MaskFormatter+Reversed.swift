import FormModel

extension MaskFormatter {
    /// The step of an edit in a mask that fills from its end; `nil` if the edit is refused.
    func followReversed(_ edit: TextEdit, of current: FormattedText) -> MaskStep? {
        guard variants.count > 1, !isTooLongToChoose(current.text.count + edit.replacement.count) else {
            return followReversed(edit, of: current, variant: 0)
        }
        return choose(
            now: step(of: current).variant,
            placeable: placeableCount(of: Array(current.text.string) + Array(edit.replacement))
        ) { variant in
            followReversed(edit, of: current, variant: variant)
        }
    }

    /// The step of an edit in one of the masks.
    ///
    /// The number of digits determines the positions of separators, so only the user's characters are passed through
    /// the mask. A character for which there is no room is refused, because it would push out the first one. Literals
    /// that are typed after the last of the user's characters are stepped over.
    private func followReversed(_ edit: TextEdit, of current: FormattedText, variant: Int) -> MaskStep? {
        let program = variants[variant]
        let parts = program.userCharacters(of: current.text.string, around: edit.range)
        let room = program.endsInEndless ? .max : max(0, program.cellCount - parts.before.count - parts.after.count)
        let typed = Array(edit.replacement.composed)
        let accepted = typed.filter(program.accepts)
        let inserted = accepted.prefix(room)
        var result = fill(program, with: parts.before + inserted + parts.after)
        result.counts.lost += accepted.count - inserted.count
        let isStep = edit.origin == .deleteForward && result.text == current.text.string
        result.caret = program.caret(in: result.text, before: parts.after.count, skipsLiterals: isStep)
        if !edit.isDeletion, edit.origin != .program, accepted.count == inserted.count {
            if accepted.isEmpty, edit.range.length == 0, !result.text.isEmpty {
                result.caret = current.text.string.clusterCount(before: edit.range.start)
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
            program.apply(
                MaskInput(clusters: characters, caret: 0),
                gravity: .backward(autoskip: false),
                repairs: repairs.union([.withoutFree, .withoutFixed])
            )
        }
        var result = run(characters)
        var count = characters.count
        for _ in 0..<4 {
            let placed = program.userCharacters(of: result.text, around: TextSelection(start: 0)).after
            guard placed.count < count else { break }
            let lost = result.counts.lost
            result = run(placed)
            result.counts.lost += lost
            count = placed.count
        }
        return result
    }

    /// The characters of an insertion that are neither literals nor accepted by a cell, or for which the mask has no
    /// room.
    func reversedRefusals(of edit: TextEdit, to current: FormattedText) -> [Refusal] {
        let program = variants[variants.count > 1 ? step(of: current).variant : 0]
        let parts = program.userCharacters(of: current.text.string, around: edit.range)
        var room = program.endsInEndless ? .max : max(0, program.cellCount - parts.before.count - parts.after.count)
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
        let text = Array(result.text.isEmpty ? String(leadingLiterals.reversed()) : result.text)
        let flags = userFlags(of: String(text))
        for literal in literals {
            let between = text.indices[min(result.caret, text.count)...].prefix { !flags[$0] }
            guard let place = between.first(where: { text[$0] == literal }) else { continue }
            if result.text.isEmpty { result.text = String(text) }
            result.caret = place + 1
            result.counts.matched += 1
            if literal.isLetter || literal.isNumber { result.counts.met += 1 }
        }
    }
}
