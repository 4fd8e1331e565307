package import FormModel

// What InputMask's text listener does with an edit, its surprises included: no look at what the text was before but for
// the edit's place, and the mask that fits best by a strategy, the first one winning ties.

extension MaskFormatter {
    @inline(never)
    func listen(to edit: TextEdit, of current: FormattedText) -> MaskStep? {
        MaskInput.with(current.text.string, replacing: edit.range, with: edit.replacement) { input in
            if edit.replacement == " ", input.count == 1 {
                // An autofill types a space first; it stays, unmasked.
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

    /// The mask that the listener chooses for a text, and how far the text is with it.
    func listened(_ current: FormattedText) -> MaskStep {
        MaskInput.with(current.text.string, caret: .max) { fit($0, gravity: .forward(autocomplete: false)) }
    }

    private func fit(_ input: MaskInput, gravity: CaretGravity) -> MaskStep {
        best(for: input) { variant in
            let repairs = repairs.intersection(.notes)
            var result = variants[variant].apply(input, gravity: gravity, repairs: repairs)
            // The original does not tell what it completed from what was typed.
            result.completed = 0
            return MaskStep(variant: variant, result: result)
        } score: { step in
            affinity(of: step, to: input)
        }
    }

    /// How well a mask fits by the definition's strategy.
    func affinity(of step: MaskStep, to input: MaskInput) -> Int {
        variants[step.variant].affinity(of: step.result, to: input, by: definition.affinity)
    }
}

extension MaskProgram {
    /// How well the mask fits a text; `Int.min` if it has no room for it.
    package func affinity(
        of text: String,
        caret: Int,
        gravity: CaretGravity,
        by strategy: AffinityStrategy
    ) -> Int {
        MaskInput.with(text, caret: caret) { input in
            affinity(of: apply(input, gravity: gravity, repairs: []), to: input, by: strategy)
        }
    }

    func affinity(of result: MaskResult, to input: MaskInput, by strategy: AffinityStrategy) -> Int {
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
