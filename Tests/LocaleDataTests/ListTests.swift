import LocaleData
import Testing

@Suite("A list of texts")
struct ListTests {
    private static let symbols = ICULocaleSymbols()

    @Test(
        "a list is joined as in the language",
        arguments: [
            ("en", ["a", "b", "c"], "a, b, and c"), ("en-GB", ["a", "b", "c"], "a, b and c"),
            ("en", ["a", "b"], "a and b"),
            ("de", ["a", "b", "c"], "a, b und c"), ("ja", ["a", "b", "c"], "a、b、c"), ("zh-TW", ["a", "b"], "a和b"),
            ("es", ["Ana", "Inés"], "Ana e Inés"), ("he", ["a", "b"], "a ו-b"), ("ar", ["أ", "ب", "ج"], "أ وب وج"),
            ("ru", ["a"], "a"), ("tlh", ["a", "b"], "a, b"),
        ]
    )
    func joined(locale: String, things: [String], expected: String) {
        #expect(Self.symbols.list(things, locale: locale) == expected)
    }

    @Test("a list can be empty, have as many elements as a list of options, and texts of any length")
    func long() {
        let things = (0..<5_000).map { String(repeating: "x", count: $0 % 7) }
        let text = Self.symbols.list(things, locale: "de")
        #expect(text.hasPrefix(", x, xx") && text.hasSuffix(" und \(things.last ?? "")"))
        #expect(text.split(separator: ", ", omittingEmptySubsequences: false).count == 4_999)
        #expect(Self.symbols.list(["", ""], locale: "de") == " und ")
    }
}
