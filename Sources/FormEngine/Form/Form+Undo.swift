extension Form {
    /// Goes one step back or forward; where there is none, nothing happens.
    mutating func travel(back: Bool) {
        notes.isTravel = true
        history.burst = nil
        guard let step = back ? history.popUndo() : history.popRedo() else { return }
        if let rows = step.rows {
            guard let inverse = travel(to: rows) else { return }
            if back { history.pushRedo([], rows: inverse) } else { history.pushUndo([], rows: inverse) }
            return
        }
        var inverse: [SavedField] = []
        inverse.reserveCapacity(step.fields.count)
        for field in step.fields where fields.indices.contains(field.index) {
            touch(field.index)
            inverse.append(SavedField(index: field.index, state: fields[field.index]))
            fields[field.index].restore(field.state)
            if compiled.fields[field.index].hasPicker { translateChoice(of: field.index) }
            // A text that was left empty by hand stays empty; one of another focus gains or loses the prefix.
            if field.state.isFocused != fields[field.index].isFocused { showOrWithdrawPrefix(field.index) }
        }
        session.isSubmitted = false
        if back { history.pushRedo(inverse) } else { history.pushUndo(inverse) }
    }

    /// Turns what the transaction did to texts into a step. Secrets make none, nor do trims and prefixes: those are
    /// taken back together with what was typed before them.
    mutating func recordHistory() {
        if notes.isTravel { return }
        if notes.continuesBurst {
            history.forgetRedo()
            history.burst = notes.burst
            return
        }
        var changed: [SavedField] = []
        for place in saved.indices {
            let index = saved[place].index
            guard fields[index].flags.contains(.textDirty), !fields[index].isSecret, !saved[place].state.isSecret
            else { continue }
            switch fields[index].textOrigin {
            case nil, .trim, .mask: continue
            default: break
            }
            if fields[index].text != saved[place].state.text { changed.append(saved[place]) }
        }
        history.burst = changed.isEmpty ? nil : notes.burst
        if let rows = notes.rows {
            history.push([], rows: rows.saved)
        } else if !changed.isEmpty {
            history.push(changed)
        }
    }
}

extension FieldStorage {
    /// The text of another moment with all that belongs to it; focus, availability and overrides stay.
    mutating func restore(_ other: FieldStorage) {
        text = other.text
        value = other.value
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
