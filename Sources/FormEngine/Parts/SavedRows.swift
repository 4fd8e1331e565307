/// The former rows, and the fields of rows that have been removed since. An undo of a change of rows restores them.
struct SavedRows: Sendable {
    /// The row numbers by the group's full name.
    var rows: [String: [Int]]
    /// The row numbers that groups had used which have been removed since.
    var numbers: RowNumbers
    /// The fields by name, without secrets.
    var fields: [String: FormField] = [:]
    /// The language of the fields' texts.
    var locale: String

    /// The approximate number of bytes.
    var size: Int { fields.values.reduce(64 * rows.count) { $0 + $1.byteCount } }
}

/// The change of rows in one transaction. It is on the heap, because few transactions have one.
final class RowChange {
    /// What an undo restores.
    private(set) var saved: SavedRows
    /// All fields before the change.
    let fields: [FormField]
    let rowNumbers: RowNumbers
    /// The indices of new fields.
    private(set) var added: [Int] = []
    /// The names of removed fields.
    private(set) var removed: [String] = []
    /// Whether the change follows a field that counts the rows.
    var isFollowing = false

    /// Replaces the fields of the form by those of other rows. Fields that stay may get other indices.
    ///
    /// - Parameter kept: the fields of rows that an undo restores.
    init(
        of table: inout FieldTable,
        _ rowNumbers: RowNumbers,
        from old: FormContext,
        to placement: Placement,
        restoring kept: SavedRows?
    ) {
        saved = SavedRows(rows: old.placement.rows, numbers: rowNumbers, locale: old.locale)
        fields = table.all.map { table.before($0) }
        self.rowNumbers = rowNumbers
        for field in table.all where placement.indices[field.id] == nil {
            removed.append(field.id)
            if !field.isSecret { saved.fields[field.id] = fields[field.index].inRemovedRow }
        }
        var changes: [FieldChange] = []
        var new: [FormField] = []
        for place in placement.fields {
            if let index = old.placement.indices[place.id] {
                let now = table.change(index)
                now.place = place
                changes.append(FieldChange(before: fields[index], now: now))
                new.append(now)
            } else {
                added.append(place.index)
                new.append(FormField(opening: place, from: kept?.fields[place.id]))
            }
        }
        table.replaceAll(by: new, changes)
    }
}
