import FormModel
import Testing

@Suite("Days and times")
struct CalendarTests {
    @Test(
        "exist or do not",
        arguments: [
            ("2024-02-29", true), ("2023-02-29", false), ("1900-02-29", false), ("2000-02-29", true),
            ("2024-04-31", false),
            ("2024-13-01", false), ("2024-00-01", false), ("2024-01-00", false), ("0000-01-01", false),
            ("9999-12-31", true), ("24-01-01", false), ("2024-1-1", false), ("２０２４-01-01", false), ("", false),
        ]
    )
    func days(_ text: String, _ exists: Bool) {
        let date = CalendarDate(iso: text)
        #expect((date != nil) == exists)
        if let date { #expect(date.description == text) }
    }

    @Test(
        "of a day exist or do not",
        arguments: [
            ("00:00", true), ("23:59", true), ("24:00", false), ("12:60", false), ("12:30:59", true),
            ("12:30:60", false),
            ("9:30", false), ("12", false), ("12:30:15:01", false),
        ]
    )
    func times(_ text: String, _ exists: Bool) {
        #expect((ClockTime(iso: text) != nil) == exists)
    }

    @Test("have every currency's decimals", arguments: [("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLP", 0), ("RUB", 2)])
    func currencies(_ code: String, _ digits: Int) {
        #expect(CurrencyCode(code)?.fractionDigits == digits)
        #expect(CurrencyCode(code.lowercased()) == nil)
    }
}
