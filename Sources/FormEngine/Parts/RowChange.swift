/// The former rows, and the fields of rows that have been removed since. An undo of a change of rows restores them.
struct SavedRows: Sendable {
    /// The row numbers by the group's full name.
    var rows: [String: [Int]]
    /// The row numbers that groups had used which have been removed since.
    var numbers: RowNumbers
    /// The language of the fields' texts.
    var locale: String
    /// The fields by name.
    var fields: [String: FormField]

    /// The approximate number of bytes.
    var size: Int { fields.values.reduce(64 * rows.count) { $0 + $1.byteCount } }
}

/// The change of rows in one transaction. It is on the heap, because few transactions have one.
final class RowChange: Sendable {
    /// All fields before the change.
    let fields: [FormField]
    let rowNumbers: RowNumbers
    /// The indices of new fields.
    let added: [Int]
    /// The names of removed fields.
    let removed: [String]
    /// Whether the change follows a field that counts the rows.
    let isFollowing: Bool
    /// What an undo restores.
    let saved: SavedRows

    /// Replaces the fields of the form by those of other rows. Fields that stay may get other indices.
    ///
    /// - Parameter kept: the fields of rows that an undo restores.
    init(
        of table: inout FieldTable,
        _ rowNumbers: RowNumbers,
        from old: FormContext,
        to placement: Placement,
        restoring kept: SavedRows?,
        isFollowing: Bool
    ) {
        let before = table.all.map { table.before($0) }
        let gone = table.all.filter { placement.indices[$0.id] == nil }
        var added: [Int] = []
        var changes: [FieldChange] = []
        var new: [FormField] = []
        for place in placement.fields {
            if let index = old.placement.indices[place.id] {
                let now = table.change(index)
                now.place = place
                changes.append(FieldChange(before: before[index], now: now))
                new.append(now)
            } else {
                added.append(place.index)
                new.append(FormField(opening: place, from: kept?.fields[place.id]))
            }
        }
        table.replaceAll(by: new, changes)
        fields = before
        self.rowNumbers = rowNumbers
        self.added = added
        removed = gone.map(\.id)
        self.isFollowing = isFollowing
        saved = SavedRows(
            rows: old.placement.rows,
            numbers: rowNumbers,
            locale: old.locale,
            // A field that has become secret in this transaction is secret already.
            fields: gone.reduce(into: [:]) { fields, field in
                fields[field.id] = field.isSecret ? field.withoutSecret : before[field.index].inRemovedRow
            }
        )
    }
}
