/// How a date or a time is written: a pattern of CLDR's letters (UTS 35), which stand for fields, and the literals
/// between
/// them. What fields there may be depends on what the pattern is used for.
package struct DatePattern: Sendable, Hashable {
    /// As it was written.
    package let source: String
    package let elements: [Element]

    package enum Element: Sendable, Hashable {
        case field(Field)
        case literal(String)
    }

    /// The raw value is the letters.
    package enum Field: String, Sendable, CaseIterable {
        case day = "d"
        case paddedDay = "dd"
        case month = "M"
        case paddedMonth = "MM"
        case shortMonthName = "MMM"
        case monthName = "MMMM"
        /// A name that stands alone, with no day beside it.
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
        /// AM or PM, in the language's words.
        case dayPeriod = "a"
    }

    /// What of a moment a field gives.
    package enum Part: Sendable, Hashable {
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
    /// As a pattern has it: letters and apostrophes of a literal are quoted.
    fileprivate var source: String {
        switch self {
        case .field(let field): return field.rawValue
        case .literal(let literal):
            let doubled = literal.replacing(each: "'", by: "''")
            let hasLetters = literal.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
            return hasLetters ? "'" + doubled + "'" : doubled
        }
    }
}
