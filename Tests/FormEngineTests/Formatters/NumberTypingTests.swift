import FormEngine
import FormModel
import Testing
import TextEditing

private let plain = #"{"type": "number"}"#
private let euro = #"{"type": "currency", "currency": "EUR"}"#
private let dollar = #"{"type": "currency", "currency": "USD"}"#

/// nbsp and narrow nbsp, to be seen in tables.
private func visible(_ text: String) -> String {
    text.replacing("\u{A0}", with: "·").replacing("\u{202F}", with: "˙").replacing("\u{2009}", with: "_")
}

@Suite("Typing a number")
struct NumberTypingTests {
    @Test(
        "the number is grouped as in its language, and the caret stays after the same digit",
        arguments: [
            // locale, script, text with caret, value
            ("en", "1234567.5", "1,234,567.5|", "1234567.5"),
            ("de", "1234567,5", "1.234.567,5|", "1234567.5"),
            ("ru", "1234567,5", "1·234·567,5|", "1234567.5"),
            ("fr", "1234567,5", "1˙234˙567,5|", "1234567.5"),
            ("en-IN", "123456789", "12,34,56,789|", "123456789"),
            ("hi", "1234567", "12,34,567|", "1234567"),
            ("de-CH", "1234567.5", "1’234’567.5|", "1234567.5"),
            ("pl", "1234", "1234|", "1234"),
            ("pl", "12345", "12·345|", "12345"),
            ("fa", "1234.5", "۱٬۲۳۴٫۵|", "1234.5"),
            ("ar-EG", "1234٫5", "١٬٢٣٤٫٥|", "1234.5"),
            ("ja", "1234.5", "1,234.5|", "1234.5"),
            // Digits of any script, and the keypad's separator whatever the language.
            ("en", "１２٣۴", "1,234|", "1234"),
            ("ru", "1.5", "1,5|", "1.5"),
            ("fr", "1.5", "1,5|", "1.5"),
            ("fa", "1.5", "۱٫۵|", "1.5"),
            // Typing in the middle.
            ("en", "1234⇤9", "9|1,234", "91234"),
            ("en", "123456‹‹9", "1,234,9|56", "1234956"),
            ("en", "123456‹‹‹9", "1,239,|456", "1239456"),
            // Backspace and delete cross separators.
            ("en", "1234567⇤››⌫", "|234,567", "234567"),
            ("en", "1234567⇤›⌦", "1|34,567", "134567"),
            ("en", "1234567⌫⌫⌫⌫", "123|", "123"),
            ("ru", "1234‹‹‹⌫", "|234", "234"),
            // A selection is replaced.
            ("en", "1234▣5", "5|", "5"),
            // Zeros: none before the digits that are typed, but those behind a deleted digit stay for a while.
            ("en", "007", "7|", "7"),
            ("en", "000", "0|", "0"),
            ("en", "1005⇤⌦", "|005", "5"),
            ("en", "1005⇤⌦2", "2,|005", "2005"),
            ("en", "1005⇤⌦⏎", "|5", "5"),
            ("en", ".5", "0.5|", "0.5"),
            ("en", "0.05", "0.05|", "0.05"),
            ("en", "0.5⇤›⌫", "|.5", "0.5"),
            ("en", "0.5⇤›⌫⏎", "0|.5", "0.5"),
            // Signs in all shapes, before the digits only.
            ("en", "-5", "-5|", "-5"),
            ("en", "−5", "-5|", "-5"),
            ("sv", "-5", "−5|", "-5"),
            ("en", "5-", "5|", "5"),
            ("en", "5⇤-", "-|5", "-5"),
            ("en", "-5⇤+", "|5", "5"),
            ("en", "-", "-|", "-"),
            ("en", "-⏎", "|", ""),
            ("en", "-0", "-0|", "0"),
            ("en", "-0⏎", "0|", "0"),
            // A second separator is refused, the one that is there is stepped over.
            ("en", "1.2.", "1.2|", "1.2"),
            ("en", "12.5⇤››.", "12.|5", "12.5"),
            ("en", "1.5⇤›⌦", "1|5", "15"),
            ("en", "1.2345", "1.234|", "1.234"),
            // What is no number is refused.
            ("en", "1a2b", "12|", "12"),
            ("en", "1e5", "15|", "15"),
        ] as [(String, String, String, String)]
    )
    func typing(_ locale: String, _ script: String, _ shown: String, _ value: String) throws {
        var typist = try Typist(plain, locale: locale)
        typist.run(script)
        #expect(visible(typist.shown.filtered) == shown)
        #expect(typist.current.value == value)
    }

    @Test(
        "group separators can be typed",
        arguments: [
            ("en", "1,", "1,|", "1"),
            ("en", "1,2", "1,2|", "1.2"),
            ("en", "1,23", "1,23|", "1.23"),
            ("en", "1,234", "1,234|", "1234"),
            ("en", "1,234,567.5", "1,234,567.5|", "1234567.5"),
            ("en", "1,234⌫", "123|", "123"),
            ("en", "12,5⏎", "12.5|", "12.5"),
            ("en", "0,5", "0.5|", "0.5"),
            ("en", "1,⌫", "1|", "1"),
            ("en", "1234⇤›,", "1,|234", "1234"),
            ("de", "1.234.567,5", "1.234.567,5|", "1234567.5"),
            ("de", "12.5⏎", "12,5|", "12.5"),
            ("de", "1.", "1.|", "1"),
        ] as [(String, String, String, String)]
    )
    func groupsByHand(_ locale: String, _ script: String, _ shown: String, _ value: String) throws {
        var typist = try Typist(plain, locale: locale)
        typist.run(script)
        #expect(visible(typist.shown) == shown)
        #expect(typist.current.value == value)
    }

    @Test(
        "the currency is added around the number, and the caret does not enter it",
        arguments: [
            (dollar, "en", "1234.5", "$1,234.5|", "1234.5"),
            (dollar, "en", "1234.5⏎", "$1,234.5|0", "1234.5"),
            (dollar, "en", "1234⏎", "$1,234|.00", "1234"),
            (dollar, "en", "-5", "-$5|", "-5"),
            (dollar, "en", "1.239", "$1.23|", "1.23"),
            (euro, "de", "1234,5", "1.234,5|·€", "1234.5"),
            (euro, "ru", "1234.5⇥⌫⌫", "1·234|·€", "1234"),
            (euro, "de-CH", "-1234.5", "EUR-1’234.5|", "-1234.5"),
            (#"{"type": "currency", "currency": "JPY"}"#, "ja", "1234.", "￥1,234.|", "1234"),
            (#"{"type": "currency", "currency": "KWD"}"#, "en", "1.2345", "KWD·1.234|", "1.234"),
            (dollar, "en", "5⌫", "$|", ""),
            (dollar, "en", "5⇤⌫", "|$5", "5"),
            (dollar, "en", "5⇤⌦", "$|", ""),
            (dollar, "en", "5⇤4", "$4|5", "45"),
            (#"{"type": "percent"}"#, "en", "12.5", "12.5|%", "12.5"),
            (#"{"type": "percent"}"#, "de", "12,5", "12,5|·%", "12.5"),
            (#"{"type": "percent"}"#, "tr", "12,5", "%12,5|", "12.5"),
            (#"{"type": "number", "suffix": " руб."}"#, "ru", "1234,5⇥⌫", "1·234,| руб.", "1234"),
            (#"{"type": "number", "prefix": {"en": "about ", "ru": "около "}}"#, "ru", "-5", "-около 5|", "-5"),
            (
                #"{"type": "number", "groupingSeparator": " ", "decimalSeparator": ","}"#, "en", "1234.5", "1 234,5|",
                "1234.5"
            ),
            (#"{"type": "number", "grouping": false}"#, "de", "1234.5⏎", "1234,5|", "1234.5"),
            (#"{"type": "number", "grouping": false}"#, "en", "1,234,567.89", "1234567.89|", "1234567.89"),
            (#"{"type": "number", "grouping": false}"#, "en", "1,23", "1,23|", "1.23"),
            (#"{"type": "number", "locale": "de"}"#, "en", "1234,5", "1.234,5|", "1234.5"),
            (#"{"type": "number", "maximumFractionDigits": 0}"#, "en", "12.5", "12.|", "12"),
            (#"{"type": "number", "maximumIntegerDigits": 3}"#, "en", "1234.5", "123.5|", "123.5"),
            (#"{"type": "number", "minimum": 0}"#, "en", "-5", "5|", "5"),
        ] as [(String, String, String, String, String)]
    )
    func affixes(_ json: String, _ locale: String, _ script: String, _ shown: String, _ value: String) throws {
        var typist = try Typist(json, locale: locale)
        typist.run(script)
        #expect(visible(typist.shown.filtered) == shown)
        #expect(typist.current.value == value)
    }

    @Test(
        "a pasted number is read in usual notations",
        arguments: [
            ("en", "1 234,5", "1234.5"),
            ("en", "1,234.5", "1234.5"),
            ("de", "1,234.5", "1234.5"),
            ("de", "1.234,5", "1234.5"),
            ("en", "1.234,5", "1234.5"),
            ("en", "11,11", "11.11"),
            ("en", "1,234", "1234"),
            ("de", "1.234", "1234"),
            ("de", "1,234", "1.234"),
            ("ru", "1.234", "1.234"),
            ("en", "1,234,567", "1234567"),
            ("en", "12,34,567.5", "1234567.5"),
            ("en", "−5", "-5"),
            ("en", "(5)", "-5"),
            ("en", "5-", "-5"),
            ("en", "- 5", "-5"),
            ("en", "+5", "5"),
            ("en", "１，２３４．５", "1234.5"),
            ("en", "١٬٢٣٤٫٥", "1234.5"),
            ("en", "۱۲۳", "123"),
            ("en", "१,२३४", "1234"),
            ("en", "1'234.5", "1234.5"),
            ("en", "1’234’567", "1234567"),
            ("en", "\u{200E}-\u{200E}12", "-12"),
            ("en", " 12 ", "12"),
            ("en", "007", "7"),
            ("en", ".5", "0.5"),
            ("en", "5.", "5"),
            ("en", "1.23456", "1.234"),
        ] as [(String, String, String)]
    )
    func paste(_ locale: String, _ text: String, _ value: String) throws {
        var typist = try Typist(plain, locale: locale)
        typist.run("«\(text)»")
        #expect(typist.current.value == value)
    }

    @Test(
        "a paste that is not a number is refused as a whole",
        arguments: [
            "abc", "12a", "1e5", "0x10", "1.2.3", "1,2,3", "10 20", "1.234.56", "5 %", "--5", "(5", "5)", "-(5)", "",
            "1,234.567,8", "½", "Ⅷ", "五", "12\u{0}", "👍", "\u{202E}", "-.", "$5",
        ]
    )
    func refusedPaste(_ text: String) throws {
        var typist = try Typist(plain, text: "42")
        let before = typist.current
        typist.run("▣")
        typist.insert(text, .paste)
        #expect(typist.current.text == (text.isEmpty ? "" : before.text))
    }

    @Test(
        "a number can be pasted with its own currency, but not with another",
        arguments: [
            ("1.234,50 €", "1234.5"), ("€ 1234.50", "1234.5"), ("EUR 5", "5"), ("5 eur", "5"), ("-€5", "-5"),
            ("€-5", "-5"), ("$5", ""), ("5 USD", ""),
        ] as [(String, String)]
    )
    func currencyPaste(_ text: String, _ value: String) throws {
        var typist = try Typist(euro, locale: "de")
        typist.run("«\(text)»")
        #expect(typist.current.value == value)
    }
}

extension String {
    /// Without the marks for the direction of writing.
    fileprivate var filtered: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .format }))
    }
}
