import FormModel
import LocaleData
import Testing

@Suite("Names of months and days")
struct DayNamesTests {
    private let symbols = ICULocaleSymbols()

    @Test(
        "names are formatted and parsed in a date",
        arguments: [
            ("EEEE, d MMMM yyyy", "ru", "четверг, 5 марта 2026"), ("LLLL yyyy, d", "ru", "март 2026, 5"),
            ("d. MMMM yyyy", "de-AT", "5. März 2026"), ("E d MMM yyyy", "fr", "jeu. 5 mars 2026"),
            ("d 'de' MMMM 'de' yyyy", "es_ES", "5 de marzo de 2026"),
            ("d 'de' MMM 'de' yyyy", "pt-PT", "5 de mar. de 2026"),
            ("d בMMMM yyyy", "he", "5 במרץ 2026"), ("E d MMM yyyy", "ja", "木 5 3月 2026"),
        ]
    )
    func roundTrip(_ source: String, _ locale: String, _ text: String) throws {
        let pattern = try DatePattern(source, for: .picker)
        let date = try #require(CalendarDay(iso: "2026-03-05"))
        let names = symbols.dayNames(locale: locale)
        #expect(pattern.text(of: date, names: names) == text)
        #expect(pattern.day(in: text, names: names) == date)
    }

    @Test(
        "names are those of the region, with their points",
        arguments: [
            ("en-GB", 1, 9, "Sept"), ("de-AT", 1, 1, "Jän."), ("de", 1, 9, "Sept."), ("fr-CA", 1, 7, "juill."),
            ("es-MX", 1, 9, "sept"), ("sv", 1, 1, "jan."), ("nb", 1, 1, "jan."), ("da", 1, 1, "jan."),
            ("ro", 1, 1, "ian."),
            ("uk", 1, 1, "січ."), ("hu", 1, 1, "jan."), ("hi", 1, 1, "जन॰"), ("th", 1, 1, "ม.ค."),
            ("pt-PT", 1, 1, "jan."),
            ("cs", 0, 1, "ledna"), ("cs", 2, 1, "leden"), ("fi", 3, 1, "tammi"), ("lt", 0, 1, "sausio"),
        ] as [(String, Int, Int, String)]
    )
    func regions(_ locale: String, _ list: Int, _ month: Int, _ name: String) {
        #expect(symbols.dayNames(locale: locale).months[list][month - 1] == name)
    }

    @Test(
        "every day of several years is parsed from its formatted text",
        arguments: ["en", "de", "es", "fr", "ru", "pl", "ar", "ja", "vi", "he"]
    )
    func everyDay(_ locale: String) throws {
        let names = symbols.dayNames(locale: locale)
        let patterns = try ["EEEE d MMMM yyyy", "E, LLL d, yyyy", "d LLLL yyyy", "yyyyMMdd", "M/d/y"].map {
            try DatePattern($0, for: .picker)
        }
        for number in stride(from: 10_957, to: 20_000, by: 17) {
            let date = try #require(CalendarDay(dayNumber: number))
            for pattern in patterns where pattern.day(in: pattern.text(of: date, names: names), names: names) != date {
                Issue.record("\(pattern.source) \(date)")
            }
        }
    }
}
