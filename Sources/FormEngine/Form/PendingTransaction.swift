/// A transaction that has changed its form, and must be stored before anybody learns of it.
///
/// `Form.commit` ends it when its record is stored, `Form.rollBack` reverts it when that is impossible. Other transactions
/// may follow before that; they are reverted first. Keeping a transaction open costs less than a copy of the form would.
package final class PendingTransaction {
    /// What the record contains.
    enum Contents {
        case whole(SavedRecord)
        /// What the transaction has changed.
        ///
        /// - Parameter isSameContext: whether language, layout traits and date are unchanged.
        case changes(History.Update, isSameContext: Bool)
    }

    private let contents: Contents
    fileprivate let before: SessionReading
    private var after: SessionReading
    fileprivate private(set) var changes: [FieldChange]
    fileprivate let history: History.Moment
    fileprivate let rows: RowChange?

    init(
        _ contents: Contents,
        before: SessionReading,
        after: SessionReading,
        _ changes: [FieldChange],
        _ history: History.Moment,
        _ rows: RowChange?
    ) {
        self.contents = contents
        self.before = before
        self.after = after
        self.changes = changes
        self.history = history
        self.rows = rows
    }

    /// Whether the record contains the whole form.
    package var isWhole: Bool {
        if case .whole = contents { true } else { false }
    }

    /// Whether earlier records contain data that must be erased from the disk.
    package var replacesOlder: Bool {
        if case .whole(let record) = contents { record.replacesOlder } else { false }
    }

    /// The record for the store.
    package var record: SavedRecord {
        switch contents {
        case .whole(let record): record
        case .changes(let history, let isSameContext):
            SavedRecord(changes, after, history, isSameContext: isSameContext)
        }
    }

    /// Joins the transaction that follows this one, if both fit into one record: if it is a key that extends the last
    /// undo step.
    ///
    /// - Returns: `false` if the other one remains a transaction of its own.
    package func join(_ next: PendingTransaction) -> Bool {
        guard case .changes = contents, case .changes(.addition(let entries), isSameContext: true) = next.contents,
            entries.isEmpty
        else { return false }
        after = next.after
        for change in next.changes {
            if let index = changes.firstIndex(where: { $0.now === change.before }) {
                changes[index] = FieldChange(before: changes[index].before, now: change.now)
            } else {
                changes.append(change)
            }
        }
        return true
    }
}

extension Form {
    /// Ends the pending transactions, because their records are stored.
    package mutating func commit() { history.trim() }

    /// Reverts the last pending transaction, because its record cannot be stored.
    package mutating func rollBack(_ pending: PendingTransaction) {
        goBack(to: pending.before, pending.changes, pending.rows)
        history.goBack(to: pending.history)
        revision = pending.before.revision
        heights = Heights(fields.all.map(\.layout.height))
    }

    /// Reverts a transaction that has not been recorded or announced yet.
    mutating func goBack(to before: SessionReading, _ rows: RowChange?) {
        goBack(to: before, fields.changes, rows)
    }

    private mutating func goBack(to before: SessionReading, _ changes: [FieldChange], _ rows: RowChange?) {
        if let rows {
            fields = FieldTable(rows.fields)
            rowNumbers = rows.rowNumbers
        } else {
            fields.rollBack(changes)
        }
        context = before.context
        session = before.session
    }
}
