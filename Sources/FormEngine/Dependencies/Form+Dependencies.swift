import FormModel

/// What a change of one field means to others. Runs once at a transaction's end, over the fields that it touched.
extension Form {
    mutating func updateDependants() {
        guard !compiled.dependencies.isEmpty else { return }
        updateConditions()
        if !compiled.dependencies.rules.isEmpty { reaskReaders() }
    }

    /// What conditions make of what the operations so far did. The next operation meets a form in which they hold.
    mutating func updateConditions() {
        guard compiled.dependencies.hasConditions else { return }
        updateVisibility()
        updateDuties()
    }

    /// What other fields' conditions and rules see of a field.
    func readValue(of index: Int) -> String {
        let field = compiled.fields[index]
        if fields[index].isHidden, field.conditions?.whenIrrelevant != .keep { return "" }
        return fields[index].fieldValue(field)
    }

    private mutating func holds(_ condition: CompiledCondition?) -> Bool? {
        guard let condition else { return nil }
        evaluations.conditions &+= 1
        return condition.holds { readValue(of: $0) }
    }

    /// Whether this transaction has changed what others see of a field.
    private func hasChanged(_ place: Int) -> Bool {
        let state = fields[saved[place].index]
        return state.flags.contains(.textDirty) || state.isHidden != saved[place].state.isHidden
    }

    // MARK: Conditions

    /// Evaluates every condition of fields that are being opened; nothing has been announced yet.
    mutating func applyConditions(of indices: some Collection<Int>) {
        let dependencies = compiled.dependencies
        guard dependencies.hasConditions else { return }
        let order =
            dependencies.ranks.isEmpty
            ? Array(indices) : indices.sorted { dependencies.ranks[$0] < dependencies.ranks[$1] }
        for index in order {
            guard let conditions = compiled.fields[index].conditions else { continue }
            if holds(conditions.visible) == false {
                fields[index].flags.insert(.hidden)
                if conditions.whenIrrelevant == .clear { fields[index].takeFormatted(nil) }
            }
        }
        for index in order { applyDuties(index) }
    }

    private mutating func updateVisibility() {
        let dependencies = compiled.dependencies
        guard !dependencies.visibility.isEmpty else { return }
        var queue = RankedQueue()
        for place in saved.indices where hasChanged(place) {
            for reader in dependencies.visibility.readers(of: saved[place].index) {
                queue.insert(reader, rank: dependencies.ranks[Int(reader)])
            }
        }
        while let index = queue.popFirst() {
            guard let isVisible = holds(compiled.fields[index].conditions?.visible),
                isVisible == fields[index].isHidden
            else { continue }
            if isVisible { show(index) } else { hide(index) }
            for reader in dependencies.visibility.readers(of: index) {
                queue.insert(reader, rank: dependencies.ranks[Int(reader)])
            }
        }
    }

    private mutating func show(_ index: Int) {
        touch(index)
        fields[index].flags.remove(.hidden)
        // Lines were not laid out, and the verdict was nobody's business.
        fields[index].flags.formUnion([.textDirty, .hintDirty, .verdictDirty])
        if fields[index].flags.contains(.judged) { reask(index, mayRaise: false) }
    }

    /// A field that disappears is left without a validation.
    private mutating func hide(_ index: Int) {
        if session.focus == index { blur(validates: false) }
        if session.scrollTarget == index { session.scrollTarget = nil }
        touch(index)
        fields[index].flags.insert(.hidden)
        guard compiled.fields[index].conditions?.whenIrrelevant == .clear, !fields[index].text.isEmpty else { return }
        fields[index].takeFormatted(nil)
        fields[index].clearError()
        fields[index].textOrigin = .program
        updateModified(index)
    }

    private mutating func updateDuties() {
        let dependencies = compiled.dependencies
        guard !dependencies.duties.isEmpty else { return }
        var readers: [Int32] = []
        for place in saved.indices where hasChanged(place) {
            readers += dependencies.duties.readers(of: saved[place].index)
        }
        if readers.count > 1 { readers = Set(readers).sorted() }
        for reader in readers { applyDuties(Int(reader)) }
    }

    /// Whether a field is enabled and required.
    private mutating func applyDuties(_ index: Int) {
        guard let conditions = compiled.fields[index].conditions else { return }
        if let isEnabled = holds(conditions.enabled), isEnabled == fields[index].flags.contains(.blocked) {
            touch(index)
            if isEnabled { fields[index].flags.remove(.blocked) } else { fields[index].flags.insert(.blocked) }
            updateDisabled(index)
        }
        if let isRequired = holds(conditions.required), isRequired != fields[index].flags.contains(.demanded) {
            touch(index)
            if isRequired { fields[index].flags.insert(.demanded) } else { fields[index].flags.remove(.demanded) }
            fields[index].flags.insert(.verdictDirty)
            if fields[index].flags.contains(.judged) { reask(index, mayRaise: false) }
        }
    }

    // MARK: Rules that read other fields

    private mutating func reaskReaders() {
        let table = compiled.dependencies.rules
        let comparisons = compiled.dependencies.comparisons
        // What a re-asked field shows changes nothing for others.
        for place in saved.indices where hasChanged(place) {
            let index = saved[place].index
            let readers = table.readers(of: index)
            guard !readers.isEmpty else { continue }
            let wasTouched = fields[index].flags.contains(.touched)
            // nil: there is nothing to compare with.
            let value = fields[index].isHidden ? nil : readValue(of: index)
            for reader in readers {
                let reader = Int(reader)
                if comparisons[reader], repeats(reader, comparedWith: value, mayRaise: wasTouched) { continue }
                guard !fields[reader].isHidden else { continue }
                let mayRaise =
                    !fields[reader].isFocused && !fields[reader].isDisabled
                    && (wasTouched || fields[reader].flags.contains(.touched))
                    && compiled.fields[reader].definition.validation != .never
                reask(reader, mayRaise: mayRaise)
            }
        }
    }

    /// Whether a field that only compares would say again what it says. Costs no more than the comparison: many fields
    /// may read one, and few keys change what any of them says.
    private mutating func repeats(_ index: Int, comparedWith value: String?, mayRaise: Bool) -> Bool {
        let flags = fields[index].flags
        guard fields[index].overrides == nil, !notes.isTravel, !flags.contains(.hidden) else { return false }
        let isAsked = value != nil && !fields[index].text.isEmpty
        let passes = !isAsked || fields[index].text == value
        // What is shown is what would be said; or nothing is, and nothing is to be.
        guard passes == flags.contains(.passes),
            passes ? !flags.contains(.judged) : flags.contains(.error) || !mayRaise && !flags.contains(.touched)
        else { return false }
        if isAsked { evaluations.rules &+= 1 }
        return true
    }

    /// Judges a field anew because of what another one became. What its judges said before is replaced; an error that a
    /// program set stays; a new error is shown about text only, so that nothing is demanded before its time.
    private mutating func reask(_ index: Int, mayRaise: Bool) {
        guard !notes.isTravel else {
            // Undo and redo bring back what was said then, and nothing else.
            touch(index)
            fields[index].flags.insert(.verdictDirty)
            return
        }
        let verdict = verdict(of: index)
        let field = compiled.fields[index]
        let shows = fields[index].flags.contains(.judged)
        let isSetByProgram = fields[index].hasError && !shows
        let passes = verdict?.isValid ?? true
        let mayRaise = mayRaise && !isSetByProgram && !fields[index].judgedText(field).isEmpty
        if shows || mayRaise && !passes {
            let message = verdict?.message ?? ""
            let isSame =
                shows && fields[index].hasError == !passes && (fields[index].errorMessage ?? "") == message
            if !isSame {
                touch(index)
                present(verdict, at: index)
                if !passes { fields[index].flags.insert(.validationFailed) }
            }
        }
        if passes != fields[index].flags.contains(.passes) {
            touch(index)
            fields[index].flags.formSymmetricDifference(.passes)
        }
        fields[index].flags.remove(.verdictDirty)
    }
}
