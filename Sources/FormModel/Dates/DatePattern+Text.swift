extension DatePattern {
    /// How exactly a text must be as the pattern writes it.
    package enum Strictness: Sendable, Hashable {
        /// In digits of ASCII, each zero in its place. Two digits of a year are one from 2000 to 2099.
        case exact
        /// As people may write instead: digits of every script, one digit of a day or a month where something other
        /// than a digit follows, names in any case. Two digits of a year are one from 1969 to 2068.
        case lenient(CalendarKind, DayNames)
    }

    /// What a text says.
    package enum Reading: Sendable, Hashable {
        /// The first day and the last that it can mean: without a day in the pattern, those of the month.
        case days(ClosedRange<CalendarDay>)
        /// Written as a date is, but there is none such.
        case noSuchDay
        case notADate
    }

    /// No pattern and no name is longer than this together, in bytes.
    private static let maximumTextSize = 1_024

    /// The day that a whole text writes; `nil` if it is not a complete date.
    package func day(in text: String, calendar: CalendarKind = .gregorian, names: DayNames) -> CalendarDay? {
        guard case .days(let days) = read(text, .lenient(calendar, names)) else { return nil }
        return days.lowerBound == days.upperBound ? days.lowerBound : nil
    }

    package func read(_ text: String, _ strictness: Strictness = .exact) -> Reading {
        guard !text.isEmpty, text.utf8.count <= Self.maximumTextSize else { return .notADate }
        var scanner = DateScanner(text, strictness)
        for (place, element) in elements.enumerated() {
            let isTaken =
                switch element {
                case .literal(let literal): scanner.take(literal)
                case .field(let field):
                    scanner.take(field, isOpen: place + 1 < elements.count && !elements[place + 1].isNumber)
                }
            guard isTaken else { return .notADate }
        }
        return scanner.reading
    }
}

extension DatePattern.Element {
    /// Whether what it writes may begin with a digit.
    fileprivate var isNumber: Bool {
        switch self {
        case .field(let field): field.maximumDigits > 0
        case .literal(let literal): literal.unicodeScalars.first.map { $0.decimalDigit != nil } ?? true
        }
    }
}

/// Takes a text apart, field by field.
private struct DateScanner {
    private var rest: Substring.UnicodeScalarView
    private let names: DayNames?
    private let calendar: CalendarKind
    private var values: [DatePattern.Part: Int] = [:]

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

    /// - Parameter isOpen: whether something other than a digit follows.
    mutating func take(_ field: DatePattern.Field, isOpen: Bool) -> Bool {
        let value =
            if field.maximumDigits > 0 {
                takeNumber(of: field, isOpen: isOpen)
            } else if field.part == .month {
                takeName(of: names?.months ?? []).map { $0 + 1 }
            } else {
                takeName(of: names?.weekdays ?? [])
            }
        values[field.part] = value
        return value != nil
    }

    private mutating func takeNumber(of field: DatePattern.Field, isOpen: Bool) -> Int? {
        let isShortEnough = !field.isFixed || !isExact && isOpen && field.part != .year
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

    /// The place of the longest name that the text begins with, whichever of the lists it stands in.
    private mutating func takeName(of lists: [[String]]) -> Int? {
        var longest: (place: Int, count: Int)?
        for list in lists {
            for (place, name) in list.enumerated() {
                let name = name.lowercased().unicodeScalars
                if name.count > longest?.count ?? 0, rest.starts(with: name) { longest = (place, name.count) }
            }
        }
        guard let longest else { return nil }
        rest.removeFirst(longest.count)
        return longest.place
    }

    /// What the whole text comes to; a wrong day of the week makes it no day.
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
    /// What a decimal digit of any script is worth.
    fileprivate var decimalDigit: Int? {
        if isASCII { return "0"..."9" ~= self ? Int(value) - 48 : nil }
        guard properties.numericType == .decimal else { return nil }
        return properties.numericValue.flatMap { Int(exactly: $0) }
    }
}

extension DatePattern {
    /// A day as the pattern writes it; fields of a time stay empty.
    package func text(of date: CalendarDay, calendar: CalendarKind = .gregorian, names: DayNames = .english) -> String {
        let year = date.year + calendar.yearOffset
        return elements.map { element in
            switch element {
            case .literal(let literal): return literal
            case .field(let field):
                let digits = field.isFixed ? 2 : 1
                switch field.part {
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
