import TextEditing

/// How a transaction changes undo and redo: it adds a step, extends the last step, or moves through the steps.
/// Operations record here what they do; `record` applies it to the history at the end of the transaction.
struct Recording: ~Copyable {
    /// The names of fields whose earlier texts no undo may restore.
    private(set) var forgotten: Set<String> = []
    /// Whether rows follow a number that was changed with them.
    var countsRows = false
    private var course = Course.edit

    private enum Course {
        /// Changes of texts or rows become a step.
        case edit
        /// A single key begins a burst, or continues the last one.
        case key(History.Burst, continues: Bool)
        /// The form starts again, and its history with it.
        case restart
        /// This is an undo or a redo of a step; `nil` if there was none.
        case traverse(back: Bool, History.Step?)
    }

    /// Whether this is an undo or a redo.
    var isTraversal: Bool {
        if case .traverse = course { true } else { false }
    }

    /// The burst that the transaction begins or continues.
    private var burst: History.Burst? {
        if case .key(let burst, _) = course { burst } else { nil }
    }

    /// Records a key, which may continue the burst of the last one.
    ///
    /// - Parameters:
    ///   - caret: the caret before the key.
    ///   - last: the burst of the last step.
    mutating func key(_ kind: History.Burst.Kind, in field: FormField, before caret: Int, after last: History.Burst?) {
        let continues = last == History.Burst(field: field.id, kind: kind, caret: caret)
        course = .key(History.Burst(field: field.id, kind: kind, caret: field.selection.start), continues: continues)
    }

    /// Records that the transaction is more than one key.
    mutating func endBurst() {
        if case .key = course { course = .edit }
    }

    /// Records that no undo may restore an earlier text of a field.
    mutating func forget(_ field: FormField) { forgotten.insert(field.id) }

    mutating func restart() { course = .restart }

    mutating func traverse(back: Bool, _ step: History.Step?) { course = .traverse(back: back, step) }

    /// Records what an undo of the transaction restores. Changes of secrets add no step. Neither do trims and prefixes:
    /// they are undone together with the edit before them.
    ///
    /// - Parameters:
    ///   - before: the session before the transaction.
    ///   - operations: the operations of the transaction.
    /// - Returns: the change of the history, for the saved record.
    func record(
        _ fields: FieldTable,
        since before: SessionReading,
        by operations: [Operation],
        in history: inout History
    ) -> History.Update {
        if !forgotten.isEmpty { history.forget(forgotten) }
        let update = update(fields, since: before)
        history.apply(update)
        if case .none = update {
            if operations.contains(where: \.isByUser) || fields.changes.contains(where: \.isText) {
                history.burst = nil
            }
        } else {
            history.burst = burst
        }
        return update
    }

    private func update(_ fields: FieldTable, since before: SessionReading) -> History.Update {
        let rows = fields.rows.map { _ in
            History.Rows(
                rows: before.context.placement.rows,
                numbers: before.session.rowNumbers,
                locale: before.context.locale
            )
        }
        // A field that became secret in this transaction is secret already.
        let removed = (fields.rows?.removed ?? []).map { change in
            History.Entry(change.now.isSecret ? change.now.withoutSecret : change.before.inRemovedRow)
        }
        switch course {
        case .restart: return .restart
        case .traverse(_, nil): return .none
        case .traverse(let back, let step?):
            let inverse = History.Step(fields: entries(fields.changes, step) + removed, rows: rows)
            return .traverse(back: back, inverse: inverse)
        case .key(let burst, continues: true) where rows == nil:
            return .addition(entries(fields.changes.filter { $0.now.id != burst.field }))
        case .edit, .key: break
        }
        let entries = entries(fields.changes)
        let isEdit = entries.contains { $0.field != nil }
        guard let rows else { return isEdit ? .steps([History.Step(fields: entries)]) : .none }
        // If rows follow a number that was changed with them, an undo restores first the rows and then the number.
        if countsRows, isEdit {
            return .steps([History.Step(fields: entries), History.Step(fields: removed, rows: rows)])
        }
        return .steps([History.Step(fields: entries + removed, rows: rows)])
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

    private var isSecret: Bool { now.isSecret || before.isSecret }
}
