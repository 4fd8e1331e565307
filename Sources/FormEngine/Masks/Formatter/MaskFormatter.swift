package import FormModel

/// The `mask` formatter: one mask, or several of which the best fitting one formats.
///
/// By default edits are more forgiving than the original (`MaskFormatter+Edits.swift`); with the compatibility
/// `inputMask` they give exactly what its text listener gives.
package final class MaskFormatter: TextFormatter {
    /// The mask and its affine ones, in the definition's order.
    package let variants: [MaskProgram]
    /// The first of them.
    let program: MaskProgram
    let definition: MaskDefinition
    let isCompatible: Bool
    /// One mask of ASCII that fills from its beginning, and nothing to imitate.
    let isPlain: Bool
    let repairs: MaskRepairs
    let reportsNumbers: Bool
    /// What each mask can reach at best.
    let potentials: [MaskPotential]
    /// The characters of ASCII that some mask may have a place for.
    let placeable: ASCIISet
    let insertion: CaretGravity
    let deletion: CaretGravity
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
                        isLenient: definition.isLenient,
                        digits: definition.digits,
                        letterCase: definition.letterCase
                    )
                )
            } catch {
                throw MaskError(reason: error.reason, position: error.position, variant: index)
            }
        }
        self.variants = variants
        program = variants[0]
        self.definition = definition
        isCompatible = definition.compatibility == .inputMask
        isPlain = variants.count == 1 && !isCompatible && !definition.isReversed && program.isASCII
        repairs = .edits
        reportsNumbers = variants.contains { $0.reportsNumbers }
        let potentials = variants.map(\.potential)
        self.potentials = potentials
        var placeable = ASCIISet()
        for variant in variants { placeable.formUnion(variant.table.accepted) }
        if potentials.contains(where: { $0.significantLiterals > 0 }) { placeable.formUnion(.lettersAndDigits) }
        self.placeable = placeable
        insertion = .forward(autocomplete: definition.autocomplete)
        deletion = .backward(autoskip: definition.autoskip)
        prefix = Self.prefix(variants, definition)
    }

    /// The literals that come before a first character, nobody having typed any of them.
    private static func prefix(_ variants: [MaskProgram], _ definition: MaskDefinition) -> FormattedText {
        MaskInput.with("", caret: 0) { input in
            let isCompatible = definition.compatibility == .inputMask
            func result(_ variant: MaskProgram) -> MaskResult {
                variant.apply(
                    input,
                    gravity: .forward(autocomplete: true),
                    repairs: isCompatible ? [] : .edits
                )
            }
            func affinity(_ variant: Int) -> Int {
                variants[variant].affinity(of: result(variants[variant]), to: input, by: definition.affinity)
            }
            var best = 0
            if isCompatible {
                for variant in variants.indices.dropFirst() where affinity(variant) > affinity(best) { best = variant }
            }
            var prefix = MaskStep(variant: best, result: result(variants[best])).formatted
            if isCompatible { prefix.completionLength = 0 }
            return prefix
        }
    }

    /// The same formatter, but that its results say what was refused. Slower.
    init(noting other: MaskFormatter) {
        variants = other.variants
        program = other.program
        definition = other.definition
        isCompatible = other.isCompatible
        isPlain = false
        repairs = other.repairs.union(.notes)
        reportsNumbers = other.reportsNumbers
        potentials = other.potentials
        placeable = other.placeable
        insertion = other.insertion
        deletion = other.deletion
        prefix = other.prefix
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        switch edit.origin {
        case .key, .deleteBackward, .cut:
            if isPlain,
                let result = program.table.type(
                    edit,
                    into: current,
                    completesLiterals: insertion.completesLiterals,
                    takesLiterals: deletion.takesLiterals
                )
            {
                return result
            }
        case .deleteForward, .paste, .program: break
        }
        return step(edit, to: current)?.formatted ?? current
    }

    package func format(_ text: String) -> FormattedText {
        step(formatting: text).formatted
    }

    /// What `apply` returns, and what else the mask knows; nil: the edit was refused.
    @inline(__always)
    package func step(_ edit: TextEdit, to current: FormattedText) -> MaskStep? {
        isCompatible ? listen(to: edit, of: current) : follow(edit, of: current)
    }

    package func step(formatting text: String) -> MaskStep {
        isCompatible ? put(text) : place(text)
    }

    /// What is still to come after a step: literals as they are, cells as their symbols.
    package func tail(of step: MaskStep) -> String {
        variants[step.variant].tail(of: step.result)
    }

    package func tail(of current: FormattedText) -> String {
        if isPlain, let node = program.nodeReached(by: current.text.string) { return program.tail(from: node) }
        let step = self.step(of: current)
        // A text that the mask would not show has no place in it.
        return step.result.text == current.text.string ? tail(of: step) : ""
    }

    package func caret(at place: Int, in current: FormattedText) -> Int {
        if isCompatible || definition.isReversed { return place }
        let program = variants[variants.count > 1 ? step(of: current).variant : 0]
        return current.text.string.hasPrefix(program.leadingLiterals) ? max(place, program.leadingLiteralLength) : place
    }

    package func canComplete(_ current: FormattedText) -> Bool {
        guard reportsNumbers else { return true }
        return !step(of: current).result.isOutOfRange
    }

    /// A number of a range that is too short gets its zeros; an optional part with nothing in it goes.
    package func finish(_ current: FormattedText) -> FormattedText {
        let step = self.step(of: current)
        guard variants[step.variant].hasParts, step.result.text == current.text.string else { return current }
        let result = MaskInput.with(current.text.string, caret: .max) { input in
            // Nothing is deleted, so that no literal goes with it.
            variants[step.variant].apply(
                input,
                gravity: .backward(autoskip: false),
                repairs: repairs.union(.closes)
            )
        }
        guard result.text != current.text.string else { return current }
        return MaskStep(variant: step.variant, result: result).formatted
    }
}

/// The outcome of one edit.
package struct MaskStep: Sendable, Hashable {
    /// Which of the formatter's masks it is.
    package var variant: Int
    package var result: MaskResult

    @inline(__always)
    package init(variant: Int, result: MaskResult) {
        self.variant = variant
        self.result = result
    }

    package var formatted: FormattedText {
        FormattedText(
            text: result.text,
            selection: TextSelection(start: result.caretInCodePoints),
            value: result.value,
            isComplete: result.isComplete,
            completionLength: result.completionLength
        )
    }
}

extension TextEdit {
    /// Removes, and inserts nothing.
    var isDeletion: Bool { range.length > 0 && replacement.isEmpty }
}
