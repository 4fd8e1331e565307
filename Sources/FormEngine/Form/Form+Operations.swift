import FormModel

extension Form {
    /// Performs one operation inside the open transaction.
    ///
    /// - Parameter failure: set by an operation whose effects stay although it failed.
    mutating func run(_ operation: Operation, failure: inout FormError?) throws(FormError) -> OperationResult {
        switch operation {
        case .field(let index, let operation):
            guard fields.indices.contains(index) else {
                throw FormError(.unknownField, "the form has no field number \(index)")
            }
            return try run(operation, on: index)
        case .validate(let force):
            let errors = validateAll(force: force)
            notes.validation = .validated(valid: errors.isEmpty, errors: errors)
            if session.focus == nil, let first = errors.first {
                session.scrollTarget = compiled.definition.indices[first.field]
            }
            return .validation(valid: errors.isEmpty, errors: errors)
        case .submit: return try submit(&failure)
        case .setErrors(let errors): try setErrors(errors)
        case .reset: resetAll()
        case .focusNext: moveFocus(forward: true)
        case .focusPrevious: moveFocus(forward: false)
        case .blur: blur(validates: true)
        case .setValues(let values): try setValues(values)
        case .setViewport(let height, let keyboardInset):
            try setViewport(height: height, keyboardInset: keyboardInset)
        case .undo: travel(back: true)
        case .redo: travel(back: false)
        case .setLocale(let locale): try setLocale(locale)
        case .setWidth(let width): try setWidth(width)
        case .refresh: refresh()
        case .addRow(let group, let position): return .row(try addRow(to: group, at: position))
        case .removeRow(let group, let row): try removeRow(row, from: group)
        case .moveRow(let group, let row, let position): try moveRow(row, of: group, to: position)
        case .nextPage: return try turnPage(forward: true, &failure)
        case .previousPage: return try turnPage(forward: false, &failure)
        case .showPage(let page): return try showPage(page, &failure)
        }
        return .none
    }

    private mutating func run(
        _ operation: FieldOperation,
        on index: Int
    ) throws(FormError) -> OperationResult {
        switch operation {
        case .insertText(let text): return try insert(text, in: index, isPaste: false)
        case .deleteBackward: return try delete(in: index, forward: false)
        case .deleteForward: return try delete(in: index, forward: true)
        case .replaceRange(let start, let length, let text):
            return try replace(start: start, length: length, with: text, in: index)
        case .select(let start, let length): try select(start: start, length: length, in: index)
        case .performEditAction(let action, let text): return .action(try perform(action, text: text, in: index))
        case .clear: try clear(index)
        case .focus:
            let isFocused = focus(index)
            if !isFocused { notes.refusal = .focusRefused(index, fields[index].isDisabled ? .disabled : .vetoed) }
            return .focused(isFocused)
        case .blur: if session.focus == index { blur(validates: true) }
        case .pressReturn: try pressReturn(in: index)
        case .pressActionButton: try pressActionButton(of: index)
        case .selectOption(let place): try selectOption(place, of: index)
        case .selectDate(let date): try selectDate(date, of: index)
        case .setText(let text, let formats, let validates):
            try setText(text, of: index, formats: formats, validates: validates)
        case .setError(let message): try setError(message, of: index)
        case .resetError: resetError(of: index)
        case .reset: reset(index)
        case .validate(let force):
            let (isValid, message) = validate(index, force: force)
            return .verdict(valid: isValid, message: message)
        case .setFormatter(let definition): try setFormatter(definition, of: index)
        case .setMode(let mode): try setMode(mode, of: index)
        case .setMetrics(let hintLines, let textLines):
            try setMetrics(hintLines: hintLines, textLines: textLines, of: index)
        case .setEnabled(let isEnabled): setEnabled(isEnabled, index)
        case .setReadOnly(let isReadOnly): setReadOnly(isReadOnly, of: index)
        case .setHint(let hint): try setHint(hint, of: index)
        case .setMaxLength(let length): try setMaxLength(length, of: index)
        case .setPlaceholder(let text): try setPlaceholder(text, of: index)
        case .setSecureEntry(let isSecure): setSecureEntry(isSecure, of: index)
        case .setNextField(let id): try setNeighbour(id, of: index, forward: true)
        case .setPreviousField(let id): try setNeighbour(id, of: index, forward: false)
        case .setFocusable(let isFocusable): setFocusable(isFocusable, index)
        case .configure(let definition): configure(definition, index)
        }
        return .none
    }
}
