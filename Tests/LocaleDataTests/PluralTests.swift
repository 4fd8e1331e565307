import FormModel
import LocaleData
import Testing

@Suite("Plural forms")
struct PluralTests {
    private let symbols = ICULocaleSymbols()

    /// Examples of CLDR's plural rules (Unicode's `plurals.xml`).
    @Test(
        "plural forms are those of CLDR",
        arguments: [
            ("en", [1: .one, 0: .other, 2: .other]),
            ("en-GB", [1: .one, 0: .other]),
            ("ru", [1: .one, 21: .one, 2: .few, 24: .few, 5: .many, 11: .many, 0: .many]),
            ("pl", [1: .one, 22: .few, 12: .many, 21: .many]),
            ("fr", [0: .one, 1: .one, 2: .other, 1_000_000: .many]),
            ("ar", [0: .zero, 1: .one, 2: .two, 3: .few, 11: .many, 100: .other]),
            ("ja", [1: .other, 2: .other]),
            ("zz", [1: .other]),
        ] as [(String, [Int: PluralCategory])]
    )
    func categories(_ locale: String, _ expected: [Int: PluralCategory]) {
        for (number, category) in expected {
            #expect(symbols.pluralCategory(of: number, locale: locale) == category, "\(number)")
        }
    }
}
