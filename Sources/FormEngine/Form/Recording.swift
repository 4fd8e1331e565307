/// What a transaction is to undo and redo: a step of its own, more for the last step, or a way through the steps. Operations note
/// here what they do; the end of the transaction tells the history.
struct Recording: ~Copyable {
    /// The burst that the transaction continues or begins, when it is a single key.
    private var burst: History.Burst?
    private var continuesBurst = false
    /// Names of fields whose earlier texts are not to come back.
    private(set) var forgotten: Set<String> = []
    private var course = Course.edit

    private enum Course {
        /// Changes of texts or rows are a step.
        case edit
        /// The form begins anew: no step leads back to what was.
        case restart
        /// This is an undo or a redo. What leads back is `nil` where there was no step to take.
        indirect case travel(back: Bool, inverse: History.Step?)
    }

    /// Whether this is an undo or a redo.
    var isTravel: Bool {
        if case .travel = course { true } else { false }
    }

    /// Whether no step of undo is taken away.
    var onlyAdds: Bool {
        if case .edit = course { forgotten.isEmpty } else { false }
    }

    /// Notes a key, which may belong to the same burst as the last one.
    ///
    /// - Parameters:
    ///   - caret: where it was before the key.
    ///   - last: the burst of the last step.
    mutating func note(_ kind: History.Burst.Kind, in field: FormField, before caret: Int, after last: History.Burst?) {
        continuesBurst = last == History.Burst(field: field.id, kind: kind, caret: caret)
        burst = History.Burst(field: field.id, kind: kind, caret: field.selection.start)
    }

    /// Notes that the transaction is more than one key.
    mutating func endBurst() {
        burst = nil
        continuesBurst = false
    }

    /// Notes that no earlier text of a field is to come back.
    mutating func forget(_ field: FormField) { forgotten.insert(field.id) }

    mutating func restart() { course = .restart }

    mutating func travel(back: Bool, inverse: History.Step? = nil) { course = .travel(back: back, inverse: inverse) }

    /// Turns what the transaction did to texts into a step. Secrets make none, nor do trims and prefixes: those are taken
    /// back together with what was typed before them.
    ///
    /// - Parameter operations: what was done.
    /// - Returns: what that did to undo and redo.
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
        if case .travel(let back, let inverse) = course {
            history.travel(back: back, inverse: inverse)
            return .travel(back: back)
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
        // The rows are the last step, so that they come back before the number that they followed.
        if let rows { history.record(History.Step(rows: rows.saved), burst: nil) }
        return step
    }

    /// What a key of a burst did to other fields than its own.
    private func entriesOfOthers(_ changes: [FieldChange]) -> [History.Entry] {
        let texts = changes.filter { $0.now.id != burst?.field && $0.isText && !$0.isSecret && !$0.now.isReadOnly }
        let own = changes.filter { $0.now.id == burst?.field }
        return texts.map { History.Entry($0.before) } + messages(changes, besides: texts + own)
    }

    /// What the texts of this transaction made fields say whose own texts stayed.
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
    /// Whether an undo takes the change of the text back.
    fileprivate var isUndoable: Bool {
        switch now.textOrigin {
        case nil, .trim, .mask: return false
        case .user, .program, .picker, .clear, .reset, .undo: return isText && !isSecret && !now.isReadOnly
        }
    }

    fileprivate var isSecret: Bool { now.isSecret || before.isSecret }
}
