import FormEngine
import FormModel
import Testing
import TextEditing

@Suite("A date with the month's name")
struct DateWordTests {
    @Test(
        "a month's name is accepted in the language and in English",
        arguments: [
            ("en", "29 February 2024", "2024-02-29"), ("en", "Feb 29, 2024", "2024-02-29"),
            ("en", "february 29 24", "2024-02-29"), ("en", "29th of Feb 2024", "2024-02-29"),
            ("en", "2024 Sept 3", "2024-09-03"), ("ru", "29 февраля 2024 г.", "2024-02-29"),
            ("ru", "5 мая 2024 года", "2024-05-05"), ("ru", "5 Мар 69", "1969-03-05"),
            ("ru", "1 may 2024", "2024-05-01"),
            ("de", "3. März 2024", "2024-03-03"), ("es", "5 de marzo de 2026", "2026-03-05"),
            ("pl", "5 lutego 2024", "2024-02-05"), ("pl", "luty 5 2024", "2024-02-05"),
            ("fi", "24. joulukuuta 2025", "2025-12-24"), ("tr", "15 Ağustos 2024", "2024-08-15"),
            ("en", "30 Feb 2024", "2024-02-30"),
        ]
    )
    func words(_ locale: String, _ text: String, _ value: String) throws {
        var typist = try Typist(#"{"type": "date"}"#, locale: locale)
        typist.insert(text, .paste)
        #expect(typist.current.value == value)
        #expect(typist.formatter.format(text).value == value)
    }

    @Test("a time can follow the date")
    func time() throws {
        var typist = try Typist(#"{"type": "dateTime"}"#, locale: "ru")
        typist.insert("5 марта 2026 г., 09:30", .paste)
        #expect(typist.current.value == "2026-03-05T09:30")
    }

    @Test(
        "a word that is not a month, or could be several, is refused",
        arguments: ["29 Foo 2024", "5 Ju 2024", "5 Mar", "Mar", "5 Mar Apr 2024", "5 Mar 20245"]
    )
    func refused(_ text: String) throws {
        var typist = try Typist(#"{"type": "date"}"#)
        typist.insert(text, .paste)
        #expect(typist.current.text.isEmpty)
    }

    @Test(
        "a month's name can be typed letter by letter, and is completed when it is unambiguous",
        arguments: [
            ("en", "d MMMM yyyy", "29f2024", "29 February 2024|", "2024-02-29"),
            ("en", "d MMM yyyy", "5mar2024", "5 Mar 2024|", "2024-03-05"),
            ("en", "dd MMM yyyy", "5 may 2024", "05 May 2024|", "2024-05-05"),
            ("en", "d MMM yyyy", "5 m", "5 M|", "5 M"),
            ("en", "d MMM yyyy", "5 ma‹r", "5 M|a", "5 Ma"),
            ("en", "MMMM d, yyyy", "jun5 2024", "June 5, 2024|", "2024-06-05"),
            ("en", "MMMM d, yyyy", "dec 24, 24", "December 24, 24|", "December 24, 24"),
            // By its number.
            ("en", "d MMMM yyyy", "1 3 2024", "1 March 2024|", "2024-03-01"),
            ("en", "d MMMM yyyy", "1 1 2024", "1 January 2024|", "2024-01-01"),
            ("en", "d MMMM yyyy", "1 11", "1 November |", "1 November "),
            ("en", "d MMMM yyyy", "1 1", "1 1|", "1 1"),
            // What no month begins with, and what is left of a name that is there already.
            ("en", "d MMMM yyyy", "1 x", "1 |", "1 "), ("en", "d MMMM yyyy", "1 ju5", "1 Ju|", "1 Ju"),
            ("en", "d MMMM yyyy", "1 february", "1 February |", "1 February "),
            ("en", "LLL d, yyyy h:mm a", "apr1 2024 9:30p", "Apr 1, 2024 9:30 PM|", "2024-04-01T21:30"),
            // A name goes as a whole, letters one by one.
            ("en", "d MMMM yyyy", "1 f⌫", "1 |", "1 "), ("en", "d MMMM yyyy", "1 ma⌫", "1 M|", "1 M"),
            ("en", "d MMMM yyyy", "1f2024⇤››⌦", "1 | 2024", "1  2024"),
            ("en", "d MMMM yyyy", "1f2024⇤››⌦mar", "1 March |2024", "2024-03-01"),
            // As the language has it.
            ("ru", "d MMMM yyyy", "5мая2024", "5 мая 2024|", "2024-05-05"),
            ("ru", "d MMMM yyyy", "5 март", "5 марта |", "5 марта "),
            ("ru", "LLLL d yyyy", "фев", "февраль |", "февраль "),
            ("ru", "d MMMM yyyy", "5 f", "5 февраля |", "5 февраля "),
            ("es", "d 'de' MMMM 'de' yyyy", "5m", "5 de m|", "5 de m"),
            ("es", "d 'de' MMMM 'de' yyyy", "5 mar2024", "5 de marzo de 2024|", "2024-03-05"),
            ("cs", "d. MMMM yyyy", "5 července2024", "5. července 2024|", "2024-07-05"),
            // Months that have numbers in their names.
            ("ja", "d MMMM yyyy", "5 ap2024", "5 4月 2024|", "2024-04-05"),
        ]
    )
    func typing(_ locale: String, _ format: String, _ script: String, _ shown: String, _ value: String) throws {
        var typist = try Typist(#"{"type": "date", "format": "\#(format)"}"#.typed(format), locale: locale)
        typist.run(script)
        #expect(typist.shown == shown)
        #expect(typist.current.value == value)
    }

    @Test(
        "other notations of a date are accepted, too",
        arguments: ["2024-02-29", "29.2.2024", "29 Feb 2024"]
    )
    func pasting(_ text: String) throws {
        var typist = try Typist(#"{"type": "date", "format": "d MMMM yyyy"}"#)
        typist.insert(text, .paste)
        #expect(typist.current.text == "29 February 2024")
        #expect(typist.formatter.format("2024-02-29") == typist.current)
    }

    @Test("a month's number becomes its name when editing ends")
    func finishing() throws {
        var typist = try Typist(#"{"type": "date", "format": "yyyy d MMMM"}"#)
        typist.run("20245 1⏎")
        #expect(typist.current.text == "2024 5 January")
    }
}

extension String {
    /// The definition of a date, or of a date with a time if the pattern has one.
    fileprivate func typed(_ format: String) -> String {
        format.contains("mm") ? replacing(#""date""#, with: #""dateTime""#) : self
    }
}
