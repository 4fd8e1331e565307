import FormEngine
import FormModel
import LocaleData
import RandomTesting
import Testing

/// Every locale of the library, against ICU's own formatters of the same version: numbers, currencies and percentages
/// in two decimals; dates and times in the pattern of the formatter, which is CLDR's with two digits for days and
/// months, and in CLDR's long, medium and short ones.
@Suite("Formatters in every locale")
struct LanguageTests {
    private static let types = FormTypes(symbols: ICULocaleSymbols())

    /// Where a formatter does not do as ICU does, and why.
    private static let exceptions: [(language: String, words: String, reason: String)] = [
        ("th", " G ", "CLDR's pattern names the era, which no formatter has a field for"),
        ("zh", #""B"#, "CLDR's pattern has the many parts of the day, which no formatter has a field for"),
        ("brx", "typed as “", "a full stop in a currency's abbreviation is typed as the decimal separator"),
    ]

    @Test("numbers have the same format as in ICU, set and typed")
    func numbers() {
        check { $0.numbers() }
    }

    @Test("dates and times have the same format as in ICU, set and typed")
    func dates() {
        check { $0.dates() }
    }

    /// ICU has CLDR's numbers of decimal places, which are fewer where small coins are out of use.
    @Test("currencies have the decimal places of ISO 4217, of which CLDR shows fewer for some")
    func currencyDigits() throws {
        var differing: [String] = []
        for code in CurrencyCode.allCodes {
            let digits = try #require(CurrencyCode(code)).fractionDigits
            let text = try #require(ICUReference.number("1", "currency/\(code)", "en"))
            let shown = text.contains(".") ? text.drop { $0 != "." }.count - 1 : 0
            if shown != digits { differing.append(code) }
        }
        #expect(
            differing == [
                "AFN", "ALL", "IQD", "IRR", "KPW", "LAK", "LBP", "MGA", "MMK", "RSD", "SOS", "SYP", "YER",
            ]
        )
        #expect(CurrencyCode("IRR")?.fractionDigits == 2 && CurrencyCode("IQD")?.fractionDigits == 3)
    }

    private func check(_ compare: (inout LanguageSample) -> Void) {
        var typed: Set<String> = []
        for locale in ICUReference.locales.prefix(RandomCases.count(ICUReference.locales.count)) {
            var sample = LanguageSample(locale, Self.types, typed: typed)
            compare(&sample)
            typed = sample.typed
            let language = locale.prefix { $0 != "_" }
            let unexplained = sample.differences.filter { difference in
                !Self.exceptions.contains { $0.language == language && difference.contains($0.words) }
            }
            #expect(unexplained.isEmpty, "\(locale)")
        }
        #expect(ICUReference.locales.count > 800)
    }
}
