/// A day of the Gregorian calendar, for the calendar overlay.
package struct Day: Sendable, Hashable, Comparable {
    package var year: Int
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses ISO 8601: `2026-02-28`.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...9999).contains(year), (1...12).contains(month), day >= 1
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard day <= daysInMonth else { return nil }
    }

    package var text: String {
        func padded(_ number: Int, _ length: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(length - digits.count, 0)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    package static func < (one: Day, other: Day) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    package var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day of the week; 0 is Monday (Zeller's congruence).
    package var weekday: Int {
        let (y, m) = month < 3 ? (year - 1, month + 12) : (year, month)
        return (day + 13 * (m + 1) / 5 + y + y / 4 - y / 100 + y / 400 + 5) % 7
    }

    /// The same day in another month, or the last day of that month. The result is in the years 1 to 9999.
    package func adding(months: Int) -> Day {
        let count = min(max(year * 12 + month - 1 + min(max(months, -120_000), 120_000), 12), 9999 * 12 + 11)
        var result = Day(year: count / 12, month: count % 12 + 1, day: 1)
        result.day = min(day, result.daysInMonth)
        return result
    }

    package func adding(days: Int) -> Day {
        var result = self
        for _ in 0..<min(abs(days), 366) {
            result = days > 0 ? result.next : result.previous
        }
        return result
    }

    private var next: Day {
        if day < daysInMonth { return Day(year: year, month: month, day: day + 1) }
        if month == 12, year == 9999 { return self }
        var first = adding(months: 1)
        first.day = 1
        return first
    }

    private var previous: Day {
        if day > 1 { return Day(year: year, month: month, day: day - 1) }
        if month == 1, year == 1 { return self }
        var last = adding(months: -1)
        last.day = last.daysInMonth
        return last
    }
}
