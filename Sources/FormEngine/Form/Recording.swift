/// How a transaction changes undo and redo: it adds a step, extends the last step, or moves through the steps.
/// Operations record here what they do; `record` applies it to the history at the end of the transaction.
struct Recording: ~Copyable {
    /// The burst that the transaction continues or begins; `nil` unless the transaction is a single key.
    private var burst: History.Burst?
    private var continuesBurst = false
    /// The names of fields whose earlier texts no undo may restore.
    private(set) var forgotten: Set<String> = []
    private var course = Course.edit

    private enum Course {
        /// Changes of texts or rows become a step.
        case edit
        /// The form starts again, and its history with it.
        case restart
        /// This is an undo or a redo of a step; `nil` if there was none.
        case traverse(back: Bool, History.Step?)
    }

    /// Whether this is an undo or a redo.
    var isTraversal: Bool {
        if case .traverse = course { true } else { false }
    }

    /// Records a key, which may continue the burst of the last one.
    ///
    /// - Parameters:
    ///   - caret: the caret before the key.
    ///   - last: the burst of the last step.
    mutating func key(_ kind: History.Burst.Kind, in field: FormField, before caret: Int, after last: History.Burst?) {
        continuesBurst = last == History.Burst(field: field.id, kind: kind, caret: caret)
        burst = History.Burst(field: field.id, kind: kind, caret: field.selection.start)
    }

    /// Records that the transaction is more than one key.
    mutating func endBurst() {
        burst = nil
        continuesBurst = false
    }

    /// Records that no undo may restore an earlier text of a field.
    mutating func forget(_ field: FormField) { forgotten.insert(field.id) }

    mutating func restart() { course = .restart }

    mutating func traverse(back: Bool, _ step: History.Step?) { course = .traverse(back: back, step) }

    /// Records what an undo of the transaction restores. Changes of secrets add no step. Neither do trims and prefixes:
    /// they are undone together with the edit before them.
    ///
    /// - Parameter operations: the operations of the transaction.
    /// - Returns: the change of the history, for the saved record.
    func record(
        _ changes: [FieldChange],
        _ rows: RowChange?,
        by operations: [Operation],
        in history: inout History
    ) -> History.Update {
        if !forgotten.isEmpty { history.forget(forgotten) }
        let update = update(changes, rows)
        history.apply(update, burst: burst)
        if case .none = update, operations.contains(where: \.isByUser) || changes.contains(where: \.isText) {
            history.endBurst()
        }
        return update
    }

    private func update(_ changes: [FieldChange], _ rows: RowChange?) -> History.Update {
        switch course {
        case .restart: return .restart
        case .traverse(_, nil): return .none
        case .traverse(let back, let step?):
            return .traverse(back: back, inverse: History.Step(fields: entries(changes, step), rows: rows?.saved))
        case .edit: break
        }
        if continuesBurst, rows == nil {
            return .addition(entries(changes.filter { $0.now.id != burst?.field }))
        }
        let entries = entries(changes)
        let isEdit = entries.contains { $0.field != nil }
        guard let rows else { return isEdit ? .steps([History.Step(fields: entries)]) : .none }
        // If rows follow a number that was changed with them, an undo restores first the rows and then the number.
        if rows.isFollowing, isEdit {
            return .steps([History.Step(fields: entries), History.Step(rows: rows.saved)])
        }
        return .steps([History.Step(fields: entries, rows: rows.saved)])
    }

    /// The changed texts and messages, as they were before.
    ///
    /// - Parameter step: the step that the transaction undoes or redoes; its fields are part of the inverse.
    private func entries(_ changes: [FieldChange], _ step: History.Step? = nil) -> [History.Entry] {
        var restored: [String: Bool] = [:]
        for entry in step?.fields ?? [] { restored[entry.id] = entry.field != nil }
        return changes.compactMap { change in
            let isRestored = restored.isEmpty ? nil : restored[change.now.id]
            if change.isUndoable || isRestored == true { return History.Entry(change.before) }
            guard isRestored != nil || change.changesMessage else { return nil }
            return History.Entry(change.before, isMessageOnly: true)
        }
    }
}

extension FieldChange {
    /// Whether an undo reverts the change of the text.
    fileprivate var isUndoable: Bool {
        switch now.textOrigin {
        case nil, .trim, .mask: return false
        case .user, .program, .picker, .clear, .reset, .undo:
            return (isText || now.choice != before.choice) && !isSecret && !now.isReadOnly
        }
    }

    /// Whether an undo reverts the change of the message, although it does not revert a change of the text.
    fileprivate var changesMessage: Bool {
        guard now.dirty.contains(.message), now.message != before.message else { return false }
        // The text of a computed field is computed anew.
        return !isText || now.plan.computed != nil
    }

    fileprivate var isSecret: Bool { now.isSecret || before.isSecret }
}
