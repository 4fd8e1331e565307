package import FormClient
package import FormPresentation

/// The state of the screen that is not part of the session: the focused button, the open overlay and the scroll
/// position.
package struct ViewState: Sendable, Hashable {
    /// The focused button; `nil` if the focus is on the session's focused field.
    package var button: Control?
    package var overlay: Overlay?
    /// The first visible line of the form, and that of its end.
    package var top = 0
    package var lastTop = 0
    /// Whether the focused element is kept visible. False while the user looks at another part of the form.
    package var followsFocus = true
    /// The index of the highlighted option, for each field with a list.
    package var highlighted: [String: Int] = [:]
    /// The texts of secrets that are revealed, by field.
    package var revealed: [String: String] = [:]
    /// The text that was cut or copied last.
    package var clipboard = ""
    package var message: Message?
    /// Whether the daemon is unreachable.
    package var isLost = false
    /// The answers on a review page.
    package var review: [ReviewedAnswer] = []
    /// The review from which the user went to a field.
    package var visit: ReviewVisit?
    /// What the properties of fields do not tell.
    package var inputs = DefinedInputs()

    package init() {}

    /// A message to the user, shown until the next key.
    package struct Message: Sendable, Hashable {
        package var text: String
        package var isError: Bool

        package init(_ text: String, isError: Bool = true) {
            self.text = text
            self.isError = isError
        }
    }
}

/// What is open above the form. It receives all keys.
package enum Overlay: Sendable, Hashable {
    /// The help, scrolled to a line.
    case help(top: Int)
    /// The question whether to discard the input.
    case leaving(Departure)
    /// The question to a visitor of a kiosk who does nothing.
    case idle(IdleCountdown)
    /// What a kiosk says when the form was submitted.
    case ended(String)
    case options(OptionList)
    case calendar(CalendarSheet)
}
