import Formatters
import FormEngine
import FormModel
import Testing
import TextEditing

private let numeric = #"{"type": "date", "format": "dd.MM.yyyy"}"#

@Suite("Typing a date")
struct DateTypingTests {
    @Test(
        "typing proceeds field by field, and adds zeros and separators",
        arguments: [
            ("29022024", "29.02.2024|", "2024-02-29"),
            ("2", "2|", "2"),
            ("29", "29.|", "29."),
            ("9.", "09.|", "09."),
            ("9/", "09.|", "09."),
            ("4", "04.|", "04."),
            ("1.1.2020", "01.01.2020|", "2020-01-01"),
            ("4.5.2020", "04.05.2020|", "2020-05-04"),
            ("29.02.", "29.02.|", "29.02."),
            ("..1", "1|", "1"),
            ("0.", "0|", "0"),
            ("１２۰۵", "12.05.|", "12.05."),
            // More than there is room for, and what no date has.
            ("290220245", "29.02.2024|", "2024-02-29"),
            ("2a9", "29.|", "29."),
            // What does not exist stays as it is typed.
            ("30022024", "30.02.2024|", "2024-02-30"),
            ("32012024", "32.01.2024|", "2024-01-32"),
            ("29.02.2023", "29.02.2023|", "2023-02-29"),
            // Deleting crosses separators.
            ("29⌫", "2|", "2"),
            ("2902⌫⌫", "29.|", "29."),
            ("2902⌫⌫⌫", "2|", "2"),
            ("29022024⇤⌦", "|9.02.2024", "9.02.2024"),
            ("29022024⇤››⌦", "29.|2.2024", "29.2.2024"),
            ("29022024⇤›››⌫", "2|.02.2024", "2.02.2024"),
            ("29022024⇤⌦⌦⌦⌦", ".|.2024", "..2024"),
            // A field that is full is written over, one that is not is filled; the others stay.
            ("29022024⇤31", "31.|02.2024", "2024-02-31"),
            ("29022024⇤⌦1", "1|9.02.2024", "2024-02-19"),
            ("29022024⇤›››11", "29.11.|2024", "2024-11-29"),
            ("29022024⇤⌦⌦5.", "05.|02.2024", "2024-02-05"),
            ("29022024⇤››.", "29.|02.2024", "2024-02-29"),
            ("29022024▣1", "1|", "1"),
            ("29022024▣⌫", "|", ""),
        ] as [(String, String, String)]
    )
    func typing(_ script: String, _ shown: String, _ value: String) throws {
        var typist = try Typist(numeric)
        typist.run(script)
        #expect(typist.shown == shown)
        #expect(typist.current.value == value)
    }

    @Test(
        "a date can be pasted in any usual notation",
        arguments: [
            "29.02.2024", "29/2/2024", "29-02-2024", "29 02 2024", "2024-02-29", "2024/2/29", "29022024",
            " 29.02.2024 ",
            "２９．０２．２０２４", "29 Feb 2024",
        ]
    )
    func paste(_ text: String) throws {
        var typist = try Typist(numeric, text: "01.01.2000")
        typist.run("▣«\(text.replacing("．", with: "."))»")
        #expect(typist.current.value == "2024-02-29")
    }

    @Test(
        "a paste that is not a date is refused",
        arguments: ["abc", "29 Foo 2024", "29.02.20244", "1.2.3.4.5", "½", "\u{0}", "29.02.2024T"]
    )
    func refusedPaste(_ text: String) throws {
        var typist = try Typist(numeric, text: "2000-01-01")
        typist.run("▣")
        typist.insert(text, .paste)
        #expect(typist.current.text == "01.01.2000")
    }

    @Test(
        "without a format the language determines the pattern",
        arguments: [
            ("en", "date", "2024-02-29", "02/29/2024", "2024-02-29"),
            ("en-GB", "date", "2024-02-29", "29/02/2024", "2024-02-29"),
            ("ru", "date", "29.2.2024", "29.02.2024", "2024-02-29"),
            ("ja", "date", "2024/2/29", "2024/02/29", "2024-02-29"),
            ("hu", "date", "2024-02-29", "2024. 02. 29.", "2024-02-29"),
            ("fa", "date", "2024-02-29", "۲۰۲۴/۰۲/۲۹", "2024-02-29"),
            ("ar", "date", "29022024", "٢٩\u{200F}/٠٢\u{200F}/٢٠٢٤", "2024-02-29"),
            ("en", "time", "09:30", "9:30\u{202F}AM", "09:30"),
            ("en", "time", "21:30", "9:30\u{202F}PM", "21:30"),
            ("en", "time", "00:05", "12:05\u{202F}AM", "00:05"),
            ("en", "time", "9:30 p.m.", "9:30\u{202F}PM", "21:30"),
            ("ru", "time", "9:05", "09:05", "09:05"),
            ("ko", "time", "21:30", "오후 9:30", "21:30"),
            ("fi", "time", "21.30", "21.30", "21:30"),
            ("en", "dateTime", "2024-02-29T21:30", "02/29/2024, 9:30\u{202F}PM", "2024-02-29T21:30"),
            ("ru", "dateTime", "2024-02-29T21:30", "29.02.2024, 21:30", "2024-02-29T21:30"),
            ("ru", "dateTime", "29.02.2024 21:30", "29.02.2024, 21:30", "2024-02-29T21:30"),
        ] as [(String, String, String, String, String)]
    )
    func locales(_ locale: String, _ type: String, _ text: String, _ shown: String, _ value: String) throws {
        let formatter = try makeFormatter(#"{"type": "\#(type)"}"#, locale: locale)
        let formatted = formatter.format(text)
        #expect(formatted.text.string == shown)
        #expect(formatted.value == value)
        #expect(formatted.isComplete)
        #expect(formatter.format(value).text.string == shown)
    }

    @Test(
        "a time of day can be typed",
        arguments: [
            (#""format": "HH:mm""#, "930", "09:30|", "09:30"),
            (#""format": "HH:mm""#, "9:3", "09:3|", "09:3"),
            (#""format": "HH:mm""#, "2500", "25:00|", "25:00"),
            (#""format": "HH:mm""#, "0960", "09:06|", "09:06"),
            (#""format": "HH:mm:ss""#, "235959", "23:59:59|", "23:59:59"),
            (#""format": "HHmm""#, "0930", "0930|", "09:30"),
            (#""format": "h:mm a""#, "930p", "9:30 PM|", "21:30"),
            (#""format": "h:mm a""#, "1200A", "12:00 AM|", "00:00"),
            (#""format": "h:mm a""#, "930p⌫", "9:30 |", "9:30 "),
            (#""format": "h:mm a""#, "930p⇤⌦1", "1|:30 PM", "13:30"),
            (#""format": "hh:mm a""#, "930pa", "09:30 AM|", "09:30"),
            (#""format": "a h:mm""#, "930p", "PM 9:30|", "21:30"),
            (#""format": "a h:mm""#, "p930", "PM 9:30|", "21:30"),
            (#""format": "HH'h'mm""#, "9h30", "09h30|", "09:30"),
            (#""format": "H:mm", "pad": false"#, "9:30", "9:30|", "09:30"),
            (#""format": "HH:mm", "pad": false"#, "9:30", "9:30|", "09:30"),
        ] as [(String, String, String, String)]
    )
    func times(_ keys: String, _ script: String, _ shown: String, _ value: String) throws {
        var typist = try Typist(#"{"type": "time", \#(keys)}"#)
        typist.run(script)
        #expect(typist.shown == shown)
        #expect(typist.current.value == value)
    }

    @Test(
        "an incomplete or invalid date has a complaint",
        arguments: [
            (#""format": "dd.MM.yyyy""#, "29.02.2023", "There is no such date"),
            (#""format": "dd.MM.yyyy""#, "31.04.2024", "There is no such date"),
            (#""format": "dd.MM.yyyy""#, "00.01.2024", "There is no such date"),
            (#""format": "dd.MM.yyyy""#, "01.01.0000", "There is no such date"),
            (#""format": "dd.MM.yyyy""#, "29.02.20", "Enter the whole date"),
            (#""format": "dd.MM.yyyy""#, "tomorrow", "Enter the whole date"),
            (#""format": "dd.MM.yyyy""#, "29.02.2000", nil),
            (#""format": "dd.MM.yyyy""#, "29.02.1900", "There is no such date"),
            (
                #""format": "dd.MM.yyyy", "minimum": "2024-01-01""#, "31.12.2023",
                "The date must not be before 01.01.2024"
            ),
            (#""format": "dd.MM.yyyy", "minimum": "2024-01-01""#, "01.01.2024", nil),
            (#""format": "dd.MM.yyyy", "maximum": "today""#, "16.05.2024", "The date must not be after 15.05.2024"),
            (#""format": "dd.MM.yyyy", "maximum": "today""#, "15.05.2024", nil),
            (#""format": "dd.MM.yyyy", "maximum": "today", "message": "Too late""#, "16.05.2024", "Too late"),
            (#""format": "dd.MM.yy""#, "01.01.43", nil),
        ] as [(String, String, String?)]
    )
    func complaints(_ keys: String, _ text: String, _ message: String?) throws {
        let formatter = try makeFormatter(
            #"{"type": "date", \#(keys)}"#
        )
        let formatted = formatter.format(text)
        let today = try #require(CalendarDay(year: 2024, month: 5, day: 15))
        #expect(formatter.complaint(about: formatted, today: today)?.text(in: "en") == message)
        // The day is no part of the text: a text that is whole stays so.
        #expect(formatted.isComplete == (message == nil || keys.contains("today")))
    }

    @Test(
        "an incomplete or invalid time has a complaint",
        arguments: [
            (#""format": "HH:mm""#, "25:00", "There is no such time"),
            (#""format": "HH:mm""#, "12:3", "Enter the whole time"),
            (#""format": "h:mm a""#, "13:00 PM", "There is no such time"),
            (
                #""format": "HH:mm", "minimum": "09:00", "maximum": "18:00""#, "18:01",
                "The time must not be after 18:00"
            ),
            (
                #""format": "HH:mm", "minimum": "09:00", "maximum": "18:00""#, "08:59",
                "The time must not be before 09:00"
            ),
            (#""format": "HH:mm", "minimum": "09:00", "maximum": "18:00""#, "18:00", nil),
        ] as [(String, String, String?)]
    )
    func timeComplaints(_ keys: String, _ text: String, _ message: String?) throws {
        let formatter = try makeFormatter(#"{"type": "time", \#(keys)}"#)
        #expect(formatter.complaint(about: formatter.format(text), today: .epoch)?.text(in: "en") == message)
    }

    @Test(
        "a year of two digits is from 1969 to 2068",
        arguments: [(69, 1969), (68, 2068), (24, 2024), (99, 1999)]
    )
    func twoDigitYears(_ year: Int, _ whole: Int) throws {
        let formatter = try makeFormatter(
            #"{"type": "date", "format": "dd.MM.yy"}"#
        )
        #expect(formatter.format("01.02.\(year)").value == "\(whole)-02-01")
    }

    @Test(
        "the tail contains the missing part of the date",
        arguments: [
            ("", "dd.MM.yyyy"), ("2", "d.MM.yyyy"), ("29", "MM.yyyy"), ("29.0", "M.yyyy"), ("29.02.", "yyyy"),
            ("29.02.20", "yy"), ("29.02.2024", ""),
        ] as [(String, String)]
    )
    func tail(_ script: String, _ tail: String) throws {
        var typist = try Typist(numeric)
        typist.run(script)
        #expect(typist.formatter.tail(of: typist.current) == tail)
    }

    @Test(
        "MaskPossible tells whether further typing can complete the date",
        arguments: [
            ("", true), ("3", true), ("32", false), ("00", false), ("31.02", false), ("29.02", true),
            ("29.02.2023", false),
            ("29.02.202", true), ("29.02.2024", true), ("13", true), ("13.13", false),
        ] as [(String, Bool)]
    )
    func canComplete(_ script: String, _ expected: Bool) throws {
        var typist = try Typist(numeric)
        typist.run(script)
        #expect(typist.formatter.canComplete(typist.current) == expected)
    }

    @Test(
        "the last field is padded with a zero when editing ends",
        arguments: [("2020-1-5", "2020-01-05"), ("2020-01-1", "2020-01-01"), ("2020-01", "2020-01")]
    )
    func finishing(_ script: String, _ text: String) throws {
        var typist = try Typist(#"{"type": "date", "format": "yyyy-MM-dd"}"#)
        typist.run(script + "⏎")
        #expect(typist.current.text.string == text)
    }
}
