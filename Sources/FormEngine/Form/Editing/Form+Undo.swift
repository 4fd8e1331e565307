extension Form {
    /// Goes one step back or forward; where there is none, nothing happens.
    mutating func travel(back: Bool) {
        notes.isTravel = true
        history.burst = nil
        forgetRefusals()
        guard let step = back ? history.undo.pop() : history.redo.pop() else { return }
        if let rows = step.rows {
            guard let inverse = travel(to: rows) else { return }
            if back { history.redo.push([], rows: inverse) } else { history.undo.push([], rows: inverse) }
            return
        }
        var inverse: [SavedField] = []
        inverse.reserveCapacity(step.fields.count)
        for field in step.fields where fields.indices.contains(field.index) {
            touch(field.index)
            let now = SavedField(index: field.index, state: fields[field.index])
            guard !field.isMessageOnly else {
                inverse.append(now.messageOnly)
                fields[field.index].restoreMessage(field.state)
                continue
            }
            inverse.append(now)
            fields[field.index].restore(field.state)
            if compiled.fields[field.index].hasPicker { translateChoice(of: field.index) }
            repeatJudgement(of: field.index)
            // A text that was left empty by hand stays empty; one of another focus gains or loses the prefix.
            if field.state.isFocused != fields[field.index].isFocused { showOrWithdrawPrefix(field.index) }
        }
        session.isSubmitted = false
        if back { history.redo.push(inverse) } else { history.undo.push(inverse) }
    }

    /// Turns what the transaction did to texts into a step. Secrets make none, nor do trims and prefixes: those are
    /// taken back together with what was typed before them.
    mutating func recordHistory() {
        for index in notes.forgottenHistory { history.forget(index) }
        if notes.isTravel { return }
        if notes.continuesBurst {
            history.forgetRedo()
            if !compiled.dependencies.isEmpty { history.amend(changesOfOthers(than: notes.burst?.field)) }
            history.burst = notes.burst
            return
        }
        var changed: [SavedField] = []
        for place in saved.indices {
            let index = saved[place].index
            guard fields[index].flags.contains(.textDirty), !fields[index].isSecret, !saved[place].state.isSecret,
                !fields[index].isReadOnly(configured(index))
            else { continue }
            switch fields[index].textOrigin {
            case nil, .trim, .mask: continue
            default: break
            }
            if fields[index].text != saved[place].state.text { changed.append(saved[place]) }
        }
        history.burst = changed.isEmpty ? nil : notes.burst
        if let rows = notes.rows { return history.push([], rows: rows.saved) }
        guard !changed.isEmpty else { return }
        if !compiled.dependencies.isEmpty { changed += changedMessages(besides: changed) }
        history.push(changed)
    }

    /// What the texts of this transaction made fields say whose own texts stayed.
    private func changedMessages(besides changed: [SavedField]) -> [SavedField] {
        let texts = Set(changed.map(\.index))
        return saved.compactMap { was in
            let now = fields[was.index]
            guard !texts.contains(was.index), !now.flags.contains(.textDirty) || now.text == was.state.text,
                now.errorMessage != was.state.errorMessage
                    || !now.flags.symmetricDifference(was.state.flags).isDisjoint(with: .messageFlags)
            else { return nil }
            return was.messageOnly
        }
    }

    /// What a key of a burst did to other fields than its own.
    private func changesOfOthers(than own: Int?) -> [SavedField] {
        let texts = saved.filter { was in
            was.index != own && !was.state.isSecret && !fields[was.index].isSecret
                && fields[was.index].text != was.state.text
        }
        let ownField = saved.filter { $0.index == own }
        return texts + changedMessages(besides: texts + ownField)
    }
}

extension FieldStorage {
    /// What the field said at another moment.
    mutating func restoreMessage(_ other: FieldStorage) {
        errorMessage = other.errorMessage
        flags.subtract(.messageFlags)
        flags.formUnion(other.flags.intersection(.messageFlags))
        flags.formUnion([.verdictDirty, .hintDirty])
    }

    /// The text of another moment with all that belongs to it; focus, availability and overrides stay.
    mutating func restore(_ other: FieldStorage) {
        text = other.text
        value = other.value
        completionLength = other.completionLength
        errorMessage = other.errorMessage
        textSize = other.textSize
        selection = other.selection
        lastEdit = other.lastEdit
        choice = other.choice
        flags.subtract(.undoable)
        flags.formUnion(other.flags.intersection(.undoable))
        flags.formUnion([.textDirty, .verdictDirty, .hintDirty])
        textOrigin = .undo
    }
}
