import FormPresentation
import FormTerminal
import Testing

@Suite("Texts in columns")
struct WrappedTextTests {
    @Test(
        "the width of a text is the sum of its characters' columns",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("a\u{7}b", 2),
            ("שלום", 4),
        ]
    )
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(
        "lines end between words, at line breaks, and within words that are too long",
        arguments: [
            ("", 10, [""]),
            ("one two", 10, ["one two"]),
            ("one two three", 8, ["one two ", "three"]),
            ("one two", 3, ["one ", "two"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("ab cdefgh", 4, ["ab ", "cdef", "gh"]),
            ("one\ntwo\n", 10, ["one", "two", ""]),
            ("日本語です", 4, ["日本", "語で", "す"]),
            ("a\tb", 10, ["a b"]),
        ]
    )
    func lines(text: String, width: Int, expected: [String]) {
        #expect(WrappedText(text, width: width).lines.map(\.string) == expected)
    }

    @Test(
        "a place in the text has a line and a column",
        arguments: [
            ("one two three", 8, 0, Point(x: 0, y: 0)), ("one two three", 8, 7, Point(x: 7, y: 0)),
            ("one two three", 8, 8, Point(x: 0, y: 1)), ("one two three", 8, 13, Point(x: 5, y: 1)),
            ("one\ntwo", 8, 3, Point(x: 3, y: 0)), ("one\ntwo", 8, 4, Point(x: 0, y: 1)),
            ("one\n", 8, 4, Point(x: 0, y: 1)), ("日本", 8, 1, Point(x: 2, y: 0)), ("", 8, 0, Point(x: 0, y: 0)),
        ]
    )
    func place(text: String, width: Int, offset: Int, expected: Point) {
        #expect(WrappedText(text, width: width).place(of: offset) == expected)
    }
}

@Suite("Days of a calendar")
struct DayTests {
    @Test("a day is parsed from ISO 8601", arguments: ["2026-02-28", "2024-02-29", "0001-01-01", "9999-12-31"])
    func text(day: String) throws {
        #expect(try #require(Day(day)).text == day)
    }

    @Test(
        "a text that is not a day is rejected",
        arguments: ["", "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "x", "1-2"]
    )
    func noDay(text: String) {
        #expect(Day(text) == nil)
    }

    @Test(
        "days and months are counted on and back",
        arguments: [
            ("2026-11-30", 1, 0, "2026-12-01"), ("2026-01-01", -1, 0, "2025-12-31"), ("2024-02-28", 1, 0, "2024-02-29"),
            ("2026-01-31", 0, 1, "2026-02-28"), ("2026-03-31", 0, -13, "2025-02-28"),
            ("9999-12-31", 1, 1, "9999-12-31"),
            ("0001-01-01", -7, -1, "0001-01-01"),
        ]
    )
    func adding(day: String, days: Int, months: Int, expected: String) throws {
        #expect(try #require(Day(day)).adding(months: months).adding(days: days).text == expected)
    }
}
