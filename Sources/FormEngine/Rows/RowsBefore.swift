/// What one transaction has to remember of a change of rows.
struct RowsBefore: Sendable {
    /// What an undo goes back to.
    var saved: SavedRows
    /// Each field's number now, by its number before; nil: it is gone.
    let numbers: [Int?]
    /// The numbers of new fields.
    var added: [Int] = []
    /// The names of fields that are gone.
    var removed: [String] = []
    /// What changed about fields that stand beside others now.
    var rewired: [Int: FieldProperties] = [:]

    /// The number that a field has now.
    func place(of index: Int?) -> Int? {
        guard let index, numbers.indices.contains(index) else { return nil }
        return numbers[index]
    }
}
