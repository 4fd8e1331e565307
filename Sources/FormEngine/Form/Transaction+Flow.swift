import FormModel

/// How a user goes through a form: the focus, the pages, validation, submission and undo.
extension Transaction {
    var pageOrder: PageOrder {
        PageOrder(fields: form.fields, placement: context.placement, hidden: form.session.hidden?.value)
    }

    /// The fields that are shown: those of the page, or all.
    var shownFields: Range<Int> { pageOrder.fields(ofPage: form.session.page) }

    var focusOrder: FocusOrder { FocusOrder(fields: form.fields, placement: context.placement, shown: shownFields) }

    /// Brings what is shown besides fields, and the content's height, up to date with the fields' heights.
    mutating func placeSupplements() {
        guard context.isLaidOut else { return }
        guard context.placement.hasSupplements else {
            form.session.contentHeight = form.heights.sum(of: form.fields.indices)
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
        if !isFocused { focusRefusal = .focusRefused(index, form.fields[index].isDisabled ? .disabled : .vetoed) }
        return isFocused
    }

    /// Gives a field the focus; the field that had it is left first, and validated as its policy says. One that is disabled,
    /// vetoed or not visible cannot take it: `false`, and nothing has changed.
    mutating func focus(_ index: Int) -> Bool {
        guard form.session.focus != index else { return true }
        guard form.fields[index].canTakeFocus else { return false }
        blur(validates: true)
        form.session.focus = index
        form.session.scrollTarget = nil
        change(index).flags.insert(.focused)
        updatePrefix(of: index)
        // An undo that emptied the field is not to be answered with a choice.
        if form.fields[index].plan.picker != nil, travel == nil { preselect(index) }
        if let page = context.placement.page(of: index) { form.session.page = page }
        return true
    }

    /// Takes the focus from the field that has it.
    mutating func blur(validates: Bool) {
        guard let index = form.session.focus else { return }
        let field = change(index)
        form.session.focus = nil
        field.flags = field.flags.subtracting(.focused).union(.left)
        field.endComposition()
        if field.definition.trims, field.formatter == nil {
            let trimmed = field.text.string.trimmed
            if trimmed.utf8.count != field.text.string.utf8.count {
                field.replaceText(FormText(trimmed))
                field.textOrigin = .trim
                field.followText(context)
                field.updateModified(context, asking: attempt)
            }
        }
        settleOption(field, origin: .mask)
        updatePrefix(of: index)
        finishFormatting(field)
        if validates, validatesOnBlur(field) { runValidation(of: index) }
    }

    /// Turns a text that was typed on the way to an option into the option that it can only mean, or else removes it.
    func settleOption(_ field: FormField, origin: TextOrigin) {
        guard case .options(let list) = field.picker, field.choice == .none, !field.text.isEmpty else { return }
        field.choice = list.choice(completing: field.enteredText, locale: context.locale)
        field.replaceText(FormText(list.label(of: field.choice, locale: context.locale)))
        field.textOrigin = origin
        field.updateModified(context, asking: attempt)
    }

    /// An empty field shows its formatter's prefix while it has the focus and not otherwise. This is no change of the text:
    /// nothing is announced but the property.
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

    /// Gives the formatter its last word on a text that is left. What was typed before stays to be undone as one step with
    /// it.
    private func finishFormatting(_ field: FormField) {
        guard let formatter = field.formatter(asking: attempt), !field.text.isEmpty, !field.flags.contains(.verbatim)
        else { return }
        let current = field.formattedText
        let result = formatter.finish(current)
        guard result != current, context.form.isWithinLimits(result.text) else { return }
        field.take(result)
        field.updateModified(context, asking: attempt)
        if result.text != current.text { field.textOrigin = .mask }
    }

    private func validatesOnBlur(_ field: FormField) -> Bool {
        switch field.definition.validation {
        case .always: true
        case .notEmptyText: !field.judgedText.isEmpty && !field.isOff
        case .afterChanges: field.flags.contains(.touched)
        case .never: false
        }
    }

    /// To the next field that can take the focus, or the previous one; with no field focused to the first or the last. Where
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

    /// To the next page that has something to show, or the previous one. Throws `outOfRange`.
    mutating func turnPage(forward: Bool, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        guard let page = pageOrder.neighbour(of: form.session.page, forward: forward) else {
            let count = context.placement.pages.count
            let end = "page \(form.session.page) is the \(forward ? "last" : "first") of the form's \(count)"
            throw FormError(.outOfRange, count == 0 ? "the form has no pages" : end)
        }
        return try goToPage(page, &failure)
    }

    /// Goes to a page. On the way forward each page is judged as by a submission, and the first that does not pass is where
    /// it ends, with `failure` set. Throws `outOfRange`.
    mutating func goToPage(_ page: Int, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        let pages = context.placement.pages
        guard pages.indices.contains(page) else {
            throw FormError(.outOfRange, "the form has \(pages.count) pages, and no number \(page)")
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

    /// Judges a field now and shows the result. Without a judge an error that is shown stays.
    @discardableResult
    mutating func runValidation(of index: Int) -> Verdict? {
        let field = change(index)
        field.set(.touched, true)
        let verdict = judge.verdict(of: field, speaks: true)
        field.present(verdict)
        if field.hasError { field.occurrences.insert(.validationFailed) }
        return verdict
    }

    /// The explicit validation of one field: without `force`, one that shows an error stays as it is. One that is not visible
    /// has no say.
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

    /// Validates every field that is visible and not disabled.
    mutating func validateAll(force: Bool) -> OperationResult {
        var errors: [FieldMessage] = []
        for index in form.fields.indices where form.fields[index].isJudged {
            let (isValid, message) = validate(index, force: force)
            if !isValid { errors.append(FieldMessage(field: form.fields[index].id, message: message)) }
        }
        validation = .validated(valid: errors.isEmpty, errors: errors)
        if form.session.focus == nil, let first = errors.first {
            form.session.scrollTarget = form.index(ofField: first.field)
        }
        return .validation(valid: errors.isEmpty, errors: errors)
    }

    // MARK: Submission

    /// Hands out the values if every field that is visible and enabled passes.
    ///
    /// What a program said of fields (`SetErrors`, `SetError`) was about the values of the last submission: it is withdrawn
    /// first, so that it never stands in the way of the next one. Where something does, the first such field gets the focus,
    /// what is wrong stays shown, and `failure` says which case it is. Throws `alreadySubmitted` where nothing has happened
    /// since the last submission.
    ///
    /// - Parameter asDocument: whether the values are handed out as a JSON document.
    mutating func submit(asDocument: Bool, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        if let obstacles = try findObstacles(&failure) { return obstacles }
        submission = .submitted
        form.session.isSubmitted = true
        form.session.submitted = now
        return asDocument ? .document(SubmittedDocument(form).json.line) : .values(form.values(includingSecrets: true))
    }

    /// Shows the note that stands at the form's end, once the form has been submitted.
    mutating func updateEndNote() {
        guard let note = context.placement.endNote, form.fields[note].isHidden == form.session.isSubmitted else {
            return
        }
        change(note).set(.hidden, !form.session.isSubmitted)
    }

    /// Asks the owner to submit: judges the form as a submission does, and hands out nothing.
    mutating func requestSubmit(_ failure: inout FormError?) throws(FormError) -> OperationResult {
        if let obstacles = try findObstacles(&failure) { return obstacles }
        submission = .submitRequested
        return .none
    }

    /// What stands in a submission's way. Throws `alreadySubmitted`.
    private mutating func findObstacles(_ failure: inout FormError?) throws(FormError) -> OperationResult? {
        guard !form.session.isSubmitted else {
            let message = "the form has been submitted; an edit, SetErrors or Reset makes it ready for another time"
            throw FormError(.alreadySubmitted, message)
        }
        return findObstacles(in: form.fields.indices, &failure)
    }

    /// Judges some fields as a submission does.
    ///
    /// - Returns: `nil` if all of them pass; else what the caller hears, with `failure` set and the first field that is wrong
    ///   in view.
    private mutating func findObstacles(in indices: Range<Int>, _ failure: inout FormError?) -> OperationResult? {
        var errors: [FieldMessage] = []
        var obstacles = Obstacles()
        for index in indices where form.fields[index].isJudged {
            if let message = form.fields[index].message, message.severity == .error, !message.isJudged {
                change(index).clearMessage()
            }
            let verdict = runValidation(of: index)
            let field = form.fields[index]
            obstacles.note(verdict, of: field)
            if let verdict, !verdict.isValid { errors.append(FieldMessage(field: field.id, message: verdict.message)) }
        }
        let isValid = errors.isEmpty && obstacles.pending == nil
        validation = .validated(valid: isValid, errors: errors)
        if isValid { return nil }
        failure = obstacles.error(in: context.locale)
        // In the form's order, whatever the reason.
        if let first = errors.first.flatMap({ form.index(ofField: $0.field) }), form.session.focus != first {
            bringIntoView(first)
        }
        return .validation(valid: false, errors: errors)
    }

    /// Moves the focus to a field that has been found wrong, or whose text an undo changed. Validates no other field.
    private mutating func bringIntoView(_ index: Int) {
        blur(validates: false)
        guard !focus(index) else { return }
        form.session.scrollTarget = index
        if let page = context.placement.page(of: index) { form.session.page = page }
    }

    /// What a server said after a submission. Each message is shown at its field until the field's next edit or the next
    /// submission. Without any, the form is ready to be submitted again all the same.
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

    /// Goes one step back or forward, and to the field whose text went; where there is no step, nothing happens.
    ///
    /// - Returns: the field's name; empty where rows went, or nothing.
    mutating func travel(back: Bool) -> String {
        travel = (back, nil)
        form.session.refusals.forget()
        guard let step = (back ? form.history.undo : form.history.redo).last else { return "" }
        form.session.isSubmitted = false
        if let rows = step.rows {
            setRows(rows.rows, restoring: rows)
            travel = (back, self.rows.map { History.Step(rows: $0.saved) })
            return ""
        }
        var inverse: [History.Entry] = []
        for entry in step.fields {
            guard let index = form.index(ofField: entry.id) else {
                // The field is in no row now, and may come back.
                inverse.append(entry)
                continue
            }
            inverse.append(History.Entry(before(form.fields[index]), isMessageOnly: entry.field == nil))
            let field = change(index)
            field.message = entry.message
            field.needsVerdict = true
            guard let old = entry.field else { continue }
            field.restoreText(of: old)
            if field.plan.picker != nil { translateChoice(of: index) }
            if old.isFocused, !field.isFocused { settleOption(field, origin: .undo) }
            repeatJudgement(of: index)
            // A text that was left empty by hand stays empty; one of another focus gains or loses the prefix.
            if old.isFocused != field.isFocused { updatePrefix(of: index) }
        }
        travel = (back, History.Step(fields: inverse))
        let field = step.fields.first { $0.field != nil && form.index(ofField: $0.id) != nil }?.id ?? ""
        if let index = form.index(ofField: field), form.session.focus != index { bringIntoView(index) }
        return field
    }
}

/// The first field of each kind that stands in a submission's way.
private struct Obstacles {
    var invalid: FormField?
    var unavailable: FormField?
    var pending: FormField?

    mutating func note(_ verdict: Verdict?, of field: FormField) {
        switch verdict {
        case .invalid: invalid = invalid ?? field
        case .unavailable: unavailable = unavailable ?? field
        case .pending: pending = pending ?? field
        case nil, .valid, .warning: if field.flags.contains(.pending) { pending = pending ?? field }
        }
    }

    /// What the user can mend comes first, what time mends last. People read it: fields go by their labels.
    func error(in locale: String) -> FormError? {
        func sentence(_ field: FormField, _ words: String) -> String {
            let name = field.plan.label(in: locale)
            return [name.isEmpty ? field.id : name, words].filter { !$0.isEmpty }.joined(separator: ": ")
        }
        if let invalid { return FormError(.notValid, sentence(invalid, invalid.message?.text ?? "")) }
        if let unavailable {
            return FormError(.checkUnavailable, sentence(unavailable, unavailable.message?.text ?? ""))
        }
        return pending.map { FormError(.pending, sentence($0, "a verdict is awaited")) }
    }
}
