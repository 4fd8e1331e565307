import FormModel
import Testing

@Suite("Names")
struct NameTests {
    @Test(
        "of languages follow BCP 47",
        arguments: [
            "en", "ru-RU", "zh-Hant-TW", "de-CH-1996", "sl-rozaj-biske", "es-419", "zh-yue", "x-house", "en-x-us",
            "de-u-co-phonebk", "sr-Latn-RS", "EN", "root1",
        ]
    )
    func tags(_ tag: String) {
        #expect(LanguageTag.isWellFormed(tag) == (tag != "root1"))
    }

    @Test(
        "of languages that do not follow BCP 47 are refused",
        arguments: ["", "e", "en_US", "en-", "-en", "en--US", "russian-languages", "рус", "en-u", "x", "en-x", "12"]
    )
    func badTags(_ tag: String) {
        #expect(!LanguageTag.isWellFormed(tag))
    }

    @Test("of things are identifiers")
    func identifiers() {
        for name in ["a", "_", "A9_z", String(repeating: "a", count: 64)] { #expect(Identifier.isValid(name)) }
        for name in ["", "9a", "a-b", "a b", "é", String(repeating: "a", count: 65)] {
            #expect(!Identifier.isValid(name))
        }
    }

    @Test(
        "of colours are hexadecimal",
        arguments: [
            ("#abc", 0xFFAA_BBCC, "#AABBCC"), ("#1F2032", 0xFF1F_2032, "#1F2032"), ("#00000000", 0, "#00000000"),
            ("#80FF0000", 0x80FF_0000, "#80FF0000"), ("#FF00000F", 0xFF00_000F, "#00000F"),
            ("", nil, ""), ("#", nil, ""), ("abc", nil, ""), ("#ab", nil, ""), ("#12345", nil, ""), ("#GGG", nil, ""),
            ("#1234567", nil, ""), ("#123456789", nil, ""), ("red", nil, ""),
        ] as [(String, UInt32?, String)]
    )
    func colors(_ text: String, argb: UInt32?, hex: String) {
        #expect(Color(hex: text)?.dark == argb)
        if let argb { #expect(DrawnColor(argb: argb).hex == hex) }
    }
}
