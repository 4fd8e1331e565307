/// What one transaction did to a form, as one value that does not change: the fields that differ, each before and now,
/// the rows, and the session, the context and the history before and after.
///
/// Everything that follows from a transaction is a function of its transition: `Announcement` compares the two sides,
/// `History.Update` is the part that undo reverts, `record` encodes it for the disk, and `Form.revert` applies it
/// backwards. A transition that is not stored yet is *pending*: `Form.commit` ends it when its record is stored,
/// `Form.revert` reverts it when that is impossible. Others may follow before that; they are reverted first.
package struct Transition: Sendable {
    /// The session, the context and the revision.
    let before: SessionReading
    private var after: SessionReading
    private(set) var fields: [FieldChange]
    /// The change of rows; `nil` if they stayed as they were.
    let rows: RowChange?
    /// The history before the transaction, and what the transaction did to it.
    private let history: (before: History, update: History.Update)
    /// The record of the whole form; `nil` if the changes are enough.
    private let whole: SavedRecord?

    init(
        from before: SessionReading,
        to after: SessionReading,
        _ fields: [FieldChange],
        _ rows: RowChange?,
        _ history: (before: History, update: History.Update),
        whole: SavedRecord?
    ) {
        self.before = before
        self.after = after
        self.fields = fields
        self.rows = rows
        self.history = history
        self.whole = whole
    }

    /// Whether the record contains the whole form.
    package var isWhole: Bool { whole != nil }

    /// Whether earlier records contain data that must be erased from the disk.
    package var replacesOlder: Bool { whole?.replacesOlder ?? false }

    /// The record for the store.
    package var record: SavedRecord {
        whole ?? SavedRecord(fields, after, history.update, isSameContext: after.context === before.context)
    }

    /// This transition and the one that follows it as one, which has a single record; `nil` unless the other one is a
    /// key that extends the last undo step.
    package func joined(by next: Transition) -> Transition? {
        guard !isWhole, !next.isWhole, next.after.context === next.before.context,
            case .addition(let entries) = next.history.update, entries.isEmpty
        else { return nil }
        var joined = self
        joined.after = next.after
        for change in next.fields {
            if let index = fields.firstIndex(where: { $0.now === change.before }) {
                joined.fields[index] = FieldChange(before: fields[index].before, now: change.now)
            } else {
                joined.fields.append(change)
            }
        }
        return joined
    }

    fileprivate func revert(_ form: inout Form) {
        form.goBack(to: before, fields, rows)
        form.history = history.before
        form.revision = before.revision
    }
}

extension Form {
    /// Ends the pending transactions, because their records are stored.
    package mutating func commit() { history.trim() }

    /// Reverts the last pending transaction, because its record cannot be stored.
    package mutating func revert(_ transition: Transition) { transition.revert(&self) }

    /// Reverts fields, rows, session and context. The transaction has not been recorded or announced yet, or its
    /// transition reverts the rest.
    mutating func goBack(to before: SessionReading, _ changes: [FieldChange], _ rows: RowChange?) {
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
