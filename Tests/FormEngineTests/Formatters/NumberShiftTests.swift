import Formatters
import FormEngine
import FormModel
import Languages
import RandomTesting
import Testing
import TextEditing

private func currency(_ keys: String = "", _ code: String = "USD") -> String {
    #"{"type": "currency", "currency": "\#(code)", "entry": "rightToLeft"\#(keys)}"#
}

@Suite("Typing a number from the right")
struct NumberShiftTests {
    @Test(
        "digits are added and removed on the right",
        arguments: [
            // script, text with caret, value
            ("1", "$0.01|", "0.01"),
            ("12", "$0.12|", "0.12"),
            ("123", "$1.23|", "1.23"),
            ("123456", "$1,234.56|", "1234.56"),
            ("12⌫", "$0.01|", "0.01"),
            ("123456⌫⌫", "$12.34|", "12.34"),
            ("12⌫⌫", "$|", ""),
            ("10⌫", "$0.01|", "0.01"),
            ("0", "$0.00|", "0"),
            ("0⌫", "$|", ""),
            ("001", "$0.01|", "0.01"),
            ("00⏎", "$0.00|", "0"),
            // Separators move by themselves.
            ("1.2,3", "$1.23|", "1.23"),
            // In the middle: what stands behind the caret stays behind it.
            ("1234‹‹5", "$125|.34", "125.34"),
            ("1234‹5", "$123.5|4", "123.54"),
            ("1234‹‹⌫", "$1|.34", "1.34"),
            ("1234‹‹‹⌫", "$1|.34", "1.34"),
            ("1234⇤›⌦", "$|2.34", "2.34"),
            ("1234‹‹⌦", "$1.2|4", "1.24"),
            ("5‹‹7", "$7|.05", "7.05"),
            ("105⇤›⌦", "$0|.05", "0.05"),
            // A selection is replaced, and everything with it.
            ("1234▣5", "$0.05|", "0.05"),
            ("1234▣⌫", "$|", ""),
            // Signs, wherever the caret is.
            ("-12", "-$0.12|", "-0.12"),
            ("12-", "-$0.12|", "-0.12"),
            ("12--", "-$0.12|", "-0.12"),
            ("12-+", "$0.12|", "0.12"),
            ("-", "-|$", "-"),
            ("-1⌫⌫", "$|", ""),
            ("-⏎", "|", ""),
            // Digits of any script.
            ("١٢٣", "$1.23|", "1.23"),
            // Pasted digits are typed ones; a number with separators is the number that it is.
            ("«1234»", "$12.34|", "12.34"),
            ("12«34»", "$12.34|", "12.34"),
            ("« 1234 »", "$12.34|", "12.34"),
            ("«-5»", "-$0.05|", "-0.05"),
            ("«1,234»", "$1,234.00|", "1234"),
            ("«1.234,5»", "$1,234.50|", "1234.5"),
            ("«$12»", "$12.00|", "12"),
            ("«(12.5)»", "-$12.50|", "-12.5"),
            ("«1.239»", "$1.23|", "1.23"),
            ("5▣«12.5»", "$12.50|", "12.5"),
            ("0«12.5»", "$12.50|", "12.5"),
            ("5«12.5»", "$0.05|", "0.05"),
            ("5«abc»", "$0.05|", "0.05"),
        ] as [(String, String, String)]
    )
    func typing(script: String, shown: String, value: String) throws {
        var typist = try Typist(currency(), locale: "en")
        typist.run(script)
        #expect(typist.shown == shown)
        #expect(typist.current.value == value)
    }

    @Test(
        "the number has the format of its language",
        arguments: [
            ("de", "EUR", "1.234,56|·€"), ("fr", "EUR", "1˙234,56|·€"), ("ja", "JPY", "￥123,456|"),
            ("en", "KWD", "KWD·123.456|"), ("fa", "USD", "‎$۱٬۲۳۴٫۵۶|"), ("en-IN", "INR", "₹1,234.56|"),
        ]
    )
    func languages(locale: String, code: String, shown: String) throws {
        var typist = try Typist(currency("", code), locale: locale)
        typist.run("123456")
        #expect(typist.shown.replacing("\u{A0}", with: "·").replacing("\u{202F}", with: "˙") == shown)
    }

    @Test(
        "the number of digits and the bounds are limited",
        arguments: [
            (#", "maximumIntegerDigits": 2"#, "12345", "$12.34|"),
            (#", "maximumIntegerDigits": 2"#, "0012345", "$12.34|"),
            (#", "maximumIntegerDigits": 2"#, "1234‹‹5", "$12.|34"),
            (#", "maximumIntegerDigits": 2"#, "«12345»", "$|"),
            (#", "maximum": 9.99, "outOfRange": "refuse""#, "12345", "$1.23|"),
            (#", "minimum": 5, "maximum": 20, "outOfRange": "refuse""#, "2000", "$20.00|"),
            (#", "minimum": 5, "maximum": 20, "outOfRange": "refuse""#, "2100", "$2.00|"),
            (#", "minimum": 5, "maximum": 20, "outOfRange": "refuse""#, "3", "$|"),
            (#", "minimum": 0, "maximum": 5"#, "5-", "$0.05|"),
            (#", "maximumFractionDigits": 0"#, "12", "$12|"),
            (#", "maximumFractionDigits": 3"#, "12", "$0.012|"),
            (#", "hideZeroFraction": true"#, "500⏎", "$5|"),
            (#", "hideZeroFraction": true"#, "500⏎1", "$51|.00"),
        ]
    )
    func bounds(keys: String, script: String, shown: String) throws {
        var typist = try Typist(currency(keys), locale: "en")
        typist.run(script)
        #expect(typist.shown == shown)
    }

    @Test("a number set by a program is kept, and its superfluous decimal places are removed one by one")
    func program() throws {
        let formatter = try makeFormatter(currency(), locale: "en")
        #expect(formatter.format("1234.5").text == "$1,234.50" && formatter.format("12").text == "$12.00")
        var typist = Typist(formatter, text: "0.125")
        #expect(typist.current.text == "$0.125")
        typist.run("5")
        #expect(typist.current.text == "$0.125", "there is no room")
        typist.run("⌫")
        #expect(typist.current.text == "$0.12")
        typist.run("5")
        #expect(typist.current.text == "$1.25")
    }

    @Test(
        "typing, pasting and setting give the same number in every language",
        arguments: [
            "en", "de", "fr", "ru", "sv", "pl", "de-CH", "en-IN", "hi", "fa", "ar-EG", "bn", "he", "ja", "th", "tr",
        ]
    )
    func property(locale: String) throws {
        var random = SeededGenerator(seed: UInt64(locale.utf8.reduce(7) { $0 * 31 + Int($1) }))
        for json in [currency(), currency("", "JPY"), #"{"type": "percent", "entry": "rightToLeft"}"#] {
            let formatter = try makeFormatter(json, locale: locale)
            for _ in 0..<100 {
                let digits = String(Int.random(in: 1...99_999_999, using: &random))
                var (typed, pasted) = (Typist(formatter), Typist(formatter))
                var texts: [FormText] = []
                for digit in digits {
                    texts.append(typed.current.text)
                    typed.run(String(digit))
                }
                pasted.insert(digits, .paste)
                #expect(typed.current == pasted.current)
                #expect(formatter.format(typed.current.value).text == typed.current.text)
                #expect(formatter.finish(typed.current).text == typed.current.text && typed.current.isComplete)
                var again = Typist(formatter)
                again.insert(typed.current.text.string, .paste)
                #expect(again.current.value == typed.current.value)
                for text in texts.reversed() {
                    typed.run("⌫")
                    #expect(typed.current.text == text)
                }
            }
        }
    }

    @Test("refused characters are listed with the reason")
    func refusals() throws {
        var form = try FormDriver {
            var definition = NumberDefinition(.decimal)
            definition.entry = .rightToLeft
            definition.maximumFractionDigits = 2
            definition.maximum = DecimalNumber(9)
            definition.outOfRange = .refuse
            definition.allowsNegative = false
            $0.formatter = .number(definition)
        }
        try form.type("123")
        for (key, reason) in [("4", Refusal.Reason.range), (".", .place), ("a", .place), ("-", .place)] {
            #expect(try form.perform(.insertText(key)).changes.isEmpty)
            #expect(try form.field.refusals.map(\.reason) == [reason], "\(key)")
        }
    }

    @Test("a definition with fewer minimum decimal places causes a warning, because it has no effect")
    func definition() {
        let decoded = DefinitionDecoder().decodeFormatter(currency(#", "minimumFractionDigits": 0"#))
        #expect(decoded.diagnostics.count == 1 && decoded.diagnostics.first?.severity == .warning)
        let bad = DefinitionDecoder().decodeFormatter(#"{"type": "number", "entry": "right"}"#)
        #expect(bad.value == nil)
    }
}
