import FormModel
import Rules
import TextEditing

/// A user's way through a form: focus, pages, validation, submission and undo.
extension Transaction {
    var pageOrder: PageOrder {
        PageOrder(fields: form.fields, placement: context.placement, hidden: form.session.hidden?.value)
    }

    /// The fields of the page that is shown, or all fields.
    var shownFields: Range<Int> { pageOrder.fields(ofPage: form.session.page) }

    var focusOrder: FocusOrder { FocusOrder(fields: form.fields, placement: context.placement, shown: shownFields) }

    /// Updates the layout of headers and buttons, and the content's height, from the fields' heights.
    mutating func placeSupplements() {
        guard context.isLaidOut else { return }
        guard context.placement.hasSupplements else {
            form.session.contentHeight = form.fields.height(of: form.fields.indices)
            return
        }
        let layout = PageLayout(page: form.session.page, pageOrder, context)
        form.session.contentHeight = layout.height
        form.session.pageLayout = Boxed(layout)
    }

    mutating func updateReach() {
        let order = focusOrder
        form.session.hasNext = order.leads(forward: true, from: form.session.focus)
        form.session.hasPrevious = order.leads(forward: false, from: form.session.focus)
    }

    // MARK: Focus

    mutating func requestFocus(_ index: Int) -> Bool {
        let isFocused = focus(index)
        if !isFocused {
            let reason = form.fields[index].isDisabled ? FocusRefusal.disabled : .vetoed
            occurrences.focusRefusal = .focusRefused(index, reason)
        }
        return isFocused
    }

    /// Gives a field the focus. The field that had it is left first, and validated as its policy demands. Returns
    /// `false`, and changes nothing, if the field is disabled, hidden or vetoed.
    mutating func focus(_ index: Int) -> Bool {
        guard form.session.focus != index else { return true }
        guard form.fields[index].canTakeFocus else { return false }
        blur(validates: true)
        form.session.focus = index
        form.session.scrollTarget = nil
        change(index).flags.insert(.focused)
        updatePrefix(of: index)
        // An undo may have emptied the field; a preselection would revert it.
        if form.fields[index].plan.picker != nil, !recording.isTraversal { preselect(index) }
        if let page = context.placement.page(of: index) { form.session.page = page }
        return true
    }

    /// Removes the focus from the field that has it.
    mutating func blur(validates: Bool) {
        guard let index = form.session.focus else { return }
        let field = change(index)
        form.session.focus = nil
        field.flags = field.flags.subtracting(.focused).union(.left)
        field.endComposition()
        field.trim(context, asking: attempt)
        field.settleOption(context, asking: attempt, origin: .mask)
        updatePrefix(of: index)
        field.finishFormatting(context, asking: attempt)
        if validates, field.isValidatedOnBlur { runValidation(of: index) }
    }

    /// Shows the formatter's prefix in an empty field with the focus, and removes it without the focus. The property
    /// `Text` changes; there is no `TextChanged`.
    mutating func updatePrefix(of index: Int) {
        let field = change(index)
        guard let formatter = field.formatter(asking: attempt) else { return }
        if field.isFocused {
            guard field.text.isEmpty else { return }
            let prefix = formatter.prefix
            guard !prefix.text.isEmpty else { return }
            field.take(prefix)
        } else if field.showsPrefixOnly {
            field.replaceText(.empty)
            field.set(.complete, false)
        } else {
            return
        }
        field.updateModified(context, asking: attempt)
    }

    /// Moves the focus to the next or previous field that can take it; without a focus, to the first or last one. If
    /// there is none, the focus stays.
    mutating func moveFocus(forward: Bool) {
        let order = focusOrder
        let target =
            form.session.focus.map { order.neighbour(of: $0, forward: forward) } ?? order.end(forward: forward)
        if let target { _ = focus(target) }
    }

    mutating func pressReturn(in index: Int) throws(FormError) {
        let field = form.fields[index]
        try field.checkEnabled()
        if field.plan.isTextView {
            _ = try run(.insertText("\n"), on: index)
            return
        }
        switch field.definition.onReturn {
        case .stay: break
        case .blur: if form.session.focus == index { blur(validates: true) }
        case .next:
            if let target = focusOrder.neighbour(of: index, forward: true) {
                _ = focus(target)
                return
            }
            if form.session.focus == index { blur(validates: true) }
        }
        change(index).occurrences.insert(.returnPressed)
    }

    mutating func pressActionButton(of index: Int) throws(FormError) {
        let field = form.fields[index]
        guard field.hasActionButton, field.showsButton else {
            throw FormError(.actionDisabled, "the field \(field.id) shows no action button")
        }
        let pressed = change(index)
        pressed.occurrences.insert(.actionPressed)
        if case .password = pressed.mode {
            pressed.set(.secure, !pressed.flags.contains(.secure))
            pressed.selection = TextSelection(start: pressed.text.count)
        }
    }

    // MARK: Pages

    /// Shows the next or previous page that has content. Throws `outOfRange`.
    mutating func turnPage(forward: Bool, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        guard let page = pageOrder.neighbour(of: form.session.page, forward: forward) else {
            let count = context.placement.pages.count
            let end = "page \(form.session.page) is the \(forward ? "last" : "first") of the form's \(count)"
            throw FormError(.outOfRange, count == 0 ? "the form has no pages" : end)
        }
        return try goToPage(page, &failure)
    }

    /// Shows a page. On the way forward each page is validated as by a submission; the first page with an error stays
    /// shown, and `failure` is set. Throws `outOfRange`.
    mutating func goToPage(_ page: Int, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        let pages = context.placement.pages
        guard pages.indices.contains(page) else {
            throw FormError(.outOfRange, "the form has \(pages.count) pages; there is no page \(page)")
        }
        guard page != form.session.page else { return .page(page) }
        guard pageOrder.hasContent(page) else {
            throw FormError(.outOfRange, "no field of page \(page) is visible")
        }
        while form.session.page < page {
            if let obstacles = findObstacles(in: pages[form.session.page].fields, &failure) { return obstacles }
            turn(to: (form.session.page + 1...page).first(where: pageOrder.hasContent) ?? page, validates: false)
        }
        if form.session.page > page { turn(to: page, validates: true) }
        return .page(page)
    }

    private mutating func turn(to page: Int, validates: Bool) {
        blur(validates: validates)
        form.session.page = page
        form.session.scrollTarget = nil
    }

    // MARK: Validation

    /// Validates a field now and shows the result. If the field has nothing that validates it, a shown error stays.
    @discardableResult
    mutating func runValidation(of index: Int) -> Verdict? {
        let field = change(index)
        field.set(.touched, true)
        let verdict = judge.verdict(of: field, needsMessage: true)
        field.present(verdict)
        if field.hasError { field.occurrences.insert(.validationFailed) }
        return verdict
    }

    /// Validates one field on request. Without `force` a shown error stays. A hidden field is valid.
    mutating func validate(_ index: Int, force: Bool) -> (isValid: Bool, message: String) {
        let field = form.fields[index]
        if field.isHidden || field.isNote { return (true, "") }
        if field.hasError, !force { return (false, field.message?.text ?? "") }
        let verdict = runValidation(of: index)
        if case .warning(let message) = verdict { return (true, message) }
        if case .pending = verdict { return (false, context.text(.checkUnavailable)) }
        let judged = form.fields[index]
        return (!judged.hasError, judged.hasError ? judged.message?.text ?? "" : "")
    }

    /// Validates every field that is neither hidden nor disabled.
    mutating func validateAll(force: Bool) -> OperationResult {
        var errors: [FieldMessage] = []
        for index in form.fields.indices where form.fields[index].isJudged {
            let (isValid, message) = validate(index, force: force)
            if !isValid { errors.append(FieldMessage(field: form.fields[index].id, message: message)) }
        }
        occurrences.validation = .validated(valid: errors.isEmpty, errors: errors)
        if form.session.focus == nil, let first = errors.first {
            form.session.scrollTarget = form.index(ofField: first.field)
        }
        return .validation(valid: errors.isEmpty, errors: errors)
    }

    // MARK: Submission

    /// Submits the form: returns the values if every visible and enabled field is valid.
    ///
    /// Errors that a program set (`SetErrors`, `SetError`) are about the values of the last submission. They are
    /// removed first, so that they never block the next submission. If a field blocks the submission, the first such
    /// field gets the focus, the errors stay shown, and `failure` is set. Throws `alreadySubmitted` if nothing has
    /// happened since the last submission.
    ///
    /// - Parameter asDocument: whether the values are returned as a JSON document.
    mutating func submit(asDocument: Bool, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        if let obstacles = try findObstacles(&failure) { return obstacles }
        occurrences.submission = .submitted
        form.session.isSubmitted = true
        form.session.submissions &+= 1
        form.session.submitted = now
        return asDocument
            ? .document(form.document(includingSecrets: true).line) : .values(form.values(includingSecrets: true))
    }

    /// Shows the note at the form's end once the form has been submitted.
    mutating func updateEndNote() {
        guard let note = context.placement.endNote, form.fields[note].isHidden == form.session.isSubmitted else {
            return
        }
        change(note).set(.hidden, !form.session.isSubmitted)
    }

    /// Asks the application to submit: validates the form as a submission does, and returns no values.
    mutating func requestSubmit(_ failure: inout FormError?) throws(FormError) -> OperationResult {
        if let obstacles = try findObstacles(&failure) { return obstacles }
        occurrences.submission = .submitRequested
        return .none
    }

    /// Validates all fields as a submission does. Throws `alreadySubmitted`.
    private mutating func findObstacles(_ failure: inout FormError?) throws(FormError) -> OperationResult? {
        guard !form.session.isSubmitted else {
            let message = "the form has been submitted; an edit, SetErrors or Reset makes it ready for another time"
            throw FormError(.alreadySubmitted, message)
        }
        return findObstacles(in: form.fields.indices, &failure)
    }

    /// Validates some fields as a submission does.
    ///
    /// - Returns: `nil` if all of them are valid; otherwise the operation's result. Then `failure` is set, and the
    ///   first field with an error is in view.
    private mutating func findObstacles(in indices: Range<Int>, _ failure: inout FormError?) -> OperationResult? {
        var errors: [FieldMessage] = []
        var obstacles = Obstacles()
        for index in indices where form.fields[index].isJudged {
            if let message = form.fields[index].message, message.severity == .error, !message.isJudged {
                change(index).clearMessage()
            }
            let verdict = runValidation(of: index)
            let field = form.fields[index]
            obstacles.add(verdict, of: field)
            if let verdict, !verdict.isValid { errors.append(FieldMessage(field: field.id, message: verdict.message)) }
        }
        let isValid = errors.isEmpty && obstacles.pending == nil
        occurrences.validation = .validated(valid: isValid, errors: errors)
        if isValid { return nil }
        failure = obstacles.error(in: context)
        // The first in the form's order, whatever kind of error it has.
        if let first = errors.first.flatMap({ form.index(ofField: $0.field) }), form.session.focus != first {
            bringIntoView(first)
        }
        return .validation(valid: false, errors: errors)
    }

    /// Moves the focus to a field with an error, or to one whose text an undo changed. Validates no other field.
    private mutating func bringIntoView(_ index: Int) {
        blur(validates: false)
        guard !focus(index) else { return }
        form.session.scrollTarget = index
        if let page = context.placement.page(of: index) { form.session.page = page }
    }

    /// Shows the errors that a server reported after a submission. Each is shown until the field's next edit or the
    /// next submission. Even without errors the form can then be submitted again.
    mutating func setErrors(_ errors: [String: String]) throws(FormError) {
        for id in errors.keys.sorted() { _ = try context.placement.index(of: id) }
        form.session.isSubmitted = false
        for index in form.fields.indices {
            guard let message = errors[form.fields[index].id] else { continue }
            try setError(message, of: index)
        }
    }

    mutating func setError(_ message: String?, of index: Int) throws(FormError) {
        try form.fields[index].checkIsNoNote()
        if let message { try context.form.check(message, for: form.fields[index].id) }
        let field = change(index)
        form.session.isSubmitted = false
        if message != nil || !field.hasError { field.raiseError(message, isJudged: false) }
    }

    // MARK: Undo

    /// Undoes or redoes one step, and moves the focus to the field whose text changed. Does nothing if there is no
    /// step.
    ///
    /// - Returns: the field's name; empty if rows changed, or nothing.
    mutating func traverse(back: Bool) -> String {
        form.session.refusals.forget()
        let last = (back ? form.session.history.undo : form.session.history.redo).last
        recording.traverse(back: back, last)
        guard let step = last else { return "" }
        form.session.isSubmitted = false
        if let rows = step.rows { setRows(rows.rows, restoring: step) } else { restoreTexts(step.fields) }
        // Computed values and conditions follow the texts. Messages come last, because these may change them.
        updateConditions()
        for entry in step.fields {
            guard let index = form.index(ofField: entry.id) else { continue }
            if entry.message != form.fields[index].message { change(index).message = entry.message }
            restored.insert(index)
        }
        if step.rows != nil { return "" }
        let field = step.fields.first { $0.field != nil && form.index(ofField: $0.id) != nil }?.id ?? ""
        if let index = form.index(ofField: field), form.session.focus != index { bringIntoView(index) }
        return field
    }

    /// Restores the texts and choices of a step. A field is skipped if its row no longer exists, or is restored with
    /// it.
    mutating func restoreTexts(_ entries: [History.Entry]) {
        for entry in entries where before.context.placement.indices[entry.id] != nil {
            guard let index = form.index(ofField: entry.id) else { continue }
            let field = change(index)
            guard let old = entry.field else { continue }
            field.restoreText(of: old)
            if field.plan.picker != nil { translateChoice(of: index) }
            if old.isFocused, !field.isFocused { field.settleOption(context, asking: attempt, origin: .undo) }
            // If the focus is where it was, the text stays as it was restored, also if it is empty. Otherwise the
            // prefix is shown or removed.
            if old.isFocused != field.isFocused { updatePrefix(of: index) }
        }
    }
}

/// The first field of each kind that blocks a submission.
private struct Obstacles {
    var invalid: FormField?
    var unavailable: FormField?
    var pending: FormField?

    mutating func add(_ verdict: Verdict?, of field: FormField) {
        switch verdict {
        case .invalid: invalid = invalid ?? field
        case .unavailable: unavailable = unavailable ?? field
        case .pending: pending = pending ?? field
        case nil, .valid, .warning: if field.flags.contains(.pending) { pending = pending ?? field }
        }
    }

    /// The error of the most urgent kind: first what the user can correct, last what only needs time. Users read the
    /// message, so it has the field's label.
    func error(in context: FormContext) -> FormError? {
        func sentence(_ field: FormField, _ words: String) -> String {
            let name = FieldReading(field: field, context: context).label
            return [name.isEmpty ? field.id : name, words].filter { !$0.isEmpty }.joined(separator: ": ")
        }
        if let invalid { return FormError(.notValid, sentence(invalid, invalid.message?.text ?? "")) }
        if let unavailable {
            return FormError(.checkUnavailable, sentence(unavailable, unavailable.message?.text ?? ""))
        }
        return pending.map { FormError(.pending, sentence($0, "the answer of a plug-in is not available yet")) }
    }
}
