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

/// What one transaction has to remember of a change of rows.
struct RowChange: Sendable {
    /// What an undo goes back to.
    var saved: SavedRows
    /// All fields as they were.
    let fields: [FormField]
    let rowNumbers: RowNumbers
    /// The places of new fields.
    var added: [Int] = []
    /// The names of fields that are gone.
    var removed: [String] = []
}
