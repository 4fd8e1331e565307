import FormModel
import TextEditing

/// The edits of users. An `Editor` filters, limits and formats each edit. An edit that does not change the text is
/// reported as not accepted, announces nothing and leaves a shown error in place.
///
/// An edit neither needs nor takes the focus: a script may type into any enabled field.
extension Transaction {
    mutating func run(_ operation: FieldOperation, on index: Int) throws(FormError) -> OperationResult {
        if form.fields[index].isNote, !operation.fitsNotes { try form.fields[index].checkIsNoNote() }
        switch operation {
        case .insertText(let text):
            return .edit(accepted: try insert(text, in: index, isPaste: false), form.fields[index])
        case .deleteBackward: return .edit(accepted: try delete(in: index, forward: false), form.fields[index])
        case .deleteForward: return .edit(accepted: try delete(in: index, forward: true), form.fields[index])
        case .replaceRange(let start, let length, let text):
            let range = TextSelection(start: start, length: length)
            return .edit(accepted: try replace(range, with: text, in: index), form.fields[index])
        case .delete(let unit, let count):
            return .edit(accepted: try delete(by: unit, count: count, in: index), form.fields[index])
        case .moveCaret(let unit, let count, let extends):
            return .caret(moveCaret(by: unit, count: count, extends: extends, in: index))
        case .setComposition(let text, let caret):
            try form.fields[index].checkComposition(text, caret: caret, context)
            change(index).compose(text)
        case .select(let start, let length): try select(TextSelection(start: start, length: length), in: index)
        case .performEditAction(let action, let text): return .action(try perform(action, text: text, in: index))
        case .clear: try clear(index)
        case .focus: return .focused(requestFocus(index))
        case .blur: if form.session.focus == index { blur(validates: true) }
        case .pressReturn: try pressReturn(in: index)
        case .pressActionButton: try pressActionButton(of: index)
        case .selectOption(let number): try selectOption(number, of: index)
        case .selectOptions(let numbers): try selectOptions(numbers, of: index)
        case .toggle: return .toggled(try toggle(index))
        case .step(let count): return .edit(accepted: try step(by: count, in: index), form.fields[index])
        case .selectDate(let date): try selectDate(date, of: index)
        case .validate(let force):
            let (isValid, message) = validate(index, force: force)
            return .verdict(valid: isValid, message: message)
        default: try set(operation, of: index)
        }
        return .none
    }

    // MARK: Keys

    // The functions for edits return whether the edit was accepted.

    private mutating func insert(_ text: String, in index: Int, isPaste: Bool) throws(FormError) -> Bool {
        let field = form.fields[index]
        try field.checkEditable(by: isPaste ? .clipboard : .typing)
        try context.form.check(text, for: field.id)
        if field.plan.isToggle, text == " " {
            _ = try toggle(index)
            return true
        }
        let selection = field.selection
        if !isPaste, field.composition != nil { change(index).endComposition() }
        let edit = TextEdit(range: selection, replacement: text, origin: isPaste ? .paste : .key)
        let accepted = try self.edit(edit, in: index)
        if accepted, !isPaste, selection.length == 0, text.isKey {
            recordKey(.insert, in: index, before: selection.start)
        }
        return accepted
    }

    private mutating func delete(in index: Int, forward: Bool) throws(FormError) -> Bool {
        let field = form.fields[index]
        try field.checkEditable(by: .typing)
        let caret = field.selection.start
        let isKey = field.selection.length == 0
        let range = isKey ? field.text.cluster(beside: caret, forward: forward) : field.selection
        guard range.length > 0 else { return false }
        let edit = TextEdit(range: range, replacement: "", origin: forward ? .deleteForward : .deleteBackward)
        let accepted = try self.edit(edit, in: index)
        if accepted, isKey { recordKey(forward ? .deleteForward : .deleteBackward, in: index, before: caret) }
        return accepted
    }

    private mutating func delete(by unit: TextUnit, count: Int, in index: Int) throws(FormError) -> Bool {
        let field = form.fields[index]
        if field.selection.length > 0 || unit == .character && count.magnitude == 1 {
            return try delete(in: index, forward: count > 0)
        }
        try field.checkEditable(by: .typing)
        let target = CaretMovement(field, context, attempt).destination(from: field.caret, by: unit, count: count)
        let range = TextSelection(from: field.caret, to: target)
        guard range.length > 0 else { return false }
        let origin: TextEdit.Origin = count > 0 ? .deleteForward : .deleteBackward
        return try edit(TextEdit(range: range, replacement: "", origin: origin), in: index)
    }

    /// Moves the caret. If there is a selection and it is not extended, the caret first goes to the selection's end in
    /// the direction of the movement, which counts as one character.
    private mutating func moveCaret(by unit: TextUnit, count: Int, extends: Bool, in index: Int) -> Int {
        let field = form.fields[index]
        guard count != 0 else { return field.caret }
        let (selection, movement) = (field.selection, CaretMovement(field, context, attempt))
        if extends {
            let anchor = field.isCaretAtStart ? selection.end : selection.start
            let caret = movement.destination(from: field.caret, by: unit, count: count)
            guard caret != field.caret else { return caret }
            let changed = change(index)
            changed.selection = TextSelection(from: anchor, to: caret)
            if caret < anchor { changed.isCaretAtStart = true }
            return caret
        }
        var (caret, count) = (field.caret, count)
        if selection.length > 0 {
            caret = count > 0 ? selection.end : selection.start
            if unit == .character { count -= count.signum() }
        }
        caret = movement.destination(from: caret, by: unit, count: count)
        if selection != TextSelection(start: caret) { change(index).selection = TextSelection(start: caret) }
        return caret
    }

    private mutating func replace(_ range: TextSelection, with text: String, in index: Int) throws(FormError) -> Bool {
        let field = form.fields[index]
        try field.checkEditable(by: .replacement)
        try context.form.check(text, for: field.id)
        try field.check(range)
        return try edit(TextEdit(range: field.text.widened(range), replacement: text, origin: .paste), in: index)
    }

    /// Selects a range. Its ends move outwards to boundaries of grapheme clusters; a caret without a selection moves
    /// out of the prefix and suffix that a formatter shows.
    private mutating func select(_ range: TextSelection, in index: Int) throws(FormError) {
        try form.fields[index].check(range)
        let field = change(index)
        var selection = field.text.widened(range)
        if selection.length == 0, !field.flags.contains(.verbatim), let formatter = field.builtInFormatter {
            selection.start = formatter.caret(at: selection.start, in: field.formattedText)
        }
        field.selection = selection
    }

    /// Applies one edit to a field. Returns `false` if it changed nothing.
    private mutating func edit(_ edit: TextEdit, in index: Int) throws(FormError) -> Bool {
        form.session.refusals.forget()
        guard !form.fields[index].plan.isToggle else {
            form.session.refusals.record(Refusal.all(of: edit.replacement, .values), in: form.fields[index])
            return false
        }
        let field = change(index)
        var editor = Editor(field, judge)
        let outcome = try editor.apply(edit)
        form.session.refusals.record(editor.refusals, in: field)
        if outcome == .changed { form.session.isSubmitted = false }
        return outcome != .unchanged
    }

    /// Steps a number, a date, a time, an option or a toggle. Throws `actionDisabled` for any other field.
    private mutating func step(by count: Int, in index: Int) throws(FormError) -> Bool {
        let field = form.fields[index]
        try field.checkEditable(by: field.plan.picker == nil ? .typing : .picker)
        form.session.refusals.forget()
        let stepper = Stepper(field: field, judge: judge, count: count)
        guard count != 0 else { return false }
        if let picker = field.picker {
            guard let choice = try stepper.choice(in: picker) else { return false }
            let (caret, isBehind) = (field.selection, field.selection.end >= field.text.count)
            let accepted = try choose(choice, of: index)
            // Restores the selection, so that the next step changes the same part of the date.
            if accepted, !isBehind { change(index).selection = form.fields[index].text.widened(caret) }
            return accepted
        }
        guard let text = try stepper.text() else { return false }
        let (caret, now) = (field.selection.start, change(index))
        var editor = Editor(now, judge)
        guard try editor.put(text) else { return false }
        form.session.isSubmitted = false
        recordKey(.step, in: index, before: caret)
        return true
    }

    private mutating func recordKey(_ kind: History.Burst.Kind, in index: Int, before caret: Int) {
        recording.key(kind, in: form.fields[index], before: caret, after: form.session.history.burst)
    }

    // MARK: Actions

    /// Performs the clear button of a text view.
    private mutating func clear(_ index: Int) throws(FormError) {
        let field = form.fields[index]
        try field.checkEditable(by: .clear)
        guard field.plan.isTextView, field.definition.hasClearButton else {
            throw FormError(.actionDisabled, "the field \(field.id) has no clear button")
        }
        guard !field.text.isEmpty else { return }
        if try edit(TextEdit(range: field.text.everything, replacement: "", origin: .cut), in: index) {
            change(index).textOrigin = .clear
        }
    }

    /// Performs an edit action. Returns the text that was cut or copied, otherwise an empty text. A secret cannot be
    /// cut or copied.
    private mutating func perform(_ action: EditAction, text: String, in index: Int) throws(FormError) -> String {
        let field = form.fields[index]
        guard !field.definition.disabledEditActions.contains(action) else {
            throw FormError(.actionDisabled, "the form's definition disables \(action) in \(field.id)")
        }
        let selection = field.selection
        switch action {
        case .cut, .copy:
            guard !field.isSecret else {
                throw FormError(.actionDisabled, "\(action) is disabled in the secret field \(field.id)")
            }
            let taken = String(field.text[selection])
            if action == .cut { try deleteSelection(in: index) }
            return taken
        case .paste: _ = try insert(text, in: index, isPaste: true)
        case .delete: try deleteSelection(in: index)
        case .selectAll: change(index).selection = field.text.everything
        case .select:
            // The boundaries of words would reveal a part of a secret.
            change(index).selection =
                field.isSecret
                ? field.text.everything
                : field.text.word(around: selection.start, of: context.words(in: field.text.string))
        }
        return ""
    }

    private mutating func deleteSelection(in index: Int) throws(FormError) {
        let field = form.fields[index]
        try field.checkEditable(by: .clipboard)
        let selection = field.selection
        guard selection.length > 0 else { return }
        _ = try edit(TextEdit(range: selection, replacement: "", origin: .cut), in: index)
    }

    // MARK: Pickers

    /// Chooses an option by its index among those that are offered. Throws `disabled`, `outOfRange`, and
    /// `actionDisabled` if the field has no list or users may not use its picker.
    private mutating func selectOption(_ number: Int, of index: Int) throws(FormError) {
        let field = form.fields[index]
        try field.checkEditable(by: .picker)
        guard let picker = field.picker, let list = picker.list else {
            throw FormError(.actionDisabled, "the field \(field.id) has no options")
        }
        try list.check([number], of: field.id)
        if case .several(let selection) = picker {
            let chosen = Set(field.choice.indices.compactMap(list.number)).symmetricDifference([number])
            _ = try choose(try selection.choice(of: Array(chosen), for: field.id), of: index)
        } else {
            _ = try choose(Choice(list.index(at: number)), of: index)
        }
    }

    /// Chooses these options and no others. Throws the errors of `selectOption`, `invalidArgument` for an option that
    /// is named twice, and `limitExceeded`.
    private mutating func selectOptions(_ numbers: [Int], of index: Int) throws(FormError) {
        let field = form.fields[index]
        try field.checkEditable(by: .picker)
        guard case .several(let selection) = field.picker else {
            throw FormError(.actionDisabled, "the field \(field.id) does not take several options")
        }
        _ = try choose(try selection.choice(of: numbers, for: field.id), of: index)
    }

    /// Switches a toggle. Throws `disabled`, and `actionDisabled` for a field that is no toggle.
    ///
    /// - Returns: whether the toggle is on now.
    private mutating func toggle(_ index: Int) throws(FormError) -> Bool {
        let field = form.fields[index]
        try field.checkEditable(by: .picker)
        guard field.plan.isToggle else { throw FormError(.actionDisabled, "the field \(field.id) is not a toggle") }
        let isOn = field.isToggledOff
        _ = try choose(isOn ? .on : .off, of: index)
        return isOn
    }

    /// Chooses a day. Throws `disabled`, `actionDisabled` for a field without a calendar, `invalidArgument` for a text
    /// that is no date, and `outOfRange` for a day that is not offered.
    private mutating func selectDate(_ iso: String, of index: Int) throws(FormError) {
        let field = form.fields[index]
        try field.checkEditable(by: .picker)
        guard case .date(let picker) = field.plan.picker else {
            throw FormError(.actionDisabled, "the field \(field.id) has no calendar")
        }
        guard let date = CalendarDay(iso: iso) else {
            throw FormError(.invalidArgument, "\"\(iso.prefix(40))\" is not a date such as 2026-03-05")
        }
        if let refusal = picker.refusal(of: date, today: context.today) { throw FormError(.outOfRange, refusal) }
        _ = try choose(Choice(date.dayNumber), of: index)
    }

    /// Applies a user's choice and validates the field at once. Returns `false` if the choice is the present one.
    private mutating func choose(_ choice: Choice, of index: Int) throws(FormError) -> Bool {
        guard try display(choice, of: index, origin: .picker) else { return false }
        change(index).flags.formUnion([.touched, .entered])
        runValidation(of: index)
        return true
    }

    /// Makes the picker's own first choice, if it has one, in an empty field that takes the focus.
    mutating func preselect(_ index: Int) {
        let field = form.fields[index]
        guard let picker = field.picker, field.judgedText.isEmpty, field.allowedEdits.contains(.picker) else {
            return
        }
        let choice = picker.preselection(today: context.today)
        // The texts of a definition are never longer than a field's limit.
        guard choice != .none, (try? display(choice, of: index, origin: .picker)) == true else { return }
        let chosen = change(index)
        chosen.flags.formUnion([.touched, .entered])
        if chosen.hasError { chosen.clearMessage() }
    }

    /// Shows a choice's text. Filter and maximum length do not apply to it. Returns `false` if the field shows the
    /// choice already.
    private mutating func display(_ choice: Choice, of index: Int, origin: TextOrigin) throws(FormError) -> Bool {
        guard let picker = form.fields[index].picker else { return false }
        let text = picker.text(of: choice, locale: context.locale)
        let formatted = form.fields[index].formatter(asking: attempt)?.format(text)
        let new = formatted?.text ?? FormText(text)
        try context.form.check(new.string, for: form.fields[index].id)
        if case .several(let selection) = picker {
            try context.form.check(selection.value(of: choice), for: form.fields[index].id)
        }
        let old = form.fields[index].text
        guard form.fields[index].choice != choice || old != new else { return false }
        let field = change(index)
        if let formatted {
            field.takeFormatted(formatted)
        } else {
            field.replaceText(new)
            field.flags.remove(.verbatim)
        }
        field.choice = choice
        field.lastEdit = .none
        if field.text != old || origin == .picker { field.textOrigin = origin }
        if origin == .picker { form.session.isSubmitted = false }
        field.updateModified(context, asking: attempt)
        return true
    }

    /// Shows the field's choice in the session's language. If there is no choice, the text may match an option in that
    /// language.
    mutating func translateChoice(of index: Int) {
        let field = change(index)
        guard let picker = field.picker else { return }
        guard field.choice != .none else { return field.followText(context) }
        let choice = field.choice
        let understood = picker.choice(forText: field.enteredText, current: choice, locale: context.locale)
        guard understood != choice else { return }
        let selection = field.selection
        let origin = field.textOrigin
        guard let isChanged = try? display(choice, of: index, origin: .mask), isChanged else { return }
        field.selection = field.text.widened(selection)
        if origin == .undo { field.textOrigin = .undo }
    }
}

extension FieldOperation {
    /// Whether the operation is allowed on a note.
    fileprivate var fitsNotes: Bool {
        switch self {
        case .blur, .validate, .setMetrics: true
        default: false
        }
    }
}

extension OperationResult {
    /// The result of an edit.
    ///
    /// - Parameter field: the field after the edit.
    fileprivate static func edit(accepted: Bool, _ field: FormField) -> OperationResult {
        .edit(text: field.publishedText, caret: field.selection.end, accepted: accepted)
    }
}

extension String {
    /// Whether one key can have typed the text: a single grapheme cluster that is no line break.
    fileprivate var isKey: Bool {
        utf8.count == 1 ? utf8.first != 0x0A : utf8.count <= 16 && clusterCount == 1
    }
}
