import FormModel
import Testing

@Suite("A calendar day")
struct CalendarDayTests {
    @Test(
        "has a day number and a day of the week",
        arguments: [
            ("1970-01-01", 0, 3), ("1969-12-31", -1, 2), ("2000-02-29", 11_016, 1), ("2026-03-05", 20_517, 3),
            ("0001-01-01", -719_162, 0), ("9999-12-31", 2_932_896, 4), ("1900-03-01", -25_508, 3),
        ]
    )
    func numbers(_ iso: String, _ number: Int, _ weekday: Int) throws {
        let date = try #require(CalendarDay(iso: iso))
        #expect(date.dayNumber == number && date.weekday == weekday && date.iso == iso)
        #expect(CalendarDay(dayNumber: number) == date)
    }

    @Test("each day of more than four hundred years follows the previous one")
    func everyDay() throws {
        var last = try #require(CalendarDay(iso: "1599-12-31"))
        for number in (last.dayNumber + 1)...(last.dayNumber + 150_000) {
            let date = try #require(CalendarDay(dayNumber: number))
            if !(last < date) || date.dayNumber != number || date.weekday != (last.weekday + 1) % 7 {
                Issue.record("\(last) \(date)")
            }
            last = date
        }
    }

    @Test(
        "days that do not exist are refused",
        arguments: [
            "", "2026-3-05", "2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "2026-03-05 ", "२०२६-03-05",
            "-026-03-05", "2026/03/05",
        ]
    )
    func refused(_ text: String) {
        #expect(CalendarDay(iso: text) == nil)
    }

    @Test("the last day is in the year 9999", arguments: [-719_163, 2_932_897, .min, .max])
    func bounds(_ number: Int) {
        #expect(CalendarDay(dayNumber: number) == nil)
    }
}
