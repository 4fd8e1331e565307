/// What a field of a date or time formatter holds.
package enum MomentKind: String, Sendable, CaseIterable {
    case date, time, dateTime

    package var parts: Set<DatePattern.Part> {
        switch self {
        case .date: [.day, .month, .year]
        case .time: [.hour, .minute, .second, .dayPeriod]
        case .dateTime: [.day, .month, .year, .hour, .minute, .second, .dayPeriod]
        }
    }
}

/// A date, a time or both: what a text of a date formatter stands for.
package struct Moment: Sendable, Hashable {
    package var date: CalendarDay?
    package var time: ClockTime?

    package init(date: CalendarDay? = nil, time: ClockTime? = nil) {
        self.date = date
        self.time = time
    }

    /// Reads ISO 8601: `2024-02-29`, `09:30` or `2024-02-29T09:30`, as the kind has it; `nil` for anything else.
    package init?(iso text: some StringProtocol, kind: MomentKind) {
        switch kind {
        case .date:
            guard let date = CalendarDay(iso: String(text)) else { return nil }
            self.init(date: date)
        case .time:
            guard let time = ClockTime(iso: text) else { return nil }
            self.init(time: time)
        case .dateTime:
            let parts = text.split(separator: "T", omittingEmptySubsequences: false)
            guard parts.count == 2, let date = CalendarDay(iso: String(parts[0])), let time = ClockTime(iso: parts[1])
            else {
                return nil
            }
            self.init(date: date, time: time)
        }
    }

    /// The moment in UTC that is so many seconds after the beginning of 1970; `nil` beyond the years of the calendar.
    package init?(secondsSince1970 seconds: Int) {
        let length = 86_400
        let day = (Double(seconds) / Double(length)).rounded(.down)
        guard let number = Int(exactly: day), let date = CalendarDay(dayNumber: number) else { return nil }
        let (rest, isTooLarge) = seconds.subtractingReportingOverflow(number * length)
        guard !isTooLarge, let time = ClockTime(hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60) else {
            return nil
        }
        self.init(date: date, time: time)
    }

    /// ISO 8601.
    package func text(withSeconds: Bool) -> String {
        [date?.iso, time?.text(withSeconds: withSeconds)].compactMap(\.self).joined(separator: "T")
    }
}

extension Moment: Comparable {
    /// A part that one of the two does not have is not compared.
    package static func < (left: Moment, right: Moment) -> Bool {
        if let day = left.date, let other = right.date, day != other { return day < other }
        guard let time = left.time, let other = right.time else { return false }
        return time < other
    }
}

extension Moment: CustomStringConvertible {
    package var description: String {
        text(withSeconds: time.map { $0.second > 0 } ?? false)
    }
}

/// A time of day to the second.
package struct ClockTime: Sendable, Hashable, Comparable {
    package let hour: Int
    package let minute: Int
    package let second: Int

    /// `nil` for a time that no clock shows.
    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// `09:30` or `09:30:15`; nil for anything else.
    package init?(iso text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, parts.allSatisfy({ $0.count == 2 }) else { return nil }
        let numbers = parts.compactMap { Int(asciiDigits: $0) }
        guard numbers.count == parts.count else { return nil }
        self.init(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
    }

    package static func < (left: ClockTime, right: ClockTime) -> Bool {
        (left.hour, left.minute, left.second) < (right.hour, right.minute, right.second)
    }

    /// ISO 8601: `09:30`, or `09:30:15`.
    package func text(withSeconds: Bool) -> String {
        "\(hour.padded(2)):\(minute.padded(2))" + (withSeconds ? ":\(second.padded(2))" : "")
    }
}

extension Int {
    /// The number that ASCII digits write; nil for none, for anything else, and for a number that is too large.
    package init?(asciiDigits digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var number = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        self = number
    }
}
