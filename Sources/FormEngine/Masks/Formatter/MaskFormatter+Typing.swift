import FormModel

// The way of nearly every key: a text of bytes, one mask, and nothing lost.

extension MaskFormatter {
    /// What `follow` makes of the edit, without the detours that this one does not need; nil: it needs them.
    ///
    /// The formatter is plain.
    @inline(__always)
    func type(_ edit: TextEdit, into current: FormattedText) -> FormattedText? {
        if edit.range.length == 0, edit.origin == .key,
            let result = program.table.type(
                edit.replacement,
                at: edit.range.start,
                behind: current.text,
                completesLiterals: insertion.completesLiterals
            )
        {
            return result
        }
        let isDeletion = edit.isDeletion
        switch edit.origin {
        case .key, .deleteBackward, .cut: break
        case .deleteForward, .paste, .program: return nil
        }
        let range = program.withoutLeadingLiterals(edit.range, of: current.text)
        return MaskInput.with(current.text, replacing: range, with: edit.replacement) { input in
            guard input.clusters == nil else { return nil }
            return program.run(input, gravity: isDeletion ? deletion : insertion, repairs: repairs) {
                pass,
                text,
                value in
                guard
                    isDeletion
                        ? pass.filled > 0 && pass.caret >= program.leadingLiteralLength
                        : pass.lost == 0 || definition.trunkPrefixes.isEmpty
                else { return nil }
                return FormattedText(
                    text: String(copying: text),
                    selection: TextSelection(start: min(max(0, pass.caret), text.count)),
                    value: String(copying: value),
                    isComplete: program.isCompleteBefore[pass.node]
                )
            }
        }
    }
}
