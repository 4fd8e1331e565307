package import TextEditing

/// The `mask` formatter with the compatibility `inputMask`: after each edit it has the text, caret, value and
/// completeness that the text listener of the library InputMask has.
///
/// The listener ignores the earlier text, except for the position of the edit, and uses the mask with the highest
/// affinity; of several the first.
package final class InputMaskFormatter: TextFormat {
    private let variants: [MaskProgram]
    private let definition: MaskDefinition
    package let prefix: FormattedText

    /// - Throws: for the first error of the first mask that has one.
    package init(_ definition: MaskDefinition) throws(MaskError) {
        variants = try definition.compile()
        self.definition = definition
        let gravity = CaretGravity.forward(autocomplete: true)
        prefix = Self.result("", caret: 0, gravity: gravity, of: variants, by: definition.affinity)?.formatted ?? .empty
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        result(of: edit, to: current)?.formatted ?? current
    }

    package func format(_ text: String) -> FormattedText { result(formatting: text)?.formatted ?? .empty }

    /// `nil` if the edit is refused.
    package func result(of edit: TextEdit, to current: FormattedText) -> InputMaskResult? {
        let text = current.text.replacing(edit.range, with: edit.replacement).string
        if edit.replacement == " ", text == " " {
            // The autofill of a phone first types a space, which stays unmasked.
            return InputMaskResult(text: " ", caret: 1, value: "", affinity: 0, isComplete: false, tail: "")
        }
        let clusters = OwnedText(text)
        let start = clusters.clusters(before: edit.range.start)
        let caret = clusters.clusters(before: edit.range.start + edit.replacement.unicodeScalars.count)
        let gravity: CaretGravity =
            edit.isDeletion
            ? .backward(autoskip: definition.autoskip) : .forward(autocomplete: definition.autocomplete)
        return Self.result(
            text,
            caret: caret,
            gravity: gravity,
            of: variants,
            by: definition.affinity,
            inserted: min(start, caret)..<caret
        )
    }

    /// `nil` if the clusters of the text merge.
    package func result(formatting text: String) -> InputMaskResult? {
        let gravity = CaretGravity.forward(autocomplete: definition.autocomplete)
        return Self.result(text, caret: .max, gravity: gravity, of: variants, by: definition.affinity)
    }

    package func tail(of current: FormattedText) -> String {
        let gravity = CaretGravity.forward(autocomplete: false)
        let text = current.text.string
        let result = Self.result(text, caret: .max, gravity: gravity, of: variants, by: definition.affinity)
        // A text that the mask would not show has no missing part.
        return result.map { $0.text.hasSameCodePoints(as: text) ? $0.tail : "" } ?? ""
    }

    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        self.result(of: edit, to: current)?.refusals ?? Refusal.all(of: edit.replacement, .place)
    }

    private static func result(
        _ text: String,
        caret: Int,
        gravity: CaretGravity,
        of variants: [MaskProgram],
        by strategy: AffinityStrategy,
        inserted: Range<Int> = 0..<0
    ) -> InputMaskResult? {
        var best = variants[0]
        // So that no edit takes long, all masks together process at most 65,536 characters.
        if variants.count > 1, variants.count * text.utf8.count <= 1 << 16 {
            var highest = Int.min
            for (index, variant) in variants.enumerated() {
                let affinity = variant.affinity(of: text, caret: caret, gravity: gravity, by: strategy)
                guard index == 0 || affinity > highest else { continue }
                (best, highest) = (variant, affinity)
            }
        }
        return best.applyAsInputMask(text, caret: caret, gravity: gravity, inserted: inserted)
    }
}

extension InputMaskResult {
    package var formatted: FormattedText {
        FormattedText(
            text: FormText(text),
            selection: TextSelection(start: text.prefix(caret).unicodeScalars.count),
            value: value,
            isComplete: isComplete
        )
    }
}
