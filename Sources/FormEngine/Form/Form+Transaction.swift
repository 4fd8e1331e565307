package import FormModel

/// What operations leave for the end of their transaction.
struct TransactionNotes: Sendable {
    /// The burst that this transaction continues or begins, when it is a single key.
    var burst: History.Burst?
    var continuesBurst = false
    /// Undo and redo make no steps of their own.
    var isTravel = false
    var validation: SessionEvent?
    var isSubmission = false
    /// Locale or width: every field is another one.
    var isRelayout = false
    /// What the rows were, when other fields are there now.
    var rows: RowsBefore?
}

extension Form {
    /// Performs operations as one transaction: all of them or none.
    ///
    /// Throws what the first operation that is refused says; the form is as it was before. `submit` comes last, and
    /// `undo` and `redo` come alone.
    ///
    /// - Parameter today: where the user is; nil: the day that the form knows.
    package mutating func perform(
        _ operations: [Operation],
        today: CalendarDay? = nil
    ) throws(FormError) -> Outcome {
        let before = session
        let couldTravel = (canUndo, canRedo)
        var outcome = Outcome()
        notes = TransactionNotes()
        if let today, today != session.today, compiled.asksForToday { begin(today) }
        do throws(FormError) {
            if operations.count > 1 { try checkOrder(operations) }
            outcome.results.reserveCapacity(operations.count)
            for operation in operations {
                outcome.results.append(try run(operation, failure: &outcome.failure))
            }
        } catch {
            for field in saved { fields[field.index] = field.state }
            forgetSaved()
            session = before
            throw error
        }
        if operations.count > 1 {
            notes.burst = nil
            notes.continuesBurst = false
        }
        commit(before: before, couldTravel: couldTravel, &outcome)
        return outcome
    }

    private func checkOrder(_ operations: [Operation]) throws(FormError) {
        for (index, operation) in operations.enumerated() {
            switch operation {
            case .undo, .redo:
                throw FormError(.invalidArgument, "operation \(index): undo and redo stand alone in a transaction")
            case .addRow, .removeRow, .moveRow:
                throw FormError(.invalidArgument, "operation \(index): a change of rows stands alone in a transaction")
            case .nextPage where index < operations.count - 1, .showPage where index < operations.count - 1:
                throw FormError(.invalidArgument, "operation \(index): going to a page comes last in a transaction")
            case .submit where index < operations.count - 1:
                throw FormError(.invalidArgument, "operation \(index): submit comes last in a transaction")
            default: break
            }
        }
    }

    /// Keeps what a field is before its first change in this transaction.
    mutating func touch(_ index: Int) {
        guard !fields[index].flags.contains(.saved) else { return }
        saved.append(SavedField(index: index, state: fields[index]))
        fields[index].flags.insert(.saved)
    }

    mutating func touchAll() {
        for index in fields.indices { touch(index) }
    }

    private mutating func commit(before: SessionState, couldTravel: (Bool, Bool), _ outcome: inout Outcome) {
        for place in saved.indices {
            let index = saved[place].index
            settle(index)
            let isShown = !compiled.hasPages || shownFields.contains(index)
            count(saved[place].state, sign: -1, isShown: isShown)
            count(fields[index], sign: 1, isShown: isShown)
        }
        if notes.rows != nil || before.page != session.page { session.heightUnits = shownHeight() }
        if movesReach(before: before) { updateReach() }
        recordHistory()
        updateScrollOffset(before: before)

        outcome.changes.reserveCapacity(4)
        if let rows = notes.rows { outcome.changes.append(.rows(added: rows.added, removed: rows.removed)) }
        // A field that lost the focus speaks first.
        let hadFocus = notes.rows.map { $0.places(before.focus) } ?? before.focus
        let leaving = hadFocus != session.focus ? hadFocus : nil
        if let leaving, let place = saved.firstIndex(where: { $0.index == leaving }) {
            announce(saved[place].index, since: saved[place].state, before: before, &outcome.changes)
        }
        for place in saved.indices where saved[place].index != leaving {
            announce(saved[place].index, since: saved[place].state, before: before, &outcome.changes)
        }
        announceSession(before: before, couldTravel: couldTravel, &outcome.changes)
        for place in saved.indices {
            let index = saved[place].index
            if !compiled.fields[index].pluginPlaceholders.isEmpty { ask(about: index, &outcome.questions) }
            fields[index].flags.subtract(.transient)
            fields[index].textOrigin = nil
        }
        for index in notes.rows?.added ?? [] { ask(about: index, &outcome.questions) }
        forgetSaved()
        if !outcome.changes.isEmpty { revision &+= 1 }
    }

    /// Room for the few fields of a usual transaction is kept.
    private mutating func forgetSaved() {
        if saved.count > 8 { saved = [] }
        while !saved.isEmpty { saved.removeLast() }
    }

    /// Adds what a field contributes to the session's counts, or takes it away again.
    mutating func count(_ state: FieldStorage, sign: Int, isShown: Bool = true) {
        if state.hasError { session.errorCount += sign }
        if !state.isDisabled, !state.flags.contains(.passes) { session.incompleteCount += sign }
        if isShown {
            session.heightUnits += Int64(sign) * SessionState.units(state.height)
        }
    }

    /// Brings what is derived and kept, verdict, lines and height, up to date with the rest of a field.
    mutating func settle(_ index: Int) {
        let field = compiled.fields[index]
        if fields[index].flags.contains(.verdictDirty) {
            let passes =
                verdict(of: index)?.isValid ?? !fields[index].hasError
            if passes { fields[index].flags.insert(.passes) } else { fields[index].flags.remove(.passes) }
        }
        fields[index].layOut(field, locale: session.locale, width: session.width, isRelayout: notes.isRelayout)
    }
}
