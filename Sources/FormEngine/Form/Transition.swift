/// What one transaction did to a form, as one value that does not change: the fields that differ, each before and now,
/// the fields that came and went with rows, and the session with its history and its context before and after.
///
/// Everything that follows from a transaction is a function of its transition: `Announcement` compares the two sides,
/// `Recording` takes from it what undo reverts, `record` encodes it for the disk, and `Form.goBack` applies it
/// backwards. A transition that is not stored yet is *pending*: `Form.revert` reverts it if its record cannot be
/// stored. Others may follow before that; they are reverted first.
package struct Transition: Sendable {
    /// The session, the context and the revision.
    let before: SessionReading
    private var after: SessionReading
    private(set) var fields: [FieldChange]
    /// The fields in new and removed rows; `nil` if the rows stayed as they were.
    let rows: RowChange?
    /// What the transaction did to the history. The record needs it, because it is shorter than what is in the steps.
    private let update: History.Update
    /// The record of the whole form; `nil` if the changes are enough.
    private let whole: SavedRecord?

    init(
        from before: SessionReading,
        to after: SessionReading,
        _ changes: (fields: [FieldChange], rows: RowChange?),
        _ update: History.Update,
        whole: SavedRecord?
    ) {
        self.before = before
        self.after = after
        (fields, rows) = changes
        self.update = update
        self.whole = whole
    }

    /// Whether the record contains the whole form.
    package var isWhole: Bool { whole != nil }

    /// Whether earlier records contain data that must be erased from the disk.
    package var replacesOlder: Bool { whole?.replacesOlder ?? false }

    /// The record for the store.
    package var record: SavedRecord {
        whole ?? SavedRecord(fields, after, update, isSameContext: after.context === before.context)
    }

    /// This transition and the one that follows it as one, which has a single record; `nil` unless the other one is a
    /// key that extends the last undo step.
    package func joined(by next: Transition) -> Transition? {
        guard !isWhole, !next.isWhole, next.after.context === next.before.context,
            case .addition(let entries) = next.update, entries.isEmpty
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
}

extension Form {
    /// Reverts the last pending transaction, because its record cannot be stored.
    package mutating func revert(_ transition: Transition) {
        goBack(to: transition.before, transition.fields, transition.rows)
    }

    /// Reverts everything that a transaction did.
    mutating func goBack(to before: SessionReading, _ changes: [FieldChange], _ rows: RowChange?) {
        fields.rollBack(changes, rows)
        context = before.context
        session = before.session
        revision = before.revision
    }
}
