import FormModel
import Testing

@Suite("A date pattern of a rule")
struct DateRulePatternTests {
    private static func day(_ year: Int, _ month: Int, _ day: Int) throws -> CalendarDay {
        try #require(CalendarDay(year: year, month: month, day: day))
    }

    @Test(
        "a text is read by its pattern",
        arguments: [
            ("dd.MM.yyyy", "29.02.2024", "2024-02-29"), ("d/M/yy", "1/2/05", "2005-02-01"),
            ("d/M/yy", "11/12/99", "2099-12-11"), ("yyyy-MM-dd", "0001-01-01", "0001-01-01"),
            ("MM/dd/yyyy", "12/31/9999", "9999-12-31"), ("yyyy'年'M'月'd'日'", "2025年3月9日", "2025-03-09"),
            ("ddMMyyyy", "05062025", "2025-06-05"),
        ]
    )
    func good(format: String, text: String, expected: String) throws {
        let pattern = try DatePattern(format, for: .rule)
        guard case .days(let days) = pattern.read(text) else {
            Issue.record("\(text) was not read")
            return
        }
        #expect(DatePattern.iso.text(of: days.lowerBound) == expected)
        #expect(days.lowerBound == days.upperBound)
        #expect(pattern.text(of: days.lowerBound) == text)
    }

    @Test(
        "a date that does not exist is distinguished from a text in another format",
        arguments: [
            ("dd.MM.yyyy", "30.02.2024", DatePattern.Reading.noSuchDay), ("dd.MM.yyyy", "29.02.2023", .noSuchDay),
            ("dd.MM.yyyy", "29.02.1900", .noSuchDay), ("dd.MM.yyyy", "00.01.2024", .noSuchDay),
            ("dd.MM.yyyy", "01.13.2024", .noSuchDay), ("dd.MM.yyyy", "01.01.0000", .noSuchDay),
            ("MM/yy", "00/25", .noSuchDay), ("dd.MM.yyyy", "1.1.2024", .notADate), ("dd.MM.yyyy", "", .notADate),
            ("dd.MM.yyyy", "01.01.20245", .notADate), ("dd.MM.yyyy", "01-01-2024", .notADate),
            ("dd.MM.yyyy", "٠١.٠١.٢٠٢٤", .notADate), ("yyyy-MM-dd", " 2024-01-01", .notADate),
            ("yyyy-MM-dd", "2024-01-01\n", .notADate), ("d.M.yyyy", "+1.1.2024", .notADate),
        ]
    )
    func bad(format: String, text: String, expected: DatePattern.Reading) throws {
        #expect(try DatePattern(format, for: .rule).read(text) == expected)
    }

    @Test("without a day a date means the whole month")
    func month() throws {
        #expect(
            try DatePattern("MM/yy", for: .rule).read("02/24") == .days(Self.day(2024, 2, 1)...Self.day(2024, 2, 29))
        )
    }
}

@Suite("A date pattern of a calendar")
struct DatePickerPatternTests {
    @Test(
        "a pattern formats a day and parses the result",
        arguments: [
            ("dd.MM.yyyy", "05.03.2026"), ("d.M.yy", "5.3.26"), ("MMM d, y", "Mar 5, 2026"), ("yyyyMMdd", "20260305"),
            ("yyyy''MM''dd", "2026'03'05"), ("EEEE, d LLLL yyyy", "Thursday, 5 March 2026"),
        ]
    )
    func roundTrip(_ source: String, _ text: String) throws {
        let pattern = try DatePattern(source, for: .picker)
        let date = try #require(CalendarDay(iso: "2026-03-05"))
        #expect(pattern.text(of: date, names: .english) == text)
        #expect(pattern.day(in: text, names: .english) == date)
    }

    @Test(
        "a pattern parses other common notations",
        arguments: [
            ("dd.MM.yyyy", "5.3.2026", "2026-03-05"), ("dd.MM.yyyy", "٠٥.٠٣.٢٠٢٦", "2026-03-05"),
            ("d MMMM yyyy", "5 MAR 2026", "2026-03-05"), ("dd.MM.yy", "01.01.69", "1969-01-01"),
            ("dd.MM.yy", "01.01.68", "2068-01-01"), ("yyyy-MM-dd", "2026-3-05", "2026-03-05"),
        ]
    )
    func lenient(_ source: String, _ text: String, _ iso: String) throws {
        #expect(try DatePattern(source, for: .picker).day(in: text, names: .english)?.iso == iso)
    }

    @Test(
        "a pattern refuses incomplete days",
        arguments: [
            ("dd.MM.yyyy", "5.3.26"), ("dd.MM.yyyy", "05.03.20261"), ("dd.MM.yyyy", "32.01.2026"),
            ("dd.MM.yyyy", "05.03.2026 "), ("yyyy-MM-dd", "2026-03-5"), ("ddMMyyyy", "532026"),
            ("E d MMM yyyy", "Fri 5 Mar 2026"), ("d MMMM yyyy", "5 Marz 2026"), ("dd.MM.yyyy", ""),
            ("dd.MM.yyyy", "⑤.03.2026"), ("dd.MM.yyyy", "05.03.2026\u{0}"),
        ]
    )
    func refused(_ source: String, _ text: String) throws {
        #expect(try DatePattern(source, for: .picker).day(in: text, names: .english) == nil)
    }

    @Test("years are those of the calendar")
    func buddhist() throws {
        let date = try #require(CalendarDay(iso: "2026-03-05"))
        for (source, text) in [("d/M/yyyy", "5/3/2569"), ("d/M/yy", "5/3/69")] {
            let pattern = try DatePattern(source, for: .picker)
            #expect(pattern.text(of: date, calendar: .buddhist, names: .english) == text)
            #expect(pattern.day(in: text, calendar: .buddhist, names: .english) == date)
        }
    }
}

@Suite("A date pattern says what is wrong with it")
struct DatePatternGrammarTests {
    private static let picker =
        "known are d dd M MM MMM MMMM LLL LLLL yyyy yy E EEEE; other letters stand in apostrophes"

    @Test(
        "the error contains the position",
        arguments: [
            ("dd.MM", .picker, "a date needs the year"), ("", .picker, "a date needs the day"),
            ("d.M.y 'at", .picker, "the apostrophe is not closed at 6"),
            ("dd.MM.yyyy HH", .picker, "the field “HH” is not known; \(picker) at 11"),
            ("ddd.MM.yyyy", .picker, "the field “ddd” is not known; \(picker) at 0"),
            ("d d M y", .picker, "the field “d” comes twice at 2"),
            ("dMMyyyy", .picker, "the field “d” needs a separator behind it"),
            (
                "HH:mm", .rule,
                "the field “HH” is not known; known are d dd M MM yyyy yy; other letters stand in apostrophes at 0"
            ),
            ("dd.MM", .rule, "a date needs the year"),
            ("dd.MM.yyyy HH:mm", .entry(.date), "the field “HH” does not belong in a date at 11"),
            ("hh:mm", .entry(.time), "“h” needs “a”, and “H” has no use for it"),
            ("HH:mm a", .entry(.time), "“h” needs “a”, and “H” has no use for it"),
            ("dd1MM.yyyy", .entry(.date), "a digit or a control character is no literal: “1”"),
            ("Hmm", .entry(.time), "the field “H” needs a separator behind it"),
            (String(repeating: ".", count: 300), .picker, "it is longer than 256 bytes"),
        ] as [(String, DatePattern.Use, String)]
    )
    func fault(_ source: String, _ use: DatePattern.Use, _ message: String) {
        let error = #expect(throws: DatePatternError.self) { try DatePattern(source, for: use) }
        #expect(error?.description == message)
    }

    @Test(
        "a pattern is equal to the pattern of its own text",
        arguments: [
            "dd.MM.yyyy", "d 'de' MMMM 'de' yyyy", "yyyy''MM''dd", "'o''clock' d.M.yyyy", "yyyy年MM月dd日", "E d MMM yy",
        ]
    )
    func elements(_ source: String) throws {
        let pattern = try DatePattern(source, for: .picker)
        let again = try DatePattern(DatePattern(elements: pattern.elements).source, for: .picker)
        #expect(again.elements == pattern.elements)
    }
}
