import FormEngine
import FormMessages
import FormModel
import Languages
import Testing

@Suite("Messages of a house")
struct ReplacementTests {
    private static let texts = [
        "en": ["required": "Please"], "de": ["required": "Bitte"], "de-AT": ["required": "Geh bitte"],
        "sv": ["required": "Fyll i"], "zh-Hant": ["required": "請"],
    ]

    @Test(
        "the text nearest to a language replaces formd's own",
        arguments: [
            ("en", "Please"), ("en-GB", "Please"), ("de", "Bitte"), ("de-CH", "Bitte"), ("de-AT", "Geh bitte"),
            ("de_at", "Geh bitte"), ("sv-FI", "Fyll i"), ("zh-TW", "請"),
        ]
    )
    func nearest(locale: String, text: String) {
        let catalogue = MessageCatalogue.Replacements(Self.texts, of: MessageCatalogue.nearest).nearest(to: locale)
        #expect(catalogue.texts["required"] == text && catalogue.supports(locale))
    }

    @Test("other texts and languages stay as they were", arguments: ["fr", "zh-CN", "zh"])
    func others(locale: String) {
        let replacements = MessageCatalogue.Replacements(Self.texts, of: MessageCatalogue.nearest)
        #expect(replacements.nearest(to: locale).texts == MessageCatalogue.nearest(to: locale).texts)
        let german = MessageCatalogue.nearest(to: "de").texts
        #expect(replacements.nearest(to: "de").texts["tooLong"] == german["tooLong"])
    }
}
