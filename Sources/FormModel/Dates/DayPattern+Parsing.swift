extension DayPattern {
    /// The day that a whole text writes; nil: it is none, or not yet.
    ///
    /// Digits of every script count. A day or a month of one digit is taken where something other than a digit follows;
    /// a year has all its digits. Names are those of `locale`, case aside; a wrong day of the week makes it no day.
    package func parse(_ text: String, calendar: CalendarKind = .gregorian, locale: String) -> CalendarDay? {
        // No pattern and no name is longer than this together.
        guard !text.isEmpty, text.utf8.count <= 1_024 else { return nil }
        let names = DayNames.of(locale)
        var rest = text.lowercased().unicodeScalars[...]
        var (day, month, year, weekday): (Int?, Int?, Int?, Int?)
        for (place, part) in parts.enumerated() {
            let isOpen = place + 1 < parts.count && !parts[place + 1].isNumber
            switch part {
            case .literal(let literal):
                guard rest.take(literal.lowercased()) else { return nil }
            case .day(let isPadded): day = rest.takeNumber(digits: isPadded && !isOpen ? 2...2 : 1...2)
            case .month(.number(let isPadded)): month = rest.takeNumber(digits: isPadded && !isOpen ? 2...2 : 1...2)
            case .month(.name): month = rest.takeName(of: names.allMonths).map { $0 + 1 }
            case .year(isShort: true): year = rest.takeNumber(digits: 2...2).map { Self.fullYear($0, calendar) }
            case .year(isShort: false): year = rest.takeNumber(digits: 4...4).map { $0 - calendar.yearOffset }
            case .weekday:
                weekday = rest.takeName(of: [names.weekdays, names.shortWeekdays])
                if weekday == nil { return nil }
            }
        }
        guard rest.isEmpty, let year, let month, let day else { return nil }
        guard let date = CalendarDay(year: year, month: month, day: day) else { return nil }
        return weekday ?? date.weekday == date.weekday ? date : nil
    }

    /// Two digits stand for a year from 1969 to 2068.
    private static func fullYear(_ digits: Int, _ calendar: CalendarKind) -> Int {
        let first = 1969 + calendar.yearOffset
        let century = first / 100 * 100
        let year = century + digits
        return (year < first ? year + 100 : year) - calendar.yearOffset
    }
}

extension DayPattern.Part {
    fileprivate var isNumber: Bool {
        switch self {
        case .day, .year, .month(.number): true
        case .literal(let literal): literal.unicodeScalars.first.map { $0.decimalDigit != nil } ?? true
        case .month(.name), .weekday: false
        }
    }
}

extension Substring.UnicodeScalarView {
    fileprivate mutating func take(_ literal: String) -> Bool {
        guard starts(with: literal.unicodeScalars) else { return false }
        removeFirst(literal.unicodeScalars.count)
        return true
    }

    /// As many digits as there are, within bounds.
    fileprivate mutating func takeNumber(digits bounds: ClosedRange<Int>) -> Int? {
        var number = 0
        var count = 0
        while count < bounds.upperBound, let digit = first?.decimalDigit {
            number = number * 10 + digit
            count += 1
            removeFirst()
        }
        return bounds.contains(count) ? number : nil
    }

    /// The place of the longest name that the text begins with, whichever of the lists it stands in.
    fileprivate mutating func takeName(of lists: [[String]]) -> Int? {
        var longest: (place: Int, count: Int)?
        for list in lists {
            for (place, name) in list.enumerated() {
                let name = name.lowercased().unicodeScalars
                if name.count > longest?.count ?? 0, starts(with: name) { longest = (place, name.count) }
            }
        }
        guard let longest else { return nil }
        removeFirst(longest.count)
        return longest.place
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
