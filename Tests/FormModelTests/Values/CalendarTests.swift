import FormModel
import Testing

@Suite("Days and times")
struct CalendarTests {
    @Test(
        "dates and times that do not exist are refused",
        arguments: [
            ("00:00", true), ("23:59", true), ("24:00", false), ("12:60", false), ("12:30:59", true),
            ("12:30:60", false),
            ("9:30", false), ("12", false), ("12:30:15:01", false),
        ]
    )
    func times(_ text: String, _ exists: Bool) {
        #expect((ClockTime(iso: text) != nil) == exists)
    }

    @Test(
        "every currency has its number of decimal places",
        arguments: [("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLP", 0), ("RUB", 2)]
    )
    func currencies(_ code: String, _ digits: Int) {
        #expect(CurrencyCode(code)?.fractionDigits == digits)
        #expect(CurrencyCode(code.lowercased()) == nil)
    }
}
