import FormEngine
import FormModel
import Languages
import Rules
import Testing

/// What each rule says of a text that it refuses, as a definition without words of its own has it.
@Suite("A rule's default message")
struct RuleMessageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var text: String
        var english: String
        var russian: String

        init(_ rule: String, _ text: String, _ english: String, _ russian: String) {
            self.rule = rule
            self.text = text
            self.english = english
            self.russian = russian
        }

        var testDescription: String { "\(rule) of “\(text)”" }
    }

    static let rows = [
        Row(
            #""length", "min": 2"#,
            "a",
            "The field must contain at least 2 characters.",
            "Поле должно содержать минимум 2 символа"
        ),
        Row(
            #""length", "min": 21"#,
            "a",
            "The field must contain at least 21 characters.",
            "Поле должно содержать минимум 21 символ"
        ),
        Row(
            #""length", "max": 1"#,
            "ab",
            "The field must contain at most 1 character.",
            "Поле должно содержать максимум 1 символ"
        ),
        Row(
            #""length", "max": 0"#,
            "a",
            "The field must contain at most 0 characters.",
            "Поле должно содержать максимум 0 символов"
        ),
        Row(
            #""words", "min": 3"#,
            "one-off",
            "Enter at least 3 words",
            "Введите минимум 3 слова"
        ),
        Row(#""words", "max": 1"#, "two words", "Enter at most 1 word", "Введите максимум 1 слово"),
        Row(
            #""length", "unit": "utf16", "max": 11"#,
            "👨‍👩‍👧‍👦!",
            "The field must contain at most 11 characters.",
            "Поле должно содержать максимум 11 символов"
        ),
        Row(#""regex", "pattern": "[0-9]+""#, "a", "Wrong format", "Неверный формат"),
        Row(#""minValue", "min": 1.5"#, "1", "The value must be at least 1.5", "Значение должно быть не меньше 1.5"),
        Row(#""maxValue", "max": -3"#, "0", "The value must be at most -3", "Значение должно быть не больше -3"),
        Row(#""minValue", "min": 1"#, "x", "Enter a number", "Введите число"),
        Row(
            #""maxValue", "max": 20, "compatibility": "formController""#,
            "18.5",
            "Enter a whole number",
            "Введите целое число"
        ),
        Row(
            #""step", "step": 0.25"#,
            "0.3",
            "The value must be a multiple of 0.25",
            "Значение должно быть кратно 0.25"
        ),
        Row(
            #""step", "step": 2, "base": 1"#,
            "2",
            "The value must be 1 and a multiple of 2 more or less",
            "Значение должно отличаться от 1 на число, кратное 2"
        ),
        Row(#""phone""#, "12", "Enter a valid phone number", "Введите правильный номер телефона"),
        Row(#""email""#, "a@", "Enter a valid email address", "Введите правильный адрес электронной почты"),
        Row(
            #""email", "profile": "simple""#,
            "почта@mail.ru",
            "Enter a valid email address",
            "Введите правильный адрес электронной почты"
        ),
        Row(
            #""luhn""#,
            "4111111111111112",
            "The number is mistyped: its check digit does not fit",
            "В номере опечатка: контрольная цифра не сходится"
        ),
        Row(#""luhn""#, "abc", "Wrong format", "Неверный формат"),
        Row(#""iban""#, "1", "Enter a valid IBAN", "Введите правильный IBAN"),
        Row(
            #""iban""#,
            "QQ82WEST12345698765432",
            "No country's IBANs begin with these letters",
            "Ни в одной стране IBAN не начинается с этих букв"
        ),
        Row(
            #""iban""#,
            "GB82WEST1234569876543",
            "The IBAN must contain 22 characters",
            "IBAN должен содержать 22 символа"
        ),
        Row(
            #""iban""#,
            "NL91ABNA041716430",
            "The IBAN must contain 18 characters",
            "IBAN должен содержать 18 символов"
        ),
        Row(
            #""iban""#,
            "CH930076201162385295",
            "The IBAN must contain 21 characters",
            "IBAN должен содержать 21 символ"
        ),
        Row(
            #""iban""#,
            "GB83WEST12345698765432",
            "The number is mistyped: its check digit does not fit",
            "В номере опечатка: контрольная цифра не сходится"
        ),
        Row(#""oneOf", "values": ["a"]"#, "b", "Choose one of the listed values", "Выберите значение из списка"),
        Row(#""equals", "field": "b""#, "x", "The values do not match", "Значения не совпадают"),
        Row(
            #""date", "format": "dd.MM.yyyy""#,
            "x",
            "Enter a date in the form dd.MM.yyyy",
            "Введите дату в виде дд.ММ.гггг"
        ),
        Row(#""date""#, "2026-02-30", "There is no such date", "Такой даты нет"),
        Row(
            #""date", "format": "dd.MM.yyyy", "min": "2026-03-05""#,
            "04.03.2026",
            "The date must not be before 05.03.2026",
            "Дата должна быть не раньше 05.03.2026"
        ),
        Row(
            #""date", "max": "2026-03-05""#,
            "2026-03-06",
            "The date must not be after 2026-03-05",
            "Дата должна быть не позже 2026-03-05"
        ),
        Row(
            #""url""#,
            "example.org",
            "Enter a web address that begins with https://",
            "Введите веб-адрес, который начинается с https://"
        ),
        Row(
            #""url", "schemes": ["FTP", "sftp"]"#,
            "https://example.org",
            "Enter a web address that begins with ftp://",
            "Введите веб-адрес, который начинается с ftp://"
        ),
        Row(#""uuid""#, "x", "Enter a UUID", "Введите UUID"),
        Row(#""ipv4""#, "1.2.3", "Enter an IPv4 address", "Введите адрес IPv4"),
        Row(#""ipv6""#, "1.2.3.4", "Enter an IPv6 address", "Введите адрес IPv6"),
        Row(
            #""textField", "minLength": 1"#,
            "",
            "Field must be filled",
            "Поле должно быть заполнено"
        ),
        Row(
            #""textField", "maxLength": 2"#,
            "abc",
            "The field must contain at most 2 characters.",
            "Поле должно содержать максимум 2 символа"
        ),
    ]

    @Test("the message is available in both languages, and changes with the session's language", arguments: rows)
    func languages(row: Row) throws {
        let rule = #""validators": [{"type": \#(row.rule)}]"#
        var form = try FormDriver(json: #"{"fields": [{"id": "a", \#(rule)}, {"id": "b", "value": "y"}]}"#)
        try form.perform(.setText(row.text, formats: true, validates: true))
        #expect(try form.field.error == row.english)
        try form.perform(.setLocale("ru-RU"))
        #expect(try form.field.error == row.russian)
        try form.perform(.setLocale("fi"))
        #expect(try form.field.error == row.english)
    }

    @Test("the message is listed by its rule kind for the reference", arguments: rows)
    func listed(row: Row) throws {
        let rule = try #require(DefinitionDecoder().decodeRules(#"[{"type": \#(row.rule)}]"#).value?.first)
        let pattern = try rule.kind.pattern.map { try PatternCache().pattern($0) }
        let subject = RuleSubject(text: row.text, value: row.text, other: "y")
        let aids = RuleAids(pattern: pattern, compatibility: rule.compatibility) {
            EnglishSymbols().words(in: $0, locale: "en").count
        }
        let finding = try #require(rule.kind.finding(in: subject, aids))
        #expect(type(of: rule.kind).messages.contains { $0.name == finding.fault.name })
    }

    static let counts = [
        (1, "1 digit", "1 цифры"), (2, "2 digits", "2 цифр"), (5, "5 digits", "5 цифр"), (11, "11 digits", "11 цифр"),
        (21, "21 digits", "21 цифры"),
    ]

    @Test("counts of digits have the plural forms of the language", arguments: counts)
    func digits(count: Int, english: String, russian: String) {
        for message in [
            DefaultMessage.tooManyIntegerDigits(maximum: count), .tooManyFractionDigits(maximum: count),
        ] {
            #expect(message.text(in: "en").contains("at most \(english) "))
            #expect(message.text(in: "ru").contains("не больше \(russian) "))
        }
    }

    @Test("a message of the form replaces the default, with its parameters filled in")
    func ownWords() throws {
        let json = """
            {"fields": [{"id": "a", "validators": [{"type": "url", "schemes": ["ftp"]}]}],
             "messages": {"url": "No {scheme}"}}
            """
        var form = try FormDriver(json: json)
        try form.perform(.setText("x", formats: true, validates: true))
        #expect(try form.field.error == "No ftp")
    }
}
