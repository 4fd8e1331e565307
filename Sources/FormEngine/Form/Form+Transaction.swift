package import FormModel

/// What operations leave for the end of their transaction.
struct TransactionNotes: Sendable {
    /// The burst that this transaction continues or begins, when it is a single key.
    var burst: History.Burst?
    var continuesBurst = false
    /// Fields whose earlier texts are not to come back. Only the end of the transaction forgets them: it may fail.
    var forgottenHistory: [Int] = []
    /// Undo and redo make no steps of their own.
    var isTravel = false
    var validation: SessionEvent?
    var refusal: SessionEvent?
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
    /// `undo` and `redo` come alone. A `submit` alone that finds something wrong shows it; one that comes after other
    /// operations takes them back, and with them its findings, which are about texts that are no more.
    ///
    /// - Parameter today: where the user is; nil: the day that the form knows.
    package mutating func perform(
        _ operations: [Operation],
        today: CalendarDay? = nil
    ) throws(FormError) -> Outcome {
        let before = session
        let couldTravel = (canUndo, canRedo)
        var results: [OperationResult] = []
        var failure: FormError?
        var past = asksPlugins ? Past(self, mayChangeRows: operations.contains { mayChangeRows($0) }) : nil
        notes = TransactionNotes()
        if let today, today != session.today, compiled.asksForToday { begin(today) }
        do throws(FormError) {
            if operations.count > 1 { try checkOrder(operations) }
            if operations.count == 1 {
                results = [try run(operations[0], failure: &failure)]
            } else {
                try run(operations, &results, &failure)
            }
        } catch {
            // What is said on the ground of a guess is not said.
            let isOpen = isAttemptOpen()
            rollBack(to: before, past)
            if isOpen { return .open }
            throw error
        }
        if isAttemptOpen() {
            rollBack(to: before, past)
            return .open
        }
        // What it holds would be copied now that it changes.
        past = nil
        if operations.count > 1 {
            notes.burst = nil
            notes.continuesBurst = false
        }
        let (changes, questions) = commit(before: before, couldTravel: couldTravel)
        return Outcome(results: results, changes: changes, questions: questions, failure: failure)
    }

    private mutating func run(
        _ operations: [Operation],
        _ results: inout [OperationResult],
        _ failure: inout FormError?
    ) throws(FormError) {
        results.reserveCapacity(operations.count)
        for (position, operation) in operations.enumerated() {
            if position > 0 { updateConditions() }
            do throws(FormError) {
                results.append(try run(operation, failure: &failure))
                if let failure { throw failure }
            } catch {
                throw error.located(at: position)
            }
        }
    }

    /// What a transaction that waits for plug-ins gives back besides its fields.
    private final class Past {
        let history: History
        let awaited: [Int: AwaitedAnswers]
        /// Of a transaction that may change rows: the form itself, since fields have other numbers then.
        let form: [Form]

        init(_ form: borrowing Form, mayChangeRows: Bool) {
            history = form.history
            awaited = form.awaited
            self.form = mayChangeRows ? [copy form] : []
        }
    }

    private func mayChangeRows(_ operation: Operation) -> Bool {
        switch operation {
        case .addRow, .removeRow, .moveRow: true
        case .undo: history.undo.steps.last?.rows != nil
        case .redo: history.redo.steps.last?.rows != nil
        default: false
        }
    }

    private mutating func rollBack(to before: SessionState, _ past: Past?) {
        if let form = past?.form.first, notes.rows != nil {
            self = form
            return
        }
        for field in saved { fields[field.index] = field.state }
        forgetSaved()
        session = before
        if let past {
            history = past.history
            awaited = past.awaited
        }
    }

    private func checkOrder(_ operations: [Operation]) throws(FormError) {
        for (index, operation) in operations.enumerated() {
            switch operation {
            case .undo, .redo:
                throw FormError(.invalidArgument, "undo and redo stand alone in a transaction").located(at: index)
            case .addRow, .removeRow, .moveRow:
                throw FormError(.invalidArgument, "a change of rows stands alone in a transaction").located(at: index)
            case .nextPage where index < operations.count - 1, .showPage where index < operations.count - 1:
                throw FormError(.invalidArgument, "going to a page comes last in a transaction").located(at: index)
            case .submit where index < operations.count - 1:
                throw FormError(.invalidArgument, "submit comes last in a transaction").located(at: index)
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

    private mutating func commit(
        before: SessionState,
        couldTravel: (Bool, Bool)
    ) -> (changes: [Change], questions: [Question]) {
        // Where plug-ins are asked, the attempt has done this.
        if !asksPlugins || compiled.types.oracle == nil {
            updateDependants()
            for place in saved.indices { settle(configured(saved[place].index)) }
        }
        for place in saved.indices { count(place) }
        let questions = askAboutPlaceholders()
        noteLateAnswers()
        if compiled.hasPages, notes.rows != nil || before.page != session.page { session.heightUnits = shownHeight() }
        if movesReach(before: before) { updateReach() }
        recordHistory()
        updateScrollOffset(before: before)

        var changes: [Change] = []
        changes.reserveCapacity(4)
        if let rows = notes.rows { changes.append(.rows(added: rows.added, removed: rows.removed)) }
        // A field that lost the focus speaks first.
        let hadFocus = notes.rows == nil ? before.focus : notes.rows?.place(of: before.focus)
        let leaving = hadFocus != session.focus ? hadFocus : nil
        if let leaving, let place = saved.firstIndex(where: { $0.index == leaving }) {
            announce(place, before: before, &changes)
        }
        for place in saved.indices where saved[place].index != leaving {
            announce(place, before: before, &changes)
        }
        if notes.rows != nil { announceNeighbours(&changes) }
        announceSession(before: before, couldTravel: couldTravel, &changes)
        for place in saved.indices {
            let index = saved[place].index
            fields[index].flags.subtract(.transient)
            fields[index].textOrigin = nil
        }
        forgetSaved()
        if !changes.isEmpty { revision &+= 1 }
        return (changes, questions)
    }

    /// Brings the session's counts up to date with a field.
    private mutating func count(_ place: Int) {
        let index = saved[place].index
        let isShown = !compiled.hasPages || shownFields.contains(index)
        session.replace(
            SessionState.Share(of: saved[place].state, isShown: isShown),
            with: SessionState.Share(of: fields[index], isShown: isShown)
        )
    }

    /// Room for the few fields of a usual transaction is kept.
    private mutating func forgetSaved() {
        if saved.count > 8 { saved = [] }
        while !saved.isEmpty { saved.removeLast() }
    }

    /// Brings what is derived and kept, verdict, lines and height, up to date with the rest of a field.
    mutating func settle(_ field: CompiledField) {
        let index = field.index
        if field.hasFormatter || fields[index].overrides != nil,
            !fields[index].flags.isDisjoint(with: [.textDirty, .overridesDirty])
        {
            fields[index].lookAhead(field)
        }
        if fields[index].flags.contains(.verdictDirty) {
            let verdict = verdict(of: field, speaks: false)
            let passes = verdict?.isValid ?? true
            fields[index].notePending(verdict)
            if passes { fields[index].flags.insert(.passes) } else { fields[index].flags.remove(.passes) }
        }
        fields[index].layOut(field, locale: session.locale, width: session.width, isRelayout: notes.isRelayout)
    }
}
