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
    private static var repairs: MaskProgram.Repairs { [.dropsJunk, .keepsClustersApart] }

    func follow(_ edit: TextEdit, of current: FormattedText) -> MaskStep? {
        let variant = variants.count > 1 ? self.variant(of: current) : 0
        if definition.isReversed {
            return best(
                of: variants.indices.compactMap { followReversed(edit, of: current, variant: $0) },
                now: variant
            )
        }
        let program = variants[variant]
        var step: MaskStep
        if edit.isDeletion {
            let range = program.deletionRange(of: edit, in: current.text)
            let input = MaskInput(current.text, replacing: range, with: "", caret: range.start)
            step = run(input, gravity: .backward(autoskip: definition.autoskip), now: variant)
            if edit.origin == .deleteForward, step.result.text == current.text {
                step.result.caret = current.text.clusterCount(before: edit.range.end)
            }
            let first = program.leadingLiterals.count
            if step.result.placed > 0, step.result.caret < first {
                step.result.caret = min(first, step.result.text.count)
            }
        } else {
            step = insertion(edit, into: current, variant: variant)
        }
        return step
    }

    func place(_ text: String) -> MaskStep {
        let empty = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
        let edit = TextEdit(range: TextSelection(start: 0), replacement: text, origin: .program)
        return follow(edit, of: empty)
            ?? run(MaskInput("", caret: 0), gravity: .forward(autocomplete: definition.autocomplete), now: 0)
    }

    /// Runs a text through every mask and takes the one that holds most of it.
    private func run(_ input: MaskInput, gravity: CaretGravity, now current: Int) -> MaskStep {
        if variants.count == 1 {
            return MaskStep(variant: 0, result: variants[0].apply(input, gravity: gravity, repairs: Self.repairs))
        }
        let steps = variants.indices.map { variant in
            MaskStep(
                variant: variant,
                result: variants[variant].apply(input, gravity: gravity, repairs: Self.repairs)
            )
        }
        if definition.affinity != .wholeString {
            let scores = steps.map { step in
                // A value that the mask cut fits only because it was cut.
                let isCut = definition.affinity == .extractedValueCapacity && step.result.lost > 0
                return isCut ? .min : affinity(of: step, to: input)
            }
            return steps[scores.indices.dropFirst().reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }]
        }
        return best(of: steps, now: current) ?? steps[0]
    }

    private func best(of steps: [MaskStep], now current: Int) -> MaskStep? {
        steps.reduce(nil) { best, step in
            guard let best else { return step }
            if step.result.fits(betterThan: best.result) { return step }
            return step.variant == current && !best.result.fits(betterThan: step.result) ? step : best
        }
    }

    /// The mask that made a text.
    private func variant(of current: FormattedText) -> Int {
        let input = MaskInput(current.text, caret: .max)
        return variants.firstIndex {
            let result = $0.apply(input, gravity: .backward(autoskip: false), repairs: Self.repairs)
            return result.text == current.text && result.value == current.value
        } ?? 0
    }
}

// MARK: - Insertions

extension MaskFormatter {
    private func insertion(_ edit: TextEdit, into current: FormattedText, variant: Int) -> MaskStep {
        let program = variants[variant]
        let gravity = CaretGravity.forward(autocomplete: definition.autocomplete)
        let range = program.insertionRange(of: edit, in: current.text)
        func inserting(_ text: String) -> MaskStep {
            let caret = range.start + text.unicodeScalars.count
            return run(
                MaskInput(current.text, replacing: range, with: text, caret: caret),
                gravity: gravity,
                now: variant
            )
        }

        // Where the literals stand already, those of a paste are too many.
        if edit.origin == .paste || edit.origin == .program,
            range.start > 0,
            current.text.hasPrefix(program.leadingLiterals),
            let rest = program.withoutLeadingLiterals(edit.replacement)
        {
            var steps = [inserting(rest.text)]
            if !rest.isCertain { steps.insert(inserting(edit.replacement), at: 0) }
            if steps.allSatisfy({ $0.result.lost > 0 }) {
                let whole = run(MaskInput(edit.replacement, caret: .max), gravity: gravity, now: variant)
                if whole.result.lost == 0, whole.result.isComplete { return whole }
            }
            return leastLossy(steps)
        }
        let step = inserting(edit.replacement)
        guard step.result.lost > 0, !definition.trunkPrefixes.isEmpty else { return step }
        return leastLossy([step] + withoutTrunkPrefix(edit, range: range, current: current, program: program))
    }

    private func leastLossy(_ steps: [MaskStep]) -> MaskStep {
        steps.dropFirst().reduce(steps[0]) { best, step in
            (step.result.lost, -step.result.placed) < (best.result.lost, -best.result.placed) ? step : best
        }
    }

    /// The user's characters without each trunk prefix that they begin with.
    private func withoutTrunkPrefix(
        _ edit: TextEdit,
        range: TextSelection,
        current: FormattedText,
        program: MaskProgram
    ) -> [MaskStep] {
        let parts = program.userCharacters(of: current.text, around: range)
        let inserted = edit.replacement.filter(program.accepts)
        let user = parts.before + inserted + parts.after
        return definition.trunkPrefixes.compactMap { trunk in
            guard !trunk.isEmpty, user.starts(with: trunk), user.count > trunk.count else { return nil }
            // With the literals in front, the first of the user's characters cannot be taken for one of them.
            let literals = Array(program.leadingLiterals)
            let caret = literals.count + max(0, parts.before.count + inserted.count - trunk.count)
            return run(
                MaskInput(clusters: literals + user.dropFirst(trunk.count), caret: caret),
                gravity: .forward(autocomplete: definition.autocomplete),
                now: 0
            )
        }
    }
}

// MARK: - Reversed masks

extension MaskFormatter {
    /// An edit of a text that fills from its end. Its separators stand where the number of digits puts them, so the mask
    /// is given the user's characters only; and a character for which there is no room is refused, since
    /// it would push out the first.
    private func followReversed(_ edit: TextEdit, of current: FormattedText, variant: Int) -> MaskStep? {
        let program = variants[variant]
        let parts = program.userCharacters(of: current.text, around: edit.range)
        let room = program.endsInEndless ? .max : max(0, program.cellCount - parts.before.count - parts.after.count)
        let accepted = edit.replacement.filter(program.accepts)
        let inserted = accepted.prefix(room)
        guard edit.isDeletion || !inserted.isEmpty || edit.origin == .program else { return nil }
        var result = fill(program, with: parts.before + inserted + parts.after)
        result.lost += accepted.count - inserted.count
        let isStep = edit.origin == .deleteForward && result.text == current.text
        result.caret = program.caret(in: result.text, before: parts.after.count, skipsLiterals: isStep)
        return MaskStep(variant: variant, result: result)
    }

    /// Runs the user's characters through a reversed mask.
    ///
    /// A character that is dropped in the end has had the literals before its cell written first. A run without it
    /// does not write them; what that run drops in its turn matters little, and the runs must end.
    private func fill(_ program: MaskProgram, with characters: [Character]) -> MaskResult {
        func run(_ characters: [Character]) -> MaskResult {
            program.apply(
                MaskInput(clusters: characters, caret: 0),
                gravity: .backward(autoskip: false),
                repairs: Self.repairs
            )
        }
        var result = run(characters)
        var count = characters.count
        for _ in 0..<4 {
            let placed = program.userCharacters(of: result.text, around: TextSelection(start: 0)).after
            guard placed.count < count else { break }
            let lost = result.lost
            result = run(placed)
            result.lost += lost
            count = placed.count
        }
        return result
    }
}

extension MaskResult {
    fileprivate func fits(betterThan other: MaskResult) -> Bool {
        (placed, -lost, isComplete ? 1 : 0, recognized)
            > (other.placed, -other.lost, other.isComplete ? 1 : 0, other.recognized)
    }
}
