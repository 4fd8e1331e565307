/// What a transaction has to do with keeping: the record of what it changed, and the form that comes back.
extension Transaction {
    /// The record of this transaction; `nil` if it changed nothing.
    ///
    /// - Parameter isAnnounced: whether it changed something that is announced.
    func record(for keeper: Keeper, _ history: SavedHistoryChange, isAnnounced: Bool) -> SavedRecord? {
        guard isAnnounced || !form.fields.changes.isEmpty else { return nil }
        guard keeper.wantsWhole || rows != nil || !forgotten.isEmpty || context.locale != before.locale else {
            return form.savedChange(history, isSameContext: context === before.context)
        }
        var record = form.saved
        record.replacesOlder = !forgotten.isEmpty
        return record
    }

    /// Makes the fields secrets that are computed from one that has become a secret: they would tell it.
    mutating func hideWhatIsComputed(from index: Int) {
        for reader in context.placement.fields(computedFrom: index) where !form.fields[reader].isSecret {
            let field = change(reader)
            field.flags.insert(.secret)
            forgotten.insert(field.id)
        }
    }

    /// Works out what was not kept of a form that comes back: what follows from its texts, and from the loss of its secrets.
    mutating func restore() {
        form.session.isRestored = true
        for field in form.fields.all {
            field.set(.focused, form.session.focus == field.index)
            field.close()
        }
        // Conditions, computations and rules that read a secret see that it is empty now.
        for index in form.fields.indices where form.fields[index].isSecret { change(index).dirty.insert(.text) }
        updateDependents()
        for field in form.fields.all {
            field.isOpen = true
            field.dirty = FieldParts(rawValue: .max)
            field.needsVerdict = true
        }
        sayTexts(of: Array(form.fields.indices))
        updateTitles()
        let judge = judge
        for field in form.fields.all { Self.settle(field, judge) }
        noteLateAnswers()
        for field in form.fields.all { field.close() }
        form.fields.endTransaction()
        countAnew()
        placeSupplements()
        updateReach()
        form.session.viewport.scroll(to: nil, content: form.session.contentHeight)
        form.evaluations += attempt.evaluations
    }
}
