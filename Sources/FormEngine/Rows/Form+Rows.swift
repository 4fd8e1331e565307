import FormModel

/// Groups: rows come, go and change places. A row keeps its number and its fields their names as long as they live, and
/// no later row of the session gets the same number.
///
/// Which fields there are is the compiled form's business, so a session whose rows change gets a compiled form of its
/// own; everything that knows fields by their numbers is renumbered once.
extension Form {
    /// The new row's number.
    mutating func addRow(to id: String, at position: Int?) throws(FormError) -> Int {
        let (place, group) = try self.group(id)
        var rows = compiled.definition.rows
        let count = rows[place].count
        guard count < group.maximum else {
            throw FormError(.limitExceeded, "the group \(id) has \(count) rows, which is its maximum")
        }
        let position = position ?? count
        guard 0...count ~= position else {
            throw FormError(.outOfRange, "the group \(id) has \(count) rows; there is no place \(position)")
        }
        let row = lastRows[place] + 1
        guard row <= GroupDefinition.lastRow else {
            throw FormError(.limitExceeded, "the group \(id) has had \(GroupDefinition.lastRow) rows")
        }
        rows[place].insert(row, at: position)
        try setRows(rows)
        lastRows[place] = row
        return row
    }

    mutating func removeRow(_ row: Int, from id: String) throws(FormError) {
        let (place, group) = try self.group(id)
        var rows = compiled.definition.rows
        let position = try self.position(of: row, in: rows[place], group: id)
        guard rows[place].count > group.minimum else {
            throw FormError(.limitExceeded, "the group \(id) has \(rows[place].count) rows, which is its minimum")
        }
        rows[place].remove(at: position)
        try setRows(rows)
    }

    mutating func moveRow(_ row: Int, of id: String, to position: Int) throws(FormError) {
        let (place, _) = try self.group(id)
        var rows = compiled.definition.rows
        let start = try self.position(of: row, in: rows[place], group: id)
        guard rows[place].indices.contains(position) else {
            throw FormError(
                .outOfRange,
                "the group \(id) has \(rows[place].count) rows; there is no place \(position)"
            )
        }
        guard start != position else { return }
        rows[place].remove(at: start)
        rows[place].insert(row, at: position)
        try setRows(rows)
    }

    private func group(_ id: String) throws(FormError) -> (place: Int, group: GroupDefinition) {
        let groups = compiled.definition.structure?.groups ?? []
        guard let place = groups.firstIndex(where: { $0.id == id }) else {
            throw FormError(.unknownField, "the form has no group \"\(id.prefix(80))\"")
        }
        return (place, groups[place])
    }

    private func position(of row: Int, in rows: [Int], group: String) throws(FormError) -> Int {
        guard let position = rows.firstIndex(of: row) else {
            throw FormError(.outOfRange, "the group \(group) has no row \(row)")
        }
        return position
    }

    /// Goes back to other rows, or forward; what leads here again. nil: it cannot be, and nothing has changed.
    mutating func travel(to rows: SavedRows) -> SavedRows? {
        do throws(FormError) {
            try setRows(rows.rows, restoring: rows)
            session.isSubmitted = false
            return notes.rows?.saved
        } catch {
            return nil
        }
    }
}
