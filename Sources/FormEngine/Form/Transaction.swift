import FormModel
import FormPlugin
import TextEditing

/// One transaction on a form, which it owns while it runs. It performs operations, derives what follows from them,
/// records an undo step and announces the changes. `perform` has these steps in their order.
///
/// Operations get a field to write from `change`. The fields record by themselves which of their aspects became dirty.
/// The properties below hold what operations leave for the end of the transaction.
struct Transaction: ~Copyable {
    var form: Form
    let attempt: Attempt

    /// The session before the transaction.
    let before: SessionReading
    /// Seconds since 1970; `nil` if the caller has no clock.
    var now: Int?
    /// What the transaction changes about undo and redo.
    var recording = Recording()
    /// Whether conditions and computations have not been evaluated since the day changed.
    var isDayNews = false
    /// The fields whose messages an undo or a redo restores.
    var restored: Set<Int> = []
    /// The events of the session that are not changes of its properties.
    var occurrences = Announcement.Occurrences()
    /// The names of the fields that had the focus, for each operation on the focused field.
    var focusedFields: [String] = []

    /// Moves the form into the transaction; the caller must not read it until `end` has moved it back. Copying the form
    /// instead would add a tenth to the cost of a key.
    @inline(__always)
    init(on form: inout Form, _ attempt: Attempt) {
        before = form.reading
        self.form = Form(form.context, RowNumbers())
        self.attempt = attempt
        swap(&self.form, &form)
    }

    /// Moves the form back to the caller.
    @inline(__always)
    mutating func end(_ form: inout Form) { swap(&self.form, &form) }

    /// Performs operations: all of them or none. Throws the error of the first operation that is refused.
    mutating func perform(
        _ operations: [Operation],
        today: CalendarDay?,
        now: Int?,
        saving: Saving
    ) throws(FormError) -> Outcome {
        var results: [OperationResult] = []
        var failure: FormError?
        do throws(FormError) {
            // Edit: the operations change fields and session.
            if let today { begin(today) }
            self.now = now
            try run(operations, &results, &failure)
            // Derive: conditions, verdicts, heights and placeholders follow the edits.
            derive()
            try attempt.checkTime()
        } catch {
            goBack()
            // An error that may come from a stand-in for a missing answer is discarded.
            if attempt.isOpen { return Outcome(questions: attempt.questions) }
            throw error
        }
        if attempt.isOpen {
            goBack()
            return Outcome(questions: attempt.questions)
        }
        updateSession()
        // Record: the step for undo.
        let update = recording.record(form.fields, since: before, by: operations, in: &form.session.history)
        // Announce: the properties that differ from before.
        let changes = announce()
        form.evaluations += attempt.evaluations
        // Save: the transaction stays open until its record is stored.
        var pending: Transition?
        if saving != .nothing, !changes.isEmpty || !form.fields.changes.isEmpty {
            let whole = needsWhole(update, saving) ? form.saved(replacesOlder: !recording.forgotten.isEmpty) : nil
            let (after, fields) = (form.reading, form.fields.takeChanges())
            pending = Transition(from: before, to: after, fields, update, whole: whole)
        } else {
            form.fields.endTransaction()
        }
        return Outcome(
            results: results,
            focusedFields: focusedFields,
            changes: changes,
            failure: failure,
            pending: pending
        )
    }

    private mutating func goBack() { form.goBack(to: before, form.fields.changes, rows) }

    // MARK: Edit

    private mutating func run(
        _ operations: [Operation],
        _ results: inout [OperationResult],
        _ failure: inout FormError?
    ) throws(FormError) {
        guard operations.count != 1 else {
            results = [try run(operations[0], &failure)]
            return
        }
        try Operation.checkOrder(operations)
        for (position, operation) in operations.enumerated() {
            // The conditions are up to date before each operation.
            if position > 0 { updateConditions() }
            do throws(FormError) {
                guard attempt.hasTime() else { throw attempt.outOfTime }
                results.append(try run(operation, &failure))
                if let failure { throw failure }
            } catch {
                throw error.located(at: position)
            }
        }
        recording.endBurst()
    }

    /// Changes the date. Fields whose rules or bounds depend on it are validated again.
    mutating func begin(_ today: CalendarDay) {
        guard today != context.today else { return }
        form.context = context.with(today: today)
        isDayNews = true
        for index in form.fields.indices where form.fields[index].asksForToday { change(index).needsVerdict = true }
    }

    /// The transaction's own copy of a field, which may be written.
    mutating func change(_ index: Int) -> FormField {
        form.fields.change(index)
    }

    mutating func changeAll() {
        for index in form.fields.indices { _ = change(index) }
    }

    var context: FormContext { form.context }
    var rows: RowChange? { form.fields.rows }

    var judge: Judge { Judge(fields: form.fields.all, context: form.context, attempt: attempt) }

    // MARK: Derive

    private mutating func derive() {
        updateDependents()
        if followCounts() { updateDependents() }
        updateEndNote()
        updateTexts()
        let judge = judge
        for change in form.fields.changes where attempt.hasTime(for: change.now.work) {
            Self.settle(change.now, judge)
        }
        if let rows { settle(rows.added) }
        if !attempt.late.isEmpty { awaitLateAnswers() }
    }

    /// Updates what is derived from the aspects of new fields.
    private mutating func settle(_ indices: [Int]) {
        let judge = judge
        for index in indices where attempt.hasTime(for: form.fields[index].work) {
            Self.settle(form.fields[index], judge)
        }
    }

    /// Updates what is derived from a field's dirty aspects and stored in the field.
    private static func settle(_ field: FormField, _ judge: Judge) {
        if field.composition != nil { field.updateComposition() }
        if field.formatter != nil || field.dirty.contains(.formatter) { field.lookAhead(asking: judge.attempt) }
        if field.needsVerdict { field.store(judge.verdict(of: field, needsMessage: false)) }
        field.layOut(judge.context, asking: judge.attempt)
        if !field.plan.pluginPlaceholders.isEmpty, judge.context.isLaidOut {
            field.askAboutPlaceholders(judge.context, asking: judge.attempt)
            if field.plan.measurer != nil { field.measureFollowers(judge.context, asking: judge.attempt) }
        }
    }

    /// Notes in each field which late answers it waits for.
    private mutating func awaitLateAnswers() {
        for late in attempt.late where form.fields.indices.contains(late.field) {
            let field = form.fields[late.field]
            switch late.stage {
            case .edit:
                // A question about another text, such as a shorter part of an insertion, is ignored.
                guard let text = late.question.question.unformatted, text.hasSameCodePoints(as: field.text.string)
                else { continue }
                change(late.field).awaited.format = (late.question, text)
            case .verdict: break
            case .measure: change(late.field).awaited.measures = true
            case .placeholder: change(late.field).awaited.placeholders = true
            }
        }
    }

    /// Makes fields secret that are computed from a field that has become secret, because they would reveal it.
    mutating func propagateSecrecy(from index: Int) {
        for reader in context.placement.fields(computedFrom: index) where !form.fields[reader].isSecret {
            let field = change(reader)
            field.flags.insert(.secret)
            recording.forget(field)
        }
    }

    /// Derives the state that saved records do not contain, after a form was read from them. Secrets are not saved:
    /// they are empty now.
    mutating func restore() {
        form.session.isRestored = true
        for field in form.fields.all {
            field.set(.focused, form.session.focus == field.index)
            field.close()
        }
        for index in form.fields.indices { _ = offerOptions(of: index, keepsChoice: true) }
        // Conditions, computations and rules that read a secret are evaluated again, because it is empty now.
        for index in form.fields.indices where form.fields[index].isSecret { change(index).isNews = true }
        updateDependents()
        for field in form.fields.all {
            field.isOpen = true
            field.dirty = FieldAspects(rawValue: .max)
            field.needsVerdict = true
        }
        updateTexts(of: Array(form.fields.indices))
        updateTitles()
        settleAll()
        form.session.viewport.scroll(to: nil, content: form.session.contentHeight)
    }

    /// Updates all that is derived from the fields of a form that was opened or restored. Nothing is announced.
    mutating func settleAll() {
        settle(Array(form.fields.indices))
        awaitLateAnswers()
        for field in form.fields.all { field.close() }
        form.fields.endTransaction()
        countAnew()
        placeSupplements()
        updateReach()
        form.evaluations += attempt.evaluations
    }

    /// Whether the transaction changed the date.
    var dayHasCome: Bool { context.today != before.context.today }

    /// Updates counts, heights, focus targets and the scroll offset from the changed fields.
    private mutating func updateSession() {
        if form.session.isRestored, form.fields.changes.contains(where: \.isText) { form.session.isRestored = false }
        var reaches = rows != nil
        var moves =
            reaches || context !== before.context || form.session.hidden !== before.session.hidden
        if rows == nil {
            for change in form.fields.changes {
                form.session.tally.remove(change.before)
                form.session.tally.add(change.now)
                if change.before.layout.height != change.now.layout.height { moves = true }
                let aspects: FieldAspects = [.disabled, FieldAspects(.hidden), FieldAspects(.vetoed), .overrides]
                if !change.now.dirty.isDisjoint(with: aspects) { reaches = true }
                if change.now.dirty.contains(FieldAspects(.hidden)) {
                    form.session.hide(\.fields, change.now.index, change.now.isHidden)
                }
            }
        } else {
            countAnew()
        }
        let isNewPage = form.session.page != before.session.page
        if reaches || isNewPage || form.session.focus != before.session.focus { updateReach() }
        guard context.isLaidOut else { return }
        if moves || reaches || isNewPage { placeSupplements() }
        // A new page is shown from its top.
        if isNewPage { form.session.viewport.scrollOffset = 0 }
        let edges = form.session.viewport.height > 0 ? edgesInView : nil
        form.session.viewport.scroll(to: edges, content: form.session.contentHeight)
    }

    /// The upper and lower edge of the field that has to be in view.
    private var edgesInView: ClosedRange<Double>? {
        let shown = shownFields
        guard let target = form.session.focus ?? form.session.scrollTarget, shown.contains(target) else { return nil }
        let top = form.session.pageLayout?.value.top(of: target) ?? form.fields.height(of: shown.lowerBound..<target)
        return top...(top + form.fields[target].layout.height)
    }

    private mutating func countAnew() {
        form.session.tally = Tally()
        form.session.hide(onlyFields: Set(form.fields.all.lazy.filter(\.isHidden).map(\.index)))
        for field in form.fields.all { form.session.tally.add(field) }
    }

    // MARK: Record, announce, save

    private mutating func announce() -> [Change] {
        var announcement = Announcement(from: before.context, to: context, revision: form.revision &+ 1)
        announcement.add(form.fields)
        announcement.addSession(of: &form, since: before, occurrences)
        if !announcement.changes.isEmpty { form.revision &+= 1 }
        return announcement.changes
    }

    /// Whether the record must contain the whole form, because its changes are not enough to restore it.
    private func needsWhole(_ history: History.Update, _ saving: Saving) -> Bool {
        saving == .whole || rows != nil || !recording.forgotten.isEmpty || history.isRestart
            || context.locale != before.locale
    }
}

extension Operation {
    /// Throws `invalidArgument` if an operation is not allowed at its place among the others.
    fileprivate static func checkOrder(_ operations: [Operation]) throws(FormError) {
        for (index, operation) in operations.enumerated() {
            let isLast = index == operations.count - 1
            switch operation {
            case .undo, .redo:
                throw FormError(.invalidArgument, "undo and redo must be the only operation").located(at: index)
            case .addRow, .removeRow, .moveRow:
                throw FormError(.invalidArgument, "a change of rows must be the only operation").located(at: index)
            case .nextPage where !isLast, .showPage where !isLast:
                throw FormError(.invalidArgument, "going to a page must be the last operation").located(at: index)
            case .submit where !isLast, .submitDocument where !isLast, .requestSubmit where !isLast:
                throw FormError(.invalidArgument, "submitting must be the last operation").located(at: index)
            default: break
            }
        }
    }
}
