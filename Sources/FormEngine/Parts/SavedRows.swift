/// The rows as they were, and the fields of those that are gone since: what an undo of a change of rows goes back to.
struct SavedRows: Sendable {
    /// By the names of groups at their places.
    var rows: [String: [Int]]
    /// The numbers that have been given in groups which are gone since.
    var numbers: RowNumbers
    /// By name. Secrets are not kept.
    var fields: [String: FormField] = [:]
    /// The language that the fields speak.
    var locale: String

    /// Bytes, about.
    var size: Int { fields.values.reduce(64 * rows.count) { $0 + $1.byteCount } }
}

/// What one transaction has to remember of a change of rows. On the heap, since hardly any transaction has one.
final class RowChange {
    /// What an undo goes back to.
    private(set) var saved: SavedRows
    /// All fields as they were.
    let fields: [FormField]
    let rowNumbers: RowNumbers
    /// The places of new fields.
    private(set) var added: [Int] = []
    /// The names of fields that are gone.
    private(set) var removed: [String] = []
    /// Whether the rows follow a field that counts them.
    var isFollowing = false

    /// Puts the fields of other rows in place: fields come and go, and those that stay may stand at other places.
    ///
    /// - Parameter kept: fields that were there before.
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
            if !field.isSecret { saved.fields[field.id] = field }
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
