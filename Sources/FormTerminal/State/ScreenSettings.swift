/// What does not come from the session: what the user's terminal can do, and what the program that runs the form wants.
package struct ScreenSettings: Sendable {
    /// False for a terminal that orders texts from right to left by itself.
    package var ordersTexts = true
    /// What calendars are written with, in the language and region of a BCP 47 tag.
    package var calendar: @Sendable (_ locale: String) -> CalendarWords = { _ in .english }
    /// Words for buttons in place of the session's, by the names that those have: `submit`.
    package var labels: [String: String] = [:]
    /// Buttons beside those that every form has. Each ends the run.
    package var extraButtons: [String] = []
    /// Whether to ask before what was filled in is thrown away.
    package var asksBeforeLeaving = true

    package init() {}
}

/// What calendars are written with: names in the user's language.
package struct CalendarWords: Sendable, Hashable {
    /// January to December.
    package var months: [String]
    /// Monday to Sunday, in three columns at most.
    package var weekdays: [String]
    /// The day with which weeks begin: 0 is Monday.
    package var firstWeekday: Int

    package init(months: [String], weekdays: [String], firstWeekday: Int) {
        self.months = months
        self.weekdays = weekdays
        self.firstWeekday = firstWeekday
    }

    /// As in the United States.
    package static let english = CalendarWords(
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"],
        firstWeekday: 6
    )
}
