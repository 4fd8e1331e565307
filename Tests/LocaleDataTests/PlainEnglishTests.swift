import FormEngine
import FormModel
import Languages
import Testing

@testable import LocaleData

@Suite("English without ICU")
struct PlainEnglishTests {
    private static let tags = ["en", "en_US", "en-US", "EN", "en-us"]

    @Test("numbers are formatted as by ICU", arguments: [NumberStyle.decimal, .percent], tags)
    func numbers(_ style: NumberStyle, _ tag: String) throws {
        let icu = try #require(NumberSymbols(style, locale: "en_US", ICU()))
        #expect(EnglishSymbols().numbers(style, locale: tag) == icu)
        #expect(ICULocaleSymbols().numbers(style, locale: tag) == icu)
    }

    @Test("dates are formatted as by ICU", arguments: [MomentKind.date, .time, .dateTime], tags)
    func dates(_ kind: MomentKind, _ tag: String) throws {
        let icu = try #require(DateSymbols(kind, locale: "en_US", ICU()))
        #expect(EnglishSymbols().dates(kind, locale: tag) == icu)
        #expect(ICULocaleSymbols().dates(kind, locale: tag) == icu)
    }

    @Test(
        "other variants of English and other languages use ICU",
        arguments: ["en-GB", "en-IN", "eng", "e", "en-u-nu-thai", "", "ens"]
    )
    func others(_ tag: String) {
        #expect(!KnownLocales.isPlainEnglish(tag))
    }

    @Test("months and days have the same names as in ICU", arguments: tags)
    func names(_ tag: String) throws {
        let icu = try #require(DateTexts(ICU(), locale: "en_US")?.dayNames)
        #expect(DayNames.english == icu)
        #expect(ICULocaleSymbols().dayNames(locale: tag) == icu)
    }

    @Test("plain English does not use ICU")
    func asksNobody() {
        let symbols = ICULocaleSymbols()
        for tag in Self.tags {
            _ = symbols.numbers(.decimal, locale: tag)
            _ = symbols.numbers(.percent, locale: tag)
            for kind in [MomentKind.date, .time, .dateTime] { _ = symbols.dates(kind, locale: tag) }
        }
        #expect(symbols.answerCount == 0)
        _ = symbols.dates(.date, locale: "en-GB")
        #expect(symbols.answerCount == 1)
    }
}
