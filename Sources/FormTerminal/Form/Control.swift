/// What the focus stops at: a field, whose focus is the daemon's, or a button, whose focus is the screen's own.
package enum Control: Sendable, Hashable {
    case field(String)
    case removeRow(group: String, row: UInt32)
    case addRow(group: String)
    case previousPage, nextPage, submit, cancel
    /// A button that the program has added, by its place.
    case extra(Int)

    package var field: String? {
        if case .field(let name) = self { name } else { nil }
    }
}
