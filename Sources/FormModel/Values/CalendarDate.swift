/// A day of the Gregorian calendar, extended to all years from 1 to 9999.
package struct CalendarDate: Sendable, Hashable, Comparable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// nil: there is no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(inMonth: month, of: year) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// `2024-02-29`, exactly so; nil for anything else and for a day that does not exist.
    package init?(iso text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], let year = Int(asciiDigits: parts[0]),
            let month = Int(asciiDigits: parts[1]),
            let day = Int(asciiDigits: parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// A month from 1 to 12.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: CustomStringConvertible {
    /// ISO 8601: `2024-02-29`.
    package var description: String {
        "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
    }
}
