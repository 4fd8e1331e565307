package import TextEditing

/// The `mask` formatter: formats a text with one mask, or with the one of several masks that fits best.
///
/// The masks are those of the library InputMask, but edits are handled more permissively (`MaskFormatter+Edits.swift`).
/// `InputMaskFormatter` imitates that library exactly.
package final class MaskFormatter: TextFormat {
    /// The mask and its affine ones, in the definition's order.
    package let variants: [MaskProgram]
    let definition: MaskDefinition
    /// The options of every pass.
    let options: MaskPassOptions
    let reportsNumbers: Bool
    let insertion: CaretGravity
    let deletion: CaretGravity
    package let prefix: FormattedText

    /// - Throws: for the first error of the first mask that has one.
    package convenience init(_ definition: MaskDefinition) throws(MaskError) {
        let variants = try definition.compile()
        // The literals before the first cell, all of which were added by the mask.
        let result = variants[0].apply(MaskInput(""), gravity: .forward(autocomplete: true))
        let prefix = MaskStep(variant: 0, result: result).formatted
        self.init(definition, variants, options: [], prefix: prefix)
    }

    init(_ definition: MaskDefinition, _ variants: [MaskProgram], options: MaskPassOptions, prefix: FormattedText) {
        self.variants = variants
        self.definition = definition
        self.options = options
        reportsNumbers = variants.contains { $0.reportsNumbers }
        insertion = .forward(autocomplete: definition.autocomplete)
        deletion = .backward(autoskip: definition.autoskip)
        self.prefix = prefix
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        step(edit, to: current)?.formatted ?? current
    }

    package func format(_ text: String) -> FormattedText { place(text).formatted }

    package func tail(of current: FormattedText) -> String {
        let step = self.step(of: current)
        // A text that the mask would not show has no missing part.
        guard step.result.text.hasSameCodePoints(as: current.text.string) else { return "" }
        return variants[step.variant].tail(of: step.result)
    }

    package func caret(at place: Int, in current: FormattedText) -> Int {
        if definition.isReversed { return place }
        let program = variants[variant(of: current)]
        return current.text.string.hasPrefix(program.leadingLiterals) ? max(place, program.leadingLiteralLength) : place
    }

    package func canComplete(_ current: FormattedText) -> Bool {
        guard reportsNumbers else { return true }
        return !step(of: current).result.isOutOfRange
    }

    /// Adds leading zeros to a number that is too short for its range, and removes an empty optional part.
    package func finish(_ current: FormattedText) -> FormattedText {
        let variant = variant(of: current)
        guard variants[variant].hasParts, let text = variants[variant].read(current.text.string, value: current.value)
        else { return current }
        // Without autoskip, so that no literal is removed together with the part.
        let result = variants[variant].apply(
            MaskInput(text, caret: text.count),
            gravity: .backward(autoskip: false),
            options: options.union(.closes)
        )
        guard !result.characters.hasSameCharacters(as: text) else { return current }
        return MaskStep(variant: variant, result: result).formatted
    }

    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        if definition.isReversed { return reversedRefusals(of: edit, to: current) }
        // The edit is repeated, and the pass lists the dropped characters. This costs more than an edit, but few edits
        // lose characters.
        let listing = MaskFormatter(definition, variants, options: options.union(.refusals), prefix: prefix)
        return listing.step(edit, to: current)?.result.refusals ?? Refusal.all(of: edit.replacement, .place)
    }
}

extension MaskFormatter {
    /// The number of the mask that wrote a text; 0 if none did.
    func variant(of current: FormattedText) -> Int {
        guard variants.count > 1, !isTooLongToChoose(current.text.count) else { return 0 }
        return variants.firstIndex { $0.read(current.text.string, value: current.value) != nil } ?? 0
    }

    /// The characters of a text with their roles; if the mask does not write it, each may be anything.
    func read(_ current: FormattedText, by variant: Int) -> OwnedText {
        let program = variants[variant]
        if let text = program.read(current.text.string, value: current.value) { return text }
        // A text without its value, as a plug-in or a definition may give.
        let text = OwnedText(current.text.string)
        let result = program.apply(MaskInput(text, caret: text.count), gravity: .forward(autocomplete: false))
        return result.characters.hasSameCharacters(as: text) ? result.characters : text
    }

    /// The mask that wrote a text, and its state for the text.
    func step(of current: FormattedText) -> MaskStep {
        let variant = variant(of: current)
        let text = read(current, by: variant)
        let input = MaskInput(text, caret: text.count)
        let result = variants[variant].apply(input, gravity: .forward(autocomplete: false), options: options)
        return MaskStep(variant: variant, result: result)
    }
}

/// The result of one edit: the text of one of the masks.
struct MaskStep: Sendable {
    /// The number of the mask among those of its formatter.
    var variant: Int
    var result: MaskResult

    var formatted: FormattedText {
        let text = result.characters
        let string = text.string
        var caret = text.codePoints(before: result.caret)
        if !text.isSimple {
            // A literal may have joined the character behind it.
            caret = string.scalarOffset(of: string.roundedUp(string.index(ofScalar: caret, isSimple: false)))
        }
        return FormattedText(
            text: text.isSimple ? FormText(simple: string) : FormText(string),
            selection: TextSelection(start: caret),
            value: result.value,
            isComplete: result.isComplete,
            completionLength: text.codePoints(before: text.count)
                - text.codePoints(before: text.count - result.counts.completed)
        )
    }
}

extension MaskDefinition {
    /// The mask and its affine ones.
    ///
    /// - Throws: for the first error of the first mask that has one.
    func compile() throws(MaskError) -> [MaskProgram] {
        var variants: [MaskProgram] = []
        for (index, mask) in ([mask] + affineMasks).enumerated() {
            do {
                variants.append(
                    try MaskProgram(
                        mask,
                        notations: notations,
                        isReversed: isReversed,
                        isLenient: isLenient,
                        digits: digits,
                        letterCase: letterCase
                    )
                )
            } catch {
                throw MaskError(reason: error.reason, position: error.position, variant: index)
            }
        }
        return variants
    }
}
