import FormModel

// Which of several masks formats a text. Those that cannot win any more are not tried.

extension MaskFormatter {
    /// The mask that holds most of a text; a tie does not change the mask.
    @inline(never)
    func choose(_ input: MaskInput, gravity: CaretGravity, now current: Int) -> MaskStep {
        func run(_ variant: Int) -> MaskStep {
            MaskStep(
                variant: variant,
                result: variants[variant].apply(input, gravity: gravity, repairs: repairs)
            )
        }
        guard definition.affinity == .wholeString else {
            return best(for: input, run) { step in
                if definition.affinity == .prefix { return step.result.unbroken }
                // What a mask cut fits only because it was cut.
                if step.result.lost > 0 { return .min }
                guard definition.affinity == .capacity else { return affinity(of: step, to: input) }
                return step.result.text.count - step.result.completed - variants[step.variant].totalTextLength
            }
        }
        return choose(now: current, placeable: placeableCount(of: input), run) ?? run(current)
    }

    /// Tries the mask in use first, then those that may fit better than the best so far.
    ///
    /// - Parameters:
    ///   - count: how many characters any of the masks has a place for.
    ///   - run: nil: the mask refuses.
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

    /// The mask with the highest score, the first one winning ties.
    func best(for input: MaskInput, _ run: (Int) -> MaskStep, score: (MaskStep) -> Int) -> MaskStep {
        let most = definition.affinity.maximum(for: input)
        var best = run(0)
        guard variants.count > 1 else { return best }
        var highest = score(best)
        for variant in variants.indices.dropFirst() where highest < most {
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

/// What a mask can reach at best, whatever the text.
struct MaskPotential: Sendable {
    /// Characters of the shortest complete text that no mask writes by itself.
    let neededCells: Int
    let literals: Int
    /// Letters and digits among its literals.
    let significantLiterals: Int

    /// Whether the mask may fit a text better than another one does, of whose characters `count` can have a place.
    func mayBeat(_ result: MaskResult, placeable count: Int) -> Bool {
        if result.placed < count || result.lost > 0 || result.missed > 0 { return true }
        if !result.isComplete, neededCells <= count { return true }
        return significantLiterals > result.met || result.dropped > 0 && literals > result.matched
    }
}

extension MaskResult {
    /// Whether the text has more of the user's characters than another mask's, without a letter or digit that nobody typed.
    func fits(betterThan other: MaskResult) -> Bool {
        (placed, -lost, -missed, isComplete ? 1 : 0, met, matched)
            > (other.placed, -other.lost, -other.missed, other.isComplete ? 1 : 0, other.met, other.matched)
    }
}

extension AffinityStrategy {
    /// The score that no mask exceeds.
    fileprivate func maximum(for input: MaskInput) -> Int {
        switch self {
        case .wholeString, .prefix: input.count
        case .capacity, .extractedValueCapacity: 0
        }
    }
}
