import FormModel
import Testing

@Suite("Date patterns")
struct DatePatternTests {
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
        let pattern = try DatePattern(format)
        guard case .days(let days) = pattern.read(text) else {
            Issue.record("\(text) was not read")
            return
        }
        #expect(DatePattern.iso.text(of: days.lowerBound) == expected)
        #expect(days.lowerBound == days.upperBound)
        #expect(pattern.text(of: days.lowerBound) == text)
    }

    @Test(
        "what is written like a date but is none is told from what is not",
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
        #expect(try DatePattern(format).read(text) == expected)
    }

    @Test("without a day a date is its whole month")
    func month() throws {
        #expect(try DatePattern("MM/yy").read("02/24") == .days(Self.day(2024, 2, 1)...Self.day(2024, 2, 29)))
    }

    @Test("people read the letters of their language")
    func shown() throws {
        #expect(try DatePattern("dd.MM.yyyy").shown(in: "ru") == "дд.ММ.гггг")
        #expect(try DatePattern("dd.MM.yyyy").shown(in: "de") == "dd.MM.yyyy")
    }
}
