import FormModel
import FormPlugin

/// One transaction on a form, which it owns while it lasts: it edits, derives what follows from the edits, records the step
/// for undo, and tells what changed. Read `perform` from top to bottom.
///
/// Operations write fields through `change`, which notes by itself what they were and which parts became dirty. What an
/// operation leaves for the end of the transaction stands in the properties below.
struct Transaction: ~Copyable {
    var form: Form
    let attempt: Attempt

    /// The session as it was.
    let before: SessionReading
    /// Seconds since 1970; `nil` where nobody told.
    var now: Int?
    /// The burst that the transaction continues or begins, when it is a single key.
    var burst: History.Burst?
    var continuesBurst = false
    /// Whether the form begins anew: no step leads back to what was.
    var isRestart = false
    /// Names of fields whose earlier texts are not to come back.
    var forgotten: Set<String> = []
    /// Whether this is an undo or a redo, and what leads back from it.
    var travel: (back: Bool, inverse: History.Step?)?
    /// Fields that are there now in place of others.
    var rows: RowChange?
    /// Whether the rows follow a field that counts them.
    var rowsFollow = false
    var validation: SessionEvent?
    var focusRefusal: SessionEvent?
    /// What became of a wish to submit.
    var submission: SessionEvent?

    @inline(__always)
    init(on form: consuming Form, _ attempt: Attempt) {
        before = form.reading
        self.form = form
        self.attempt = attempt
    }

    /// Gives the form back.
    @inline(__always)
    consuming func end() -> Form { form }

    /// Carries out operations: all of them, or none. Throws what the first operation that is refused says.
    mutating func perform(
        _ operations: [Operation],
        today: CalendarDay?,
        now: Int?,
        keeper: Keeper?
    ) throws(FormError) -> Outcome {
        var results: [OperationResult] = []
        var failure: FormError?
        do throws(FormError) {
            // Edit: what the operations do to fields and session.
            if let today { begin(today) }
            self.now = now
            try run(operations, &results, &failure)
            // Derive: what follows for conditions, verdicts, heights and placeholders.
            derive()
            try attempt.checkTime()
        } catch {
            rollBack()
            // The error may come from a stand-in for an answer that is missing: then it is discarded.
            if attempt.isOpen { return Outcome(questions: attempt.questions) }
            throw error
        }
        if attempt.isOpen {
            rollBack()
            return Outcome(questions: attempt.questions)
        }
        updateSession()
        // Record: the step that an undo takes back.
        let history = keeper == nil ? nil : form.history
        let step = record(operations)
        // Announce: what differs now.
        let changes = announcement()
        if !changes.isEmpty { form.revision = nextRevision }
        form.evaluations += attempt.evaluations
        var outcome = Outcome(results: results, changes: changes, failure: failure)
        // Keep: nothing of this has happened if it cannot be kept.
        if let keeper, let history, let record = record(for: keeper, step, isAnnounced: !changes.isEmpty) {
            var isKept = false
            do throws(FormError) {
                isKept = try keeper.keep(record)
            } catch {
                rollBack(history)
                throw error
            }
            if !isKept {
                var awaited = form
                Self.close(&awaited, rows)
                outcome.awaited = Outcome.Awaited(awaited)
                rollBack(history)
                return outcome
            }
        }
        Self.close(&form, rows)
        return outcome
    }

    private static func close(_ form: inout Form, _ rows: RowChange?) {
        form.fields.endTransaction()
        for index in rows?.added ?? [] { form.fields[index].close() }
    }

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
            // An operation meets a form in which the conditions hold.
            if position > 0 { updateConditions() }
            do throws(FormError) {
                guard attempt.hasTime() else { throw attempt.outOfTime }
                results.append(try run(operation, &failure))
                if let failure { throw failure }
            } catch {
                throw error.located(at: position)
            }
        }
        burst = nil
        continuesBurst = false
    }

    /// The transaction's own copy of a field, to be written.
    mutating func change(_ index: Int) -> FormField {
        form.fields.change(index)
    }

    mutating func changeAll() {
        for index in form.fields.indices { _ = change(index) }
    }

    var context: FormContext { form.context }

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
        noteLateAnswers()
    }

    /// Brings what is derived and kept of a field up to date with its dirty parts.
    static func settle(_ field: FormField, _ judge: Judge) {
        if field.composition != nil { field.updateComposition() }
        if field.formatter != nil || field.dirty.contains(.formatter) { field.lookAhead(asking: judge.attempt) }
        if field.needsVerdict { field.note(judge.verdict(of: field, speaks: false)) }
        field.layOut(judge.context, asking: judge.attempt)
        if !field.plan.pluginPlaceholders.isEmpty, judge.context.isLaidOut {
            field.askAboutPlaceholders(judge.context, asking: judge.attempt)
            if field.plan.measurer != nil { field.measureFollowers(judge.context, asking: judge.attempt) }
        }
    }

    /// Remembers which fields wait for an answer that was late.
    mutating func noteLateAnswers() {
        for late in attempt.late where form.fields.indices.contains(late.field) {
            let field = form.fields[late.field]
            switch late.stage {
            case .edit:
                // Ignores questions about other texts, such as whether a shorter piece would fit.
                guard let text = late.question.question.unformatted, text.hasSameCodePoints(as: field.text.string)
                else { continue }
                change(late.field).awaited.format = (late.question, text)
            case .verdict: break
            case .measure: change(late.field).awaited.measures = true
            case .placeholder: change(late.field).awaited.placeholders = true
            }
        }
    }

    /// Whether another day came with this transaction.
    var dayHasCome: Bool { context.today != before.context.today }

    private mutating func rollBack() {
        if let rows {
            form.fields = FieldTable(rows.fields)
            form.rowNumbers = rows.rowNumbers
        } else {
            form.fields.rollBack()
        }
        form.context = before.context
        form.session = before.session
    }

    /// Takes back a transaction that has been recorded and announced, too.
    private mutating func rollBack(_ history: History) {
        rollBack()
        form.history = history
        form.revision = before.revision
        form.heights = Heights(form.fields.all.map(\.layout.height))
    }

    /// Brings counts, heights, reach and scroll offset up to date with the fields.
    private mutating func updateSession() {
        if form.session.isRestored, form.fields.changes.contains(where: \.isText) { form.session.isRestored = false }
        var reaches = rows != nil
        var moves =
            reaches || context !== before.context || form.session.hidden !== before.session.hidden
        if rows == nil {
            for change in form.fields.changes {
                form.session.tally.remove(change.before)
                form.session.tally.add(change.now)
                let (old, new) = (change.before.layout.height, change.now.layout.height)
                if old != new {
                    form.heights.change(change.now.index, from: old, to: new)
                    moves = true
                }
                let parts: FieldParts = [.disabled, FieldParts(.hidden), FieldParts(.vetoed), .overrides]
                if !change.now.dirty.isDisjoint(with: parts) { reaches = true }
                if change.now.dirty.contains(FieldParts(.hidden)) {
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
        let shown = shownFields
        // Another page begins at its top.
        if isNewPage { form.session.viewport.scrollOffset = 0 }
        var edges: ClosedRange<Double>?
        if let target = form.session.focus ?? form.session.scrollTarget, shown.contains(target) {
            let top =
                form.session.pageLayout?.value.top(of: target) ?? form.heights.sum(of: shown.lowerBound..<target)
            edges = top...(top + form.fields[target].layout.height)
        }
        form.session.viewport.scroll(to: edges, content: form.session.contentHeight)
    }

    mutating func countAnew() {
        form.session.tally = Tally()
        form.session.hide(onlyFields: Set(form.fields.all.lazy.filter(\.isHidden).map(\.index)))
        for field in form.fields.all { form.session.tally.add(field) }
        form.heights = Heights(form.fields.all.map(\.layout.height))
    }

    // MARK: Record

    /// Turns what the transaction did to texts into a step. Secrets make none, nor do trims and prefixes: those are taken
    /// back together with what was typed before them.
    ///
    /// - Returns: what that did to undo and redo.
    private mutating func record(_ operations: [Operation]) -> SavedHistoryChange {
        if isRestart {
            form.history = History()
            return .none
        }
        if !forgotten.isEmpty { form.history.forget(forgotten) }
        if let travel {
            form.history.travel(back: travel.back, inverse: travel.inverse)
            return .travel(back: travel.back)
        }
        if continuesBurst {
            let entries = changesOfOthers
            form.history.extend(by: entries, burst: burst)
            return SavedHistoryChange(SavedHistoryChange.addition, entries, context.placement)
        }
        if !rowsFollow, let rows {
            form.history.record(History.Step(rows: rows.saved), burst: nil)
            return .none
        }
        let step = recordTexts(operations)
        // The rows are the last step, so that they come back before the number that they followed.
        if let rows { form.history.record(History.Step(rows: rows.saved), burst: nil) }
        return step
    }

    private mutating func recordTexts(_ operations: [Operation]) -> SavedHistoryChange {
        let texts = form.fields.changes.filter { change in
            switch change.now.textOrigin {
            case nil, .trim, .mask: return false
            case .user, .program, .picker, .clear, .reset, .undo: break
            }
            return change.isText && !change.isSecret && !change.now.isReadOnly
        }
        guard !texts.isEmpty else {
            if operations.contains(where: \.isByUser) || form.fields.changes.contains(where: \.isText) {
                form.history.endBurst()
            }
            return .none
        }
        let entries = texts.map { History.Entry($0.before) } + messages(besides: texts.map(\.now.index))
        form.history.record(History.Step(fields: entries), burst: burst)
        return SavedHistoryChange(SavedHistoryChange.step, entries, context.placement)
    }

    /// What the texts of this transaction made fields say whose own texts stayed.
    private func messages(besides texts: [Int]) -> [History.Entry] {
        guard !context.placement.dependencies.isEmpty else { return [] }
        return form.fields.changes.compactMap { change in
            guard !texts.contains(change.now.index), !change.isText, change.now.dirty.contains(.message) else {
                return nil
            }
            return History.Entry(change.before, isMessageOnly: true)
        }
    }

    /// What a key of a burst did to other fields than its own.
    private var changesOfOthers: [History.Entry] {
        guard !context.placement.dependencies.isEmpty else { return [] }
        let texts = form.fields.changes.filter {
            $0.now.id != burst?.field && $0.isText && !$0.isSecret && !$0.now.isReadOnly
        }
        let own = form.fields.changes.filter { $0.now.id == burst?.field }
        return texts.map { History.Entry($0.before) } + messages(besides: (texts + own).map(\.now.index))
    }

    // MARK: Announce

    /// For each field the properties that differ, then its events; the session last. A field that lost the focus comes
    /// first. An object of which a property is announced gets the next revision, and announces that, too.
    private mutating func announcement() -> [Change] {
        var changes: [Change] = []
        changes.reserveCapacity(4)
        if let rows {
            changes.append(.rows(added: rows.added, removed: rows.removed))
            for index in rows.added { form.fields[index].revision = nextRevision }
        }
        let left = form.fields.changes.first { $0.before.isFocused && !$0.now.isFocused }
        if let left { announce(left, &changes) }
        for change in form.fields.changes where change.now !== left?.now { announce(change, &changes) }
        announceSession(&changes)
        return changes
    }

    private var nextRevision: UInt64 { form.revision &+ 1 }

    private func announce(_ change: FieldChange, _ changes: inout [Change]) {
        let (before, now) = (change.before, change.now)
        var parts = now.dirty
        if before.text.isEmpty != now.text.isEmpty || (before.composition == nil) != (now.composition == nil) {
            parts.insert(.emptiness)
        }
        if !parts.isDisjoint(with: [.emptiness, FieldParts(.entered)]), before.showsButton != now.showsButton {
            parts.insert(.button)
        }
        if context !== self.before.context {
            if context.locale != self.before.locale { parts.insert(.language) }
            if context.traits != self.before.context.traits { parts.insert(.traits) }
            if context.today != self.before.context.today { parts.insert(.today) }
        }
        let index = now.index
        var properties = FieldReading(field: now, context: context)
            .properties(differingFrom: FieldReading(field: before, context: self.before.context), in: parts)
        if !properties.isEmpty {
            now.revision = nextRevision
            properties.insert(.revision)
            changes.append(.fieldProperties(index, properties))
        }

        if properties.contains(.state) {
            changes.append(.field(index, .stateChanged(now.containerState, previous: before.containerState)))
        }
        if now.occurrences.contains(.validationFailed), now.hasError {
            changes.append(.field(index, .validationFailed(message: now.message?.text ?? "")))
        }
        if properties.contains(.height) {
            changes.append(.field(index, .heightChanged(now.layout.height, previous: before.layout.height)))
        }
        if now.isFocused, !before.isFocused { changes.append(.field(index, .editingBegan)) }
        if let origin = now.textOrigin, change.isText { changes.append(.field(index, .textChanged(origin))) }
        if properties.contains(.date) { changes.append(.field(index, .dateChanged)) }
        if before.isFocused, !now.isFocused { changes.append(.field(index, .editingEnded)) }
        if now.occurrences.contains(.returnPressed) { changes.append(.field(index, .returnPressed)) }
        if now.occurrences.contains(.actionPressed) { changes.append(.field(index, .actionPressed)) }
    }

    private mutating func announceSession(_ changes: inout [Change]) {
        let now = form.reading
        var properties = now.properties(differingFrom: before)
        if !properties.isEmpty {
            form.session.revision = nextRevision
            properties.insert(.revision)
            changes.append(.sessionProperties(properties))
        }
        if properties.contains(.focusedField) {
            // The present index of the field that had the focus; `nil` if the field's row was removed.
            let previous = before.focusedField.flatMap { context.placement.indices[before.name(ofField: $0)] }
            changes.append(.session(.focusChanged(now.focusedField, previous: previous)))
        }
        if properties.contains(.contentHeight) {
            changes.append(.session(.heightChanged(now.contentHeight, previous: before.contentHeight)))
        }
        if let focusRefusal { changes.append(.session(focusRefusal)) }
        if properties.contains(.page) {
            changes.append(.session(.pageChanged(now.page, previous: before.page)))
        }
        if let validation { changes.append(.session(validation)) }
        if let submission { changes.append(.session(submission)) }
    }
}

extension FieldChange {
    /// Whether the text is another one now.
    fileprivate var isText: Bool { now.dirty.contains(.text) && now.text != before.text && !now.isNote }
    fileprivate var isSecret: Bool { now.isSecret || before.isSecret }
}

extension Operation {
    /// Throws `invalidArgument` for operations that cannot stand where they do.
    fileprivate static func checkOrder(_ operations: [Operation]) throws(FormError) {
        for (index, operation) in operations.enumerated() {
            let isLast = index == operations.count - 1
            switch operation {
            case .undo, .redo:
                throw FormError(.invalidArgument, "undo and redo stand alone in a transaction").located(at: index)
            case .addRow, .removeRow, .moveRow:
                throw FormError(.invalidArgument, "a change of rows stands alone in a transaction").located(at: index)
            case .nextPage where !isLast, .showPage where !isLast:
                throw FormError(.invalidArgument, "going to a page comes last in a transaction").located(at: index)
            case .submit where !isLast, .submitDocument where !isLast, .requestSubmit where !isLast:
                throw FormError(.invalidArgument, "submitting comes last in a transaction").located(at: index)
            default: break
            }
        }
    }
}
