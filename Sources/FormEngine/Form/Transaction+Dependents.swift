import FormModel

/// What a change of one field means to others.
extension Transaction {
    /// Brings conditions, and what rules said because of other fields, up to date.
    mutating func updateDependents() {
        let dependencies = context.placement.dependencies
        guard !dependencies.isEmpty else { return }
        updateConditions()
        if !dependencies.rules.isEmpty { reaskReaders() }
        if !dependencies.pluginRules.isEmpty { reaskPluginReaders() }
    }

    /// What conditions make of what the operations so far did. The next operation meets a form in which they hold.
    mutating func updateConditions() {
        guard context.placement.dependencies.hasConditions else { return }
        updateVisibility()
        updateDuties()
    }

    // MARK: Conditions

    /// Evaluates every condition of fields that are being opened; nothing has been announced yet.
    mutating func applyConditions(of indices: [Int]) {
        let dependencies = context.placement.dependencies
        guard dependencies.hasConditions else { return }
        let order =
            dependencies.ranks.isEmpty
            ? indices : indices.sorted { dependencies.ranks[$0] < dependencies.ranks[$1] }
        for index in order {
            let field = form.fields[index]
            guard let conditions = field.plan.conditions, judge.holds(conditions.visible, of: field) == false else {
                continue
            }
            field.set(.hidden, true)
            if conditions.whenIrrelevant == .clear {
                field.takeFormatted(nil)
                field.followText(context)
            }
        }
        for index in order { applyDuties(of: index) }
    }

    private mutating func updateVisibility() {
        let dependencies = context.placement.dependencies
        guard !dependencies.visibility.isEmpty else { return }
        var queue = RankedQueue()
        func enqueueReaders(of index: Int) {
            for reader in dependencies.visibility.readers(of: index) {
                queue.insert(reader, rank: dependencies.ranks[Int(reader)])
            }
        }
        for change in form.fields.changes where change.isSeenByOthers { enqueueReaders(of: change.now.index) }
        while let index = queue.popFirst() {
            let field = form.fields[index]
            guard let isVisible = judge.holds(field.plan.conditions?.visible, of: field), isVisible == field.isHidden
            else { continue }
            if isVisible { reveal(index) } else { hide(index) }
            enqueueReaders(of: index)
        }
    }

    private mutating func reveal(_ index: Int) {
        let field = change(index)
        field.set(.hidden, false)
        // Rules that read other fields are not asked again while a field is hidden: its verdict may be old.
        field.needsVerdict = true
        if field.message?.isJudged == true { reask(index, mayRaise: false) }
    }

    /// A field that disappears is left without a validation.
    private mutating func hide(_ index: Int) {
        if form.session.focus == index { blur(validates: false) }
        if form.session.scrollTarget == index { form.session.scrollTarget = nil }
        let field = change(index)
        field.set(.hidden, true)
        guard field.plan.conditions?.whenIrrelevant == .clear, !field.text.isEmpty else { return }
        field.takeFormatted(nil)
        field.followText(context)
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
        let mayRaise = mayRaise && !isSetByProgram && !field.judgedText.isEmpty
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
