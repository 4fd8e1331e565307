/// How a date is written in digits: `dd.MM.yyyy`, `M/d/yy`, `MM/yy`.
package struct DatePattern: Sendable, Hashable {
    /// As the definition has it.
    package let text: String
    private let parts: [Part]

    private enum Part: Sendable, Hashable {
        /// With how many digits it is written; 1: as many as it takes, at most `maximum`.
        case number(Component, digits: Int, maximum: Int)
        case literal(String)
    }

    private enum Component: Character, Sendable {
        case year = "y"
        case month = "M"
        case day = "d"
    }

    /// What a text says.
    package enum Reading: Sendable, Hashable {
        /// The first day and the last that it can mean: without a day in the pattern, those of the month.
        case days(ClosedRange<CalendarDay>)
        /// Written as a date is, but there is none such.
        case noSuchDay
        case notADate
    }

    package static let iso = DatePattern(
        text: "yyyy-MM-dd",
        parts: [
            .number(.year, digits: 4, maximum: 4), .literal("-"), .number(.month, digits: 2, maximum: 2),
            .literal("-"), .number(.day, digits: 2, maximum: 2),
        ]
    )

    private init(text: String, parts: [Part]) {
        self.text = text
        self.parts = parts
    }

    /// `d`, `dd`, `M`, `MM`, `yy`, `yyyy`, each once at most; a year and a month at least. Other letters stand in single
    /// quotes; everything else stands for itself. Throws a sentence.
    package init(_ text: String) throws(DatePatternError) {
        var parts: [Part] = []
        var rest = text[...]
        var seen: Set<Character> = []
        while let character = rest.first {
            let run = rest.prefix { $0 == character }
            if let component = Component(rawValue: character) {
                guard seen.insert(character).inserted else {
                    throw DatePatternError(reason: "“\(character)” stands there twice")
                }
                parts.append(try Self.number(component, digits: run.count))
                rest = rest.dropFirst(run.count)
            } else if character == "'" {
                rest.removeFirst()
                guard let end = rest.firstIndex(of: "'") else {
                    throw DatePatternError(reason: "a quote is not closed")
                }
                parts.append(.literal(end == rest.startIndex ? "'" : String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else if character.isLetter {
                throw DatePatternError(reason: "“\(run)” means nothing here; known are d, dd, M, MM, yy, yyyy")
            } else {
                parts.append(.literal(String(character)))
                rest.removeFirst()
            }
        }
        guard seen.isSuperset(of: ["y", "M"]) else { throw DatePatternError(reason: "a date needs a year and a month") }
        self.init(text: text, parts: parts)
        for (number, next) in zip(parts, parts.dropFirst()) {
            if case .number(_, digits: 1, _) = number, case .number = next {
                throw DatePatternError(reason: "a number of one or two digits needs something after it that ends it")
            }
        }
    }

    private static func number(_ component: Component, digits: Int) throws(DatePatternError) -> Part {
        switch (component, digits) {
        case (.day, 1...2), (.month, 1...2): .number(component, digits: digits, maximum: 2)
        case (.year, 2), (.year, 4): .number(component, digits: digits, maximum: digits)
        default:
            throw DatePatternError(
                reason:
                    "“\(String(repeating: component.rawValue, count: min(digits, 8)))” is no way to write a date in digits"
            )
        }
    }
}

package struct DatePatternError: Error, CustomStringConvertible {
    package var reason: String
    package var description: String { reason }
}

extension DatePattern {
    /// Digits are ASCII's. A year of two digits is one from 2000 to 2099.
    package func read(_ text: String) -> Reading {
        var rest = Array(text.utf8)[...]
        var year = 1
        var month = 1
        var day: Int?
        for part in parts {
            switch part {
            case .literal(let literal):
                guard rest.starts(with: literal.utf8) else { return .notADate }
                rest = rest.dropFirst(literal.utf8.count)
            case .number(let component, let digits, let maximum):
                let number = rest.prefix(maximum).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                guard number.count >= digits else { return .notADate }
                rest = rest.dropFirst(number.count)
                let value = number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                switch component {
                case .year: year = digits == 2 ? 2000 + value : value
                case .month: month = value
                case .day: day = value
                }
            }
        }
        guard rest.isEmpty else { return .notADate }
        guard 1...12 ~= month, let first = CalendarDay(year: year, month: month, day: day ?? 1),
            let last = CalendarDay(
                year: year,
                month: month,
                day: day ?? CalendarDay.days(inMonth: month, of: year)
            )
        else { return .noSuchDay }
        return .days(first...last)
    }

    package func text(of date: CalendarDay) -> String {
        parts.map { part in
            switch part {
            case .literal(let literal): return literal
            case .number(let component, let digits, _):
                let value =
                    switch component {
                    case .year: digits == 2 ? date.year % 100 : date.year
                    case .month: date.month
                    case .day: date.day
                    }
                let number = String(value)
                return String(repeating: "0", count: max(0, digits - number.utf8.count)) + number
            }
        }.joined()
    }

    /// The pattern with the letters that a person reads in a language: `дд.ММ.гггг`.
    package func shown(in language: String) -> String {
        guard language == "ru" else { return text.replacing("'", with: "") }
        return parts.map { part in
            switch part {
            case .literal(let literal): return literal
            case .number(let component, let digits, _):
                let letter: Character =
                    switch component {
                    case .year: "г"
                    case .month: "М"
                    case .day: "д"
                    }
                return String(repeating: letter, count: digits)
            }
        }.joined()
    }
}
