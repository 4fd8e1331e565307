import FormModel

extension MaskFormatter {
    @inline(__always)
    func insert(
        _ edit: TextEdit,
        into current: FormattedText,
        variant: Int,
        _ program: MaskProgram
    ) -> MaskStep {
        let range = program.withoutLeadingLiterals(edit.range, of: current.text.string)
        if edit.origin == .paste || edit.origin == .program, range.start > 0,
            let step = pasteWithoutLiterals(edit.replacement, range, current, variant, program)
        {
            return step
        }
        let step = run(current.text.string, range, edit.replacement, gravity: insertion, now: variant)
        if edit.origin == .paste || edit.origin == .program, !step.result.isComplete, range.start == 0,
            let whole = placeBehindLiterals(edit.replacement, range, current, variant, program)
        {
            return whole
        }
        guard step.result.lost > 0, !definition.trunkPrefixes.isEmpty else { return step }
        return leastLossy([step] + withoutTrunkPrefix(edit.replacement, range, current, program))
    }

    /// A whole text that begins as the mask does, but is not meant so: a number that begins with 7 behind `+7`. It is
    /// complete only behind the mask's literals.
    @inline(never)
    private func placeBehindLiterals(
        _ text: String,
        _ range: TextSelection,
        _ current: FormattedText,
        _ variant: Int,
        _ program: MaskProgram
    ) -> MaskStep? {
        guard range.end >= current.text.string.unicodeScalars.count, let rest = program.withoutLeadingLiterals(text),
            !rest.isCertain
        else { return nil }
        let step = run("", TextSelection(start: 0), program.leadingLiterals + text, gravity: insertion, now: variant)
        return step.result.isComplete && step.result.lost == 0 ? step : nil
    }

    /// Where the literals stand already, those of a paste are too many.
    @inline(never)
    private func pasteWithoutLiterals(
        _ text: String,
        _ range: TextSelection,
        _ current: FormattedText,
        _ variant: Int,
        _ program: MaskProgram
    ) -> MaskStep? {
        guard current.text.string.hasPrefix(program.leadingLiterals), let rest = program.withoutLeadingLiterals(text)
        else {
            return nil
        }
        var steps = [run(current.text.string, range, rest.text, gravity: insertion, now: variant)]
        if !rest.isCertain {
            steps.insert(run(current.text.string, range, text, gravity: insertion, now: variant), at: 0)
        }
        if steps.allSatisfy({ $0.result.lost > 0 }) {
            let whole = run("", TextSelection(start: 0), text, gravity: insertion, now: variant)
            if whole.result.lost == 0, whole.result.isComplete { return whole }
        }
        return leastLossy(steps)
    }

    private func leastLossy(_ steps: [MaskStep]) -> MaskStep {
        steps.dropFirst().reduce(steps[0]) { best, step in
            (step.result.lost, -step.result.placed) < (best.result.lost, -best.result.placed) ? step : best
        }
    }

    /// The user's characters without each trunk prefix that they begin with.
    @inline(never)
    private func withoutTrunkPrefix(
        _ text: String,
        _ range: TextSelection,
        _ current: FormattedText,
        _ program: MaskProgram
    ) -> [MaskStep] {
        let parts = program.userCharacters(of: current.text.string, around: range)
        let inserted = text.composed.filter(program.accepts)
        let user = parts.before + inserted + parts.after
        return definition.trunkPrefixes.compactMap { trunk in
            guard !trunk.isEmpty, user.starts(with: trunk), user.count > trunk.count else { return nil }
            // With the literals in front, the first of the user's characters cannot be taken for one of them.
            let literals = Array(program.leadingLiterals)
            let caret = literals.count + max(0, parts.before.count + inserted.count - trunk.count)
            let input = MaskInput(
                clusters: literals + user.dropFirst(trunk.count),
                caret: caret,
                insertedFrom: literals.count + max(0, parts.before.count - trunk.count)
            )
            return choose(input, gravity: insertion, now: 0)
        }
    }
}
