import TextEditing

/// The format of a date or a time: a pattern of fields, written with CLDR's letters (UTS 35), and of literals. The
/// fields that are allowed depend on the pattern's use.
package struct DatePattern: Sendable, Hashable {
    /// The pattern as it was written in the definition.
    package let source: String
    package let elements: [Element]

    package enum Element: Sendable, Hashable {
        case field(Field)
        case literal(String)
    }

    /// The raw value is the letters of the pattern.
    package enum Field: String, Sendable, CaseIterable {
        case day = "d"
        case paddedDay = "dd"
        case month = "M"
        case paddedMonth = "MM"
        case shortMonthName = "MMM"
        case monthName = "MMMM"
        /// The name of a month in a text without a day.
        case shortLoneMonthName = "LLL"
        case loneMonthName = "LLLL"
        case year = "yyyy"
        case yearOfCentury = "yy"
        case shortWeekday = "E"
        case weekday = "EEEE"
        case hour = "H"
        case paddedHour = "HH"
        case halfDayHour = "h"
        case paddedHalfDayHour = "hh"
        case minute = "m"
        case paddedMinute = "mm"
        case second = "s"
        case paddedSecond = "ss"
        /// AM or PM in the words of the language.
        case dayPeriod = "a"
    }

    /// The component of a moment that a field represents.
    package enum Component: Sendable, Hashable {
        case day, month, year, weekday, hour, minute, second, dayPeriod
    }

    package static let iso = DatePattern(elements: [
        .field(.year), .literal("-"), .field(.paddedMonth), .literal("-"), .field(.paddedDay),
    ])

    /// `dd.MM.yyyy`
    package static let dayFirst = DatePattern(elements: [
        .field(.paddedDay), .literal("."), .field(.paddedMonth), .literal("."), .field(.year),
    ])

    package init(elements: [Element]) {
        self.elements = elements
        source = elements.map(\.source).joined()
    }

    init(source: String, elements: [Element]) {
        self.source = source
        self.elements = elements
    }

    package var fields: [Field] {
        elements.compactMap { element in
            if case .field(let field) = element { field } else { nil }
        }
    }
}

extension DatePattern.Element {
    /// The element as it is written in a pattern: letters and apostrophes of a literal are quoted.
    fileprivate var source: String {
        switch self {
        case .field(let field): return field.rawValue
        case .literal(let literal):
            let doubled = literal.replacing(each: "'", by: "''")
            let hasLetters = literal.utf8.contains(where: \.isLetter)
            return hasLetters ? "'" + doubled + "'" : doubled
        }
    }
}

extension DatePattern.Field {
    package var component: DatePattern.Component {
        switch self {
        case .day, .paddedDay: .day
        case .month, .paddedMonth, .shortMonthName, .monthName, .shortLoneMonthName, .loneMonthName: .month
        case .year, .yearOfCentury: .year
        case .shortWeekday, .weekday: .weekday
        case .hour, .paddedHour, .halfDayHour, .paddedHalfDayHour: .hour
        case .minute, .paddedMinute: .minute
        case .second, .paddedSecond: .second
        case .dayPeriod: .dayPeriod
        }
    }

    /// The maximum number of digits; 0 if the field is a word.
    package var maximumDigits: Int {
        switch self {
        case .year: 4
        case .dayPeriod, .shortWeekday, .weekday, .shortMonthName, .monthName, .shortLoneMonthName, .loneMonthName: 0
        default: 2
        }
    }

    /// The index into `DayNames.months` for the name of a month; `nil` if the field is not the name of a month.
    package var monthNames: Int? {
        switch self {
        case .monthName: 0
        case .shortMonthName: 1
        case .loneMonthName: 2
        case .shortLoneMonthName: 3
        default: nil
        }
    }

    /// Whether a number of one digit is written with a leading zero.
    package var isFixed: Bool {
        switch self {
        case .paddedDay, .paddedMonth, .year, .yearOfCentury, .paddedHour, .paddedHalfDayHour, .paddedMinute,
            .paddedSecond:
            true
        default: false
        }
    }

    /// The valid numbers of the field; for a day period 0 is before noon.
    package var range: ClosedRange<Int> {
        switch component {
        case .day: 1...31
        case .month: 1...12
        case .year: self == .yearOfCentury ? 0...99 : 1...9999
        case .weekday: 0...6
        case .hour: self == .hour || self == .paddedHour ? 0...23 : 1...12
        case .minute, .second: 0...59
        case .dayPeriod: 0...1
        }
    }

    /// The field for a run of one letter; accepts the alternative spellings of CLDR, too.
    init?(letter: Unicode.Scalar, count: Int) {
        switch (letter, count) {
        case ("y", 1): self = .year
        case ("L", 1): self = .month
        case ("L", 2): self = .paddedMonth
        case ("E", 2...3): self = .shortWeekday
        case (_, 1...4): self.init(rawValue: String(repeating: Character(letter), count: count))
        default: return nil
        }
    }
}
