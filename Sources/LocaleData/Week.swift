import CICU

/// How a calendar shows weeks.
package struct Week: Sendable, Hashable {
    /// The day with which weeks begin in the region: 0 is Monday.
    package let firstDay: Int
    /// The days from Monday in the fewest letters that tell them apart, and in one letter or so.
    package let shortNames, narrowNames: [String]

    /// As in the United States.
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
    ///   - locale: ICU's name of the locale whose language the names are in.
    ///   - region: a locale whose region counts; ICU needs no data of its own for it.
    init?(_ icu: ICU, locale: String, region: String) {
        let first = unsafe icu_first_weekday(region)
        guard let dates = DateTexts(icu, locale: locale), first > 0,
            let short = dates.weekdays(ICU_SHORTEST_WEEKDAYS), let narrow = dates.weekdays(ICU_NARROW_WEEKDAYS)
        else { return nil }
        self.init(firstDay: (Int(first) + 5) % 7, shortNames: short, narrowNames: narrow)
    }
}
