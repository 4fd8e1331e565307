import FormEngine
import FormModel
import RandomTesting
import Testing
import TextEditing

@Suite("Separators that a number cannot contain")
struct NumberSeparatorTests {
    @Test(
        "a decimal separator ends a number without decimal places, typed and pasted",
        arguments: [
            (#""type": "number""#, "en", "19.99", "19"), (#""type": "number""#, "en", "12.5", "12"),
            (#""type": "number""#, "en", "19,99", "19"), (#""type": "number""#, "en", "1,234", "1234"),
            (#""type": "number""#, "en", "1,234.50", "1234"), (#""type": "number""#, "en", "-0.5", "0"),
            (#""type": "number""#, "de", "19,99", "19"), (#""type": "number""#, "de", "19.99", "19"),
            (#""type": "number""#, "de", "19.999", "19999"), (#""type": "number""#, "fr", "19.99", "19"),
            (#""type": "number""#, "fr", "19,99", "19"), (#""type": "number""#, "fa", "۱۹٫۹۹", "19"),
            (#""type": "percent""#, "ru", "12.5", "12"),
            (#""type": "currency", "currency": "JPY""#, "ja", "1234.5", "1234"),
        ] as [(String, String, String, String)]
    )
    func wholeNumbers(_ type: String, _ locale: String, _ text: String, _ value: String) throws {
        let formatter = try makeFormatter(#"{\#(type), "maximumFractionDigits": 0}"#, locale: locale)
        var typist = Typist(formatter)
        typist.run(text)
        #expect(typist.current.value == value)
        #expect(formatter.finish(typist.current).value == value)
        var paster = Typist(formatter)
        paster.insert(text, .paste)
        #expect(paster.current.value == value)
        #expect(formatter.finish(paster.current).text == formatter.format(value).text)
    }

    @Test("whether digits are grouped changes no value, key by key", arguments: ["en", "de", "fr", "hi", "fa", "pl"])
    func groupingIsOnlyShown(_ locale: String) throws {
        let formatters = try ["true", "false"].map {
            try makeFormatter(#"{"type": "number", "grouping": \#($0)}"#, locale: locale)
        }
        var random = SeededGenerator(seed: 31)
        for _ in 0..<400 {
            var (grouped, plain) = (Typist(formatters[0]), Typist(formatters[1]))
            var script = ""
            for _ in 0..<Int.random(in: 1...14, using: &random) {
                let key = random.pick(["1", "2", "3", "4", "5", "0", ",", ".", "-"])
                script += key
                grouped.insert(key, .key)
                plain.insert(key, .key)
                #expect(plain.current.value == grouped.current.value, "\(script)")
            }
            #expect(plain.formatter.finish(plain.current).value == grouped.formatter.finish(grouped.current).value)
        }
    }

    @Test(
        "a number has the same value and text typed, pasted and set, grouped or not, with its last zeros",
        arguments: ["1,234,567.89", "1234567.89", "1,234", "1234", "12.50", "-0.050", "12,345.60", "100.00", "0.10"],
        ["true", "false"]
    )
    func threeWays(_ text: String, _ grouping: String) throws {
        let formatter = try makeFormatter(#"{"type": "number", "grouping": \#(grouping)}"#)
        var (typist, paster) = (Typist(formatter), Typist(formatter))
        typist.run(text)
        paster.insert(text, .paste)
        let set = formatter.format(text)
        for current in [typist.current, paster.current] {
            let finished = formatter.finish(current)
            #expect(finished.text == set.text && finished.value == set.value)
        }
        #expect(DecimalNumber(set.value) == DecimalNumber(text.replacing(",", with: "")))
        #expect(set.text.string.replacing(",", with: "") == text.replacing(",", with: ""))
        let shown = formatter.format(text.replacing(",", with: ""))
        #expect(shown.text == set.text && shown.value == set.value)
    }

    @Test(
        "zeros beyond the places that can be typed are dropped from a program's number",
        arguments: ["12.50000", "12.5"]
    )
    func excessZeros(_ text: String) throws {
        let formatter = try makeFormatter(#"{"type": "currency", "currency": "USD"}"#)
        #expect(formatter.format(text).text.string == "$12.50")
    }

    @Test("the separator and the digits after it are refused with a reason")
    func refusals() throws {
        let formatter = try makeFormatter(#"{"type": "number", "maximumFractionDigits": 0}"#)
        var typist = Typist(formatter)
        typist.run("19.")
        #expect(typist.shown == "19.|")
        let edit = TextEdit(range: typist.current.selection, replacement: "9", origin: .key)
        #expect(formatter.apply(edit, to: typist.current) == typist.current)
        #expect(formatter.refusals(of: edit, to: typist.current, leaving: typist.current).map(\.reason) == [.room])
        typist.run("⌫5")
        #expect(typist.shown == "195|")
    }

    @Test(
        "a second separator or currency sign makes a text invalid",
        arguments: ["€€500", "500€€", "€500€", "EUR EUR 5", "1.2.3", "1,2.3,4"]
    )
    func nonsense(_ text: String) throws {
        let formatter = try makeFormatter(#"{"type": "currency", "currency": "EUR"}"#)
        var typist = Typist(formatter)
        typist.insert(text, .paste)
        #expect(typist.current.value.isEmpty)
        #expect(formatter.format(text).value == text)
    }

    @Test(
        "the sign and the code of a currency before and after the number are accepted",
        arguments: [
            ("en", "EUR", "€500 EUR"), ("de", "EUR", "500 €"), ("ja", "JPY", "￥500"), ("ja", "JPY", "¥500"),
            ("fr-CH", "CHF", "500.00 CHF"),
        ]
    )
    func signs(_ locale: String, _ currency: String, _ text: String) throws {
        let formatter = try makeFormatter(#"{"type": "currency", "currency": "\#(currency)"}"#, locale: locale)
        #expect(DecimalNumber(formatter.format(text).value) == DecimalNumber("500"))
        let own = formatter.format("500").text.string
        #expect(DecimalNumber(formatter.format(own).value) == DecimalNumber("500"))
    }

    @Test("a prefix and a suffix from the definition are accepted")
    func bothSides() throws {
        let formatter = try makeFormatter(#"{"type": "number", "prefix": "*", "suffix": "*"}"#)
        #expect(formatter.format("*5*").value == "5")
    }
}
