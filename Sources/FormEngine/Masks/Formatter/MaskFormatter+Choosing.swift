import FormModel

// Choosing one of several masks for a text: by default the one that contains most of the text, with another strategy
// the one with the highest score. The listener of InputMask, which the compatibility `inputMask` imitates, only uses
// scores.

extension MaskFormatter {
    /// Whether a text is so long that it is formatted with the first mask without trying the others. Together the masks
    /// process at most 65,536 characters to find the best one, which takes about 15 ms.
    ///
    /// - Parameter count: the number of characters of the text.
    func isTooLongToChoose(_ count: Int) -> Bool {
        variants.count * count > 1 << 16
    }

    /// The result of the mask that fits a text best. If several fit equally well, the current mask stays or, with
    /// scores, the first one is used.
    @inline(never)
    func choose(_ input: MaskInput, gravity: CaretGravity, _ repairs: MaskRepairs, now current: Int) -> MaskStep {
        func run(_ variant: Int) -> MaskStep {
            // The roles are those of the current mask; for another one each character may be anything.
            let input = variant == current ? input : input.withoutRoles
            return MaskStep(
                variant: variant,
                result: variants[variant].apply(input, gravity: gravity, repairs: repairs)
            )
        }
        if isTooLongToChoose(input.count) { return run(0) }
        guard definition.affinity == .wholeString else { return best(run, score: score) }
        return choose(now: current, placeable: placeableCount(of: input), run) ?? run(current)
    }

    /// The score of a mask by the definition's strategy, if that is not `wholeString`.
    func score(of step: MaskStep) -> Int {
        let result = step.result
        if definition.affinity == .prefix { return result.counts.unbroken }
        // A text that the mask has truncated only fits because of that.
        if result.counts.lost > 0 { return .min }
        let program = variants[step.variant]
        return definition.affinity == .capacity
            ? result.text.count - result.counts.completed - program.totalTextLength
            : result.value.count - program.totalValueLength
    }

    /// Tries the current mask first, and then those that may fit better than the best one so far.
    ///
    /// - Parameters:
    ///   - count: the number of characters that at least one of the masks can place.
    ///   - run: the result of a mask; `nil` if it refuses the edit.
    func choose(now current: Int, placeable count: Int, _ run: (Int) -> MaskStep?) -> MaskStep? {
        var best = run(current)
        for variant in variants.indices where variant != current {
            if let best, !potentials[variant].mayBeat(best.result, placeable: count) { continue }
            guard let step = run(variant) else { continue }
            if let best, !step.result.fits(betterThan: best.result) { continue }
            best = step
        }
        return best
    }

    /// The result of the mask with the highest score; the first of several with the same score.
    private func best(_ run: (Int) -> MaskStep, score: (MaskStep) -> Int) -> MaskStep {
        var best = run(0)
        guard variants.count > 1 else { return best }
        var highest = score(best)
        for variant in variants.indices.dropFirst() {
            let step = run(variant)
            let other = score(step)
            guard other > highest else { continue }
            best = step
            highest = other
        }
        return best
    }

    private func placeableCount(of input: MaskInput) -> Int {
        if let clusters = input.clusters { return placeableCount(of: clusters) }
        return input.bytes.count { placeable.contains($0) }
    }

    func placeableCount(of clusters: [Character]) -> Int {
        let takesLiterals = potentials.contains { $0.significantLiterals > 0 }
        return clusters.count { character in
            takesLiterals && (character.isLetter || character.isNumber)
                || variants.contains { $0.accepts(character) }
        }
    }
}

/// The best possible result of a mask for any text.
struct MaskPotential: Sendable {
    /// The minimum number of cells of a complete text.
    private let neededCells: Int
    private let literals: Int
    /// The number of literals that are letters or digits.
    let significantLiterals: Int

    init(_ program: MaskProgram) {
        neededCells = program.neededNodes.count { $0.kind == .mandatory || $0.kind == .range }
        literals = program.literalCount
        significantLiterals = program.nodes.count { $0.isSignificant }
    }

    /// Whether the mask may fit a text better than another one.
    ///
    /// - Parameters:
    ///   - result: the other mask's result for the text.
    ///   - count: the number of characters that at least one of the masks can place.
    func mayBeat(_ result: MaskResult, placeable count: Int) -> Bool {
        let counts = result.counts
        if counts.placed < count || counts.lost > 0 || counts.missed > 0 { return true }
        if !result.isComplete, neededCells <= count { return true }
        return significantLiterals > counts.met || counts.dropped > 0 && literals > counts.matched
    }
}

extension MaskResult {
    /// Whether the text contains more of the user's input than the text of another mask: more characters, with fewer
    /// lost ones and fewer letters and digits that were not typed; then a complete text; then more of the mask's
    /// literals.
    func fits(betterThan other: MaskResult) -> Bool {
        let (own, its) = (counts, other.counts)
        return (own.placed, -own.lost, -own.missed, isComplete ? 1 : 0, own.met, own.matched)
            > (its.placed, -its.lost, -its.missed, other.isComplete ? 1 : 0, its.met, its.matched)
    }
}

// MARK: - Compatibility with InputMask

// The text listener of InputMask ignores the earlier text, except for the position of the edit, and uses the mask with
// the highest affinity.

extension MaskFormatter {
    /// The step of an edit; `nil` if the edit is refused.
    @inline(never)
    func listen(to edit: TextEdit, of current: FormattedText) -> MaskStep? {
        MaskInput.with(current.text.string, replacing: edit.range, with: edit.replacement) { input in
            if edit.replacement == " ", input.count == 1 {
                // The autofill of a phone first types a space, which stays unmasked.
                return MaskStep(variant: 0, result: .unmasked(" "))
            }
            let step = fit(input, gravity: edit.isDeletion ? deletion : insertion)
            return step.result.hasCaret ? step : nil
        }
    }

    func put(_ text: String) -> MaskStep {
        let step = MaskInput.with(text, caret: .max) { fit($0, gravity: insertion) }
        return step.result.hasCaret ? step : place(text)
    }

    /// The mask that the listener chooses for a text, and its state for the text.
    func listened(_ current: FormattedText) -> MaskStep {
        MaskInput.with(current.text.string, caret: .max) { fit($0, gravity: .forward(autocomplete: false)) }
    }

    func fit(_ input: MaskInput, gravity: CaretGravity) -> MaskStep {
        func run(_ variant: Int) -> MaskStep {
            var result = variants[variant].apply(input, gravity: gravity, repairs: repairs.intersection(.notes))
            // InputMask does not distinguish completed literals from typed ones.
            result.counts.completed = 0
            return MaskStep(variant: variant, result: result)
        }
        if isTooLongToChoose(input.count) { return run(0) }
        return best(run) { step in
            variants[step.variant].affinity(of: step.result, to: input, by: definition.affinity)
        }
    }
}

extension MaskProgram {
    /// How well the mask fits a text for InputMask; `Int.min` if the text is too long for it.
    package func affinity(of text: String, caret: Int, gravity: CaretGravity, by strategy: AffinityStrategy) -> Int {
        MaskInput.with(text, caret: caret) { input in
            affinity(of: apply(input, gravity: gravity, repairs: []), to: input, by: strategy)
        }
    }

    fileprivate func affinity(of result: MaskResult, to input: MaskInput, by strategy: AffinityStrategy) -> Int {
        func remaining(_ count: Int, of capacity: Int) -> Int { count > capacity ? .min : count - capacity }
        switch strategy {
        case .wholeString:
            return result.affinity
        case .prefix:
            return zip(result.text, input.characters).prefix { $0 == $1 }.count
        case .capacity:
            return remaining(input.count, of: totalTextLength)
        case .extractedValueCapacity:
            return remaining(result.value.count, of: totalValueLength)
        }
    }
}
