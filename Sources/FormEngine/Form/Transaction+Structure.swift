import FormModel

/// Which fields there are, and what a change of one field means to others.
extension Transaction {
    // MARK: Opening

    /// Opens all fields of a form, with values in place of the definition's own where they are given.
    mutating func open(_ values: [String: String]) throws(FormError) {
        form.fields = FieldTable(context.placement.fields.map { FormField(opening: $0) })
        try takeInitialTexts(values)
        open(Array(form.fields.indices))
        try attempt.checkTime()
        noteLateAnswers()
        for field in form.fields.all {
            try context.form.check(field.text.string, for: field.id)
            field.close()
        }
        showFirstPage()
        countAnew()
        placeSupplements()
        updateReach()
        form.evaluations += attempt.evaluations
    }

    /// Opens the form again in place: the fields and rows that it began with, the focus nowhere.
    mutating func restart(_ values: [String: String]) throws(FormError) {
        isRestart = true
        blur(validates: false)
        let rows = try context.form.placed(withRowsFor: values).rows
        if rows != context.placement.rows { setRows(rows) }
        form.session.isSubmitted = false
        form.session.opened = now
        form.session.submitted = nil
        form.session.scrollTarget = nil
        form.session.viewport.scrollOffset = 0
        form.session.refusals.forget()
        let texts = form.fields.all.map(\.text)
        for index in form.fields.indices {
            change(index).beginAnew()
            forgotten.insert(form.fields[index].id)
        }
        try takeInitialTexts(values)
        open(Array(form.fields.indices))
        for (field, old) in zip(form.fields.all, texts) where field.text != old { field.textOrigin = .reset }
        showFirstPage()
    }

    private mutating func showFirstPage() {
        form.session.page = context.placement.pages.isEmpty ? 0 : pageOrder.first
    }

    private mutating func takeInitialTexts(_ values: [String: String]) throws(FormError) {
        for field in form.fields.all {
            guard let value = values[field.id], field.plan.computed == nil, attempt.hasTime() else { continue }
            try field.checkIsNoNote()
            try context.form.check(value, for: field.id)
            let choice = field.plan.picker?.choice(forProgramText: value, locale: context.locale) ?? .none
            guard field.plan.picker?.canHold(value, choice) ?? true else {
                throw FormError(.invalidText, notListed(value, field))
            }
            let formatter = (field.formatter?.localized(to: context.locale) ?? field.formatter)?
                .formatter(for: Asker(attempt: attempt, field: field.index, isSecret: field.isSecret))
            let initial = choice == .none ? try filtered(value, field, formatter) : value
            field.override { $0.initialText = initial }
        }
    }

    /// Makes new fields part of the form: the session's language, what other fields say of them, and what is derived.
    ///
    /// - Parameter language: what fields of rows that are back speak; `nil` for fields that begin.
    private mutating func open(_ indices: [Int], speaking language: String? = nil) {
        for index in indices where attempt.hasTime(for: form.fields[index].formattingWork) {
            let field = form.fields[index]
            if field.isBack {
                updatePrefix(of: index)
                if field.plan.picker != nil { translateChoice(of: index) }
                if language != context.locale {
                    localizeFormatter(of: index)
                    repeatJudgement(of: index)
                }
            } else {
                if let formatter = field.formatter?.localized(to: context.locale) { field.formatter = formatter }
                field.becomePristine(context, asking: attempt)
            }
        }
        applyConditions(of: indices)
        sayTexts(of: indices)
        updateTitles()
        let judge = judge
        for index in indices where attempt.hasTime(for: form.fields[index].work) {
            Self.settle(form.fields[index], judge)
        }
    }

    // MARK: Rows

    /// Puts other rows in place: fields come and go, and those that stay may stand at other places.
    ///
    /// - Parameter kept: fields that were there before, by name.
    mutating func setRows(_ rows: [String: [Int]], restoring kept: SavedRows? = nil) {
        let old = context
        let placement = old.form.placed(rows: rows)
        if let focus = form.session.focus, placement.indices[form.fields[focus].id] == nil { blur(validates: false) }
        form.session.isSubmitted = false
        form.session.refusals.forget()
        let saved = SavedRows(rows: old.placement.rows, numbers: form.rowNumbers, locale: old.locale)
        var change = RowChange(
            saved: saved,
            fields: form.fields.all.map { before($0) },
            rowNumbers: form.rowNumbers
        )
        let focus = form.session.focus.map { form.fields[$0].id }
        let target = form.session.scrollTarget.map { form.fields[$0].id }
        for field in form.fields.all where placement.indices[field.id] == nil {
            change.removed.append(field.id)
            if !field.isSecret { change.saved.fields[field.id] = field }
        }
        var changes: [FieldChange] = []
        let fields = placement.fields.map { place in
            guard let index = old.placement.indices[place.id] else {
                change.added.append(place.index)
                return FormField(opening: place, from: kept?.fields[place.id])
            }
            let before = change.fields[index]
            let now = form.fields.change(index)
            now.place = place
            changes.append(FieldChange(before: before, now: now))
            return now
        }
        form.fields.replaceAll(by: fields, changes)
        form.context = old.with(placement: placement)
        form.rowNumbers.note(placement, restoring: kept?.numbers)
        form.session.focus = focus.flatMap { placement.indices[$0] }
        form.session.scrollTarget = target.flatMap { placement.indices[$0] }
        self.rows = change
        // A new row may compute something from a field that has become a secret.
        for field in form.fields.all where field.isSecret && !field.plan.definition.isSecret {
            hideWhatIsComputed(from: field.index)
        }
        open(change.added, speaking: kept?.locale)
    }

    /// Lets groups have as many rows as the fields say that count them, once such a field has been left or set; whether rows came
    /// or went. While somebody types the number, rows and their texts stay.
    mutating func followCounts() -> Bool {
        guard context.placement.hasCountedRows, rows == nil, travel == nil else { return false }
        let changed = Set(form.fields.changes.lazy.filter { !$0.now.isFocused }.map(\.now.index))
        guard !changed.isEmpty else { return false }
        let judge = judge
        let rows = form.rowNumbers.following(
            { group in
                let indices = context.placement.indices
                guard let index = group.definition.count.flatMap({ group.row.index(of: $0, among: indices) }),
                    changed.contains(index)
                else { return nil }
                return group.definition.rowCount(for: judge.value(of: index))
            },
            context
        )
        guard rows != context.placement.rows else { return false }
        setRows(rows)
        rowsFollow = true
        return true
    }

    /// A field as it was before this transaction.
    func before(_ field: FormField) -> FormField {
        form.fields.changes.first { $0.now === field }?.before ?? field
    }

    // MARK: Dependents

    /// Brings computed values, conditions, and what rules said because of other fields, up to date.
    mutating func updateDependents() {
        let dependencies = context.placement.dependencies
        guard !dependencies.isEmpty || !dependencies.columnReaders.isEmpty else { return }
        updateConditions()
        if !dependencies.rules.isEmpty { reaskReaders() }
        if rows != nil { reaskColumnReaders() }
        if !dependencies.pluginRules.isEmpty { reaskPluginReaders() }
    }

    /// What computations and conditions make of what the operations so far did. The next operation meets a form in which
    /// they hold.
    mutating func updateConditions() {
        guard context.placement.dependencies.derivesFields else { return }
        updateValues()
        updateDuties()
    }

    // MARK: Computed values and conditions

    /// Works out every computed value and condition of fields that are being opened, and the conditions of all parts of the
    /// form; nothing has been announced yet.
    mutating func applyConditions(of indices: [Int]) {
        let dependencies = context.placement.dependencies
        if let note = context.placement.endNote, indices.contains(note) {
            form.fields[note].set(.hidden, !form.session.isSubmitted)
        }
        guard dependencies.derivesFields else { return }
        // Rows that have come or gone have moved the parts to other places.
        form.session.hidden = nil
        let nodes = indices + context.placement.parts.indices.map { form.fields.count + $0 }
        let ranks = dependencies.ranks
        let order = ranks.isEmpty ? nodes : nodes.sorted { ranks[$0] < ranks[$1] }
        for node in order {
            if node < form.fields.count { _ = compute(node) }
            guard isVisible(node) == false else { continue }
            guard node < form.fields.count else {
                form.session.hide(\.parts, node - form.fields.count, true)
                continue
            }
            let field = form.fields[node]
            field.set(.hidden, true)
            if field.plan.conditions?.whenIrrelevant == .clear { field.empty(context, asking: attempt) }
        }
        for index in indices { applyDuties(of: index) }
    }

    /// Whether conditions let a field or a part of the form be seen; `nil` if there is no time to ask.
    ///
    /// - Parameter node: as `FormDependencies` numbers fields and parts.
    private func isVisible(_ node: Int) -> Bool? {
        guard node < form.fields.count else { return judge.holds(context.placement.parts[node - form.fields.count]) }
        let field = form.fields[node]
        guard node != context.placement.endNote, (form.session.hidden?.value).shows(field.place.parts) else {
            return node == context.placement.endNote && form.session.isSubmitted
        }
        guard let condition = field.plan.conditions?.visible else { return true }
        return judge.holds(condition, of: field)
    }

    /// Works out the values and the visibility that depend on what has changed, each after those that it reads.
    private mutating func updateValues() {
        let dependencies = context.placement.dependencies
        guard !dependencies.ranks.isEmpty || !dependencies.dayReaders.isEmpty else { return }
        var queue = RankedQueue()
        func enqueue(_ index: Int) {
            queue.insert(Int32(index), rank: dependencies.ranks.isEmpty ? 0 : dependencies.ranks[index])
        }
        func enqueueReaders(of index: Int) {
            for reader in dependencies.values.readers(of: index) { enqueue(Int(reader)) }
        }
        for change in form.fields.changes where change.isSeenByOthers { enqueueReaders(of: change.now.index) }
        if rows != nil { for node in dependencies.columnReaders { enqueue(node) } }
        if dayHasCome { for node in dependencies.dayReaders { enqueue(node) } }
        while let node = queue.popFirst() {
            let isPart = node >= form.fields.count
            var isChanged = !isPart && compute(node)
            if let isVisible = isVisible(node) {
                if isPart {
                    let part = node - form.fields.count
                    if isVisible != (form.session.hidden?.value).shows([part]) {
                        form.session.hide(\.parts, part, !isVisible)
                        isChanged = true
                    }
                } else if isVisible == form.fields[node].isHidden {
                    if isVisible { reveal(node) } else { hide(node) }
                    isChanged = true
                }
            }
            if isChanged { enqueueReaders(of: node) }
        }
    }

    /// Works out a computed field; whether its value is another one now.
    private mutating func compute(_ index: Int) -> Bool {
        let field = form.fields[index]
        guard let computed = field.plan.computed, attempt.hasTime(for: computed.work) else { return false }
        let result = try? judge.text(of: computed, for: field)
        let text = result ?? ""
        let isSame = text.hasSameCodePoints(as: field.fieldValue)
        guard !isSame || result == nil || field.message?.isJudged == true else { return false }
        if !isSame {
            let field = change(index)
            let old = field.text
            field.show(text, asking: attempt)
            if !context.form.isWithinLimits(field.text) { field.takeFormatted(nil) }
            if field.text != old { field.textOrigin = .program }
        }
        showVerdict(ofComputed: index)
        return !isSame
    }

    /// What rules say of a computed text is shown at once: nobody leaves the field. Empty text is not demanded before its time.
    private mutating func showVerdict(ofComputed index: Int) {
        let field = form.fields[index]
        guard field.isJudged, field.definition.validation != .never, field.message?.isJudged ?? true,
            field.plan.hasJudge || field.message != nil || field.text.isEmpty
        else { return }
        let verdict = judge.verdict(of: field, speaks: true) ?? .valid
        switch verdict {
        case .valid where field.message == nil: return
        case .invalid where field.message == nil && field.judgedText.isEmpty: return
        default: change(index).present(verdict)
        }
        if !verdict.isValid { change(index).occurrences.insert(.validationFailed) }
    }

    private mutating func reveal(_ index: Int) {
        let field = change(index)
        field.set(.hidden, false)
        // Rules that read other fields are not asked again while a field is hidden: its verdict may be old.
        field.needsVerdict = true
        if field.message?.isJudged == true { reask(index, mayRaise: false) }
        // A computed field has kept its warning back.
        _ = compute(index)
    }

    /// A field that disappears is left without a validation.
    private mutating func hide(_ index: Int) {
        if form.session.focus == index { blur(validates: false) }
        if form.session.scrollTarget == index { form.session.scrollTarget = nil }
        let field = change(index)
        field.set(.hidden, true)
        guard field.plan.conditions?.whenIrrelevant == .clear, !field.text.isEmpty else { return }
        field.empty(context, asking: attempt)
        field.clearMessage()
        field.textOrigin = .program
        field.updateModified(context, asking: attempt)
    }

    private mutating func updateDuties() {
        let dependencies = context.placement.dependencies
        guard !dependencies.duties.isEmpty else { return }
        var readers: Set<Int32> = []
        for change in form.fields.changes where change.isSeenByOthers {
            readers.formUnion(dependencies.duties.readers(of: change.now.index))
        }
        let count = form.fields.count
        if rows != nil { readers.formUnion(dependencies.columnReaders.lazy.filter { $0 < count }.map { Int32($0) }) }
        if dayHasCome { readers.formUnion(dependencies.dayReaders.lazy.filter { $0 < count }.map { Int32($0) }) }
        for reader in readers.sorted() { applyDuties(of: Int(reader)) }
    }

    /// Whether a field is enabled and required.
    private mutating func applyDuties(of index: Int) {
        let field = form.fields[index]
        guard let conditions = field.plan.conditions else { return }
        if let isEnabled = judge.holds(conditions.enabled, of: field), isEnabled == field.flags.contains(.blocked) {
            change(index).set(.blocked, !isEnabled)
            updateDisabled(index)
        }
        if let isRequired = judge.holds(conditions.required, of: field), isRequired != field.flags.contains(.demanded) {
            let field = change(index)
            field.set(.demanded, isRequired)
            field.needsVerdict = true
            if field.message?.isJudged == true { reask(index, mayRaise: false) }
        }
    }

    /// A field is enabled when neither the application nor a condition is against it.
    mutating func updateDisabled(_ index: Int) {
        let isDisabled = !form.fields[index].flags.isDisjoint(with: [.off, .blocked])
        guard form.fields[index].isDisabled != isDisabled else { return }
        if isDisabled, form.session.focus == index { blur(validates: false) }
        change(index).set(.disabled, isDisabled)
    }

    // MARK: Rules that read other fields

    private mutating func reaskReaders() {
        let dependencies = context.placement.dependencies
        // What a re-asked field shows changes nothing for others.
        for change in form.fields.changes where change.isSeenByOthers {
            let readers = dependencies.rules.readers(of: change.now.index)
            guard !readers.isEmpty else { continue }
            let wasTouched = change.now.flags.contains(.touched)
            // `nil` if there is nothing to compare with.
            let value = change.now.isHidden ? nil : judge.value(of: change.now.index)
            for reader in readers {
                let field = form.fields[Int(reader)]
                if repeats(field, comparedWith: value, mayRaise: wasTouched) { continue }
                guard !field.isHidden else { continue }
                let mayRaise =
                    !field.isFocused && !field.isDisabled && (wasTouched || field.flags.contains(.touched))
                    && field.definition.validation != .never
                reask(Int(reader), mayRaise: mayRaise)
            }
        }
    }

    /// Rows that come or go are in no column of theirs any more, or in one anew.
    private mutating func reaskColumnReaders() {
        for index in context.placement.dependencies.columnReaders where index < form.fields.count {
            let field = change(index)
            field.needsVerdict = true
            if field.message?.isJudged == true { reask(index, mayRaise: false) }
        }
    }

    /// A rule that a plug-in judges by other fields, too, is asked again when one of those has changed.
    private mutating func reaskPluginReaders() {
        for change in form.fields.changes where change.now.dirty.contains(.text) {
            for reader in context.placement.dependencies.pluginRules.readers(of: change.now.index) {
                let field = self.change(Int(reader))
                field.needsVerdict = true
                if let message = field.message, message.severity == .error, message.isJudged {
                    runValidation(of: Int(reader))
                }
            }
        }
    }

    /// Whether a field that only compares would say again what it says. Costs no more than the comparison: many fields may
    /// read one, and few keys change what any of them says.
    private func repeats(_ field: FormField, comparedWith value: String?, mayRaise: Bool) -> Bool {
        guard field.plan.onlyCompares, travel == nil, !field.isHidden, field.overrides == nil, field.formatter == nil,
            !field.flags.contains(.demanded)
        else { return false }
        let isAsked = value != nil && !field.text.isEmpty
        let passes = !isAsked || field.text.string == value
        let showsJudgement = field.message?.isJudged == true
        // The verdict would change no message: a passing field shows none, and a failing field shows its error already
        // or may not raise one yet.
        guard passes == field.flags.contains(.passes),
            passes ? !showsJudgement : field.hasError || !mayRaise && !field.flags.contains(.touched)
        else { return false }
        if isAsked { attempt.evaluations.rules &+= 1 }
        return true
    }

    /// Judges a field anew because of what another one became. What its judges said before is replaced; an error that a
    /// program set stays; a new error is shown about text only, so that nothing is demanded before its time.
    private mutating func reask(_ index: Int, mayRaise: Bool) {
        guard travel == nil else {
            // Undo and redo bring back what was said then, and nothing else.
            change(index).needsVerdict = true
            return
        }
        let field = form.fields[index]
        let verdict = judge.verdict(of: field, speaks: true)
        let showsJudgement = field.message?.isJudged == true
        let isSetByProgram = field.hasError && !showsJudgement
        let passes = verdict?.isValid ?? true
        let mayRaise = mayRaise && !isSetByProgram && !field.judgedText.isEmpty && !field.isOff
        if showsJudgement || mayRaise && !passes {
            let isSame =
                showsJudgement && field.hasError == !passes && (field.message?.text ?? "") == verdict?.message ?? ""
            if !isSame {
                let field = change(index)
                field.present(verdict)
                if !passes { field.occurrences.insert(.validationFailed) }
            }
        }
        if passes != field.flags.contains(.passes) { change(index).set(.passes, passes) }
        if form.fields[index].needsVerdict { change(index).needsVerdict = false }
    }
}
