/// One month of a field's calendar.
package struct CalendarSheet: Sendable, Hashable {
    package let field: String
    package var day: Day
    package let first: Day?
    package let last: Day?

    package init(field: String, day: Day, first: Day?, last: Day?) {
        self.field = field
        self.first = first
        self.last = last
        self.day = day
        show(day)
    }

    package func takes(_ day: Day) -> Bool {
        first.map { day >= $0 } ?? true && last.map { day <= $0 } ?? true
    }

    /// Shows a day, moved into the bounds.
    package mutating func show(_ day: Day) {
        self.day = min(max(day, first ?? day), last ?? max(day, first ?? day))
    }
}

/// The names that a calendar shows, in the user's language.
package struct CalendarWords: Sendable, Hashable {
    /// January to December.
    package var months: [String]
    /// Monday to Sunday; at most three columns wide.
    package var weekdays: [String]
    /// The day with which a week begins; 0 is Monday.
    package var firstWeekday: Int

    package init(months: [String], weekdays: [String], firstWeekday: Int) {
        self.months = months
        self.weekdays = weekdays
        self.firstWeekday = firstWeekday
    }

    /// The names in the United States.
    package static let english = CalendarWords(
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"],
        firstWeekday: 6
    )
}
