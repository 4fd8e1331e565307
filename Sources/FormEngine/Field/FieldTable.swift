/// The fields of a session, and what the open transaction made of them.
///
/// `change` replaces a field by a copy once in a transaction. The fields as they were stay in `changes` until the
/// transaction ends, so that it can be rolled back and tell what it changed.
struct FieldTable: Sendable {
    private var fields: [FormField]
    /// The fields that the open transaction has replaced, in the order in which it first did.
    private(set) var changes: [FieldChange] = []

    init(_ fields: [FormField] = []) {
        self.fields = fields
    }

    var count: Int { fields.count }
    var indices: Range<Int> { fields.indices }
    var all: [FormField] { fields }

    subscript(index: Int) -> FormField { fields[index] }

    /// The open transaction's own copy of a field, to be written.
    mutating func change(_ index: Int) -> FormField {
        let field = fields[index]
        if field.isOpen { return field }
        let copy = FormField(copying: field)
        fields[index] = copy
        changes.append(FieldChange(before: field, now: copy))
        return copy
    }

    /// Puts other fields in place, in another order: rows have come, gone or changed places.
    ///
    /// - Parameter changes: the fields that stay, each with what it was.
    mutating func replaceAll(by fields: [FormField], _ changes: [FieldChange]) {
        self.fields = fields
        self.changes = changes
    }

    /// Puts fields in their places, outside of transactions.
    mutating func put(_ fields: [FormField]) {
        for field in fields { self.fields[field.index] = field }
    }

    /// A field as it was before the open transaction.
    func before(_ field: FormField) -> FormField {
        changes.first { $0.now === field }?.before ?? field
    }

    mutating func rollBack() {
        for change in changes { fields[change.before.index] = change.before }
        forgetChanges()
    }

    mutating func endTransaction() {
        for change in changes { change.now.close() }
        forgetChanges()
    }

    /// Keeps room for the few fields of a usual transaction.
    private mutating func forgetChanges() {
        if changes.count > 8 { changes = [] }
        while !changes.isEmpty { changes.removeLast() }
    }
}

/// A field before and after the open transaction's changes. Its place may have changed, too.
struct FieldChange: Sendable {
    let before: FormField
    let now: FormField

    /// Whether the transaction changed what other fields' conditions and rules see of this one.
    var isSeenByOthers: Bool {
        !now.dirty.isDisjoint(with: [.text, .choice]) || now.isHidden != before.isHidden
    }

    /// Whether the text is another one now.
    var isText: Bool { now.dirty.contains(.text) && now.text != before.text && !now.isNote }
}
