/// What a field says when its definition does not. English and Russian; any other language reads English.
package enum DefaultMessage: Sendable, Hashable {
    /// A required field is empty.
    case required
    /// Grapheme clusters, the bound included.
    case tooShort(minimum: Int)
    case tooLong(maximum: Int)
    case wrongFormat
    /// The first day that can be chosen, and the last, as the field writes them.
    case tooEarly(first: String)
    case tooLate(last: String)
    /// A rule could not decide.
    case checkUnavailable

    /// - Parameter locale: a BCP 47 tag.
    package func text(in locale: String) -> String {
        let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return language == "ru" ? russian : english
    }

    private var english: String {
        switch self {
        case .required: "Field must be filled"
        case .tooShort(let minimum):
            "The field must contain at least \(minimum) \(EnglishPlural(minimum).select(one: "character", other: "characters"))."
        case .tooLong(let maximum):
            "The field must contain at most \(maximum) \(EnglishPlural(maximum).select(one: "character", other: "characters"))."
        case .wrongFormat: "Wrong format"
        case .tooEarly(let first): "The date must not be before \(first)"
        case .tooLate(let last): "The date must not be after \(last)"
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
        case .tooEarly(let first): "Дата не должна быть раньше \(first)"
        case .tooLate(let last): "Дата не должна быть позже \(last)"
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

    func select(one: String, other: String) -> String {
        self == .one ? one : other
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
