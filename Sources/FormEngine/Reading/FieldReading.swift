package import FormModel
package import FormPlugin
import PaymentCards

/// All that can be read of one field: the properties of the Field interface, each derived when it is asked for.
///
/// Cheap to make, not meant to be kept.
package struct FieldReading: Sendable {
    let field: FormField
    let context: FormContext
    /// What the session's last edit brought in vain, if it was this field's; empty for a secret.
    package var refusals: [Refusal] = []

    /// What stands for *no limit* where a maximum length is a number.
    package static let noMaxLength = Int(UInt32.max)
}

extension FieldReading {
    package var id: String { field.id }
    /// The form's revision when a property of the field last changed; 0 if none has.
    package var revision: UInt64 { field.revision }
    package var accessibilityID: String { field.place.accessibilityID }
    package var kind: FieldKind { field.definition.kind }
    package var label: String { field.shown?.value.label.text ?? field.plan.label(in: context.locale) }
    /// The definition's field, whatever the session has configured.
    package var definition: FieldDefinition { _read { yield field.place.plan.definition } }

    /// What the field shows, a formatter's prefix included; bullets for a secret, one for each code point.
    package var text: String { field.publishedText }
    /// The text itself, of a secret as well: for the reply to one who may see it.
    package var revealedText: String { field.text.string }
    /// Unformatted and trimmed; empty for a secret.
    package var value: String { field.isSecret || field.isNote ? "" : field.fieldValue }
    /// Code points of `text`.
    package var selection: TextSelection { field.selection }
    /// The end of the selection that moves.
    package var caret: Int { field.caret }
    /// What an input method composes, and what is not entered yet; empty for a secret.
    package var composition: String { field.isSecret ? "" : field.composition?.value ?? "" }
    package var lastEdit: LastEdit { field.lastEdit }

    /// `error` outranks the rest.
    package var containerState: ContainerState { field.containerState }
    package var fieldState: FieldState { field.fieldState }
    package var isEnabled: Bool { !field.isDisabled }
    /// Whether the application lets the focus in.
    package var isFocusable: Bool { field.flags.isDisjoint(with: [.vetoed, .note]) }
    package var isFocused: Bool { field.isFocused }
    package var isValid: Bool { !field.hasError }
    package var isTouched: Bool { field.flags.contains(.touched) }
    package var isModified: Bool { field.flags.contains(.modified) }
    package var isRequired: Bool { field.isRequired }
    /// A field that is not visible has no place in the form at the moment. It takes neither focus nor edits, and its height
    /// is 0.
    package var isVisible: Bool { !field.isHidden }
    /// Whether a validation now would succeed.
    package var wouldPass: Bool { field.flags.contains(.passes) }
    package var isPending: Bool { field.flags.contains(.pending) }
    package var isSecret: Bool { field.isSecret }

    /// Empty without an error, and for an error that has no message.
    package var error: String { field.hasError ? field.message?.text ?? "" : "" }
    /// What a rule remarks on a text that is valid.
    package var warning: String { field.message?.severity == .warning ? field.message?.text ?? "" : "" }
    package var hint: String { field.hint(in: context.locale) }
    /// What stands in the hint's place: the error's message, else the warning's, else the hint.
    package var hintText: String { field.shownHint(in: context.locale) }
    package var isHintVisible: Bool { field.flags.contains(.hintVisible) }

    var metrics: FieldMetrics { context.metrics(of: field.plan) }
    /// What frames in the field are worked out by.
    var column: FormContext { context.column(of: field.place) }
    /// Logical pixels, as are the other heights; 0 without a layout.
    package var height: Double { field.layout.height }
    package var hintHeight: Double { field.hintHeight(metrics) }
    package var textHeight: Double { context.isLaidOut ? field.textHeight(metrics) : 0 }
    /// Whether a text view's text is higher than its box.
    package var scrolls: Bool { field.scrolls(metrics) }

    /// In grapheme clusters; `nil` for no limit.
    package var maxLength: Int? { field.maxLength }
    package var maskStatus: MaskStatus { field.maskStatus }
    /// What a formatter says is still to come behind the text; empty for a secret.
    package var maskTail: String { field.isSecret ? "" : field.tail }
    /// Whether more typing at the end could still make a formatter's text complete; true without a formatter.
    package var isMaskPossible: Bool { field.flags.contains(.possible) }

    /// The blocks of cells that a formatter's text consists of; empty for a secret, and while no text is shown.
    package var maskBlocks: [MaskBlock] {
        guard !field.isSecret, !field.text.isEmpty, !field.flags.contains(.verbatim) else { return [] }
        return field.builtInFormatter?.blocks(of: field.formattedText) ?? []
    }

    /// The brands of payment cards to which the number in a field with the rule `creditCard` belongs; empty in other fields, for a
    /// secret, and while the digits do not tell.
    package var cardBrands: [String] {
        guard field.plan.hasCardNumber, !field.isSecret else { return [] }
        return CreditCardRule.brands(of: field.fieldValue).map(\.rawValue)
    }

    package var disabledEditActions: EditActions { field.disabledEditActions }
    package var isReadOnly: Bool { field.isReadOnly }
    package var isComputed: Bool { field.plan.computed != nil }
    /// What users may change the text with; nothing where the field is read-only.
    package var allowedEdits: EditOrigins { field.allowedEdits }
    /// Bullets are shown.
    package var isSecureEntry: Bool { field.flags.contains(.secure) }
    package var keyboard: Keyboard { field.definition.keyboard }
    package var contentType: String? { field.definition.contentType }

    /// Derived from where the key leads unless the definition names it.
    package var returnKey: ReturnKey {
        if let key = field.definition.returnKey { return key }
        guard !field.plan.isTextView, field.definition.onReturn == .next else { return .done }
        return field.neighbour(forward: true, in: context.placement) == nil ? .done : .next
    }

    /// Ids; empty at the ends of the form.
    package var nextField: String { id(of: field.neighbour(forward: true, in: context.placement)) }
    package var previousField: String { id(of: field.neighbour(forward: false, in: context.placement)) }

    private func id(of index: Int?) -> String {
        index.map { context.placement.fields[$0].id } ?? ""
    }

    /// What an on-screen keyboard and an input method want to know.
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
    /// Its place in the text, its status, and its cells, each with its place, whether it is filled, and what it shows.
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
    /// The character, and the word for what refused it.
    var propertyValue: PropertyValue { .tuple([.string(character), .string(reason.rawValue)]) }
}
