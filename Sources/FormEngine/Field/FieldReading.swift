package import FormModel
package import FormPlugin

/// All that can be read of one field: the properties of the Field interface, each derived when it is asked for.
///
/// A copy of the field as it is now; cheap to make, not meant to be kept.
package struct FieldReading: Sendable {
    let state: FieldStorage
    let field: CompiledField
    let form: CompiledForm
    let locale: String
    let width: Double
    let today: CalendarDay
    let plugins: [PluginSlot: PluginPlaceholder]
    /// What the session's last edit brought in vain, if it was this field's; empty for a secret.
    package let refusals: [Refusal]
}

extension FieldReading {
    package var id: String { field.definition.id }
    package var accessibilityID: String { field.definition.accessibilityID }
    package var kind: FieldKind { field.definition.kind }
    package var label: String { field.label(in: locale) }

    /// What the field shows, a formatter's prefix included; bullets for a secret, one for each code point.
    package var text: String { state.publishedText }
    /// Unformatted and trimmed; empty for a secret.
    package var value: String { state.isSecret ? "" : state.fieldValue(field) }
    /// Code points of `text`.
    package var selection: TextSelection { state.selection }
    package var lastEdit: LastEdit { state.lastEdit }

    /// `error` outranks the rest.
    package var containerState: ContainerState { state.containerState }
    package var fieldState: FieldState { state.fieldState }
    package var isEnabled: Bool { !state.isDisabled }
    /// Whether the application lets the focus in.
    package var isFocusable: Bool { !state.flags.contains(.vetoed) }
    package var isFocused: Bool { state.isFocused }
    package var isValid: Bool { !state.hasError }
    package var isTouched: Bool { state.flags.contains(.touched) }
    package var isModified: Bool { state.flags.contains(.modified) }
    package var isRequired: Bool { state.isRequired(field) }
    /// False: it has no place in the form at the moment. It takes neither focus nor edits, and its height is 0.
    package var isVisible: Bool { !state.isHidden }
    /// Whether a validation now would succeed.
    package var wouldPass: Bool { state.flags.contains(.passes) }
    package var isPending: Bool { state.flags.contains(.pending) }
    package var isSecret: Bool { state.isSecret }

    /// Empty without an error, and for an error that has no message.
    package var error: String { state.shownError ?? "" }
    /// What a rule remarks on a text that is valid.
    package var warning: String { state.shownWarning ?? "" }
    package var hint: String { state.hint(field, locale: locale) }
    /// What stands in the hint's place: the error's message, else the warning's, else the hint.
    package var hintText: String { state.shownHint(field, locale: locale) }
    package var isHintVisible: Bool { state.flags.contains(.hintVisible) }

    package var height: Double { state.height }
    package var hintHeight: Double { state.hintHeight(field) }
    package var textHeight: Double { state.textHeight(field) }
    /// Whether a text view's text is higher than its box.
    package var scrolls: Bool { state.scrolls(field) }

    /// Grapheme clusters; 0: no limit.
    package var maxLength: Int { state.maxLength(field) ?? 0 }
    package var maskStatus: MaskStatus { state.maskStatus(field) }
    /// What a formatter says is still to come behind the text; empty for a secret.
    package var maskTail: String { state.isSecret ? "" : state.tail }
    /// Whether more typing at the end could still make a formatter's text complete; true without a formatter.
    package var isMaskPossible: Bool { state.flags.contains(.possible) }
    /// The blocks of cells that a formatter's text consists of; empty for a secret, and while no text is shown.
    package var maskBlocks: [MaskBlock] { state.blocks(field) }
    package var disabledEditActions: EditActions { state.disabledEditActions(field) }
    package var isReadOnly: Bool { state.isReadOnly(field) }
    /// What users may change the text with; nothing where the field is read-only.
    package var allowedEdits: EditOrigins { state.allowedEdits(field) }
    /// Dots are shown.
    package var isSecureEntry: Bool { state.flags.contains(.secure) }

    package var returnKey: ReturnKey { state.returnKey(field, count: form.fields.count) }
    package var keyboard: Keyboard { field.definition.keyboard }
    package var contentType: String? { field.definition.contentType }
    /// Ids; empty at the ends of the form.
    package var nextField: String { id(of: state.neighbour(field, forward: true, count: form.fields.count)) }
    package var previousField: String { id(of: state.neighbour(field, forward: false, count: form.fields.count)) }

    private func id(of index: Int?) -> String {
        guard let index, form.fields.indices.contains(index) else { return "" }
        return form.fields[index].definition.id
    }
}

extension FieldStorage {
    /// What the definition disables, and what would change a text that is not to be changed so.
    func disabledEditActions(_ field: CompiledField) -> EditActions {
        let disabled = field.definition.disabledEditActions
        return allowedEdits(field).contains(.clipboard) ? disabled : disabled.union([.cut, .paste, .delete])
    }

    @inline(__always)
    func maskStatus(_ field: CompiledField) -> MaskStatus {
        guard hasFormatter(field) else { return .none }
        if flags.contains(.complete) { return .complete }
        return value.isEmpty ? .clear : .incomplete
    }

    /// Derived from where the key leads unless the definition names it.
    func returnKey(_ field: CompiledField, count: Int) -> ReturnKey {
        if let key = field.definition.returnKey { return key }
        guard !field.isTextView, field.definition.onReturn == .next else { return .done }
        return neighbour(field, forward: true, count: count) == nil ? .done : .next
    }
}

extension CompiledField {
    /// The accessible name: the first placeholder's text where the definition gives none.
    func label(in locale: String) -> String {
        (definition.label ?? definition.placeholders.first?.text)?.text(in: locale) ?? ""
    }
}
