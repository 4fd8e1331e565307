/// A stop of the focus: a field, which the daemon focuses, or a button, which only the screen focuses.
package enum Control: Sendable, Hashable {
    case field(String)
    case removeRow(group: String, row: UInt32)
    case addRow(group: String)
    /// An answer of a review, by its field.
    case answer(String)
    case previousPage, nextPage, submit, cancel
    /// An additional button of the program, by its index.
    case extra(Int)

    package var field: String? {
        if case .field(let name) = self { name } else { nil }
    }
}
