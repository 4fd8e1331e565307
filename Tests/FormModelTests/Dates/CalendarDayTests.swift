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

    @Test("follows the day before in every day of four hundred years and more")
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
        "is nothing else",
        arguments: [
            "", "2026-3-05", "2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "2026-03-05 ", "२०२६-03-05",
            "-026-03-05", "2026/03/05",
        ]
    )
    func refused(_ text: String) {
        #expect(CalendarDay(iso: text) == nil)
    }

    @Test("ends with the year 9999", arguments: [-719_163, 2_932_897, .min, .max])
    func bounds(_ number: Int) {
        #expect(CalendarDay(dayNumber: number) == nil)
    }
}

@Suite("A day pattern")
struct DayPatternTests {
    @Test(
        "writes a day, and reads what it has written",
        arguments: [
            ("dd.MM.yyyy", "en", "05.03.2026"), ("d.M.yy", "en", "5.3.26"), ("MMM d, y", "en", "Mar 5, 2026"),
            ("EEEE, d MMMM yyyy", "ru", "четверг, 5 марта 2026"), ("LLLL yyyy, d", "ru", "март 2026, 5"),
            ("d. MMMM yyyy", "de-AT", "5. März 2026"), ("E d MMM yyyy", "fr", "jeu. 5 mars 2026"),
            ("d 'de' MMMM 'de' yyyy", "es_ES", "5 de marzo de 2026"), ("yyyyMMdd", "en", "20260305"),
            ("yyyy''MM''dd", "en", "2026'03'05"), ("MMMM d, yyyy", "eo", "March 5, 2026"),
        ]
    )
    func roundTrip(_ source: String, _ locale: String, _ text: String) throws {
        let pattern = try DayPattern(source)
        let date = try #require(CalendarDay(iso: "2026-03-05"))
        #expect(pattern.format(date, locale: locale) == text)
        #expect(pattern.parse(text, locale: locale) == date)
    }

    @Test("reads every day of years back, in every language that it knows", arguments: ["en", "de", "es", "fr", "ru"])
    func everyDay(_ locale: String) throws {
        let patterns = try ["dd.MM.yy", "EEEE d MMMM yyyy", "E, LLL d, yyyy", "d LLLL yyyy", "yyyyMMdd", "M/d/y"].map {
            try DayPattern($0)
        }
        for number in stride(from: 10_957, to: 20_000, by: 17) {
            let date = try #require(CalendarDay(dayNumber: number))
            for pattern in patterns where pattern.parse(pattern.format(date, locale: locale), locale: locale) != date {
                Issue.record("\(pattern.source) \(date)")
            }
        }
    }

    @Test(
        "reads what a person may write instead",
        arguments: [
            ("dd.MM.yyyy", "5.3.2026", "2026-03-05"), ("dd.MM.yyyy", "٠٥.٠٣.٢٠٢٦", "2026-03-05"),
            ("d MMMM yyyy", "5 MAR 2026", "2026-03-05"), ("dd.MM.yy", "01.01.69", "1969-01-01"),
            ("dd.MM.yy", "01.01.68", "2068-01-01"), ("yyyy-MM-dd", "2026-3-05", "2026-03-05"),
        ]
    )
    func lenient(_ source: String, _ text: String, _ iso: String) throws {
        #expect(try DayPattern(source).parse(text, locale: "en")?.iso == iso)
    }

    @Test(
        "takes nothing that is no whole day",
        arguments: [
            ("dd.MM.yyyy", "5.3.26"), ("dd.MM.yyyy", "05.03.20261"), ("dd.MM.yyyy", "32.01.2026"),
            ("dd.MM.yyyy", "05.03.2026 "), ("yyyy-MM-dd", "2026-03-5"), ("ddMMyyyy", "532026"),
            ("E d MMM yyyy", "Fri 5 Mar 2026"), ("d MMMM yyyy", "5 Marz 2026"), ("dd.MM.yyyy", ""),
            ("dd.MM.yyyy", "⑤.03.2026"), ("dd.MM.yyyy", "05.03.2026\u{0}"),
        ]
    )
    func refused(_ source: String, _ text: String) throws {
        #expect(try DayPattern(source).parse(text, locale: "en") == nil)
    }

    @Test("counts years as its calendar does")
    func buddhist() throws {
        let date = try #require(CalendarDay(iso: "2026-03-05"))
        for (source, text) in [("d/M/yyyy", "5/3/2569"), ("d/M/yy", "5/3/69")] {
            let pattern = try DayPattern(source)
            #expect(pattern.format(date, calendar: .buddhist, locale: "th") == text)
            #expect(pattern.parse(text, calendar: .buddhist, locale: "th") == date)
        }
    }

    @Test(
        "says what is wrong with it",
        arguments: [
            ("dd.MM", "it has no year"), ("d.M.y 'at", "an apostrophe is open"),
            ("dd.MM.yyyy HH", "“HH” is not known; write other letters between apostrophes"),
            ("ddd.MM.yyyy", "“ddd” is not known; write other letters between apostrophes"),
            ("d d M y", "it has more than one day"), ("", "it has no day"),
        ]
    )
    func fault(_ source: String, _ message: String) {
        #expect(throws: DayPattern.Fault(description: message)) { try DayPattern(source) }
    }
}
