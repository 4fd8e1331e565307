/// The fields of a session, and the changes of the open transaction.
///
/// `change` replaces a field by a copy, once in a transaction. `changes` keeps the originals until the transaction
/// ends, for a rollback and for the announcement.
struct FieldTable: Sendable {
    private var fields: [FormField]
    /// The fields that the open transaction has changed, in the order of their first change.
    private(set) var changes: [FieldChange] = []

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

    /// Replaces all fields after rows were added, removed or moved.
    ///
    /// - Parameter changes: the fields that stay, each with its original.
    mutating func replaceAll(by fields: [FormField], _ changes: [FieldChange]) {
        self.fields = fields
        self.changes = changes
    }

    /// Replaces fields outside of a transaction.
    mutating func put(_ fields: [FormField]) {
        for field in fields { self.fields[field.index] = field }
    }

    /// A field as it was before the open transaction.
    func before(_ field: FormField) -> FormField {
        changes.first { $0.now === field }?.before ?? field
    }

    /// Reverts the changes of the open transaction, or of the last one that is not reverted.
    mutating func rollBack(_ changes: [FieldChange]) {
        for change in changes { fields[change.before.index] = change.before }
        forgetChanges()
    }

    mutating func endTransaction() {
        for change in changes { change.now.close() }
        forgetChanges()
    }

    /// Ends the transaction, and returns its changes.
    mutating func takeChanges() -> [FieldChange] {
        for change in changes { change.now.close() }
        defer { changes = [] }
        return changes
    }

    /// Keeps the capacity for the few changes of a usual transaction.
    private mutating func forgetChanges() {
        if changes.count > 8 { changes = [] }
        while !changes.isEmpty { changes.removeLast() }
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
