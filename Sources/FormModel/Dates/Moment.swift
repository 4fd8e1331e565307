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
        let length = ClockTime.secondsOfDay
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

extension Moment {
    /// The moment some units of one part later, or earlier where `count` is below 0; `nil` outside of the years 1 to 9999.
    ///
    /// A month that is shorter takes its last day. A time without a date begins anew at midnight, and AM and PM change
    /// places on the same day.
    package func adding(_ count: Int, _ part: DatePattern.Part) -> Moment? {
        switch part {
        case .year: adding(months: count, in: 12)
        case .month: adding(months: count, in: 1)
        case .day, .weekday: adding(days: count)
        case .hour: adding(seconds: count, in: 3_600)
        case .minute: adding(seconds: count, in: 60)
        case .second: adding(seconds: count, in: 1)
        case .dayPeriod:
            time.flatMap { time in
                let hour = count.isMultiple(of: 2) ? time.hour : (time.hour + 12) % 24
                return Moment(date: date, time: ClockTime(hour: hour, minute: time.minute, second: time.second))
            }
        }
    }

    private func adding(months count: Int, in unit: Int) -> Moment? {
        let (months, isTooFar) = count.multipliedReportingOverflow(by: unit)
        guard let date, !isTooFar, -120_000...120_000 ~= months else { return nil }
        let month = date.year * 12 + date.month - 1 + months
        guard month >= 12 else { return nil }
        let (year, number) = (month / 12, month % 12 + 1)
        let day = min(date.day, CalendarDay.days(inMonth: number, of: year))
        return CalendarDay(year: year, month: number, day: day).map { Moment(date: $0, time: time) }
    }

    private func adding(days count: Int) -> Moment? {
        guard let date, -4_000_000...4_000_000 ~= count else { return nil }
        return CalendarDay(dayNumber: date.dayNumber + count).map { Moment(date: $0, time: time) }
    }

    private func adding(seconds count: Int, in unit: Int) -> Moment? {
        let (seconds, isTooFar) = count.multipliedReportingOverflow(by: unit)
        guard let time, !isTooFar, let sum = seconds.adding(time.secondOfDay) else { return nil }
        let days =
            sum >= 0 ? sum / ClockTime.secondsOfDay : -((ClockTime.secondsOfDay - 1 - sum) / ClockTime.secondsOfDay)
        guard let clock = ClockTime(secondOfDay: sum - days * ClockTime.secondsOfDay) else { return nil }
        let moment = Moment(date: date, time: clock)
        return date == nil ? moment : moment.adding(days: days)
    }

    /// Days since 1970-01-01 of a date, seconds since then or since midnight of what has a time.
    package var position: Int? {
        guard let time else { return date?.dayNumber }
        return (date?.dayNumber ?? 0) * ClockTime.secondsOfDay + time.secondOfDay
    }
}

extension Int {
    /// `nil` where the sum is beyond what the type holds.
    fileprivate func adding(_ other: Int) -> Int? {
        let (sum, isTooFar) = addingReportingOverflow(other)
        return isTooFar ? nil : sum
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

    package static let secondsOfDay = 86_400

    package var secondOfDay: Int { hour * 3_600 + minute * 60 + second }

    /// `nil` for a number that is not from 0 to 86,399.
    package init?(secondOfDay: Int) {
        guard 0..<Self.secondsOfDay ~= secondOfDay else { return nil }
        self.init(hour: secondOfDay / 3_600, minute: secondOfDay / 60 % 60, second: secondOfDay % 60)
    }

    package static func < (left: ClockTime, right: ClockTime) -> Bool {
        (left.hour, left.minute, left.second) < (right.hour, right.minute, right.second)
    }

    /// ISO 8601: `09:30`, or `09:30:15`.
    package func text(withSeconds: Bool) -> String {
        "\(hour.padded(2)):\(minute.padded(2))" + (withSeconds ? ":\(second.padded(2))" : "")
    }
}

extension String {
    /// Whether the text begins as times of ISO 8601 do: `08:30`.
    package var beginsWithTime: Bool {
        let start = Array(utf8.prefix(5))
        return start.count == 5 && start[2] == UInt8(ascii: ":") && [0, 1, 3, 4].allSatisfy { start[$0].isDigit }
    }
}
