extension DefaultMessage {
    /// What a formatter has against a text that it shows. Bounds are written as the field writes them.
    package enum Formatter: Sendable, Hashable {
        case notANumber
        case tooSmall(minimum: String)
        case tooLarge(maximum: String)
        case tooManyIntegerDigits(maximum: Int)
        case tooManyFractionDigits(maximum: Int)
        case incompleteDate, incompleteTime
        case noSuchDate, noSuchTime
        case tooEarly(minimum: String)
        case tooLate(maximum: String)
        /// None of the values that there are to choose from.
        case noSuchValue
        case mismatch
        /// A pattern that took too long.
        case unavailable
    }
}

extension DefaultMessage.Formatter {
    var english: String {
        switch self {
        case .notANumber: "Enter a number"
        case .tooSmall(let minimum): "Enter a number not less than \(minimum)"
        case .tooLarge(let maximum): "Enter a number not greater than \(maximum)"
        case .tooManyIntegerDigits(let maximum):
            "Enter at most \(maximum) \(maximum == 1 ? "digit" : "digits") before the decimal separator"
        case .tooManyFractionDigits(0): "Enter a whole number"
        case .tooManyFractionDigits(let maximum):
            "Enter at most \(maximum) \(maximum == 1 ? "digit" : "digits") after the decimal separator"
        case .incompleteDate: "Enter the whole date"
        case .incompleteTime: "Enter the whole time"
        case .noSuchDate: "There is no such date"
        case .noSuchTime: "There is no such time"
        case .tooEarly(let minimum): "Not earlier than \(minimum)"
        case .tooLate(let maximum): "Not later than \(maximum)"
        case .noSuchValue: "Choose one of the given values"
        case .mismatch: DefaultMessage.wrongFormat.text(in: "en")
        case .unavailable: DefaultMessage.checkUnavailable.text(in: "en")
        }
    }

    var russian: String {
        switch self {
        case .notANumber: "Введите число"
        case .tooSmall(let minimum): "Введите число не меньше \(minimum)"
        case .tooLarge(let maximum): "Введите число не больше \(maximum)"
        case .tooManyIntegerDigits(let maximum):
            "Введите не более \(maximum) \(maximum.isSingularInRussian ? "цифры" : "цифр") до десятичного разделителя"
        case .tooManyFractionDigits(0): "Введите целое число"
        case .tooManyFractionDigits(let maximum):
            "Введите не более \(maximum) \(maximum.isSingularInRussian ? "цифры" : "цифр") после десятичного разделителя"
        case .incompleteDate: "Введите дату полностью"
        case .incompleteTime: "Введите время полностью"
        case .noSuchDate: "Такой даты не существует"
        case .noSuchTime: "Такого времени не существует"
        case .tooEarly(let minimum): "Не раньше \(minimum)"
        case .tooLate(let maximum): "Не позже \(maximum)"
        case .noSuchValue: "Выберите одно из предложенных значений"
        case .mismatch: DefaultMessage.wrongFormat.text(in: "ru")
        case .unavailable: DefaultMessage.checkUnavailable.text(in: "ru")
        }
    }
}

extension Int {
    /// The genitive after “не более”: одной, двадцати одной цифры, but цифр with all others.
    fileprivate var isSingularInRussian: Bool { self % 10 == 1 && self % 100 != 11 }
}
