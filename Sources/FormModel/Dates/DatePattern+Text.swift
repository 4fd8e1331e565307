extension DatePattern {
    /// How exactly a text must match the pattern.
    package enum Strictness: Sendable, Hashable {
        /// ASCII digits with all leading zeros. A year of two digits is one from 2000 to 2099.
        case exact
        /// The variants that people write: digits of any script; one digit for a day or a month if no digit follows;
        /// names in any case. A year of two digits is one from 1969 to 2068.
        case lenient(CalendarKind, DayNames)
    }

    /// The result of parsing a text.
    package enum Reading: Sendable, Hashable {
        /// The first and the last day that the text can mean: if the pattern has no day, those of the month.
        case days(ClosedRange<CalendarDay>)
        /// The text has the format of a date, but the day does not exist.
        case noSuchDay
        case notADate
    }

    /// The maximum size of a text in bytes; longer than any pattern with any names.
    private static let maximumTextSize = 1_024

    /// The day that the whole text represents; `nil` if it is not a complete date.
    package func day(in text: String, calendar: CalendarKind = .gregorian, names: DayNames) -> CalendarDay? {
        guard case .days(let days) = read(text, .lenient(calendar, names)) else { return nil }
        return days.lowerBound == days.upperBound ? days.lowerBound : nil
    }

    package func read(_ text: String, _ strictness: Strictness = .exact) -> Reading {
        guard !text.isEmpty, text.utf8.count <= Self.maximumTextSize else { return .notADate }
        var scanner = DateScanner(text, strictness)
        for (index, element) in elements.enumerated() {
            let isTaken =
                switch element {
                case .literal(let literal): scanner.take(literal)
                case .field(let field):
                    scanner.take(field, isOpen: index + 1 < elements.count && !elements[index + 1].isNumber)
                }
            guard isTaken else { return .notADate }
        }
        return scanner.reading
    }
}

extension DatePattern.Element {
    /// Whether the element's text may begin with a digit.
    fileprivate var isNumber: Bool {
        switch self {
        case .field(let field): field.maximumDigits > 0
        case .literal(let literal): literal.unicodeScalars.first.map { $0.decimalDigit != nil } ?? true
        }
    }
}

/// Parses a text field by field.
private struct DateScanner {
    private var rest: Substring.UnicodeScalarView
    private let names: DayNames?
    private let calendar: CalendarKind
    private var values: [DatePattern.Component: Int] = [:]

    init(_ text: String, _ strictness: DatePattern.Strictness) {
        switch strictness {
        case .exact:
            rest = Substring(text).unicodeScalars
            names = nil
            calendar = .gregorian
        case .lenient(let calendar, let names):
            rest = Substring(text.lowercased()).unicodeScalars
            self.names = names
            self.calendar = calendar
        }
    }

    private var isExact: Bool { names == nil }

    mutating func take(_ literal: String) -> Bool {
        let literal = (isExact ? literal : literal.lowercased()).unicodeScalars
        guard rest.starts(with: literal) else { return false }
        rest.removeFirst(literal.count)
        return true
    }

    /// - Parameter isOpen: whether a character other than a digit follows the field.
    mutating func take(_ field: DatePattern.Field, isOpen: Bool) -> Bool {
        let value =
            if field.maximumDigits > 0 {
                takeNumber(of: field, isOpen: isOpen)
            } else if field.component == .month {
                takeName(of: names?.months ?? []).map { $0 + 1 }
            } else {
                takeName(of: names?.weekdays ?? [])
            }
        values[field.component] = value
        return value != nil
    }

    private mutating func takeNumber(of field: DatePattern.Field, isOpen: Bool) -> Int? {
        let isShortEnough = !field.isFixed || !isExact && isOpen && field.component != .year
        var number = 0
        var count = 0
        while count < field.maximumDigits, let digit = rest.first?.decimalDigit, !isExact || rest.first?.isASCII == true
        {
            number = number * 10 + digit
            count += 1
            rest.removeFirst()
        }
        guard count == field.maximumDigits || isShortEnough && count > 0 else { return nil }
        switch field {
        case .yearOfCentury: return fullYear(number)
        case .year: return number - calendar.yearOffset
        default: return number
        }
    }

    private func fullYear(_ digits: Int) -> Int {
        let first = (isExact ? 2000 : 1969) + calendar.yearOffset
        let year = first / 100 * 100 + digits
        return (year < first ? year + 100 : year) - calendar.yearOffset
    }

    /// The index, within its list, of the longest name that the text begins with.
    private mutating func takeName(of lists: [[String]]) -> Int? {
        var longest: (index: Int, count: Int)?
        for list in lists {
            for (index, name) in list.enumerated() {
                let name = name.lowercased().unicodeScalars
                if name.count > longest?.count ?? 0, rest.starts(with: name) { longest = (index, name.count) }
            }
        }
        guard let longest else { return nil }
        rest.removeFirst(longest.count)
        return longest.index
    }

    /// The result for the whole text. A wrong day of the week makes it `noSuchDay`.
    var reading: DatePattern.Reading {
        guard rest.isEmpty, let year = values[.year], let month = values[.month] else { return .notADate }
        guard 1...12 ~= month, let first = CalendarDay(year: year, month: month, day: values[.day] ?? 1),
            let last = CalendarDay(
                year: year,
                month: month,
                day: values[.day] ?? CalendarDay.days(inMonth: month, of: year)
            ),
            values[.weekday] ?? first.weekday == first.weekday
        else { return .noSuchDay }
        return .days(first...last)
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit of any script.
    fileprivate var decimalDigit: Int? {
        if isASCII { return "0"..."9" ~= self ? Int(value) - 48 : nil }
        guard properties.numericType == .decimal else { return nil }
        return properties.numericValue.flatMap { Int(exactly: $0) }
    }
}

extension DatePattern {
    /// Formats a day by the pattern; fields of a time stay empty.
    package func text(of date: CalendarDay, calendar: CalendarKind = .gregorian, names: DayNames = .english) -> String {
        let year = date.year + calendar.yearOffset
        return elements.map { element in
            switch element {
            case .literal(let literal): return literal
            case .field(let field):
                let digits = field.isFixed ? 2 : 1
                switch field.component {
                case .day: return date.day.padded(digits)
                case .month where field.maximumDigits > 0: return date.month.padded(digits)
                case .year: return field == .yearOfCentury ? (year % 100).padded(2) : year.padded(4)
                case .month, .weekday: return names.name(of: date, in: field)
                case .hour, .minute, .second, .dayPeriod: return ""
                }
            }
        }.joined()
    }
}
