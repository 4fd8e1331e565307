import Formatters
import FormEngine
import FormModel
import Testing
import TextEditing

@Suite("A number with bounds")
struct NumberBoundTests {
    @Test(
        "a number outside its bounds is kept as it was typed and has a complaint",
        arguments: [
            (#""minimum": 10, "maximum": 100"#, "5", "The value must be at least 10"),
            (#""minimum": 10, "maximum": 100"#, "100.01", "The value must be at most 100"),
            (#""minimum": 10, "maximum": 100"#, "10", nil),
            (#""minimum": 10, "maximum": 100"#, "100.00", nil),
            (#""maximum": 1e3"#, "1000.5", "The value must be at most 1,000"),
            (#""minimum": -0.5"#, "-0.51", "The value must be at least -0.5"),
            (#""maximum": 99999999999999999999.5"#, "99999999999999999999.5", nil),
            (
                #""maximum": 99999999999999999999.5"#, "99999999999999999999.51",
                "The value must be at most 99,999,999,999,999,999,999.5"
            ),
            (#""maximumFractionDigits": 0"#, "1.5", "Enter a whole number"),
            (#""maximumFractionDigits": 2"#, "1.505", "Enter at most 2 digits after the decimal separator"),
            (#""maximumFractionDigits": 2"#, "1.500", nil),
            (#""maximumIntegerDigits": 1"#, "12", "Enter at most 1 digit before the decimal separator"),
            (#""negative": false"#, "-1", "The value must be at least 0"),
            (#""prefix": """#, "abc", "Enter a number"),
            (#""message": "From 1 to 9", "maximum": 9"#, "10", "From 1 to 9"),
        ] as [(String, String, String?)]
    )
    func complaints(_ keys: String, _ text: String, _ message: String?) throws {
        let formatter = try makeFormatter(#"{"type": "number", \#(keys)}"#)
        let formatted = formatter.format(text)
        #expect(formatter.complaint(about: formatted, today: .epoch)?.text(in: "en") == message)
        #expect(formatted.isComplete == (message == nil))
    }

    @Test("the complaint is available in Russian, with the bound in the field's format")
    func russian() throws {
        let formatter = try makeFormatter(
            #"{"type": "currency", "currency": "RUB", "minimum": 1000, "maximumFractionDigits": 0}"#,
            locale: "ru"
        )
        #expect(
            formatter.complaint(about: formatter.format("999"), today: .epoch)?.text(in: "ru")
                == "Значение должно быть не меньше 1\u{A0}000\u{A0}₽"
        )
        #expect(
            formatter.complaint(about: formatter.format("1000.5"), today: .epoch)?.text(in: "ru")
                == "Введите целое число"
        )
    }

    @Test(
        "with refuse an edit is refused if it cannot lead to a number within the bounds",
        arguments: [
            (#""minimum": 10, "maximum": 99"#, "5", "5|"),
            (#""minimum": 10, "maximum": 99"#, "55", "55|"),
            (#""minimum": 10, "maximum": 99"#, "555", "55|"),
            (#""minimum": 10, "maximum": 99"#, "99.5", "99.|"),
            (#""minimum": 120, "maximum": 130"#, "125", "125|"),
            (#""minimum": 120, "maximum": 130"#, "95", "|"),
            (#""minimum": 120, "maximum": 130"#, "1.5", "1|"),
            (#""minimum": 120, "maximum": 130"#, "131", "13|"),
            (#""minimum": -99, "maximum": -10"#, "5", "|"),
            (#""minimum": -99, "maximum": -10"#, "-50", "-50|"),
            (#""minimum": -99, "maximum": -10"#, "-500", "-50|"),
            (#""maximum": 100"#, "1000", "100|"),
            (#""minimum": 5"#, "1", "1|"),
            (#""minimum": 5, "maximumIntegerDigits": 1"#, "18", "8|"),
            (#""minimum": 50, "maximumIntegerDigits": 2"#, "0", "0|"),
            (#""minimum": 50, "maximumIntegerDigits": 2"#, "07", "7|"),
        ] as [(String, String, String)]
    )
    func refuse(_ keys: String, _ script: String, _ shown: String) throws {
        var typist = try Typist(#"{"type": "number", "outOfRange": "refuse", \#(keys)}"#)
        typist.run(script)
        #expect(typist.shown == shown)
    }

    @Test(
        "with clampOnBlur a number outside its bounds is replaced by the bound when editing ends",
        arguments: [
            (#""minimum": 10, "maximum": 100"#, "5⏎", "10|"),
            (#""minimum": 10, "maximum": 100"#, "500⏎", "100|"),
            (#""minimum": 10, "maximum": 100"#, "50⏎", "50|"),
            (#""minimum": -10"#, "-500⏎", "-10|"),
        ] as [(String, String, String)]
    )
    func clamp(_ keys: String, _ script: String, _ shown: String) throws {
        var typist = try Typist(#"{"type": "number", "outOfRange": "clampOnBlur", \#(keys)}"#)
        typist.run(script)
        #expect(typist.shown == shown)
    }

    @Test(
        "MaskPossible tells whether further typing can lead to a number within the bounds",
        arguments: [
            (#""minimum": 10"#, "5", true), (#""maximum": 10"#, "11", false), (#""maximum": 10"#, "", true),
            (#""minimum": 10, "maximum": 12"#, "1", true), (#""minimum": 20, "maximum": 29"#, "3", false),
            (#""minimum": 0.5"#, "0.4", false), (#""minimum": 0.5"#, "0.", true), (#""minimum": 10"#, "1.", false),
            (#""minimum": 10"#, "-", false), (#""minimum": 10"#, "-1", false), (#""minimum": -5"#, "-6", false),
            (#""maximum": -5"#, "-1", true), (#""maximum": -5"#, "1", false),
        ] as [(String, String, Bool)]
    )
    func canComplete(_ keys: String, _ script: String, _ expected: Bool) throws {
        var typist = try Typist(#"{"type": "number", "negative": true, \#(keys)}"#)
        typist.run(script)
        #expect(typist.formatter.canComplete(typist.current) == expected)
    }
}

/// A thin space is written `_`.
@Suite("An amount in the format of the preset sum")
struct SumTests {
    private static let json = #"""
        {"type": "number", "groupingSeparator": "\u2009", "decimalSeparator": ",", "maximumIntegerDigits": 9,
         "minimumFractionDigits": 2, "maximumFractionDigits": 2, "hideZeroFraction": true, "decimalAliases": false}
        """#

    @Test(
        "the amount is formatted while it is typed",
        arguments: [
            ("1234", "1_234"), ("123456789", "123_456_789"), ("1234567890", "123_456_789"), (",", "0,"), (",5", "0,5"),
            ("1,234", "1,23"), ("1,2,", "1,2"), ("007", "7"), ("0,00", "0,00"), ("-5", "-5"), ("abc", ""),
            ("12a", "12"),
            // The full stop is refused, the digit behind it is not.
            ("1.5", "15"),
        ] as [(String, String)]
    )
    func typing(_ script: String, _ text: String) throws {
        var typist = try Typist(Self.json, locale: "ru")
        typist.run(script)
        #expect(typist.current.text.string.replacing("\u{2009}", with: "_") == text)
    }

    @Test(
        "a pasted text is accepted or refused as a whole",
        arguments: [
            ("1234", "1_234"), ("123456789", "123_456_789"), ("1234567890", ""), (",", "0,"), (",5", "0,5"),
            ("1,234", "1,23"), ("1,2,", ""), ("007", "7"), ("0,00", "0,00"), ("1.5", ""), ("-5", "-5"), ("abc", ""),
            ("12a", ""), ("1.234,5", "1_234,5"), ("1,234.5", ""),
        ] as [(String, String)],
        ["ru", "en"]
    )
    func pasting(_ row: (text: String, shown: String), _ locale: String) throws {
        var typist = try Typist(Self.json, locale: locale)
        typist.insert(row.text, .paste)
        #expect(typist.current.text.string.replacing("\u{2009}", with: "_") == row.shown)
    }

    @Test(
        "the amount has two decimal places or none when editing ends",
        arguments: [
            ("1,", "1"), ("1,2", "1,20"), ("1,00", "1"), ("0,5", "0,50"), ("0,00", "0"), ("1000,5", "1_000,50"),
        ] as [(String, String)]
    )
    func finishing(_ script: String, _ text: String) throws {
        var typist = try Typist(Self.json, locale: "ru")
        typist.run(script + "⏎")
        #expect(typist.current.text.string.replacing("\u{2009}", with: "_") == text)
    }
}
