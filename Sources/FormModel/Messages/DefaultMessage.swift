/// What a field says when its definition does not. English and Russian; in any other language English.
///
/// A message that only one kind of rule has stands in the file of the kind; those of several kinds stand here.
package struct DefaultMessage: Sendable, Hashable {
    /// The name that a form's `messages` give it.
    package let name: String
    /// Texts with parameters in braces: `{max}` stands for the value, `{max:digit|digits}` for the form of a word that
    /// goes
    /// with it.
    private let english: String
    private let russian: String
    private let parameters: [Parameter]

    private struct Parameter: Sendable, Hashable {
        var name: String
        var value: Value
    }

    /// The value of a parameter.
    package enum Value: Sendable, Hashable {
        case text(String)
        case count(Int)
        /// A date pattern, which is written with the letters of the language.
        case format(DatePattern)
    }

    package init(
        _ name: String,
        english: String,
        russian: String,
        _ parameters: KeyValuePairs<String, Value> = [:]
    ) {
        self.name = name
        self.english = english
        self.russian = russian
        self.parameters = parameters.map { Parameter(name: $0.key, value: $0.value) }
    }

    /// - Parameters:
    ///   - locale: a BCP 47 tag.
    ///   - own: a text in place of the message, which may name the parameters.
    package func text(in locale: String, own: LocalizedText? = nil) -> String {
        let language = MessageLanguage(locale)
        let text = own?.text(in: locale) ?? (language == .russian ? russian : english)
        return parameters.isEmpty ? text : filled(text, language)
    }

    /// Replaces the parameters in a text. Braces around anything else stay.
    private func filled(_ text: String, _ language: MessageLanguage) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let tail = rest[rest.index(after: open)...]
            guard let close = tail.firstIndex(of: "}"), let value = value(of: tail[..<close], language) else {
                result += "{"
                rest = tail
                continue
            }
            result += value
            rest = tail[tail.index(after: close)...]
        }
        return result + rest
    }

    /// What stands for the content of a pair of braces, or `nil` if no parameter has the name.
    private func value(of content: Substring, _ language: MessageLanguage) -> String? {
        let parts = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let parameter = parameters.first(where: { $0.name == parts[0] }) else { return nil }
        switch (parameter.value, parts.count) {
        case (.text(let text), 1): return text
        case (.count(let count), 1): return String(count)
        case (.format(let pattern), 1): return pattern.shown(in: language.rawValue)
        case (.count(let count), _):
            let forms = parts[1].split(separator: "|")
            return forms.last.map { _ in String(forms[min(language.pluralForm(of: count), forms.count - 1)]) }
        default: return nil
        }
    }
}

/// A language that messages are written in.
private enum MessageLanguage: String {
    case english = "en"
    case russian = "ru"

    /// - Parameter locale: a BCP 47 tag.
    init(_ locale: String) {
        self = locale.prefix { $0 != "-" && $0 != "_" }.lowercased() == "ru" ? .russian : .english
    }

    /// Which of a word's forms goes with a number: 0 for one, then, in Russian, 1 for few and 2 for many.
    func pluralForm(of count: Int) -> Int {
        guard self == .russian else { return count == 1 ? 0 : 1 }
        let isTeen = 11...14 ~= count.magnitude % 100
        return switch count.magnitude % 10 {
        case 1 where !isTeen: 0
        case 2...4 where !isTeen: 1
        default: 2
        }
    }
}

/// What a form says in place of the default messages, by the names of these. Rules share the table.
package struct FormMessages: Sendable, Hashable {
    private var texts: [String: LocalizedText] = [:]

    package init() {}

    package subscript(message: DefaultMessage) -> LocalizedText? {
        texts.isEmpty ? nil : texts[message.name]
    }

    package mutating func set(_ text: LocalizedText, for name: String) {
        texts[name] = text
    }
}

// MARK: The messages of several kinds

extension DefaultMessage {
    /// A required field is empty.
    package static let required = DefaultMessage(
        "required",
        english: "Field must be filled",
        russian: "Поле должно быть заполнено"
    )

    package static let wrongFormat = DefaultMessage(
        "wrongFormat",
        english: "Wrong format",
        russian: "Неверный формат"
    )

    /// A rule could not decide.
    package static let checkUnavailable = DefaultMessage(
        "checkUnavailable",
        english: "The value could not be checked",
        russian: "Не удалось проверить значение"
    )

    package static let notListed = DefaultMessage(
        "notListed",
        english: "Choose one of the listed values",
        russian: "Выберите значение из списка"
    )

    /// A check digit does not fit.
    package static let mistyped = DefaultMessage(
        "mistyped",
        english: "The number is mistyped: its check digit does not fit",
        russian: "В номере опечатка: контрольная цифра не сходится"
    )

    /// Characters, the bound included.
    package static func tooShort(minimum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooShort",
            english: "The field must contain at least {min} {min:character|characters}.",
            russian: "Поле должно содержать минимум {min} {min:символ|символа|символов}",
            ["min": .count(minimum)]
        )
    }

    /// Characters, the bound included.
    package static func tooLong(maximum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooLong",
            english: "The field must contain at most {max} {max:character|characters}.",
            russian: "Поле должно содержать максимум {max} {max:символ|символа|символов}",
            ["max": .count(maximum)]
        )
    }

    // Numbers. Bounds are written as the field writes them.

    package static let notANumber = DefaultMessage(
        "notANumber",
        english: "Enter a number",
        russian: "Введите число"
    )

    package static let notAWholeNumber = DefaultMessage(
        "notAWholeNumber",
        english: "Enter a whole number",
        russian: "Введите целое число"
    )

    package static func tooSmall(minimum: String) -> DefaultMessage {
        DefaultMessage(
            "tooSmall",
            english: "The value must be at least {min}",
            russian: "Значение должно быть не меньше {min}",
            ["min": .text(minimum)]
        )
    }

    package static func tooLarge(maximum: String) -> DefaultMessage {
        DefaultMessage(
            "tooLarge",
            english: "The value must be at most {max}",
            russian: "Значение должно быть не больше {max}",
            ["max": .text(maximum)]
        )
    }

    package static func tooManyIntegerDigits(maximum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooManyIntegerDigits",
            english: "Enter at most {max} {max:digit|digits} before the decimal separator",
            russian: "Введите не больше {max} {max:цифры|цифр} до десятичного разделителя",
            ["max": .count(maximum)]
        )
    }

    package static func tooManyFractionDigits(maximum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooManyFractionDigits",
            english: maximum == 0
                ? notAWholeNumber.english : "Enter at most {max} {max:digit|digits} after the decimal separator",
            russian: maximum == 0
                ? notAWholeNumber.russian : "Введите не больше {max} {max:цифры|цифр} после десятичного разделителя",
            ["max": .count(maximum)]
        )
    }

    // Dates and times.

    package static func date(_ format: DatePattern) -> DefaultMessage {
        DefaultMessage(
            "date",
            english: "Enter a date in the form {format}",
            russian: "Введите дату в виде {format}",
            ["format": .format(format)]
        )
    }

    package static let noSuchDate = DefaultMessage(
        "noSuchDate",
        english: "There is no such date",
        russian: "Такой даты нет"
    )

    package static let noSuchTime = DefaultMessage(
        "noSuchTime",
        english: "There is no such time",
        russian: "Такого времени нет"
    )

    package static let incompleteDate = DefaultMessage(
        "incompleteDate",
        english: "Enter the whole date",
        russian: "Введите дату полностью"
    )

    package static let incompleteTime = DefaultMessage(
        "incompleteTime",
        english: "Enter the whole time",
        russian: "Введите время полностью"
    )

    package static func dateTooEarly(minimum: String) -> DefaultMessage {
        DefaultMessage(
            "dateTooEarly",
            english: "The date must not be before {min}",
            russian: "Дата должна быть не раньше {min}",
            ["min": .text(minimum)]
        )
    }

    package static func dateTooLate(maximum: String) -> DefaultMessage {
        DefaultMessage(
            "dateTooLate",
            english: "The date must not be after {max}",
            russian: "Дата должна быть не позже {max}",
            ["max": .text(maximum)]
        )
    }

    package static func timeTooEarly(minimum: String) -> DefaultMessage {
        DefaultMessage(
            "timeTooEarly",
            english: "The time must not be before {min}",
            russian: "Время должно быть не раньше {min}",
            ["min": .text(minimum)]
        )
    }

    package static func timeTooLate(maximum: String) -> DefaultMessage {
        DefaultMessage(
            "timeTooLate",
            english: "The time must not be after {max}",
            russian: "Время должно быть не позже {max}",
            ["max": .text(maximum)]
        )
    }

    /// Every message of this file once, with some values.
    static let shared: [DefaultMessage] = [
        required, wrongFormat, checkUnavailable, notListed, mistyped, tooShort(minimum: 3), tooLong(maximum: 3),
        notANumber, notAWholeNumber, tooSmall(minimum: "3"), tooLarge(maximum: "3"), tooManyIntegerDigits(maximum: 3),
        tooManyFractionDigits(maximum: 3), date(.iso), noSuchDate, noSuchTime, incompleteDate, incompleteTime,
        dateTooEarly(minimum: "3"), dateTooLate(maximum: "3"), timeTooEarly(minimum: "3"), timeTooLate(maximum: "3"),
    ]
}
