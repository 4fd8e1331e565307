import FormModel
import Rules
import TextEditing

/// Which fields exist, and how a change of one field affects others.
extension Transaction {
    // MARK: Opening

    /// Opens all fields of a form. `values` replace the initial texts of the definition.
    mutating func open(_ values: [String: String]) throws(FormError) {
        form.fields = FieldTable(context.placement.fields.map { FormField(opening: $0) })
        try takeInitialTexts(values)
        open(Array(form.fields.indices))
        showFirstPage()
        settleAll()
        try attempt.checkTime()
        for field in form.fields.all { try context.form.check(field.text.string, for: field.id) }
    }

    /// Opens the form again in place: with its first fields and rows, and without a focus.
    mutating func restart(_ values: [String: String]) throws(FormError) {
        recording.restart()
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
            recording.forget(form.fields[index])
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
            try ProgramEditor(field: field, context: context, attempt: attempt).begin(with: value)
        }
    }

    /// Initializes fields that are new in the form: their language, and the conditions and texts that depend on other
    /// fields.
    ///
    /// - Parameter language: the language of fields in restored rows; `nil` for new fields.
    private mutating func open(_ indices: [Int], speaking language: String? = nil) {
        for index in indices where attempt.hasTime(for: form.fields[index].formattingWork) {
            let field = form.fields[index]
            if field.isBack {
                updatePrefix(of: index)
                if field.plan.picker != nil { translateChoice(of: index) }
                if language != context.locale { localizeFormatter(of: index) }
            } else {
                if let formatter = field.formatter?.localized(to: context.locale) { field.formatter = formatter }
                field.becomePristine(context, asking: attempt)
            }
        }
        applyConditions(of: indices)
        updateTexts(of: indices)
        updateTitles()
    }

    // MARK: Rows

    /// Replaces the rows of the form: fields are added and removed, and the others may get other indices.
    ///
    /// - Parameter step: the step that an undo restores.
    mutating func setRows(_ rows: [String: [Int]], restoring step: History.Step? = nil) {
        let old = context
        let placement = old.form.placed(rows: rows)
        if let focus = form.session.focus, placement.indices[form.fields[focus].id] == nil { blur(validates: false) }
        form.session.isSubmitted = false
        form.session.refusals.forget()
        let kept = Dictionary(step?.fields.map { ($0.id, $0) } ?? []) { first, _ in first }
        form.fields.place(in: placement, from: old.placement) { kept[$0]?.field }
        form.context = old.with(placement: placement)
        form.session.rowNumbers.update(for: placement, restoring: step?.rows?.numbers)
        form.session.move(from: old.placement, to: placement)
        // Conditions in the restored rows read the restored texts.
        restoreTexts(step?.fields ?? [])
        let added = self.rows?.added ?? []
        for index in added where form.fields[index].isBack { restored.insert(index) }
        // A new row may compute a value from a field that has become secret.
        for field in form.fields.all where field.isSecret && !field.plan.definition.isSecret {
            propagateSecrecy(from: field.index)
        }
        open(added, speaking: step?.rows?.locale)
    }

    /// Gives each group the number of rows that its counting field demands, once that field has been left or set. While
    /// a user types the number, rows and their texts stay. Returns whether rows were added or removed.
    mutating func followCounts() -> Bool {
        guard context.placement.hasCountedRows, rows == nil, !recording.isTraversal else { return false }
        let changed = Set(form.fields.changes.lazy.filter { !$0.now.isFocused }.map(\.now.index))
        guard !changed.isEmpty else { return false }
        let judge = judge
        let rows = form.session.rowNumbers.following(
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
        recording.countsRows = true
        setRows(rows)
        return true
    }

    // MARK: Dependents

    /// Updates computed values, conditions, and the errors of rules that read changed fields.
    mutating func updateDependents() {
        let dependencies = context.placement.dependencies
        if !dependencies.isEmpty || !dependencies.columnReaders.isEmpty {
            updateConditions()
            if !dependencies.rules.isEmpty { reaskReaders() }
            if rows != nil { reaskColumnReaders() }
            if !dependencies.pluginRules.isEmpty { reaskPluginReaders() }
        }
        if dayHasCome {
            for change in form.fields.changes where change.now.asksForToday && change.now.message?.isJudged == true {
                reask(change.now.index, mayRaise: false)
            }
        }
        for index in restored.sorted() { reask(index, mayRaise: false) }
    }

    /// Updates computed values and conditions from the operations performed so far, so that the next operation finds
    /// them up to date.
    mutating func updateConditions() {
        guard context.placement.dependencies.derivesFields else { return }
        updateValues()
        updateEnabledAndRequired()
        isDayNews = false
    }

    // MARK: Computed values and conditions

    /// Evaluates the computed values and conditions of new fields, and the conditions of all parts of the form.
    /// Announces nothing.
    mutating func applyConditions(of indices: [Int]) {
        let dependencies = context.placement.dependencies
        if let note = context.placement.endNote, indices.contains(note) {
            form.fields[note].set(.hidden, !form.session.isSubmitted)
        }
        guard dependencies.derivesFields else { return }
        // The indices of parts change when rows are added or removed.
        form.session.hidden = nil
        let nodes = indices + context.placement.parts.indices.map { form.fields.count + $0 }
        let ranks = dependencies.ranks
        for node in ranks.isEmpty ? nodes : nodes.sorted(by: { ranks[$0] < ranks[$1] }) {
            if node < form.fields.count {
                begin(node)
                _ = compute(node)
                _ = offerOptions(of: node)
            }
            guard isVisible(node) == false else { continue }
            guard node < form.fields.count else {
                form.session.hide(\.parts, node - form.fields.count, true)
                continue
            }
            let field = form.fields[node]
            field.set(.hidden, true)
            // A restored field has the text that it had, and fields that its condition reads may still be out of date.
            if field.plan.conditions?.whenIrrelevant == .clear, !field.isBack { field.empty(context, asking: attempt) }
        }
        for index in indices { applyEnabledAndRequired(of: index) }
    }

    /// Whether conditions show a field or a part of the form; `nil` if the time budget is used up.
    ///
    /// - Parameter node: the number that `FormDependencies` gives the field or the part.
    private func isVisible(_ node: Int) -> Bool? {
        guard node < form.fields.count else { return judge.holds(context.placement.parts[node - form.fields.count]) }
        let field = form.fields[node]
        guard node != context.placement.endNote, (form.session.hidden?.value).shows(field.place.parts) else {
            return node == context.placement.endNote && form.session.isSubmitted
        }
        guard let condition = field.plan.conditions?.visible else { return true }
        return judge.holds(condition, of: field)
    }

    /// Updates the computed values and the visibility that depend on changed fields, each after those that it reads.
    private mutating func updateValues() {
        let dependencies = context.placement.dependencies
        var waiting = Set<Int>()
        for change in form.fields.changes where change.now.isNews {
            waiting.formUnion(dependencies.values.readers(of: change.now.index))
        }
        if rows != nil { waiting.formUnion(dependencies.columnReaders) }
        if isDayNews { waiting.formUnion(dependencies.dayReaders) }
        guard !waiting.isEmpty else { return }
        // Readers come after what they read, so that one pass is enough.
        let order = dependencies.order.isEmpty ? waiting.sorted() : dependencies.order
        let first = dependencies.ranks.isEmpty ? 0 : waiting.map { dependencies.ranks[$0] }.min() ?? 0
        for node in order[first...] where waiting.contains(node) {
            let isPart = node >= form.fields.count
            var isChanged = !isPart && (compute(node) || offerOptions(of: node))
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
            if !isPart, setOnChange(node) { isChanged = true }
            if isChanged { waiting.formUnion(dependencies.values.readers(of: node)) }
        }
    }

    /// Gives a field the initial value that is computed, if it has none and nobody has edited it.
    private mutating func begin(_ index: Int) {
        let field = form.fields[index]
        guard let initially = field.plan.initially, !field.isBack, field.initialText.isEmpty,
            ["", "false"].contains(field.fieldValue), field.flags.isDisjoint(with: [.touched, .modified]),
            attempt.hasTime(for: initially.work), let text = try? judge.text(of: initially, for: field), !text.isEmpty
        else { return }
        let changed = change(index)
        // A value that the field cannot hold is none.
        guard (try? ProgramEditor(field: changed, context: context, attempt: attempt).begin(with: text)) != nil else {
            return
        }
        changed.becomePristine(context, asking: attempt)
        changed.textOrigin = .program
    }

    /// Gives a field the value that a change of certain fields sets. Returns whether the value changed.
    private mutating func setOnChange(_ index: Int) -> Bool {
        let field = form.fields[index]
        guard let setting = field.plan.setOnChange, !recording.isTraversal,
            !field.isHidden || field.plan.conditions?.whenIrrelevant != .clear,
            field.place.fields(at: setting.setters).contains(where: { form.fields[$0].hasNewAnswer }),
            attempt.hasTime(for: setting.value.work)
        else { return false }
        let text = (try? judge.text(of: setting.value, for: field)) ?? ""
        guard !text.hasSameCodePoints(as: field.fieldValue), context.form.isWithinLimits(FormText(text)) else {
            return false
        }
        let changed = change(index)
        let old = changed.text
        // A value that the field cannot hold leaves it as it is.
        guard (try? ProgramEditor(field: changed, context: context, attempt: attempt).put(text, formats: true)) != nil
        else { return false }
        finishProgramEdit(index, old: old, origin: .program)
        if changed.message?.isJudged == true { reask(index, mayRaise: false) }
        return changed.text != old
    }

    /// Computes a field's value. Returns whether the value changed.
    private mutating func compute(_ index: Int) -> Bool {
        let field = form.fields[index]
        guard let computed = field.plan.computed, attempt.hasTime(for: field.plan.computedWork) else { return false }
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

    /// Offers the options that fit the values of other fields. What is chosen and not offered any more is given up.
    /// Returns whether the value changed.
    ///
    /// - Parameter keepsChoice: whether the choice stays, because the form is being restored.
    mutating func offerOptions(of index: Int, keepsChoice: Bool = false) -> Bool {
        let plan = form.fields[index].plan
        guard let conditions = plan.conditions, conditions.offersOptions, let list = plan.picker?.list,
            attempt.hasTime(for: conditions.offers.values.reduce(1 + list.options.count / 8) { $0 + $1.work })
        else { return false }
        let values = judge.values(for: form.fields[index])
        let deciding = conditions.options.map { values.choices(at: $0) ?? [values.value(at: $0) ?? ""] } ?? []
        let offer = list.offer(when: deciding) { conditions.offers[$0].map { $0.holds(values) == true } ?? true }
        guard offer.indices != form.fields[index].offer?.indices else { return false }
        let field = change(index)
        field.offer = offer
        let kept = field.choice.indices.filter { offer.number(of: $0) != nil }
        // A restored field has the text that it had, and the field that decides may still be out of date.
        guard kept.count < field.choice.indices.count, !field.isBack, !keepsChoice else { return false }
        giveUpValue(of: field, keeping: kept)
        return true
    }

    /// Shows the verdict about a computed text at once, because no user leaves the field. A missing value is not shown
    /// as an error before the field was validated.
    private mutating func showVerdict(ofComputed index: Int) {
        let field = form.fields[index]
        guard field.isJudged, field.definition.validation != .never, field.message?.isJudged ?? true,
            field.plan.hasJudge || field.message != nil || field.text.isEmpty
        else { return }
        let verdict = judge.verdict(of: field, needsMessage: true) ?? .valid
        switch verdict {
        case .valid where field.message == nil: if field.isOpen { field.store(verdict) }
        case .invalid where field.message == nil && field.judgedText.isEmpty: break
        default:
            change(index).present(verdict)
            if !verdict.isValid { change(index).occurrences.insert(.validationFailed) }
        }
    }

    private mutating func reveal(_ index: Int) {
        let field = change(index)
        field.set(.hidden, false)
        // Rules that read other fields are not evaluated while a field is hidden, so its verdict may be out of date.
        judgeAgain(field)
        // The warning of a computed field is not shown while the field is hidden.
        _ = compute(index)
        begin(index)
    }

    /// Hides a field. If it has the focus, it is left without validation.
    private mutating func hide(_ index: Int) {
        if form.session.focus == index { blur(validates: false) }
        if form.session.scrollTarget == index { form.session.scrollTarget = nil }
        let field = change(index)
        field.set(.hidden, true)
        if field.plan.conditions?.whenIrrelevant == .clear, !field.text.isEmpty { giveUpValue(of: field) }
    }

    /// Empties a field whose value does not fit any more.
    ///
    /// - Parameter kept: the options that stay chosen, as indices of the list.
    private mutating func giveUpValue(of field: FormField, keeping kept: [Int] = []) {
        field.empty(context, asking: attempt)
        if !kept.isEmpty, let picker = field.picker {
            field.choice = Choice(indices: kept)
            field.show(picker.text(of: field.choice, locale: context.locale), asking: attempt)
        }
        field.clearMessage()
        field.textOrigin = .program
        field.updateModified(context, asking: attempt)
    }

    private mutating func updateEnabledAndRequired() {
        let dependencies = context.placement.dependencies
        var readers: Set<Int> = []
        for change in form.fields.changes where change.now.isNews {
            readers.formUnion(dependencies.enabledAndRequired.readers(of: change.now.index))
            change.now.isNews = false
        }
        guard !dependencies.enabledAndRequired.isEmpty else { return }
        let count = form.fields.count
        if rows != nil { readers.formUnion(dependencies.columnReaders.lazy.filter { $0 < count }) }
        if isDayNews { readers.formUnion(dependencies.dayReaders.lazy.filter { $0 < count }) }
        for reader in readers.sorted() { applyEnabledAndRequired(of: reader) }
    }

    /// Updates whether a field is enabled and required.
    private mutating func applyEnabledAndRequired(of index: Int) {
        let field = form.fields[index]
        guard let conditions = field.plan.conditions else { return }
        if let isEnabled = judge.holds(conditions.enabled, of: field),
            isEnabled == field.flags.contains(.disabledByCondition)
        {
            change(index).set(.disabledByCondition, !isEnabled)
            updateDisabled(index)
        }
        if let isRequired = judge.holds(conditions.required, of: field), isRequired != field.flags.contains(.demanded) {
            let field = change(index)
            field.set(.demanded, isRequired)
            judgeAgain(field)
        }
    }

    /// Disables a field if the application or a condition does; enables it if neither does.
    mutating func updateDisabled(_ index: Int) {
        let isDisabled = !form.fields[index].flags.isDisjoint(with: [.disabledByProgram, .disabledByCondition])
        guard form.fields[index].isDisabled != isDisabled else { return }
        if isDisabled, form.session.focus == index { blur(validates: false) }
        change(index).set(.disabled, isDisabled)
    }

    // MARK: Rules that read other fields

    private mutating func reaskReaders() {
        let dependencies = context.placement.dependencies
        // The error that a reader shows is not read by any other field, so one pass is enough.
        for change in form.fields.changes where change.isSeenByOthers {
            let readers = dependencies.rules.readers(of: change.now.index)
            guard !readers.isEmpty else { continue }
            let wasTouched = change.now.flags.contains(.touched)
            // `nil` if the field is hidden, so that there is nothing to compare with.
            let value = change.now.isHidden ? nil : judge.value(of: change.now.index)
            for reader in readers {
                let field = form.fields[reader]
                guard !restored.contains(reader) else { continue }
                if judge.repeats(field, comparedWith: value, mayRaise: wasTouched && !recording.isTraversal) {
                    continue
                }
                guard !field.isHidden else { continue }
                // An undo shows no error that was not shown before.
                let mayRaise =
                    !recording.isTraversal && !field.isFocused && !field.isDisabled
                    && (wasTouched || field.flags.contains(.touched))
                    && field.definition.validation != .never
                reask(reader, mayRaise: mayRaise)
            }
        }
    }

    /// Evaluates the rules over columns again after rows were added or removed.
    private mutating func reaskColumnReaders() {
        for index in context.placement.dependencies.columnReaders
        where index < form.fields.count && !restored.contains(index) {
            judgeAgain(change(index))
        }
    }

    /// Evaluates a plug-in's rule again when a field that it reads has changed.
    private mutating func reaskPluginReaders() {
        for change in form.fields.changes where change.now.dirty.contains(.text) {
            for reader in context.placement.dependencies.pluginRules.readers(of: change.now.index) {
                let field = self.change(reader)
                field.needsVerdict = true
                guard !restored.contains(reader) else { continue }
                if let message = field.message, message.severity == .error, message.isJudged {
                    runValidation(of: reader)
                }
            }
        }
    }

    /// Demands a new verdict, and evaluates the rules again at once if the field shows one.
    private mutating func judgeAgain(_ field: FormField) {
        field.needsVerdict = true
        if field.message?.isJudged == true { reask(field.index, mayRaise: false) }
    }

    /// Validates a field again because a field that it reads has changed. Replaces an error of its rules, and keeps an
    /// error that a program set. A new error is shown only if the field has a text, so that it does not appear too
    /// early.
    private mutating func reask(_ index: Int, mayRaise: Bool) {
        let field = form.fields[index]
        guard !field.isHidden else {
            change(index).needsVerdict = true
            return
        }
        let verdict = judge.verdict(of: field, needsMessage: true)
        let showsJudgement = field.message?.isJudged == true
        let isSetByProgram = field.hasError && !showsJudgement
        let passes = verdict?.isValid ?? true
        let mayRaise = mayRaise && !isSetByProgram && !field.judgedText.isEmpty && !field.isToggledOff
        if showsJudgement || mayRaise && !passes {
            let isSame =
                showsJudgement && field.hasError == !passes && (field.message?.text ?? "") == verdict?.message ?? ""
            if !isSame {
                let field = change(index)
                field.present(verdict)
                // A restored message is the one of a former validation.
                if !passes, !restored.contains(index) { field.occurrences.insert(.validationFailed) }
            }
        }
        if passes != field.flags.contains(.passes) { change(index).set(.passes, passes) }
        if form.fields[index].needsVerdict { change(index).needsVerdict = false }
    }
}
