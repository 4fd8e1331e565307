import Formatters
package import FormModel
package import TextEditing

/// What clients can do with a form: the methods and writable properties of the Session and Field interfaces.
package enum Operation: Sendable {
    case field(Int, FieldOperation)
    /// An operation on the field that has the focus when the operation is performed.
    case focused(FieldOperation)
    case validate(force: Bool)
    case submit
    /// Like `submit`, with the values as a JSON document.
    case submitDocument
    /// Asks a client with the right to submit to do so.
    case requestSubmit
    /// Error messages by field name.
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
    /// Applies the late answers that plug-ins have given since.
    case refresh
    /// Starts the form again with these initial values, for another person. Nothing that was entered is kept, undo
    /// steps included.
    case restart([String: String])
    /// Fills a newly opened form with the texts of a draft, by field name. Texts for fields that no longer exist are
    /// dropped. This cannot be undone.
    case takeUp([String: String])
    /// Adds a row at an index among the group's rows; `nil` adds it at the end.
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
    /// In code points.
    case replaceRange(start: Int, length: Int, text: String)
    case select(start: Int, length: Int)
    /// Moves the caret by `count` units; a negative count moves backward. `extends` moves only one end of the
    /// selection.
    case moveCaret(TextUnit, count: Int, extends: Bool)
    /// Deletes the selection; without one, the text between the caret and the place that `moveCaret` would move to.
    case delete(TextUnit, count: Int)
    /// Sets the text that an input method composes; an empty text ends the composition. The caret is in its code
    /// points.
    case setComposition(String, caret: Int)
    case performEditAction(EditAction, text: String)
    case clear
    case pressReturn
    case pressActionButton
    /// Chooses an option by its index in the whole list. If several can be chosen, it toggles the option.
    case selectOption(Int)
    /// Chooses these options and no others, by their indices in the whole list.
    case selectOptions([Int])
    /// Switches a toggle.
    case toggle
    /// Steps up; a negative number steps down.
    case step(Int)
    /// Chooses a day, in ISO 8601.
    case selectDate(String)
    /// If `validates` is `nil`, the field is validated only if it has been touched or the text is not empty: filling in
    /// a form in advance shows no errors.
    case setText(String, formats: Bool, validates: Bool?)
    /// Shows an error. `nil` keeps the message that is shown.
    case setError(String?)
    case resetError
    case reset
    case validate(force: Bool)
    /// This case, `setMode` and `configure` carry their JSON, so that it can be saved.
    indirect case setFormatter(FormatterDefinition?, json: String = "")
    indirect case setMode(FieldMode, json: String = "")
    /// Sets line counts that the client measured. `nil` leaves a count unchanged, and 0 returns to the reference
    /// metrics.
    case setMetrics(hintLines: Int?, textLines: Int?)
    case setEnabled(Bool)
    case setReadOnly(Bool)
    case setHint(String)
    /// Sets the maximum number of grapheme clusters; `nil` for no limit.
    case setMaxLength(Int?)
    case setPlaceholder(String)
    case setSecureEntry(Bool)
    /// A field's name; empty for the form's order.
    case setNextField(String)
    case setPreviousField(String)
    /// Sets whether the field accepts the focus. A focused field keeps it.
    case setFocusable(Bool)
    /// Changes the looks of the definition's field; `nil` restores them.
    indirect case configure(FieldDefinition?, json: String = "")
}

/// The result of one operation.
package enum OperationResult: Sendable, Hashable {
    case none
    case focused(Bool)
    /// For a secret field `text` consists of bullets.
    case edit(text: String, caret: Int, accepted: Bool)
    /// The caret's position in code points.
    case caret(Int)
    /// Whether the toggle is on now.
    case toggled(Bool)
    /// The text that was cut or copied.
    case action(String)
    case verdict(valid: Bool, message: String)
    case validation(valid: Bool, errors: [FieldMessage])
    /// The number of the new row.
    case row(Int)
    /// The page that is shown now, counted from 0.
    case page(Int)
    /// The name of the field whose text was undone or redone; empty if rows changed, or nothing.
    case restored(field: String)
    /// The values in the form's order, secrets included; only for a client with the right to submit.
    case values([FieldValue])
    /// A JSON object, secrets included; only for a client with the right to submit.
    case document(String)
    /// The names of the fields whose texts in the draft could not be applied.
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

extension Operation {
    /// Whether users perform the operation. The operations of programs do not end a burst of keys.
    var isByUser: Bool {
        switch self {
        case .field(_, let operation), .focused(let operation): operation.isByUser
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
        // Undo records only the text that a composition commits at its end.
        case .setComposition, .setText, .setError, .resetError, .validate, .setFormatter, .setMode, .setMetrics,
            .setEnabled, .setReadOnly, .setHint, .setMaxLength, .setPlaceholder, .setSecureEntry, .setNextField,
            .setPreviousField, .setFocusable, .configure:
            false
        }
    }
}

extension Operation {
    /// The same operation with the field indices of another placement. Throws `unknownField` if the field was removed.
    package func renumbered(from old: Placement, to new: Placement) throws(FormError) -> Operation {
        guard old !== new, case .field(let index, let operation) = self, old.fields.indices.contains(index) else {
            return self
        }
        return .field(try new.index(of: old.fields[index].id), operation)
    }
}

extension Operation {
    /// The approximate number of bytes that the operation adds to the form: its texts, and the size of a row or a
    /// formatter.
    package var byteCount: Int {
        switch self {
        case .field(_, let operation), .focused(let operation): operation.byteCount
        case .setErrors(let texts), .setValues(let texts), .restart(let texts), .takeUp(let texts):
            texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        case .addRow: 4_096
        default: 0
        }
    }
}

extension FieldOperation {
    fileprivate var byteCount: Int {
        switch self {
        case .insertText(let text), .replaceRange(_, _, let text), .performEditAction(_, let text),
            .setComposition(let text, _), .setText(let text, _, _), .setHint(let text), .setPlaceholder(let text),
            .setError(let text?):
            text.utf8.count
        case .setFormatter(let definition?, let json): definition.byteCount + json.utf8.count
        case .configure: 4_096
        default: 0
        }
    }
}

extension [Operation] {
    package var byteCount: Int { reduce(0) { $0 + $1.byteCount } }
}
