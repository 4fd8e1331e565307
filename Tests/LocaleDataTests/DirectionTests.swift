import FormEngine
import Languages
import LocaleData
import Testing

@Suite("The direction of a language")
struct DirectionTests {
    /// By ICU's data, and as formd has it where ICU is missing.
    @Test(
        "the direction is that of the language's script",
        arguments: [
            ("ar", true), ("he-IL", true), ("iw", true), ("fa_IR", true), ("ur", true), ("ps-AF", true), ("ckb", true),
            ("dv", true), ("yi", true), ("ug", true), ("az-Arab", true), ("uz-Arab-AF", true), ("AR-eg", true),
            ("en-Hebr", true), ("en", false), ("en-US", false), ("de", false), ("ru", false), ("zh-Hant-TW", false),
            ("ar-Latn", false), ("ur-Latn-IN", false), ("sd-Deva", false), ("az", false), ("ku", false), ("zz", false),
        ]
    )
    func direction(_ locale: String, _ isRightToLeft: Bool) {
        #expect(ICULocaleSymbols().isRightToLeft(locale: locale) == isRightToLeft)
        #expect(EnglishSymbols().isRightToLeft(locale: locale) == isRightToLeft)
    }
}
