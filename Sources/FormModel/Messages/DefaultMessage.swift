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
    /// What an address should begin with, of several schemes the best.
    case url(scheme: String)
    case uuid
    case ipv4
    case ipv6
    // What a formatter has against its text. Bounds are written as the field writes them.
    case tooManyIntegerDigits(maximum: Int)
    case tooManyFractionDigits(maximum: Int)
    case incompleteDate
    case incompleteTime
    case noSuchTime
    case timeTooEarly(minimum: String)
    case timeTooLate(maximum: String)
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
        case .tooManyIntegerDigits: "tooManyIntegerDigits"
        case .tooManyFractionDigits: "tooManyFractionDigits"
        case .incompleteDate: "incompleteDate"
        case .incompleteTime: "incompleteTime"
        case .noSuchTime: "noSuchTime"
        case .timeTooEarly: "timeTooEarly"
        case .timeTooLate: "timeTooLate"
        case .checkUnavailable: "checkUnavailable"
        }
    }

    package static let names = [
        required, tooShort(minimum: 0), tooLong(maximum: 0), wrongFormat, notANumber, notAWholeNumber,
        tooSmall(minimum: ""), tooLarge(maximum: ""), offStep(step: "", base: ""), phone, email, mistyped, iban,
        ibanCountry, ibanLength(0), notListed, notEqual, date(.iso), noSuchDate, dateTooEarly(minimum: ""),
        dateTooLate(maximum: ""), url(scheme: ""), uuid, ipv4, ipv6, tooManyIntegerDigits(maximum: 0),
        tooManyFractionDigits(maximum: 0), incompleteDate, incompleteTime, noSuchTime, timeTooEarly(minimum: ""),
        timeTooLate(maximum: ""), checkUnavailable,
    ].map(\.name)

    /// What a message of one's own can name in braces.
    package func parameters(in locale: String) -> [(name: String, value: String)] {
        switch self {
        case .tooShort(let minimum): [("min", String(minimum))]
        case .tooLong(let maximum), .tooManyIntegerDigits(let maximum), .tooManyFractionDigits(let maximum):
            [("max", String(maximum))]
        case .tooSmall(let minimum), .dateTooEarly(let minimum), .timeTooEarly(let minimum): [("min", minimum)]
        case .tooLarge(let maximum), .dateTooLate(let maximum), .timeTooLate(let maximum): [("max", maximum)]
        case .offStep(let step, let base): [("step", step), ("base", base)]
        case .ibanLength(let length): [("length", String(length))]
        case .url(let scheme): [("scheme", scheme)]
        case .date(let pattern): [("format", pattern.shown(in: Self.language(of: locale)))]
        default: []
        }
    }
}
