/// The fields of a session, and the changes of the open transaction.
///
/// `change` replaces a field by a copy, once in a transaction. `changes` keeps the originals until the transaction
/// ends, for a rollback and for the announcement.
struct FieldTable: Sendable {
    private var fields: [FormField]
    /// The fields that the open transaction has changed, in the order of their first change.
    /// After a change of rows all fields that stay, in the form's order.
    private(set) var changes: [FieldChange] = []
    /// `nil` unless the open transaction has changed the rows.
    private(set) var rows: RowChange?

    init(_ fields: [FormField] = []) {
        self.fields = fields
    }

    var count: Int { fields.count }
    var indices: Range<Int> { fields.indices }
    var all: [FormField] { fields }

    subscript(index: Int) -> FormField { fields[index] }

    /// The height of consecutive fields in logical pixels, in units of 1/1024 each: sums of integers do not drift.
    func height(of range: Range<Int>) -> Double {
        fields[range].reduce(0) { $0 + ($1.layout.height * 1024).rounded() } / 1024
    }

    /// The open transaction's own copy of a field, which may be written.
    mutating func change(_ index: Int) -> FormField {
        let field = fields[index]
        if field.isOpen { return field }
        let copy = FormField(copying: field)
        fields[index] = copy
        changes.append(FieldChange(before: field, now: copy))
        return copy
    }

    /// Replaces the fields by those of other rows. Fields that stay may get other indices.
    ///
    /// - Parameter restored: the field of a row that an undo restores, by its name.
    mutating func place(in new: Placement, from old: Placement, _ restored: (String) -> FormField?) {
        for index in indices { _ = change(index) }
        let all = fields
        var added: [Int] = []
        fields = new.fields.map { place in
            if let index = old.indices[place.id] {
                all[index].place = place
                return all[index]
            }
            added.append(place.index)
            return FormField(opening: place, from: restored(place.id))
        }
        changes.sort { $0.now.index < $1.now.index }
        rows = RowChange(added: added, removed: changes.filter { new.indices[$0.now.id] == nil })
        changes.removeAll { new.indices[$0.now.id] == nil }
    }

    /// Replaces fields outside of a transaction.
    mutating func put(_ fields: [FormField]) {
        for field in fields { self.fields[field.index] = field }
    }

    /// Reverts the changes of the open transaction, or of the last one that is not reverted.
    mutating func rollBack(_ changes: [FieldChange], _ rows: RowChange?) {
        if let rows {
            // All fields have changed.
            fields = (changes + rows.removed).map(\.before).sorted { $0.index < $1.index }
        } else {
            for change in changes { fields[change.before.index] = change.before }
        }
        forgetChanges()
    }

    mutating func endTransaction() {
        close()
        forgetChanges()
    }

    /// Ends the transaction, and returns its changes.
    mutating func takeChanges() -> (fields: [FieldChange], rows: RowChange?) {
        close()
        defer { (changes, rows) = ([], nil) }
        return (changes, rows)
    }

    private func close() {
        for change in changes { change.now.close() }
        for index in rows?.added ?? [] { fields[index].close() }
    }

    /// Keeps the capacity for the few changes of a usual transaction.
    private mutating func forgetChanges() {
        if changes.count > 8 { changes = [] }
        while !changes.isEmpty { changes.removeLast() }
        rows = nil
    }
}

/// A field before the open transaction's changes, and after. Its index may differ, too.
struct FieldChange: Sendable {
    let before: FormField
    let now: FormField

    /// Whether the transaction changed what conditions and rules of other fields read from this field.
    var isSeenByOthers: Bool {
        !now.dirty.isDisjoint(with: [.text, .choice]) || now.isHidden != before.isHidden
    }

    /// Whether the text changed.
    var isText: Bool { now.dirty.contains(.text) && now.text != before.text && !now.isNote }
}

/// The fields that a transaction added and removed with their rows; none if it only moved rows.
struct RowChange: Sendable {
    /// The indices of new fields.
    let added: [Int]
    /// The fields before, and as they were when they were removed.
    let removed: [FieldChange]
}
