extension DefaultMessage {
    var english: String {
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
        case .url(let scheme): "Enter a web address that begins with \(scheme)://"
        case .uuid: "Enter a UUID"
        case .ipv4: "Enter an IPv4 address"
        case .ipv6: "Enter an IPv6 address"
        case .tooManyIntegerDigits(let maximum):
            "Enter at most \(maximum) \(EnglishPlural(maximum).digits) before the decimal separator"
        case .tooManyFractionDigits(0): "Enter a whole number"
        case .tooManyFractionDigits(let maximum):
            "Enter at most \(maximum) \(EnglishPlural(maximum).digits) after the decimal separator"
        case .incompleteDate: "Enter the whole date"
        case .incompleteTime: "Enter the whole time"
        case .noSuchTime: "There is no such time"
        case .timeTooEarly(let minimum): "The time must not be before \(minimum)"
        case .timeTooLate(let maximum): "The time must not be after \(maximum)"
        case .checkUnavailable: "The value could not be checked"
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

    var digits: String {
        self == .one ? "digit" : "digits"
    }
}
