package import FormPresentation

/// The settings of a screen that do not come from the session: abilities of the user's terminal, and options of the
/// program.
package struct ScreenSettings: Sendable {
    /// False for a terminal that applies the bidirectional algorithm itself.
    package var ordersTexts = true
    /// Returns the names for calendars in the language and region of a BCP 47 tag.
    package var calendar: @Sendable (_ locale: String) -> CalendarWords = { _ in .english }
    /// The labels of additional buttons. Each of them ends the run.
    package var extraButtons: [String] = []
    /// The buttons that are not there. Without the one for submitting, only the program ends the form, or Ctrl+C.
    package var hiddenButtons: Set<Control> = []
    /// Whether the button for cancelling has the focus at first.
    package var startsAtCancel = false
    /// Whether to ask before the user's input is discarded.
    package var asksBeforeLeaving = true
    /// Whether typing replaces the value of a field to which the focus has come by the keyboard.
    package var replacesValues = true

    /// Whether many people fill in the form one after the other: none of them can leave it.
    package var isKiosk = false

    package init() {}
}
