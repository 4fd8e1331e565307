import FormEngine
import FormMessages
import FormModel
import FormPresentation
import Languages
import LocaleData
import Testing

/// A message in a language: what must be there, and how it reads.
@Suite("A catalogue")
struct CatalogueTests {
    private static let symbols = ICULocaleSymbols()
    static let texts = MessageTexts(symbols: symbols, catalogue: MessageCatalogue.nearest(to:))
    static let messages = DefinitionKinds.builtIn.messages + ButtonLabel.allCases.map(\.message)
    static let languages = MessageCatalogue.languages.keys.sorted()

    /// The forms of what is counted that a language has for whole numbers, and `other`, which every language has.
    private static func categories(of language: String) -> Set<String> {
        let numbers = Array(0...200) + [1_000, 1_000_000]
        return Set(numbers.map { symbols.pluralCategory(of: $0, locale: language).rawValue }).union(["other"])
    }

    @Test(
        "a catalogue has each message, translated, with the same parameters",
        arguments: languages,
        messages
    )
    func message(language: String, message: DefaultMessage) throws {
        let text = try #require(
            MessageCatalogue.languages[language]?().texts[message.name],
            "the message \(message.name) is missing in \(language)"
        )
        // Italian and Spanish say it as English does.
        #expect(text != message.english || message == .no)
        #expect(Set(Placeholder.all(in: text).map(\.name)) == Set(message.parameters.map(\.name)))
    }

    @Test("a catalogue has each text of the presets", arguments: languages, DefinitionTexts.english.keys.sorted())
    func preset(language: String, name: String) {
        let text = MessageCatalogue.languages[language]?().texts[name]
        #expect(text?.isEmpty == false, "the text \(name) is missing in \(language)")
    }

    @Test("a catalogue has each text of front ends, translated", arguments: languages)
    func interface(language: String) {
        let texts = MessageCatalogue.languages[language]?().texts ?? [:]
        for word in InterfaceWord.allCases {
            #expect(texts[word.name].map { !$0.isEmpty && $0 != word.rawValue } == true, "\(word.name) in \(language)")
            #expect(InterfaceWords.nearest(to: language)[word] == texts[word.name])
        }
        #expect(InterfaceWords.nearest(to: "nl")[.keys] == "Keys")
    }

    @Test("a catalogue has exactly the plural forms of the language", arguments: languages, messages)
    func forms(language: String, message: DefaultMessage) throws {
        let text = MessageCatalogue.languages[language]?().texts[message.name] ?? ""
        let categories = Self.categories(of: language)
        for placeholder in Placeholder.all(in: text) where placeholder.kind == "plural" {
            let forms = Set(placeholder.forms.filter { !$0.hasPrefix("=") })
            // `=0` may say all that there is to say of zero.
            let optional: Set = placeholder.forms.contains("=0") ? ["zero"] : []
            #expect(forms.union(optional) == categories.union(optional), "\(message.name) in \(language)")
        }
    }

    @Test("a catalogue has no unknown messages", arguments: languages)
    func strays(language: String) {
        let names = Set(Self.messages.map(\.name)).union(DefinitionTexts.english.keys)
            .union(InterfaceWord.allCases.map(\.name))
        #expect(MessageCatalogue.languages[language]?().texts.keys.filter { !names.contains($0) } == [])
        #expect(MessageCatalogue.languages[language]?().language == language)
    }

    @Test("all parameters of a message are filled in", arguments: ["en"] + languages, messages)
    func filled(language: String, message: DefaultMessage) {
        for count in [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000] {
            var message = message
            for place in message.parameters.indices {
                if case .count = message.parameters[place].value { message.parameters[place].value = .count(count) }
            }
            let text = Self.texts.text(message, in: language)
            #expect(!text.isEmpty)
            // A colour begins with the sign that a number is filled in for.
            let rest = text.replacing("#1a2b3c", with: "")
            #expect(!rest.contains { "{}#".contains($0) }, "\(language): \(text)")
            #expect(text == text.split(separator: " ").joined(separator: " "))
        }
    }

    @Test("the plural forms of the language are used", arguments: counted)
    func plurals(locale: String, count: Int, expected: String) {
        #expect(Self.texts.text(.tooLong(maximum: count), in: locale) == expected)
    }

    static let counted = [
        ("en", 1, "The field must contain at most 1 character."),
        ("en-GB", 2, "The field must contain at most 2 characters."),
        ("ru", 1, "Поле должно содержать максимум 1 символ"), ("ru", 3, "Поле должно содержать максимум 3 символа"),
        ("ru_RU", 11, "Поле должно содержать максимум 11 символов"),
        ("pl", 1, "Wprowadź najwyżej 1 znak"), ("pl", 22, "Wprowadź najwyżej 22 znaki"),
        ("pl", 12, "Wprowadź najwyżej 12 znaków"),
        ("fr", 0, "Saisissez au maximum 0 caractère"), ("fr-CA", 2, "Saisissez au maximum 2 caractères"),
        ("he", 2, "יש להזין לכל היותר שני תווים"), ("he", 20, "יש להזין לכל היותר 20 תווים"),
        ("ar-MA", 1, "أدخل حرفًا واحدًا على الأكثر"), ("ar-MA", 3, "أدخل 3 أحرف على الأكثر"),
        ("ar-MA", 12, "أدخل 12 حرفًا على الأكثر"), ("ar-MA", 100, "أدخل 100 حرف على الأكثر"),
        ("ar-EG", 12, "أدخل ١٢ حرفًا على الأكثر"),
        ("ja", 5, "5文字以内で入力してください"), ("zh-TW", 5, "請最多輸入 5 個字元"),
        // No catalogue: English, with the digits of English.
        ("fa", 12, "The field must contain at most 12 characters."),
        ("", 1, "The field must contain at most 1 character."),
    ]

    @Test(
        "the catalogue of the nearest language is used",
        arguments: [
            ("de", "de"), ("de-AT", "de"), ("DE_ch", "de"), ("pt-BR", "pt"), ("pt-PT", "pt"), ("zh", "zh-Hans"),
            ("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh_hk", "zh-Hant"),
            ("zh-MO", "zh-Hant"),
            ("zh-Hant", "zh-Hant"), ("zh-HANS-HK", "zh-Hans"), ("zh-hant-CN", "zh-Hant"), ("en-US", "en"), ("fi", "en"),
            ("deu", "en"), ("", "en"), ("-", "en"), ("x-de", "en"),
        ]
    )
    func nearest(locale: String, language: String) {
        #expect(MessageCatalogue.nearest(to: locale).language == language)
    }

    @Test(
        "the format of a date is written as in the language",
        arguments: [
            ("en", "dd.MM.yyyy"), ("ru", "дд.ММ.гггг"), ("de", "TT.MM.JJJJ"), ("fr", "jj.mm.aaaa"), ("ja", "日.月.年"),
            ("ar", "يوم.شهر.سنة"), ("pl", "dd.mm.rrrr"), ("tr", "gg.aa.yyyy"), ("sv", "dd.MM.yyyy"),
        ]
    )
    func dateFormat(locale: String, shown: String) {
        #expect(Self.texts.text(.date(.dayFirst), in: locale).contains(shown))
    }
}

/// A part of a text that a parameter stands for: `{name}`, or `{name, plural, one {…} other {…}}`.
private struct Placeholder {
    var name: String
    var kind = ""
    /// The words before the forms.
    var forms: [String] = []

    static func all(in text: String) -> [Placeholder] { all(in: text[...]) }

    private static func all(in text: Substring) -> [Placeholder] {
        parts(of: text).flatMap { _, content -> [Placeholder] in
            guard let comma = content.firstIndex(of: ","), !content[..<comma].contains("{") else {
                return [Placeholder(name: String(content))]
            }
            let description = content[comma...].dropFirst()
            let kind = description.prefix { $0 != "," }
            let forms = parts(of: description[kind.endIndex...].dropFirst())
            let placeholder = Placeholder(
                name: String(content[..<comma]),
                kind: kind.filter { $0 != " " },
                forms: forms.map { $0.before.filter { $0 != " " } }
            )
            return [placeholder] + forms.flatMap { all(in: $0.content) }
        }
    }

    /// What stands in the outermost braces of a text, with what stands before each pair.
    private static func parts(of text: Substring) -> [(before: Substring, content: Substring)] {
        var parts: [(before: Substring, content: Substring)] = []
        var (depth, end, start) = (0, text.startIndex, text.startIndex)
        for index in text.indices where "{}".contains(text[index]) {
            depth += text[index] == "{" ? 1 : -1
            if depth == 1, text[index] == "{" { start = index }
            if depth == 0 {
                parts.append((text[end..<start], text[start..<index].dropFirst()))
                end = text.index(after: index)
            }
        }
        return parts
    }
}
