import CICU

/// How a calendar shows weeks.
package struct Week: Sendable, Hashable {
    /// The first day of the week in the region; 0 is Monday.
    package let firstDay: Int
    /// The names from Monday on: as short as possible but distinct, and reduced to about one letter.
    package let shortNames, narrowNames: [String]

    /// The week of the United States.
    package static let english = Week(
        firstDay: 6,
        shortNames: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"],
        narrowNames: ["M", "T", "W", "T", "F", "S", "S"]
    )

    private init(firstDay: Int, shortNames: [String], narrowNames: [String]) {
        self.firstDay = firstDay
        self.shortNames = shortNames
        self.narrowNames = narrowNames
    }

    /// `nil` if ICU fails.
    ///
    /// - Parameters:
    ///   - locale: ICU's name of the locale for the names of days.
    ///   - region: a locale whose region determines the first day; ICU needs no data for the locale itself.
    init?(_ icu: ICU, locale: String, region: String) {
        let first = unsafe icu_first_weekday(region)
        guard let dates = DateTexts(icu, locale: locale), first > 0,
            let short = dates.weekdays(ICU_SHORTEST_WEEKDAYS), let narrow = dates.weekdays(ICU_NARROW_WEEKDAYS)
        else { return nil }
        self.init(firstDay: (Int(first) + 5) % 7, shortNames: short, narrowNames: narrow)
    }
}
