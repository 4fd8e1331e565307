/// What one transaction has to remember of a change of rows.
struct RowsBefore: Sendable {
    /// What an undo goes back to.
    var saved: SavedRows
    /// Each field's number now, by its number before; nil: it is gone.
    var numbers: [Int?]
    /// The numbers of new fields.
    var added: [Int] = []
    /// The names of fields that are gone.
    var removed: [String] = []

    /// The number that a field has now.
    func places(_ index: Int?) -> Int? {
        guard let index, numbers.indices.contains(index) else { return nil }
        return numbers[index]
    }
}
