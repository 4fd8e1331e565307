import LocaleData
import Testing

@Suite("Weeks of a calendar")
struct WeekTests {
    private let symbols = ICULocaleSymbols()

    @Test(
        "weeks begin with the region's first day, counted from Monday as 0",
        arguments: [
            ("en", 6), ("en-US", 6), ("en-GB", 0), ("de", 0), ("fr-CA", 6), ("he", 6), ("ar-EG", 5), ("ar", 5),
            ("pt-BR", 6), ("pt-PT", 6), ("ja", 6), ("ru", 0), ("de-US", 6), ("zz", 0),
        ]
    )
    func firstDay(locale: String, day: Int) {
        #expect(symbols.week(locale: locale).firstDay == day)
    }

    @Test(
        "the names of the days begin with Monday",
        arguments: [("en", "Mo", "M"), ("fr", "lu", "L"), ("ru", "пн", "П"), ("ja", "月", "月"), ("he", "ב׳", "ב׳")]
    )
    func names(locale: String, short: String, narrow: String) {
        let week = symbols.week(locale: locale)
        #expect(week.shortNames.count == 7 && week.narrowNames.count == 7)
        #expect(week.shortNames.first == short && week.narrowNames.first == narrow)
    }
}
