/// The rows as they were, and the fields that were in those that are gone since.
struct SavedRows: Sendable {
    var rows: [[Int]]
    /// By name. Secrets are not kept.
    var fields: [String: SavedRowField] = [:]
    /// The language that they speak.
    var locale: String

    /// Bytes.
    var size: Int {
        fields.values.reduce(0) { $0 + MemoryLayout<SavedRowField>.stride + $1.state.text.utf8.count }
    }
}

/// A field of a row that is gone.
struct SavedRowField: Sendable {
    var state: FieldStorage
    /// The neighbours that the session named, by name: their numbers may be others when the field is back.
    var next: String?
    var previous: String?
}
