package import FormClient

/// What a key asks for, beside a change of the view.
package enum Action: Sendable, Hashable {
    // To the field that has the focus; none of these is waited for.
    case insert(String)
    case delete(TextUnit, Int32)
    case move(TextUnit, Int32, extending: Bool)
    case paste(String)
    case cut
    /// Steps a number or a date; where there is nothing to step, the focus goes on, or back.
    case step(Int32)

    // To named fields.
    case select(field: String, start: Int, length: Int)
    case choose(field: String, option: UInt32)
    case chooseDay(field: String, Day)
    case toggle(field: String)
    /// Shows or hides a secret.
    case reveal(field: String)
    /// Asks for a part of the options that match.
    case list(field: String, filter: String, offset: Int)

    // To the session.
    case focus(field: String)
    case focusNext, focusPrevious
    /// No field has the focus any more: a button has it.
    case blur
    case pressReturn
    case undo, redo
    case nextPage, previousPage
    case addRow(group: String)
    case removeRow(group: String, row: UInt32)
    case submit
    /// Ends without a result.
    case leave(Departure)
    /// Draws everything anew.
    case redraw
}
