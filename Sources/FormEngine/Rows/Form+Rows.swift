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
            try setRows(rows.rows, restoring: rows.fields)
            session.isSubmitted = false
            return notes.rows?.saved
        } catch {
            return nil
        }
    }

    // MARK: The change itself

    /// Puts other rows in place. The only thing that can fail happens first.
    private mutating func setRows(_ rows: [[Int]], restoring kept: [String: FieldStorage] = [:]) throws(FormError) {
        let old = compiled
        let new = try old.with(rows: rows)
        let numbers = old.definition.fields.map { new.definition.indices[$0.id] }
        if let focus = session.focus, numbers[focus] == nil { blur(validates: false) }
        session.isSubmitted = false

        var before = RowsBefore(saved: SavedRows(rows: old.definition.rows, fields: [:]), numbers: numbers)
        for (index, number) in numbers.enumerated() where number == nil {
            let name = old.definition.fields[index].id
            before.removed.append(name)
            count(counted(index), sign: -1)
            if !fields[index].isSecret {
                var state = fields[index]
                state.flags.subtract(.transient)
                state.textOrigin = nil
                before.saved.fields[name] = state
            }
        }
        renumber(old.definition, new, numbers)
        for field in new.fields where old.definition.indices[field.definition.id] == nil {
            before.added.append(field.index)
            open(field, value: nil)
            if let state = kept[field.definition.id] { bring(back: state, at: field.index) }
        }
        notes.rows = before
    }

    /// The state that stands in the session's counts.
    private func counted(_ index: Int) -> FieldStorage {
        saved.first { $0.index == index }?.state ?? fields[index]
    }

    private mutating func renumber(_ old: FormDefinition, _ new: CompiledForm, _ numbers: [Int?]) {
        var states = Array(repeating: FieldStorage(), count: new.fields.count)
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            states[number] = fields[index]
            states[number].renumber { numbers.indices.contains($0) ? numbers[$0] : nil }
        }
        fields = states
        compiled = new
        func renumbered(_ index: Int?) -> Int? { index.flatMap { numbers.indices.contains($0) ? numbers[$0] : nil } }
        session.focus = renumbered(session.focus)
        session.scrollTarget = renumbered(session.scrollTarget)
        saved = saved.compactMap { field in
            numbers[field.index].map { SavedField(index: $0, state: field.state) }
        }
        history.renumber(from: old, to: new.definition)
        var plugins: [PluginSlot: PluginPlaceholder] = [:]
        for (slot, placeholder) in pluginPlaceholders {
            guard let number = numbers[slot.field] else { continue }
            plugins[PluginSlot(field: number, placeholder: slot.placeholder)] = placeholder
        }
        pluginPlaceholders = plugins
    }

    /// A field that was there before is as it was, without the focus; its prefix belongs to that.
    private mutating func bring(back state: FieldStorage, at index: Int) {
        count(fields[index], sign: -1)
        fields[index] = state
        fields[index].flags.remove(.focused)
        showOrWithdrawPrefix(index)
        if compiled.fields[index].hasPicker { translateChoice(of: index) }
        fields[index].flags.formUnion([.verdictDirty, .hintDirty, .textDirty])
        let isRelayout = notes.isRelayout
        notes.isRelayout = true
        settle(index)
        notes.isRelayout = isRelayout
        saved.removeAll { $0.index == index }
        fields[index].flags.subtract(.transient)
        fields[index].textOrigin = nil
        count(fields[index], sign: 1)
    }
}

extension FieldStorage {
    /// Neighbours that the session named have other numbers, or are gone.
    fileprivate mutating func renumber(_ number: (Int) -> Int?) {
        guard var own = overrides?.value, own.next != nil || own.previous != nil else { return }
        func renumbered(_ neighbour: CompiledNeighbour?) -> CompiledNeighbour? {
            guard case .field(let index?) = neighbour else { return neighbour }
            return number(index).map { .field($0) }
        }
        own.next = renumbered(own.next)
        own.previous = renumbered(own.previous)
        overrides = Boxed(own)
    }
}
