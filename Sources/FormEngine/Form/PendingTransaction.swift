/// A transaction that has changed its form, and must be stored before anybody learns of it.
///
/// `Form.commit` ends it when its record is stored, `Form.rollBack` reverts it when that is impossible. Until then other
/// transactions may only join it. Keeping it open costs less than a copy of the form would.
package final class PendingTransaction {
    /// The record; empty once it was taken out, because it contains text that the user has typed.
    package private(set) var record: SavedRecord
    fileprivate let before: SessionReading
    fileprivate private(set) var changes: [FieldChange]
    fileprivate let history: History.Moment
    fileprivate let rows: RowChange?

    init(
        _ record: SavedRecord,
        before: SessionReading,
        _ changes: [FieldChange],
        _ history: History.Moment,
        _ rows: RowChange?
    ) {
        self.record = record
        self.before = before
        self.changes = changes
        self.history = history
        self.rows = rows
    }

    package func takeRecord() -> SavedRecord {
        defer { record.bytes = [] }
        return record
    }

    /// Whether another transaction, which changed the form after this one, can join it.
    package func canBeJoined(by next: PendingTransaction) -> Bool {
        rows == nil && next.rows == nil && (next.history.onlyAdds || !history.onlyAdds)
    }

    /// Joins another transaction to this one, so that both are committed or reverted together.
    package func join(_ next: PendingTransaction) {
        // A field that both have changed goes back to its state before the first.
        for change in next.changes where !changes.contains(where: { $0.before.index == change.before.index }) {
            changes.append(change)
        }
    }
}

extension Form {
    /// Ends a transaction whose record is stored.
    package mutating func commit(_: PendingTransaction) { history.trim() }

    /// Reverts a transaction whose record cannot be stored.
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
