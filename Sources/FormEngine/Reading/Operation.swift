package import FormModel

/// What a client can ask of a form: the methods and writable properties of the Session and Field interfaces.
package enum Operation: Sendable {
    case field(Int, FieldOperation)
    case validate(force: Bool)
    case submit
    /// As `submit`, with the values as a JSON document.
    case submitDocument
    /// Asks whoever may submit to do so.
    case requestSubmit
    /// By the fields' names.
    case setErrors([String: String])
    case reset
    case focusNext
    case focusPrevious
    case blur
    case setValues([String: String])
    case setViewport(height: Double, keyboardInset: Double)
    case undo
    case redo
    case setLocale(String)
    case setWidth(Double)
    case setTextScale(Double)
    case setColorScheme(ColorScheme)
    /// Takes what plug-ins have answered since their questions were late.
    case refresh
    /// Begins the form anew with these initial values, for another person: nothing is left of what was entered, undo included.
    case restart([String: String])
    /// Fills a form that has just been opened in with texts that were kept of an earlier one, by the fields' names. Those that
    /// have no place in the form any more are left out. Nothing of it can be undone.
    case takeUp([String: String])
    /// At a place among the group's rows; `nil` for the place behind them.
    case addRow(group: String, position: Int?)
    case removeRow(group: String, row: Int)
    case moveRow(group: String, row: Int, position: Int)
    case nextPage
    case previousPage
    case showPage(Int)
}

package enum FieldOperation: Sendable {
    case focus
    case blur
    case insertText(String)
    case deleteBackward
    case deleteForward
    /// Code points.
    case replaceRange(start: Int, length: Int, text: String)
    case select(start: Int, length: Int)
    /// By some units; below 0 backward. With `extends` the other end of the selection stays.
    case moveCaret(TextUnit, count: Int, extends: Bool)
    /// The selection, or else what is between the caret and where `moveCaret` would lead.
    case delete(TextUnit, count: Int)
    /// What an input method composes; "" if it composes nothing any more. The caret is counted in its code points.
    case setComposition(String, caret: Int)
    case performEditAction(EditAction, text: String)
    case clear
    case pressReturn
    case pressActionButton
    /// An option's place in the whole list. Where several may be chosen, the option is added, or taken away again.
    case selectOption(Int)
    /// All options that are chosen, by their places in the whole list.
    case selectOptions([Int])
    /// Turns a toggle.
    case toggle
    /// Some steps up, or down where it is below 0.
    case step(Int)
    /// A day as in ISO 8601.
    case selectDate(String)
    /// `validates` is `nil` for a validation only if the field has been touched or the text is not empty: filling a form in
    /// advance shows no errors.
    case setText(String, formats: Bool, validates: Bool?)
    /// `nil` if the field is in error and keeps the message that it shows.
    case setError(String?)
    case resetError
    case reset
    case validate(force: Bool)
    /// This and the two below that are read from JSON come with it, so that a form that is kept can keep them.
    indirect case setFormatter(FormatterDefinition?, json: String = "")
    indirect case setMode(FieldMode, json: String = "")
    /// Lines that the client measured for itself; `nil` leaves a number as it is, and 0 goes back to the reference metrics.
    case setMetrics(hintLines: Int?, textLines: Int?)
    case setEnabled(Bool)
    case setReadOnly(Bool)
    case setHint(String)
    /// In grapheme clusters; `nil` for no limit.
    case setMaxLength(Int?)
    case setPlaceholder(String)
    case setSecureEntry(Bool)
    /// A field's id, or "" for the form's order.
    case setNextField(String)
    case setPreviousField(String)
    /// Whether the application lets the focus in; a field that has it keeps it.
    case setFocusable(Bool)
    /// The definition's field with other looks; `nil` for the looks of the definition.
    indirect case configure(FieldDefinition?, json: String = "")
}

package enum EditAction: String, Sendable, CaseIterable {
    case cut, copy, paste, select, selectAll, delete
}

/// What the caller of one operation gets back.
package enum OperationResult: Sendable, Hashable {
    case none
    case focused(Bool)
    /// For a secret field `text` is bullets.
    case edit(text: String, caret: Int, accepted: Bool)
    /// Where the caret is, in code points.
    case caret(Int)
    /// Whether a toggle is on now.
    case toggled(Bool)
    /// What a cut or copy took.
    case action(String)
    case verdict(valid: Bool, message: String)
    case validation(valid: Bool, errors: [FieldMessage])
    /// The number of a row that was added.
    case row(Int)
    /// The page that is shown now, from 0.
    case page(Int)
    /// The name of the field whose text an undo or a redo changed; empty where it changed rows, or nothing.
    case travelled(field: String)
    /// In the form's order, secrets included: for the owner's reply only.
    case values([FieldValue])
    /// A JSON object, secrets included: for the owner's reply only.
    case document(String)
    /// The names of fields whose texts had no place in the form.
    case leftOut([String])
}

package struct FieldMessage: Sendable, Hashable {
    package var field: String
    package var message: String

    package init(field: String, message: String) {
        self.field = field
        self.message = message
    }
}

extension EditAction {
    package var option: EditActions {
        switch self {
        case .cut: .cut
        case .copy: .copy
        case .paste: .paste
        case .select: .select
        case .selectAll: .selectAll
        case .delete: .delete
        }
    }
}

extension Operation {
    /// Whether a user does this: what a program does between two keys does not end the burst that they belong to.
    var isByUser: Bool {
        switch self {
        case .field(_, let operation): operation.isByUser
        case .focusNext, .focusPrevious, .blur, .undo, .redo, .addRow, .removeRow, .moveRow, .nextPage, .previousPage,
            .showPage, .submit, .submitDocument, .requestSubmit, .reset:
            true
        case .validate, .setErrors, .setValues, .setViewport, .setLocale, .setWidth, .setTextScale, .setColorScheme,
            .refresh, .restart, .takeUp:
            false
        }
    }
}

extension FieldOperation {
    var isByUser: Bool {
        switch self {
        case .focus, .blur, .insertText, .deleteBackward, .deleteForward, .delete, .replaceRange, .select, .moveCaret,
            .performEditAction, .clear, .pressReturn, .pressActionButton, .selectOption, .selectOptions, .toggle, .step,
            .selectDate, .reset:
            true
        // Undo knows only what is entered in the end of what was composed.
        case .setComposition, .setText, .setError, .resetError, .validate, .setFormatter, .setMode, .setMetrics,
            .setEnabled, .setReadOnly, .setHint, .setMaxLength, .setPlaceholder, .setSecureEntry, .setNextField,
            .setPreviousField, .setFocusable, .configure:
            false
        }
    }
}

extension Operation {
    /// The same operation where fields have other places. Throws `unknownField` for a field that is gone.
    package func renumbered(from old: Placement, to new: Placement) throws(FormError) -> Operation {
        guard old !== new, case .field(let index, let operation) = self, old.fields.indices.contains(index) else {
            return self
        }
        return .field(try new.index(of: old.fields[index].id), operation)
    }
}

extension Operation {
    /// Bytes that the operation brings, about: texts, and what a row or another formatter takes.
    package var byteCount: Int {
        switch self {
        case .field(_, .insertText(let text)), .field(_, .replaceRange(_, _, let text)),
            .field(_, .performEditAction(_, let text)), .field(_, .setComposition(let text, _)),
            .field(_, .setText(let text, _, _)), .field(_, .setHint(let text)), .field(_, .setPlaceholder(let text)),
            .field(_, .setError(let text?)):
            text.utf8.count
        case .setErrors(let texts), .setValues(let texts), .restart(let texts), .takeUp(let texts):
            texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        case .field(_, .setFormatter(let definition?, let json)): definition.byteCount + json.utf8.count
        case .addRow, .field(_, .configure): 4_096
        default: 0
        }
    }
}

extension [Operation] {
    package var byteCount: Int { reduce(0) { $0 + $1.byteCount } }
}
