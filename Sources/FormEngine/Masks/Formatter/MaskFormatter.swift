import FormModel

/// The `mask` formatter: formats a text with one mask, or with the one of several masks that fits best.
///
/// By default it is more permissive than the library InputMask, from which the masks come
/// (`MaskFormatter+Edits.swift`). With the compatibility `inputMask` its results are exactly those of that library's
/// text listener.
package final class MaskFormatter: TextFormatter {
    /// The mask and its affine ones, in the definition's order.
    package let variants: [MaskProgram]
    /// The first of the variants.
    let program: MaskProgram
    let definition: MaskDefinition
    let isCompatible: Bool
    /// Whether there is a single ASCII mask that fills from its beginning, without compatibility. Its keys have a fast
    /// path.
    let isPlain: Bool
    let repairs: MaskRepairs
    let reportsNumbers: Bool
    /// The best possible result of each variant.
    let potentials: [MaskPotential]
    /// The ASCII characters that at least one variant may be able to place.
    let placeable: ASCIISet
    let insertion: CaretGravity
    let deletion: CaretGravity
    package let prefix: FormattedText

    /// - Throws: for the first error of the first mask that has one.
    package convenience init(_ definition: MaskDefinition) throws(MaskError) {
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
        self.init(definition, variants, repairs: .edits, prefix: Self.prefix(of: variants, definition))
    }

    init(_ definition: MaskDefinition, _ variants: [MaskProgram], repairs: MaskRepairs, prefix: FormattedText) {
        self.variants = variants
        program = variants[0]
        self.definition = definition
        isCompatible = definition.compatibility == .inputMask
        isPlain =
            variants.count == 1 && !isCompatible && !definition.isReversed && program.isASCII
            && !repairs.contains(.notes)
        self.repairs = repairs
        reportsNumbers = variants.contains { $0.reportsNumbers }
        let potentials = variants.map(MaskPotential.init)
        self.potentials = potentials
        var placeable = ASCIISet()
        for variant in variants { placeable.formUnion(variant.table.accepted) }
        if potentials.contains(where: { $0.significantLiterals > 0 }) { placeable.formUnion(.lettersAndDigits) }
        self.placeable = placeable
        insertion = .forward(autocomplete: definition.autocomplete)
        deletion = .backward(autoskip: definition.autoskip)
        self.prefix = prefix
    }

    /// The literals before the first cell, all of which were added by the mask.
    private static func prefix(of variants: [MaskProgram], _ definition: MaskDefinition) -> FormattedText {
        let isCompatible = definition.compatibility == .inputMask
        let gravity = CaretGravity.forward(autocomplete: true)
        var variant = 0
        if isCompatible, variants.count > 1 {
            let scores = variants.map { $0.affinity(of: "", caret: 0, gravity: gravity, by: definition.affinity) }
            variant = scores.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
        }
        var result = MaskInput.with("", caret: 0) {
            variants[variant].apply($0, gravity: gravity, repairs: isCompatible ? [] : .edits)
        }
        if isCompatible { result.counts.completed = 0 }
        return MaskStep(variant: variant, result: result).formatted
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        switch edit.origin {
        case .key, .deleteBackward, .cut:
            if isPlain,
                let result = program.table.type(
                    edit,
                    into: current,
                    completesLiterals: insertion.completesLiterals,
                    takesLiterals: deletion.takesLiterals,
                    isAmbiguous: program.isAmbiguous
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

    /// The result of `apply` with additional data; `nil` if the edit is refused.
    @inline(__always)
    package func step(_ edit: TextEdit, to current: FormattedText) -> MaskStep? {
        isCompatible ? listen(to: edit, of: current) : follow(edit, of: current)
    }

    package func step(formatting text: String) -> MaskStep {
        isCompatible ? put(text) : place(text)
    }

    /// The missing part of the mask: literals unchanged, and cells as their symbols.
    package func tail(of step: MaskStep) -> String {
        variants[step.variant].tail(of: step.result)
    }

    package func tail(of current: FormattedText) -> String {
        if isPlain, let node = program.nodeReached(by: current.text.string) { return program.tail(from: node) }
        let step = self.step(of: current)
        // A text that the mask would not show has no missing part.
        return step.result.text.hasSameCodePoints(as: current.text.string) ? tail(of: step) : ""
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

    /// Adds leading zeros to a number that is too short for its range, and removes an empty optional part.
    package func finish(_ current: FormattedText) -> FormattedText {
        let text = current.text.string
        let step = self.step(of: current)
        guard variants[step.variant].hasParts, step.result.text.hasSameCodePoints(as: text) else { return current }
        let result = MaskInput.with(text, caret: .max) { input in
            // Without autoskip, so that no literal is removed together with the part.
            variants[step.variant].apply(input, gravity: .backward(autoskip: false), repairs: repairs.union(.closes))
        }
        guard !result.text.hasSameCodePoints(as: text) else { return current }
        return MaskStep(variant: step.variant, result: result).formatted
    }

    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        if definition.isReversed, !isCompatible { return reversedRefusals(of: edit, to: current) }
        // The edit is repeated, and the pass lists the dropped characters. This costs more than an edit, but few edits
        // lose characters.
        let listing = MaskFormatter(definition, variants, repairs: repairs.union(.notes), prefix: prefix)
        return listing.step(edit, to: current)?.result.refusals ?? Refusal.all(of: edit.replacement, .place)
    }
}

/// The result of one edit: the text of one of the masks.
package struct MaskStep: Sendable, Hashable {
    /// The number of the mask among those of its formatter.
    package var variant: Int
    package var result: MaskResult

    @inline(__always)
    package init(variant: Int, result: MaskResult) {
        self.variant = variant
        self.result = result
    }

    package var formatted: FormattedText {
        FormattedText(
            text: result.isASCII ? FormText(simple: result.text) : FormText(result.text),
            selection: TextSelection(start: result.caretInCodePoints),
            value: result.value,
            isComplete: result.isComplete,
            completionLength: result.completionLength
        )
    }
}
