import FormEngine
import FormModel
import Rules
import Testing

@Suite("Rules")
struct RuleJudgementTests {
    private func judge(_ kind: some RuleKind, _ text: String, locale: String = "en") throws -> Verdict {
        try CompiledRule(Rule(kind)).judge(text: text, locale: locale)
    }

    private static func number(_ text: String) -> DecimalNumber { DecimalNumber(text) ?? DecimalNumber(0) }

    private static func step(_ step: DecimalNumber, base: DecimalNumber = DecimalNumber(0)) -> StepRule {
        StepRule(step: step, base: base) ?? StepRule()
    }

    @Test(
        "a length is counted in its unit",
        arguments: [
            (LengthRule.Unit.grapheme, "👨‍👩‍👧‍👦", 1), (.codePoint, "👨‍👩‍👧‍👦", 7), (.utf16, "👨‍👩‍👧‍👦", 11), (.grapheme, "e\u{301}", 1),
            (.codePoint, "e\u{301}", 2), (.utf16, "💩💩", 4), (.codePoint, "💩💩", 2), (.grapheme, "\r\n", 1),
        ]
    )
    func units(unit: LengthRule.Unit, text: String, count: Int) throws {
        #expect(try judge(.length(LengthRule(minimum: count, maximum: count, unit: unit)), text) == .valid)
        #expect(try !judge(.length(LengthRule(minimum: count + 1, unit: unit)), text).isValid)
        #expect(try !judge(.length(LengthRule(maximum: count - 1, unit: unit)), text).isValid)
    }

    @Test(
        "a word contains a letter or a digit between two word boundaries",
        arguments: [
            ("one", 1), ("one two", 2), ("one, two - three!", 3), ("don't", 1), ("3.14 is pi", 3),
            ("e\u{301}te\u{301}", 1),
            ("—", 0), ("\n\n", 0), ("Слова и слова", 3),
        ]
    )
    func words(text: String, count: Int) throws {
        var rule = WordsRule()
        (rule.minimum, rule.maximum) = (count, count)
        #expect(try judge(rule, text) == .valid)
        rule.minimum = count + 1
        #expect(try !judge(rule, text).isValid)
        (rule.minimum, rule.maximum) = (0, count - 1)
        #expect(try !judge(rule, text).isValid)
    }

    @Test(
        "numbers are compared exactly",
        arguments: [
            (MinimumRule(number("18")), "18", nil),
            (MinimumRule(number("18")), "17.9999999999999999999", "The value must be at least 18"),
            (MaximumRule(number("99.9")), "99.90", nil),
            (MaximumRule(number("99.9")), "99.91", "The value must be at most 99.9"),
            (MinimumRule(number("-0.5")), "-0.50", nil), (MinimumRule(number("5")), "1e3", "Enter a number"),
            (MinimumRule(number("5")), " 5", "Enter a number"), (MaximumRule(number("5")), "٥", "Enter a number"),
            (MaximumRule(number("9007199254740992")), "9007199254740993", "The value must be at most 9007199254740992"),
            (step(number("0.01")), "19.99", nil),
            (step(number("0.05")), "19.99", "The value must be a multiple of 0.05"),
            (
                step(number("2"), base: number("1")), "4",
                "The value must be 1 and a multiple of 2 more or less"
            ),
            (step(number("2"), base: number("1")), "-3", nil),
        ] as [(any RuleKind, String, String?)]
    )
    func numbers(kind: any RuleKind, text: String, message: String?) throws {
        #expect(try judge(kind, text) == (message.map(Verdict.invalid) ?? .valid))
    }

    @Test("rules about numbers read the formatter's canonical value, not the shown text")
    func formattedNumber() throws {
        let rule = try CompiledRule(Rule(.maximum(Self.number("1500"))))
        #expect(rule.judge(RuleSubject(text: "1 234,50 ₽", value: "1234.5"), locale: "ru") == .valid)
        #expect(!rule.judge(RuleSubject(text: "2 000,00 ₽", value: "2000"), locale: "ru").isValid)
    }

    @Test("oneOf compares values by code points")
    func listed() throws {
        let rule = OneOfRule(["small", "é"])
        #expect(try judge(rule, "small") == .valid)
        #expect(try judge(rule, "é") == .valid)
        #expect(try judge(rule, "e\u{301}") == .invalid("Choose one of the listed values"))
        #expect(try judge(rule, "Small") == .invalid("Choose one of the listed values"))
    }

    @Test("equals compares values, and is unavailable without the other value")
    func equality() throws {
        let rule = try CompiledRule(Rule(.equals(field: "other")))
        #expect(rule.judge(RuleSubject(text: "a", value: "a", other: "a"), locale: "en") == .valid)
        #expect(
            rule.judge(RuleSubject(text: "a", value: "a", other: "b"), locale: "ru")
                == .invalid("Значения не совпадают")
        )
        #expect(rule.judge(text: "a", locale: "en") == .unavailable("The value could not be checked"))
    }

    private static func day(_ text: String) -> DateRule.Bound? {
        guard case .days(let days) = DatePattern.iso.read(text) else { return nil }
        return .day(days.lowerBound)
    }

    @Test(
        "a date is read in its format and compared with its bounds",
        arguments: [
            ("dd.MM.yyyy", nil, nil, "31.12.2024", nil),
            ("dd.MM.yyyy", nil, nil, "2024-12-31", "Enter a date in the form dd.MM.yyyy"),
            ("dd.MM.yyyy", nil, nil, "31.11.2024", "There is no such date"),
            ("dd.MM.yyyy", "2024-01-01", nil, "31.12.2023", "The date must not be before 01.01.2024"),
            ("dd.MM.yyyy", "2024-01-01", "2024-12-31", "31.12.2024", nil),
            ("dd.MM.yyyy", nil, "2024-12-31", "01.01.2025", "The date must not be after 31.12.2024"),
            ("dd.MM.yyyy", nil, "today", "16.06.2025", "The date must not be after 15.06.2025"),
            ("dd.MM.yyyy", nil, "today", "15.06.2025", nil), ("MM/yy", "today", nil, "06/25", nil),
            ("MM/yy", "today", nil, "05/25", "The date must not be before 06/25"),
            ("yyyy-MM-dd", "today", nil, "2025-06-14", "The date must not be before 2025-06-15"),
        ] as [(String, String?, String?, String, String?)]
    )
    func dates(format: String, minimum: String?, maximum: String?, text: String, message: String?) throws {
        func bound(_ text: String?) -> DateRule.Bound? { text.flatMap { $0 == "today" ? .today : Self.day($0) } }
        let rule = DateRule(
            format: try DatePattern(format, for: .rule),
            minimum: bound(minimum),
            maximum: bound(maximum)
        )
        let today = CalendarDay(year: 2025, month: 6, day: 15)
        let verdict = try CompiledRule(Rule(.date(rule))).judge(
            RuleSubject(text: text, value: text, today: today),
            locale: "en"
        )
        #expect(verdict == (message.map(Verdict.invalid) ?? .valid))
    }

    @Test("with an unknown current day a rule is unavailable, and a formatter's ISO date is read")
    func withoutCalendar() throws {
        let rule = try CompiledRule(
            Rule(.date(DateRule(format: try DatePattern("d.M.yyyy", for: .rule), maximum: .today)))
        )
        #expect(rule.judge(text: "1.1.2000", locale: "en") == .unavailable("The value could not be checked"))
        let formatted = try CompiledRule(Rule(.date(DateRule(maximum: Self.day("2024-01-01")))))
        #expect(formatted.judge(RuleSubject(text: "31 Dec 2023", value: "2023-12-31"), locale: "en") == .valid)
        #expect(!formatted.judge(RuleSubject(text: "2 Jan 2024", value: "2024-01-02"), locale: "en").isValid)
    }

    @Test(
        "messages with counts have plural forms",
        arguments: [
            (1, "en", "character"), (2, "en", "characters"), (0, "en", "characters"), (1, "ru", "символ"),
            (2, "ru", "символа"), (5, "ru", "символов"), (11, "ru", "символов"), (14, "ru-RU", "символов"),
            (21, "ru", "символ"), (22, "ru_RU", "символа"), (111, "RU", "символов"), (1_004, "ru", "символа"),
        ]
    )
    func plurals(count: Int, locale: String, noun: String) {
        for message in [
            DefaultMessage.tooShort(minimum: count), .tooLong(maximum: count),
        ] {
            #expect(message.text(in: locale).contains(" \(count) \(noun)"))
        }
        #expect(!DefaultMessage.tooShort(minimum: count).text(in: locale).contains("\(noun)s"))
    }

    @Test("every default message differs between the two languages", arguments: DefinitionKinds.builtIn.messages)
    func languages(message: DefaultMessage) throws {
        let russian = message.text(in: "ru")
        #expect(message.text(in: "fi") == message.text(in: "en"))
        #expect(russian != message.text(in: "en"))
        #expect(russian.unicodeScalars.contains { ("а"..."я").contains($0) })
        #expect(!russian.contains("{") && !message.text(in: "en").contains("{"))
        #expect(DefinitionKinds.builtIn.messages.count { $0.name == message.name } == 1)
    }

    @Test(
        "the message comes from the error, then the rule, then the form, then the defaults, with its numbers filled in"
    )
    func messages() throws {
        var length = LengthRule(minimum: 3, maximum: 5)
        length.shortMessage = LocalizedText("short of {min}")
        var rule = Rule(.length(length))
        rule.formMessages.set(LocalizedText("form: {max}, {nobody}"), for: "tooLong")
        #expect(try CompiledRule(rule).judge(text: "a", locale: "en") == .invalid("short of 3"))
        #expect(try CompiledRule(rule).judge(text: "abcdef", locale: "en") == .invalid("form: 5, {nobody}"))
        rule.message = LocalizedText(translations: [
            .init(locale: "en", text: "own"), .init(locale: "ru", text: "своё"),
        ])
        #expect(try CompiledRule(rule).judge(text: "abcdef", locale: "ru") == .invalid("своё"))
        #expect(try CompiledRule(rule).judge(text: "a", locale: "ru") == .invalid("short of 3"))
    }

    @Test("a rule with severity warning only warns, whatever the error is")
    func warning() throws {
        let rule = try CompiledRule(Rule(.email(.html), message: LocalizedText("Really?"), severity: .warning))
        #expect(rule.judge(text: "x", locale: "en") == .warning("Really?"))
        #expect(rule.judge(text: "x@y", locale: "en") == .valid)
    }

    @Test(
        "a warning that cannot be evaluated is unavailable, like an error",
        arguments: [Rule.Severity.error, .warning]
    )
    func unavailableWarning(severity: Rule.Severity) throws {
        let rule = try CompiledRule(Rule(.equals(field: "other"), message: LocalizedText("No"), severity: severity))
        #expect(rule.judge(text: "a", locale: "en") == .unavailable("The value could not be checked"))
    }

    @Test(
        "a result without a requested message is valid in the same cases, and has no message",
        arguments: ["a", "abc", "abcdef"]
    )
    func silent(text: String) throws {
        let rule = try CompiledRule(Rule(.length(LengthRule(minimum: 2, maximum: 4)), message: LocalizedText("wrong")))
        let spoken = rule.judge(RuleSubject(text), locale: "en")
        let silent = rule.judge(RuleSubject(text), locale: nil)
        #expect(silent.isValid == spoken.isValid)
        #expect(silent.message.isEmpty)
        #expect(spoken.message.isEmpty == spoken.isValid)
    }
}
