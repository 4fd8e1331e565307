package import FormClient

/// What a key requests besides a change of the view.
package enum Action: Sendable, Hashable {
    // Operations on the focused field, whose replies are not awaited.
    case insert(String)
    case delete(TextUnit, Int32)
    case move(TextUnit, Int32, extending: Bool)
    case paste(String)
    case cut, copy
    /// Steps a number or a date. If there is nothing to step, the focus moves.
    case step(Int32)

    // Operations on a field that is named.
    case select(field: String, start: Int, length: Int)
    case choose(field: String, option: UInt32)
    case chooseDay(field: String, Day)
    case toggle(field: String)
    /// Reveals or hides a secret.
    case reveal(field: String)
    /// Requests a page of the options that match.
    case list(field: String, filter: String, offset: Int)

    // Operations on the session.
    case focus(field: String)
    case focusNext, focusPrevious
    /// Removes the focus from the focused field, because a button takes it.
    case blur
    case pressReturn
    case undo, redo
    case nextPage, previousPage
    /// Shows the page with the review again, behind a change of an answer.
    case returnToReview(ReviewVisit)
    /// Changes the session's language.
    case speak(String)
    case addRow(group: String)
    case removeRow(group: String, row: UInt32)
    case submit
    /// Restarts the session's idle time, because the user is there.
    case stay
    /// Ends a submitted form, so that the next visitor can begin.
    case startAgain
    /// Ends without a result.
    case leave(Departure)
    /// Redraws the whole screen.
    case redraw

    /// Whether the action may give the focus to another field.
    package var movesFocus: Bool {
        switch self {
        case .focus, .focusNext, .focusPrevious, .pressReturn, .nextPage, .previousPage, .addRow, .removeRow: true
        default: false
        }
    }
}

/// The way from an answer of a review to its field, for the way back.
package struct ReviewVisit: Sendable, Hashable {
    package var page: Int
    package var field: String

    package init(page: Int, field: String) {
        self.page = page
        self.field = field
    }
}

/// How the user leaves a form without submitting it.
package enum Departure: Sendable, Hashable {
    /// With the button, Ctrl+C or SIGINT.
    case cancelled
    case escaped
    /// With an additional button of the program, by its index.
    case extraButton(Int)
}
