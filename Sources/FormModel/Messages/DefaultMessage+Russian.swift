extension DefaultMessage {
    var russian: String {
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
        case .url(let scheme): "Введите веб-адрес, который начинается с \(scheme)://"
        case .uuid: "Введите UUID"
        case .ipv4: "Введите адрес IPv4"
        case .ipv6: "Введите адрес IPv6"
        case .tooManyIntegerDigits(let maximum):
            "Введите не больше \(maximum) \(RussianPlural(maximum).digitsInGenitive) до десятичного разделителя"
        case .tooManyFractionDigits(0): "Введите целое число"
        case .tooManyFractionDigits(let maximum):
            "Введите не больше \(maximum) \(RussianPlural(maximum).digitsInGenitive) после десятичного разделителя"
        case .incompleteDate: "Введите дату полностью"
        case .incompleteTime: "Введите время полностью"
        case .noSuchTime: "Такого времени нет"
        case .timeTooEarly(let minimum): "Время должно быть не раньше \(minimum)"
        case .timeTooLate(let maximum): "Время должно быть не позже \(maximum)"
        case .checkUnavailable: "Не удалось проверить значение"
        }
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
    /// After “не больше”.
    var digitsInGenitive: String {
        self == .one ? "цифры" : "цифр"
    }
}
