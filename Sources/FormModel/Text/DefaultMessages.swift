/// What a field says when its definition does not. English and Russian; any other language reads English.
package enum DefaultMessage: Sendable, Hashable {
    /// A required field is empty.
    case required
    /// Characters, the bound included.
    case tooShort(minimum: Int)
    case tooLong(maximum: Int)
    case wrongFormat
    case notANumber
    case notAWholeNumber
    case tooSmall(minimum: String)
    case tooLarge(maximum: String)
    case offStep(step: String, base: String)
    case phone
    case email
    /// A check digit does not fit.
    case mistyped
    case iban
    case ibanCountry
    case ibanLength(Int)
    case notListed
    case notEqual
    case date(DatePattern)
    case noSuchDate
    case dateTooEarly(minimum: String)
    case dateTooLate(maximum: String)
    case url
    case uuid
    case ipv4
    case ipv6
    /// A rule could not decide.
    case checkUnavailable

    /// - Parameter locale: a BCP 47 tag.
    package func text(in locale: String) -> String {
        Self.language(of: locale) == "ru" ? russian : english
    }

    fileprivate static func language(of locale: String) -> String {
        locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }
}

extension DefaultMessage {
    /// What a form's `messages` call it.
    package var name: String {
        switch self {
        case .required: "required"
        case .tooShort: "tooShort"
        case .tooLong: "tooLong"
        case .wrongFormat: "wrongFormat"
        case .notANumber: "notANumber"
        case .notAWholeNumber: "notAWholeNumber"
        case .tooSmall: "tooSmall"
        case .tooLarge: "tooLarge"
        case .offStep: "offStep"
        case .phone: "phone"
        case .email: "email"
        case .mistyped: "mistyped"
        case .iban: "iban"
        case .ibanCountry: "ibanCountry"
        case .ibanLength: "ibanLength"
        case .notListed: "notListed"
        case .notEqual: "notEqual"
        case .date: "date"
        case .noSuchDate: "noSuchDate"
        case .dateTooEarly: "dateTooEarly"
        case .dateTooLate: "dateTooLate"
        case .url: "url"
        case .uuid: "uuid"
        case .ipv4: "ipv4"
        case .ipv6: "ipv6"
        case .checkUnavailable: "checkUnavailable"
        }
    }

    package static let names = [
        required, tooShort(minimum: 0), tooLong(maximum: 0), wrongFormat, notANumber, notAWholeNumber,
        tooSmall(minimum: ""), tooLarge(maximum: ""), offStep(step: "", base: ""), phone, email, mistyped, iban,
        ibanCountry, ibanLength(0), notListed, notEqual, date(.iso), noSuchDate, dateTooEarly(minimum: ""),
        dateTooLate(maximum: ""), url, uuid, ipv4, ipv6, checkUnavailable,
    ].map(\.name)

    /// What a message of one's own can name in braces.
    package func parameters(in locale: String) -> [(name: String, value: String)] {
        switch self {
        case .tooShort(let minimum): [("min", String(minimum))]
        case .tooLong(let maximum): [("max", String(maximum))]
        case .tooSmall(let minimum), .dateTooEarly(let minimum): [("min", minimum)]
        case .tooLarge(let maximum), .dateTooLate(let maximum): [("max", maximum)]
        case .offStep(let step, let base): [("step", step), ("base", base)]
        case .ibanLength(let length): [("length", String(length))]
        case .date(let pattern): [("format", pattern.shown(in: Self.language(of: locale)))]
        default: []
        }
    }
}

extension DefaultMessage {
    private var english: String {
        switch self {
        case .required: "Field must be filled"
        case .tooShort(let minimum):
            "The field must contain at least \(minimum) \(EnglishPlural(minimum).characters)."
        case .tooLong(let maximum):
            "The field must contain at most \(maximum) \(EnglishPlural(maximum).characters)."
        case .wrongFormat: "Wrong format"
        case .notANumber: "Enter a number"
        case .notAWholeNumber: "Enter a whole number"
        case .tooSmall(let minimum): "The value must be at least \(minimum)"
        case .tooLarge(let maximum): "The value must be at most \(maximum)"
        case .offStep(let step, "0"): "The value must be a multiple of \(step)"
        case .offStep(let step, let base): "The value must be \(base) and a multiple of \(step) more or less"
        case .phone: "Enter a valid phone number"
        case .email: "Enter a valid email address"
        case .mistyped: "The number is mistyped: its check digit does not fit"
        case .iban: "Enter a valid IBAN"
        case .ibanCountry: "No country's IBANs begin with these letters"
        case .ibanLength(let length): "The IBAN must contain \(length) \(EnglishPlural(length).characters)"
        case .notListed: "Choose one of the listed values"
        case .notEqual: "The values do not match"
        case .date(let pattern): "Enter a date in the form \(pattern.shown(in: "en"))"
        case .noSuchDate: "There is no such date"
        case .dateTooEarly(let minimum): "The date must not be before \(minimum)"
        case .dateTooLate(let maximum): "The date must not be after \(maximum)"
        case .url: "Enter a web address that begins with https://"
        case .uuid: "Enter a UUID"
        case .ipv4: "Enter an IPv4 address"
        case .ipv6: "Enter an IPv6 address"
        case .checkUnavailable: "The value could not be checked"
        }
    }

    private var russian: String {
        switch self {
        case .required: "Поле должно быть заполнено"
        case .tooShort(let minimum):
            "Поле должно содержать минимум \(minimum) \(RussianPlural(minimum).characters)"
        case .tooLong(let maximum):
            "Поле должно содержать максимум \(maximum) \(RussianPlural(maximum).characters)"
        case .wrongFormat: "Неверный формат"
        case .notANumber: "Введите число"
        case .notAWholeNumber: "Введите целое число"
        case .tooSmall(let minimum): "Значение должно быть не меньше \(minimum)"
        case .tooLarge(let maximum): "Значение должно быть не больше \(maximum)"
        case .offStep(let step, "0"): "Значение должно быть кратно \(step)"
        case .offStep(let step, let base): "Значение должно отличаться от \(base) на число, кратное \(step)"
        case .phone: "Введите правильный номер телефона"
        case .email: "Введите правильный адрес электронной почты"
        case .mistyped: "В номере опечатка: контрольная цифра не сходится"
        case .iban: "Введите правильный IBAN"
        case .ibanCountry: "Ни в одной стране IBAN не начинается с этих букв"
        case .ibanLength(let length): "IBAN должен содержать \(length) \(RussianPlural(length).characters)"
        case .notListed: "Выберите значение из списка"
        case .notEqual: "Значения не совпадают"
        case .date(let pattern): "Введите дату в виде \(pattern.shown(in: "ru"))"
        case .noSuchDate: "Такой даты нет"
        case .dateTooEarly(let minimum): "Дата должна быть не раньше \(minimum)"
        case .dateTooLate(let maximum): "Дата должна быть не позже \(maximum)"
        case .url: "Введите веб-адрес, который начинается с https://"
        case .uuid: "Введите UUID"
        case .ipv4: "Введите адрес IPv4"
        case .ipv6: "Введите адрес IPv6"
        case .checkUnavailable: "Не удалось проверить значение"
        }
    }
}

/// The plural categories of whole numbers in English.
private enum EnglishPlural {
    case one, other

    init(_ count: Int) {
        self = count == 1 ? .one : .other
    }

    var characters: String {
        self == .one ? "character" : "characters"
    }
}

/// The plural categories of whole numbers in Russian.
private enum RussianPlural {
    case one, few, many

    init(_ count: Int) {
        let units = count.magnitude % 10
        let teens = (11...14).contains(count.magnitude % 100)
        self =
            switch units {
            case 1 where !teens: .one
            case 2...4 where !teens: .few
            default: .many
            }
    }

    var characters: String {
        switch self {
        case .one: "символ"
        case .few: "символа"
        case .many: "символов"
        }
    }
}
