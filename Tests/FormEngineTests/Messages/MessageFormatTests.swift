import FormEngine
import FormMessages
import FormModel
import Languages
import LocaleData
import Testing

/// The parameters of a message in texts of all kinds, formd's own and those of definitions.
@Suite("A message's parameters")
struct MessageFormatTests {
    private static let texts = MessageTexts(symbols: ICULocaleSymbols()) { _ in .english }

    private static func filled(_ text: String, _ count: Int, locale: String = "en") -> String {
        let message = DefaultMessage("m", english: "", ["n": .count(count), "t": .text("x{n}"), "f": .format(.iso)])
        return texts.text(message, in: locale, own: LocalizedText(text))
    }

    @Test(
        "parameters are filled in where the text names them",
        arguments: [
            ("{n}", "7"), ("a {n} b {t}", "a 7 b x{n}"), ("{f}", "yyyy-MM-dd"), ("{n:one|many}", "many"),
            ("{n:all}", "all"),
            ("{n, plural, one {# day} other {# days}}", "7 days"), ("{n,plural,=7{seven}other{#}}", "seven"),
            ("{n, plural, other {{t} # {n}}}", "x{n} 7 7"), ("{t, select, x{n} {no} other {yes #}}", "yes #"),
            ("{n, plural, other {{n, plural, other {{n, plural, other {deep}}}}}}", "deep"),
        ]
    )
    func named(text: String, expected: String) {
        #expect(Self.filled(text, 7) == expected)
    }

    @Test(
        "unknown names and plain braces are left unchanged",
        arguments: [
            "", "plain", "{", "}", "{}", "{ n}", "{m}", "{n", "{n:}", "{t:a|b}", "{n, plural}", "{n, plural, one {#}}",
            "{t, plural, other {#}}", "{n, select, other {a}}", "{n, ordinal, other {a}}", "#",
            "{f, select, other {a}}",
            "'{m}'", "{{{{m}}}}", "{n, plural, one {a}", "{é",
        ]
    )
    func foreign(text: String) {
        #expect(Self.filled(text, 7) == text)
    }

    @Test(
        "plurals follow the rules of the language",
        arguments: [
            ("en", 1, "character"), ("en", 2, "characters"), ("ru", 1, "символ"), ("ru", 22, "символа"),
            ("ru", 5, "символов"),
            ("ru_RU", 11, "символов"), ("pl", 22, "символа"),
        ]
    )
    func words(locale: String, count: Int, expected: String) {
        let words = locale == "en" ? "character|characters" : "символ|символа|символов"
        #expect(Self.filled("{n:\(words)}", count, locale: locale) == expected)
        let forms = words.split(separator: "|")
        let plural = "{n, plural, one {\(forms[0])} few {\(forms[1])} other {\(forms[forms.count - 1])}}"
        #expect(Self.filled(plural, count, locale: locale) == expected)
    }

    @Test("numbers have the digits of the language", arguments: [("ar-EG", "١٢"), ("de", "12"), ("fa", "۱۲")])
    func digits(locale: String, expected: String) {
        #expect(Self.filled("{n} {n, plural, other {#}}", 12, locale: locale) == "\(expected) \(expected)")
    }

    @Test("a text that consists of braces only is left unchanged", arguments: ["{", "{m", "{{m}", "{m:", "}{", "{n"])
    func hostile(part: String) {
        let text = String(repeating: part, count: 65_536 / part.utf8.count)
        #expect(Self.filled(text, 7) == text)
    }

    @Test("parameters are filled in up to four levels deep")
    func depth() {
        func nested(_ depth: Int) -> String {
            String(repeating: "{n, plural, other {", count: depth) + "{n}" + String(repeating: "}}", count: depth)
        }
        #expect(Self.filled(nested(3), 7) == "7")
        #expect(Self.filled(nested(4), 7) == "{n}")
        #expect(Self.filled(nested(3_000), 7) == nested(2_996))
    }
}
