import TextEditing

/// A day of the Gregorian calendar in the years 1 to 9999, without a time or a time zone.
package struct CalendarDay: Sendable, Hashable {
    package let year: Int
    /// Counted from 1, as `day` is.
    package let month: Int
    package let day: Int

    /// Returns `nil` if the day does not exist.
    package init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(inMonth: month, of: year) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads exactly the format `2026-03-05`.
    package init?(iso text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-"),
            let year = Int(asciiDigits: digits[..<4]), let month = Int(asciiDigits: digits[5..<7]),
            let day = Int(asciiDigits: digits[8...])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// 1970-01-01.
    package static let epoch = CalendarDay(uncheckedYear: 1970, month: 1, day: 1)

    private init(uncheckedYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day in the format of ISO 8601.
    package var iso: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    /// The number of days in a month; `month` is 1 to 12.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDay: Comparable {
    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDay {
    /// Days in 400 years, after which the calendar repeats itself.
    private static let daysInCycle = 146_097
    /// The days from 1 March of the year 0 to 1 January 1970. A leap day is the last day of a year that begins in
    /// March.
    private static let daysToEpoch = 719_468

    /// The number of days since 1970-01-01.
    package var dayNumber: Int {
        let march = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return march * 365 + march / 4 - march / 100 + march / 400 + dayOfYear - Self.daysToEpoch
    }

    /// Returns `nil` for a day before the year 1 or after the year 9999.
    package init?(dayNumber: Int) {
        guard -719_162...2_932_896 ~= dayNumber else { return nil }
        let days = dayNumber + Self.daysToEpoch
        let cycle = days / Self.daysInCycle
        let dayOfCycle = days % Self.daysInCycle
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: cycle * 400 + yearOfCycle + (month > 2 ? 0 : 1),
            month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    /// The day of the week; 0 is Monday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let day = (dayNumber + 3) % 7
        return day < 0 ? day + 7 : day
    }
}

extension Int {
    /// The number with leading zeros up to `digits` digits.
    package func padded(_ digits: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
    }
}

/// How years are counted. All kinds have the days and months of the Gregorian calendar.
package enum CalendarKind: String, Sendable, CaseIterable {
    case gregorian, buddhist

    /// The difference between a year of this calendar and the Gregorian year.
    package var yearOffset: Int {
        switch self {
        case .gregorian: 0
        case .buddhist: 543
        }
    }
}

/// The names of months and days of the week in a language, from Unicode's CLDR.
package struct DayNames: Sendable, Hashable {
    /// Four lists, each from January: the long and the short names beside a day, and the long and the short names
    /// alone.
    package let months: [[String]]
    /// Two lists, each from Monday: the long and the short names.
    package let weekdays: [[String]]

    /// Returns `nil` unless there are four lists of twelve different months and two lists of seven days.
    package init?(months: [[String]], weekdays: [[String]]) {
        guard months.count == 4, months.allSatisfy({ Set($0).count == 12 && $0.count == 12 }),
            weekdays.count == 2, weekdays.allSatisfy({ $0.count == 7 })
        else { return nil }
        self.init(validMonths: months, weekdays: weekdays)
    }

    private init(validMonths months: [[String]], weekdays: [[String]]) {
        self.months = months
        self.weekdays = weekdays
    }

    package static let english = {
        let months = [
            list("January February March April May June July August September October November December"),
            list("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        ]
        return DayNames(
            validMonths: months + months,
            weekdays: [
                list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"), list("Mon Tue Wed Thu Fri Sat Sun"),
            ]
        )
    }()

    private static func list(_ names: String) -> [String] {
        names.split(separator: " ").map(String.init)
    }

    /// The name of the month or the day of the week as the field writes it; empty if the field is not a name.
    func name(of day: CalendarDay, in field: DatePattern.Field) -> String {
        switch field {
        case .weekday: weekdays[0][day.weekday]
        case .shortWeekday: weekdays[1][day.weekday]
        default: field.monthNames.map { months[$0][day.month - 1] } ?? ""
        }
    }
}
