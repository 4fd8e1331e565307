package import TextEditing

/// The `blockMask` formatter: blocks of cells that are overwritten in place.
package struct BlockMaskFormatter: TextFormat {
    let mask: BlockMask
    let definition: BlockMaskDefinition
    package let prefix: FormattedText
    /// The literals before the first cell. A pasted text may contain them although they are already there.
    private let leadingLiterals: String

    package init(_ definition: BlockMaskDefinition) throws(BlockMaskError) {
        let mask = try BlockMask(definition)
        self.mask = mask
        self.definition = definition
        let start = mask.nextCell[0]
        leadingLiterals = String(mask.places[..<start].map(\.character))
        let state = BlockMaskState(mask)
        prefix =
            definition.showsTemplate
            ? FormattedText(
                text: FormText(state.text),
                selection: TextSelection(start: state.offset(of: start)),
                value: "",
                isComplete: false
            ) : .empty
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        step(edit, to: current).text
    }

    /// The result of `apply`, and the effect of the edit on the cells.
    package func step(_ edit: TextEdit, to current: FormattedText) -> (text: FormattedText, outcome: BlockMaskOutcome) {
        var state = BlockMaskState(mask, value: current.value)
        let start = state.place(at: edit.range.start)
        var selection = start..<max(start, state.place(at: edit.range.end))
        var text = edit.replacement.composed
        if edit.origin == .paste, start == mask.nextCell[0], !leadingLiterals.isEmpty, text.hasPrefix(leadingLiterals) {
            text.removeFirst(leadingLiterals.count)
        }
        if edit.origin == .program { selection = 0..<mask.places.count }
        var outcome = state.write(text, over: selection, misfit: definition.misfit)
        if edit.isDeletion {
            // A forward deletion that deletes nothing moves the caret.
            let isStep = edit.origin == .deleteForward && outcome.cleared == 0
            outcome.caret = isStep ? selection.upperBound : selection.lowerBound
        }
        if definition.jumpsToPreviousBlock { outcome.caret = state.endOfPreviousBlock(before: outcome.caret) }
        return (show(state, caret: outcome.caret), outcome)
    }

    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        step(edit, to: current).outcome.refusals
    }

    /// A key in an empty cell inserts, and a key in a filled one replaces.
    package func change(by edit: TextEdit, to current: FormattedText) -> LastEdit? {
        switch step(edit, to: current).outcome.event {
        case .insert: .insert
        case .delete: .delete
        case .replace: .replace
        case .error, .none: LastEdit.none
        }
    }

    package func format(_ text: String) -> FormattedText {
        apply(TextEdit(range: TextSelection(start: 0), replacement: text, origin: .program), to: prefix)
    }

    package func blocks(of current: FormattedText) -> [MaskBlock] {
        BlockMaskState(mask, value: current.value).blocks
    }

    private func show(_ state: BlockMaskState, caret: Int) -> FormattedText {
        guard state.filledCount > 0 || definition.showsTemplate else { return prefix }
        return FormattedText(
            text: FormText(state.text),
            selection: TextSelection(start: state.offset(of: caret)),
            value: state.value,
            isComplete: state.status == .complete
        )
    }
}
