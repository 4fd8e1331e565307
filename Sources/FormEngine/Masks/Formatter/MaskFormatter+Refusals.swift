import FormModel

extension MaskFormatter {
    /// The edit once more, this time with notes. Nobody waits for it: it is asked of edits that lost something.
    package func refusals(
        of edit: TextEdit,
        to current: FormattedText,
        leaving result: FormattedText
    ) -> [Refusal] {
        let noting = MaskFormatter(noting: self)
        if definition.isReversed, !isCompatible { return reversedRefusals(of: edit, to: current) }
        return noting.step(edit, to: current)?.result.refusals ?? Refusal.all(of: edit.replacement, .place)
    }

    /// A mask that fills from its end refuses what no cell takes, and what it has no room for.
    private func reversedRefusals(of edit: TextEdit, to current: FormattedText) -> [Refusal] {
        let program = variants[variants.count > 1 ? step(of: current).variant : 0]
        let parts = program.userCharacters(of: current.text.string, around: edit.range)
        var room = program.endsInEndless ? .max : max(0, program.cellCount - parts.before.count - parts.after.count)
        return edit.replacement.composed.compactMap { character in
            guard program.accepts(character) else { return Refusal(character, .place) }
            guard room > 0 else { return Refusal(character, .room) }
            room -= 1
            return nil
        }
    }
}
