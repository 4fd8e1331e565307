import FormModel

// What an edit does by default
//
// The pass through the mask is the original's. Around it:
//
// - The literals before the first cell belong to the mask. While there is user text they cannot be deleted or split, and the
//   caret does not stay among them. When the last user character goes, so does what stood behind it.
// - A paste that brings these literals itself is pasted without them; one that is whole replaces what it would
//   otherwise push out. A trunk prefix, such as the 8 of `8 916 …`, is dropped where the number has no room for it.
// - Junk does not end an optional group, and a character that would melt into its neighbour is dropped.
// - Among several masks the one wins that holds most of the text; a tie does not change the mask.
// - A forward deletion steps over a literal, as a backward one does.

extension MaskFormatter {
    @inline(__always)
    func follow(_ edit: TextEdit, of current: FormattedText) -> MaskStep? {
        if definition.isReversed { return followReversed(edit, of: current) }
        let variant = variants.count > 1 ? step(of: current).variant : 0
        let program = variant == 0 ? self.program : variants[variant]
        return edit.isDeletion
            ? delete(edit, from: current, variant: variant, program)
            : insert(edit, into: current, variant: variant, program)
    }

    func place(_ text: String) -> MaskStep {
        let empty = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
        let edit = TextEdit(range: TextSelection(start: 0), replacement: text, origin: .program)
        return follow(edit, of: empty) ?? run("", TextSelection(start: 0), "", gravity: insertion, now: 0)
    }

    /// Which mask made a text, and how far it is with it.
    func step(of current: FormattedText) -> MaskStep {
        func step(_ variant: Int) -> MaskStep {
            let result = MaskInput.with(current.text.string, caret: .max) {
                variants[variant].apply(
                    $0,
                    gravity: .forward(autocomplete: false),
                    repairs: isCompatible ? [] : repairs
                )
            }
            return MaskStep(variant: variant, result: result)
        }
        let first = step(0)
        if variants.count == 1 || first.formatted.isSame(as: current) { return first }
        for variant in variants.indices.dropFirst() {
            let other = step(variant)
            if other.formatted.isSame(as: current) { return other }
        }
        return first
    }

    /// Runs a text through every mask and takes the one that holds most of it.
    @inline(__always)
    func run(
        _ text: String,
        _ range: TextSelection,
        _ replacement: String,
        gravity: CaretGravity,
        now current: Int
    ) -> MaskStep {
        MaskInput.with(text, replacing: range, with: replacement, composes: true) { input in
            variants.count == 1
                ? MaskStep(variant: 0, result: program.apply(input, gravity: gravity, repairs: repairs))
                : choose(input, gravity: gravity, now: current)
        }
    }
}

extension FormattedText {
    fileprivate func isSame(as other: FormattedText) -> Bool {
        text == other.text && value == other.value
    }
}

// MARK: - Deletions

extension MaskFormatter {
    @inline(__always)
    private func delete(
        _ edit: TextEdit,
        from current: FormattedText,
        variant: Int,
        _ program: MaskProgram
    ) -> MaskStep {
        let range = program.withoutLeadingLiterals(edit.range, of: current.text.string)
        var step = run(current.text.string, range, "", gravity: deletion, now: variant)
        if step.result.filled == 0 { return clear(current.text.string, from: edit.range.start, now: variant) }
        if step.result.caret < program.leadingLiteralLength {
            step.result.caret = min(program.leadingLiterals.count, step.result.text.count)
        }
        if edit.origin == .deleteForward, step.result.text == current.text.string {
            step.result.caret = max(step.result.caret, current.text.string.clusterCount(before: edit.range.end))
        }
        return step
    }

    /// With the last of the user's characters goes what stood behind it.
    @inline(never)
    private func clear(_ text: String, from start: Int, now variant: Int) -> MaskStep {
        let rest = TextSelection(start: start, length: max(0, text.unicodeScalars.count - start))
        return run(text, rest, "", gravity: deletion, now: variant)
    }
}
