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
        /// This is an undo or a redo. `inverse` is `nil` if there was no step to undo or redo.
        indirect case traverse(back: Bool, inverse: History.Step?)
    }

    /// Whether this is an undo or a redo.
    var isTraversal: Bool {
        if case .traverse = course { true } else { false }
    }

    /// Whether the transaction removes no step of the history.
    var onlyAdds: Bool {
        if case .edit = course { forgotten.isEmpty } else { false }
    }

    /// Records a key, which may continue the burst of the last one.
    ///
    /// - Parameters:
    ///   - caret: the caret before the key.
    ///   - last: the burst of the last step.
    mutating func note(_ kind: History.Burst.Kind, in field: FormField, before caret: Int, after last: History.Burst?) {
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

    mutating func traverse(back: Bool, inverse: History.Step? = nil) {
        course = .traverse(back: back, inverse: inverse)
    }

    /// Adds a step for the changed texts. Changes of secrets add none. Neither do trims and prefixes: they are undone
    /// together with the edit before them.
    ///
    /// - Parameter operations: the operations of the transaction.
    /// - Returns: the change of the history, for the saved record.
    func record(
        _ changes: [FieldChange],
        _ rows: RowChange?,
        by operations: [Operation],
        _ dependencies: FormDependencies,
        in history: inout History
    ) -> History.Update {
        if case .restart = course {
            history = History()
            return .none
        }
        if !forgotten.isEmpty { history.forget(forgotten) }
        if case .traverse(let back, let inverse) = course {
            history.traverse(back: back, inverse: inverse)
            return .traverse(back: back)
        }
        if continuesBurst {
            let entries = dependencies.isEmpty ? [] : entriesOfOthers(changes)
            history.extend(by: entries, burst: burst)
            return .addition(entries)
        }
        if let rows, !rows.isFollowing {
            history.record(History.Step(rows: rows.saved), burst: nil)
            return .none
        }
        var step = History.Update.none
        let texts = changes.filter(\.isUndoable)
        if !texts.isEmpty {
            let others = dependencies.isEmpty ? [] : messages(changes, besides: texts)
            let entries = texts.map { History.Entry($0.before) } + others
            history.record(History.Step(fields: entries), burst: burst)
            step = .step(entries)
        } else if operations.contains(where: \.isByUser) || changes.contains(where: \.isText) {
            history.endBurst()
        }
        // The rows are the last step, so that an undo restores them before the number that they follow.
        if let rows { history.record(History.Step(rows: rows.saved), burst: nil) }
        return step
    }

    /// The changes that a key of a burst made in other fields.
    private func entriesOfOthers(_ changes: [FieldChange]) -> [History.Entry] {
        let texts = changes.filter { $0.now.id != burst?.field && $0.isText && !$0.isSecret && !$0.now.isReadOnly }
        let own = changes.filter { $0.now.id == burst?.field }
        return texts.map { History.Entry($0.before) } + messages(changes, besides: texts + own)
    }

    /// The messages that this transaction changed in fields whose own texts did not change.
    private func messages(_ changes: [FieldChange], besides texts: [FieldChange]) -> [History.Entry] {
        let indices = Set(texts.map(\.now.index))
        return changes.compactMap { change in
            guard !indices.contains(change.now.index), !change.isText, change.now.dirty.contains(.message) else {
                return nil
            }
            return History.Entry(change.before, isMessageOnly: true)
        }
    }
}

extension FieldChange {
    /// Whether an undo reverts the change of the text.
    fileprivate var isUndoable: Bool {
        switch now.textOrigin {
        case nil, .trim, .mask: return false
        case .user, .program, .picker, .clear, .reset, .undo: return isText && !isSecret && !now.isReadOnly
        }
    }

    fileprivate var isSecret: Bool { now.isSecret || before.isSecret }
}
