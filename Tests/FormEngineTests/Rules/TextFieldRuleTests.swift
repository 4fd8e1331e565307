import FormEngine
import FormModel
import PCRE2
import Rules
import Testing

private let short = "The field must contain at least"

struct RuleCase: Sendable, CustomTestStringConvertible {
    var id: String
    var rule: TextFieldRule
    var text: String
    var verdict: Verdict
    var locale = "en"

    init(
        _ id: String,
        min: Int = 0,
        max: Int? = nil,
        pattern: String? = nil,
        required: Bool = true,
        global: String? = nil,
        locale: String = "en",
        _ text: String,
        _ verdict: Verdict
    ) {
        self.id = id
        rule = TextFieldRule()
        rule.minLength = min
        rule.maxLength = max
        rule.pattern = pattern
        rule.isRequiredField = required
        rule.globalErrorMessage = global.map { LocalizedText($0) }
        self.text = text
        self.verdict = verdict
        self.locale = locale
    }

    var testDescription: String { id }
}

private let empty = Verdict.invalid("Field must be filled")
private let format = Verdict.invalid("Wrong format")
private func atLeast(_ count: Int) -> Verdict { .invalid("\(short) \(count) characters.") }
private func atMost(_ count: Int) -> Verdict { .invalid("The field must contain at most \(count) characters.") }
private let family = "👨‍👩‍👧‍👦"

@Suite("The textField rule")
struct TextFieldRuleTests {
    @Test(
        "the conditions are checked in the reference's order",
        arguments: [
            RuleCase("V-02", min: 6, "", empty),
            RuleCase("V-03", "", .valid),
            RuleCase("V-04", pattern: "@email", "", .valid),
            RuleCase("V-05", min: 6, required: false, "", .valid),
            RuleCase("V-06", min: 6, required: false, "a", atLeast(6)),
            RuleCase("V-07 short", min: 6, "abcde", atLeast(6)),
            RuleCase("V-07 long enough", min: 6, "abcdef", .valid),
            RuleCase("V-08 fits", min: 1, max: 10, "0123456789", .valid),
            RuleCase("V-08 large", min: 1, max: 10, "0123456789a", atMost(10)),
            RuleCase("V-09", min: 6, max: 10, pattern: "@email", "a@a.a", atLeast(6)),
            RuleCase("V-10", min: 6, max: 10, pattern: "@email", "mail@mail", format),
            RuleCase("V-11", min: 6, max: 10, pattern: "@email", "m@mail.ru", .valid),
            RuleCase("V-12", min: 6, max: 10, pattern: "@email", "long_mail@mail.ru", atMost(10)),
            RuleCase("V-13 empty", min: 6, max: 10, pattern: "@email", global: "G", "", .invalid("G")),
            RuleCase("V-13 short", min: 6, max: 10, pattern: "@email", global: "G", "a@a.a", .invalid("G")),
            RuleCase("V-13 large", min: 6, max: 10, pattern: "@email", global: "G", "long_mail@mail.ru", .invalid("G")),
            RuleCase("V-13 format", min: 6, max: 10, pattern: "@email", global: "G", "asdasd", .invalid("G")),
            RuleCase("V-14", pattern: "@email", "a@b.co", .valid),
            RuleCase("V-14 short domain", pattern: "@email", "a@b.c", format),
            RuleCase("V-15 in the middle", pattern: "@email", "xx a@b.com", format),
            RuleCase("V-15 space", pattern: "@email", "a@b.com ", format),
            RuleCase("V-15 line feed", pattern: "@email", "a@b.com\n", format),
            RuleCase("V-16", pattern: "@email", "почта@mail.ru", format),
            RuleCase("V-16 domain", pattern: "@email", "a@mail.рф", format),
            RuleCase("V-17 two dots", pattern: "@email", "a@b..com", .valid),
            RuleCase("V-17 dot", pattern: "@email", "a@.com", format),
            RuleCase("V-17 dash", pattern: "@email", "a@-.com", .valid),
            RuleCase("V-18", pattern: "@everything", "abc", .valid),
            RuleCase("V-18 line feed", pattern: "@everything", "a\nb", format),
            RuleCase("V-19", pattern: "@password", "Abcdefg1", .valid),
            RuleCase("V-19 seven", pattern: "@password", "Abcdef1", format),
            RuleCase("V-19 no upper", pattern: "@password", "abcdefg1", format),
            RuleCase("V-19 no lower", pattern: "@password", "ABCDEFG1", format),
            RuleCase("V-19 no digit", pattern: "@password", "Abcdefgh", format),
            RuleCase("V-20", pattern: "@password", "Abc def 1", .valid),
            RuleCase("V-20 Cyrillic", pattern: "@password", "Пароль1Aa", .valid),
            RuleCase("V-21", pattern: "@password", "Aa1😀😀😀😀😀", .valid),
            RuleCase("V-22", pattern: "@name", "Иван", .valid),
            RuleCase("V-22 Latin", pattern: "@name", "Ivan", format),
            RuleCase("V-22 dash", pattern: "@name", "Иван-Пётр", format),
            RuleCase("V-22 two", pattern: "@name", "Иван Ёлкин", .valid),
            RuleCase("V-23", pattern: "@name", "\u{439}", .valid),
            RuleCase("V-23 decomposed", pattern: "@name", "и\u{306}", format),
            RuleCase("V-24", min: 2, family, atLeast(2)),
            RuleCase("V-24 two", min: 2, family + "a", .valid),
            RuleCase("V-25", min: 1, max: 2, "🇷🇺🇷🇺", .valid),
            RuleCase("V-26", min: 3, "   ", .valid),
            RuleCase("V-27", min: 1, pattern: "[0-9]+", "abc123", format),
            RuleCase("V-27 digits", min: 1, pattern: "[0-9]+", "123", .valid),
            RuleCase("V-29", min: 3, pattern: "[a-z]+", "!!", atLeast(3)),
            RuleCase("V-30", min: 1, max: 3, pattern: "[a-z]+", "!!!!", atMost(3)),
            RuleCase("V-31", min: 3, pattern: "[0-9]+", locale: "ru", "", .invalid("Поле должно быть заполнено")),
            RuleCase(
                "V-31 short",
                min: 5,
                pattern: "[0-9]+",
                locale: "ru_RU",
                "1",
                .invalid("Поле должно содержать минимум 5 символов")
            ),
            RuleCase("V-31 format", min: 3, pattern: "[0-9]+", locale: "ru", "abcd", .invalid("Неверный формат")),
            RuleCase("digits of any script", pattern: "\\d+", "٣", .valid),
            RuleCase("alternatives go back", pattern: "a|ab", "ab", .valid),
            RuleCase("no line separator", pattern: ".+", "a\u{2028}b", format),
        ]
    )
    func order(_ test: RuleCase) throws {
        let rule = try CompiledRule(Rule(.textField(test.rule)))
        #expect(rule.judge(text: test.text, locale: test.locale) == test.verdict)
    }

    @Test("an invalid pattern is an error, and not ignored")
    func brokenPattern() {
        var rule = TextFieldRule()
        rule.pattern = "ёж(["
        let error = #expect(throws: PatternError.self) { try CompiledRule(Rule(.textField(rule))) }
        #expect(error?.offset == 4)
        #expect(error?.reason.isEmpty == false)
    }

    @Test("the message for the specific error precedes the global one, which precedes the rule's")
    func messages() throws {
        var textField = TextFieldRule()
        textField.minLength = 2
        textField.messages.short = LocalizedText("short")
        textField.globalErrorMessage = LocalizedText("global")
        let rule = try CompiledRule(Rule(.textField(textField), message: LocalizedText("rule")))
        #expect(rule.judge(text: "a", locale: "en") == .invalid("short"))
        #expect(rule.judge(text: "", locale: "en") == .invalid("global"))
        textField.globalErrorMessage = nil
        let other = try CompiledRule(Rule(.textField(textField), message: LocalizedText("rule")))
        #expect(other.judge(text: "", locale: "en") == .invalid("rule"))
    }
}

@Suite("Other rules")
struct RuleTests {
    @Test("a length counts grapheme clusters and has a message for each end")
    func length() throws {
        var length = LengthRule(minimum: 2, maximum: 3)
        length.longMessage = LocalizedText("long")
        let rule = try CompiledRule(Rule(.length(length)))
        #expect(rule.judge(text: family, locale: "en") == atLeast(2))
        #expect(rule.judge(text: "a\r\nb", locale: "en") == .valid)
        #expect(rule.judge(text: "abcd", locale: "en") == .invalid("long"))
        #expect(!rule.rule.judgesEmptyText)
    }

    @Test("a warning never makes a text invalid")
    func warning() throws {
        let rule = try CompiledRule(
            Rule(.regex(pattern: "[a-z]+"), message: LocalizedText("letters"), severity: .warning)
        )
        #expect(rule.judge(text: "1", locale: "en") == .warning("letters"))
        #expect(rule.judge(text: "1", locale: "en").isValid)
    }

    @Test("a pattern that exceeds its limit is unavailable, and has its own message")
    func unavailable() throws {
        let rule = try CompiledRule(Rule(.regex(pattern: "(a|aa)+c?"), message: LocalizedText("wrong")))
        let text = String(repeating: "a", count: 5_000) + "b"
        #expect(rule.judge(text: text, locale: "en") == .unavailable("The value could not be checked"))
    }

    @Test("an unknown shared pattern is an error; a text that only resembles one is a pattern")
    func sharedPatterns() throws {
        #expect(throws: PatternError.self) { try CompiledRule(Rule(.regex(pattern: "@mail"))) }
        let rule = try CompiledRule(Rule(.regex(pattern: "@[a-z]+")))
        #expect(rule.judge(text: "@someone", locale: "en") == .valid)
    }

    @Test("fields with the same pattern share it")
    func sharing() throws {
        let patterns = PatternCache()
        let first = try patterns.pattern("@email")
        #expect(try patterns.pattern("@email") === first)
    }

    @Test(
        "default messages have plural forms",
        arguments: [
            (1, "at least 1 character.", "минимум 1 символ"),
            (2, "at least 2 characters.", "минимум 2 символа"),
            (5, "at least 5 characters.", "минимум 5 символов"),
            (11, "at least 11 characters.", "минимум 11 символов"),
            (21, "at least 21 characters.", "минимум 21 символ"),
            (112, "at least 112 characters.", "минимум 112 символов"),
            (123, "at least 123 characters.", "минимум 123 символа"),
        ]
    )
    func plurals(_ count: Int, _ english: String, _ russian: String) {
        let message = DefaultMessage.tooShort(minimum: count)
        #expect(message.text(in: "en-GB").hasSuffix(english))
        #expect(message.text(in: "ru").hasSuffix(russian))
        #expect(message.text(in: "fi") == message.text(in: "en"))
    }
}
