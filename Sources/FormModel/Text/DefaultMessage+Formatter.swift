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
        case timeTooEarly(first: String)
        case timeTooLate(last: String)
        /// None of the values that there are to choose from.
        case noSuchValue
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
        case .timeTooEarly(let first): "The time must not be before \(first)"
        case .timeTooLate(let last): "The time must not be after \(last)"
        case .noSuchValue: "Choose one of the given values"
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
        case .timeTooEarly(let first): "Время не должно быть раньше \(first)"
        case .timeTooLate(let last): "Время не должно быть позже \(last)"
        case .noSuchValue: "Выберите одно из предложенных значений"
        }
    }
}

extension Int {
    /// The genitive after “не более”: одной, двадцати одной цифры, but цифр with all others.
    fileprivate var isSingularInRussian: Bool { self % 10 == 1 && self % 100 != 11 }
}
