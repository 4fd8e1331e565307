/// A transaction that has changed its form, and must be stored before anybody learns of it.
///
/// `Form.commit` ends it when its record is stored, `Form.rollBack` reverts it when that is impossible. Until then the
/// form must not be changed. Keeping the transaction open costs less than a copy of the form would.
package final class PendingTransaction {
    package let record: SavedRecord
    fileprivate let before: SessionReading
    fileprivate let history: History.Moment
    fileprivate let rows: RowChange?

    init(_ record: SavedRecord, before: SessionReading, _ history: History.Moment, _ rows: RowChange?) {
        self.record = record
        self.before = before
        self.history = history
        self.rows = rows
    }
}

extension Form {
    /// Ends a transaction whose record is stored.
    package mutating func commit(_ pending: PendingTransaction) { endTransaction(pending.rows) }

    /// Reverts a transaction whose record cannot be stored.
    package mutating func rollBack(_ pending: PendingTransaction) {
        goBack(to: pending.before, pending.rows)
        history.goBack(to: pending.history)
        revision = pending.before.revision
        heights = Heights(fields.all.map(\.layout.height))
    }

    /// - Parameter rows: the change of rows, if the transaction added, removed or moved rows.
    mutating func endTransaction(_ rows: RowChange?) {
        history.trim()
        fields.endTransaction()
        for index in rows?.added ?? [] { fields[index].close() }
    }

    /// Reverts a transaction that has not been recorded or announced yet.
    mutating func goBack(to before: SessionReading, _ rows: RowChange?) {
        if let rows {
            fields = FieldTable(rows.fields)
            rowNumbers = rows.rowNumbers
        } else {
            fields.rollBack()
        }
        context = before.context
        session = before.session
    }
}
