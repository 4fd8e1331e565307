package import FormModel

/// The `mask` formatter: one mask, or several of which the best fitting one formats.
///
/// By default edits are more forgiving than the original (`MaskFormatter+Edits.swift`); with the compatibility
/// `inputMask` they give exactly what its text listener gives.
package struct MaskFormatter: TextFormatter {
    /// The mask and its affine ones, in the definition's order.
    package let variants: [MaskProgram]
    let definition: MaskDefinition
    package let prefix: FormattedText

    /// - Throws: the first error of the first mask that has one.
    package init(_ definition: MaskDefinition) throws(MaskError) {
        var variants: [MaskProgram] = []
        for (index, mask) in ([definition.mask] + definition.affineMasks).enumerated() {
            do {
                variants.append(
                    try MaskProgram(
                        mask,
                        notations: definition.notations,
                        isReversed: definition.isReversed,
                        isLenient: definition.isLenient
                    )
                )
            } catch {
                throw MaskError(reason: error.reason, position: error.position, variant: index)
            }
        }
        self.variants = variants
        self.definition = definition
        let empty = variants[0].apply(MaskInput("", caret: 0), gravity: .forward(autocomplete: true), repairs: [])
        prefix = MaskStep(variant: 0, result: empty).formatted
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        step(edit, to: current)?.formatted ?? current
    }

    package func format(_ text: String) -> FormattedText {
        step(formatting: text).formatted
    }

    /// What `apply` returns, and what else the mask knows; nil: the edit was refused.
    package func step(_ edit: TextEdit, to current: FormattedText) -> MaskStep? {
        definition.compatibility == .inputMask ? listen(to: edit, of: current) : follow(edit, of: current)
    }

    package func step(formatting text: String) -> MaskStep {
        definition.compatibility == .inputMask ? put(text) : place(text)
    }

    /// What is still to come after a step: literals as they are, cells as their symbols.
    package func tail(of step: MaskStep) -> String {
        variants[step.variant].tail(of: step.result)
    }
}

/// The outcome of one edit.
package struct MaskStep: Sendable, Hashable {
    /// Which of the formatter's masks it is.
    package var variant: Int
    package var result: MaskResult

    package var formatted: FormattedText {
        FormattedText(
            text: result.text,
            selection: TextSelection(start: result.caretInCodePoints),
            value: result.value,
            isComplete: result.isComplete
        )
    }
}

extension TextEdit {
    /// Removes, and inserts nothing.
    var isDeletion: Bool { range.length > 0 && replacement.isEmpty }

    /// Where the caret stands in the text that the edit leaves, in code points.
    var caret: Int { isDeletion ? range.start : range.start + replacement.unicodeScalars.count }
}
