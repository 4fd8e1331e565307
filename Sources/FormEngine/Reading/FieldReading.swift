package import FormModel
package import FormPlugin
import PaymentCards
import Rules
package import TextEditing

/// The properties of the Field interface, each derived when it is read.
///
/// A reading costs little to make, and is not stored.
package struct FieldReading: Sendable {
    let field: FormField
    let context: FormContext
    /// The characters of the session's last edit that were refused, if it was in this field; empty for a secret.
    package var refusals: [Refusal] = []

    /// The number for *no limit* in the property `MaxLength`.
    package static let noMaxLength = Int(UInt32.max)
}

extension FieldReading {
    package var id: String { field.id }
    /// The revision in which a property of the field last changed; 0 if none has.
    package var revision: UInt64 { field.revision }
    package var accessibilityID: String { field.place.accessibilityID }
    package var kind: FieldKind { field.definition.kind }
    package var label: String { field.shown?.value.label.text ?? field.plan.label(in: context.locale) }
    /// The field of the form's definition, without the changes of `Configure`.
    package var definition: FieldDefinition { _read { yield field.place.plan.definition } }

    /// The text with the formatter's prefix; for a secret a bullet for each code point.
    package var text: String { field.publishedText }
    /// The text itself, even of a secret. Only for replies to clients that may read it.
    package var revealedText: String { field.text.string }
    /// The unformatted and trimmed text; empty for a secret.
    package var value: String { field.isSecret || field.isNote ? "" : field.fieldValue }
    /// In code points of `text`.
    package var selection: TextSelection { field.selection }
    /// The end of the selection that moves.
    package var caret: Int { field.caret }
    /// The text that an input method composes and has not committed; empty for a secret.
    package var composition: String { field.isSecret ? "" : field.composition?.value ?? "" }
    package var lastEdit: LastEdit { field.lastEdit }

    /// The state for the looks; `error` takes precedence.
    package var containerState: ContainerState { field.containerState }
    package var fieldState: FieldState { field.fieldState }
    package var isEnabled: Bool { !field.isDisabled }
    /// Whether the application allows the focus.
    package var isFocusable: Bool { field.flags.isDisjoint(with: [.vetoed, .note]) }
    package var isFocused: Bool { field.isFocused }
    package var isValid: Bool { !field.hasError }
    package var isTouched: Bool { field.flags.contains(.touched) }
    package var isModified: Bool { field.flags.contains(.modified) }
    package var isRequired: Bool { field.isRequired }
    /// A hidden field takes neither focus nor edits, and its height is 0.
    package var isVisible: Bool { !field.isHidden }
    /// Whether a validation now would succeed.
    package var wouldPass: Bool { field.flags.contains(.passes) }
    package var isPending: Bool { field.flags.contains(.pending) }
    package var isSecret: Bool { field.isSecret }

    /// The error's message; empty if there is no error or it has no message.
    package var error: String { field.hasError ? field.message?.text ?? "" : "" }
    /// The message of a rule that warns about a valid text.
    package var warning: String { field.message?.severity == .warning ? field.message?.text ?? "" : "" }
    package var hint: String { field.hint(in: context.locale) }
    /// The text in the hint's place: the message of the error or the warning, otherwise the hint.
    package var hintText: String { field.shownHint(in: context.locale) }
    package var isHintVisible: Bool { field.flags.contains(.hintVisible) }

    var metrics: FieldMetrics { context.metrics(of: field.plan) }
    /// The context of the column that contains the field.
    var column: FormContext { context.column(of: field.place) }
    /// In logical pixels, like the other heights; 0 without a layout.
    package var height: Double { field.layout.height }
    package var hintHeight: Double { field.hintHeight(metrics) }
    package var textHeight: Double { context.isLaidOut ? field.textHeight(metrics) : 0 }
    /// Whether a text view's text is higher than its frame.
    package var scrolls: Bool { field.scrolls(metrics) }

    /// The maximum number of grapheme clusters; `nil` for no limit.
    package var maxLength: Int? { field.maxLength }
    package var maskStatus: MaskStatus { field.maskStatus }
    /// The characters that the formatter still expects behind the text; empty for a secret.
    package var maskTail: String { field.isSecret ? "" : field.tail }
    /// Whether typing at the end can still make the text complete; true without a formatter.
    package var isMaskPossible: Bool { field.flags.contains(.possible) }

    /// The blocks of cells of the formatted text; empty for a secret and for an empty text.
    package var maskBlocks: [MaskBlock] {
        guard !field.isSecret, !field.text.isEmpty, !field.flags.contains(.verbatim) else { return [] }
        return field.builtInFormatter?.blocks(of: field.formattedText) ?? []
    }

    /// The brands of payment cards to which the number in a field with the rule `creditCard` belongs; empty in other
    /// fields, for a secret, and while the digits do not tell.
    package var cardBrands: [String] {
        guard field.plan.hasCardNumber, !field.isSecret else { return [] }
        return CreditCardRule.brands(of: field.fieldValue).map(\.rawValue)
    }

    package var disabledEditActions: [String] {
        EditAction.allCases.filter(field.disabledEditActions.contains).map(\.rawValue)
    }
    package var isReadOnly: Bool { field.isReadOnly }
    package var isComputed: Bool { field.plan.computed != nil }
    /// The ways in which users may change the text; none if the field is read-only.
    package var allowedEdits: [String] {
        EditOrigins.named.filter { field.allowedEdits.contains($0.origin) }.map(\.name)
    }
    /// Whether the field shows bullets.
    package var isSecureEntry: Bool { field.flags.contains(.secure) }
    package var keyboard: Keyboard { field.definition.keyboard }
    package var contentType: String? { field.definition.contentType }

    /// The definition's return key, otherwise the one for the key's action.
    package var returnKey: ReturnKey {
        if let key = field.definition.returnKey { return key }
        guard !field.plan.isTextView, field.definition.onReturn == .next else { return .done }
        return field.neighbour(forward: true, in: context.placement) == nil ? .done : .next
    }

    /// The names of the neighbours; empty at the ends of the form.
    package var nextField: String { id(of: field.neighbour(forward: true, in: context.placement)) }
    package var previousField: String { id(of: field.neighbour(forward: false, in: context.placement)) }

    private func id(of index: Int?) -> String {
        index.map { context.placement.fields[$0].id } ?? ""
    }

    /// The hints for an on-screen keyboard and an input method.
    var keyboardHints: PropertyValue {
        var hints: [String] = []
        if keyboard.spellcheck, !isSecret { hints.append("spellcheck") }
        if isSecret { hints.append("private") }
        return .record([
            "purpose": .string(keyboard.purpose.rawValue),
            "hints": .strings(hints),
            "autocapitalization": .string(keyboard.autocapitalization.rawValue),
            "correction": .boolean(keyboard.autocorrection && !isSecret),
            "contentType": .string(contentType ?? ""),
        ])
    }
}

extension MaskBlock: PropertyConvertible {
    /// The block's range, its status, and its cells, each with its range, whether it is filled, and its text.
    var propertyValue: PropertyValue {
        .tuple([
            .number(range.start), .number(range.length), .string(status.rawValue),
            .array(
                cells.map { cell in
                    .tuple([
                        .number(cell.range.start), .number(cell.range.length), .boolean(cell.isFilled),
                        .string(cell.text),
                    ])
                }
            ),
        ])
    }
}

extension Refusal: PropertyConvertible {
    /// The character and the reason.
    var propertyValue: PropertyValue { .tuple([.string(character), .string(reason.rawValue)]) }
}
