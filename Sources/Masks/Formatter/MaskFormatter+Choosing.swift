// Choosing one of several masks for a text: by default the one that contains most of the text, with another strategy
// the one with the highest score.

extension MaskFormatter {
    /// Whether a text is so long that it stays in its mask without a comparison with the others. Together the masks
    /// process at most 65,536 characters to find the best one.
    ///
    /// - Parameter count: the number of characters of the text.
    func isTooLongToChoose(_ count: Int) -> Bool {
        variants.count * count > 1 << 16
    }

    /// The result of the mask that fits a text best. If several fit equally well, the current mask stays or, with
    /// scores, the first one is used.
    ///
    /// A character that is dropped does not decide which mask is chosen: the masks are compared again without it. So
    /// the mask is the one that would be chosen for the text that it shows.
    ///
    /// - Parameter input: with the roles that the characters have in the current mask.
    func choose(
        _ input: MaskInput,
        gravity: CaretGravity,
        now current: Int,
        besides special: MaskPassOptions = []
    ) -> MaskStep {
        if isTooLongToChoose(input.text.count) { return self.run(input, current, gravity, special) }
        var step = compare(input, gravity, current, special)
        guard definition.affinity == .wholeString else { return step }
        var input = input
        for _ in variants where !step.result.dropped.isEmpty {
            input.remove(step.result.dropped)
            let before = step.result
            step = compare(input, gravity, current, special)
            step.result.countDropped(before)
            if step.result.dropped.isEmpty { break }
        }
        return step
    }

    private func compare(
        _ input: MaskInput,
        _ gravity: CaretGravity,
        _ current: Int,
        _ special: MaskPassOptions
    ) -> MaskStep {
        // What any of the masks can take is the user's, and a mask that drops it loses it.
        var input = input
        for index in input.text.items.indices where input.text.role(at: index) == .open {
            let character = input.text.character(at: index)
            if variants.contains(where: { $0.accepts(character) }) { input.text.setRole(at: index, to: .user) }
        }
        // For another mask the characters have no roles, but the user's are still the user's.
        var other = input
        for index in other.text.items.indices {
            let role = other.text.role(at: index)
            other.text.setRole(at: index, to: role == .cell || role == .user ? .user : .open)
        }
        func run(_ variant: Int) -> MaskStep {
            self.run(variant == current ? input : other, variant, gravity, special)
        }
        if definition.affinity == .wholeString {
            return best(of: [current] + variants.indices.filter { $0 != current }, run)
        }
        return best(of: Array(variants.indices), run) { score(of: $0) > score(of: $1) }
    }

    private func run(
        _ input: MaskInput,
        _ variant: Int,
        _ gravity: CaretGravity,
        _ special: MaskPassOptions
    ) -> MaskStep {
        MaskStep(
            variant: variant,
            result: variants[variant].apply(input, gravity: gravity, options: options.union(special))
        )
    }

    /// The score of a mask by the definition's strategy, if that is not `wholeString`.
    func score(of step: MaskStep) -> Int {
        let result = step.result
        if definition.affinity == .prefix { return result.counts.unbroken }
        // A text that the mask has truncated only fits because of that.
        if result.counts.lost > 0 { return .min }
        let program = variants[step.variant]
        return definition.affinity == .capacity
            ? result.characters.count - result.counts.completed - program.totalTextLength
            : result.value.count - program.totalValueLength
    }

    /// The best result of several masks, the first of several that are as good; by default the one that contains most
    /// of the text.
    ///
    /// - Parameter run: the result of a mask.
    private func best(
        of variants: [Int],
        _ run: (Int) -> MaskStep,
        isBetter: (MaskStep, MaskStep) -> Bool = { $0.result.fits(betterThan: $1.result) }
    ) -> MaskStep {
        variants.dropFirst().reduce(run(variants[0])) { best, variant in
            let step = run(variant)
            return isBetter(step, best) ? step : best
        }
    }
}

extension MaskResult {
    /// Whether the text contains more of the user's input than the text of another mask: more characters, with fewer
    /// lost ones and fewer letters and digits that were not typed; then more of the mask's letters and digits; then a
    /// complete text; then more of the other literals.
    func fits(betterThan other: MaskResult) -> Bool {
        let (own, its) = (counts, other.counts)
        return (own.placed, -own.lost, -own.missed, own.met, isComplete ? 1 : 0, own.matched)
            > (its.placed, -its.lost, -its.missed, its.met, other.isComplete ? 1 : 0, its.matched)
    }
}
