/// The kind of value of a date or time formatter's field.
package enum MomentKind: String, Sendable, CaseIterable {
    case date, time, dateTime

    package var components: Set<DatePattern.Component> {
        switch self {
        case .date: [.day, .month, .year]
        case .time: [.hour, .minute, .second, .dayPeriod]
        case .dateTime: [.day, .month, .year, .hour, .minute, .second, .dayPeriod]
        }
    }
}

/// A date, a time or both: the value of a date formatter.
package struct Moment: Sendable, Hashable {
    package var date: CalendarDay?
    package var time: ClockTime?

    package init(date: CalendarDay? = nil, time: ClockTime? = nil) {
        self.date = date
        self.time = time
    }

    /// Reads ISO 8601 in the format of the kind, `2024-02-29`, `09:30` or `2024-02-29T09:30`; returns `nil` for
    /// anything else.
    package init?(iso text: some StringProtocol, kind: MomentKind) {
        if kind == .date {
            guard let date = CalendarDay(iso: String(text)) else { return nil }
            self.init(date: date)
        } else {
            guard let stamp = TimeStamp(String(text), kind: kind), let time = stamp.plainTime,
                kind == .time || text.contains("T")
            else { return nil }
            self.init(date: stamp.date, time: time)
        }
    }

    /// A number of seconds after the beginning of 1970, in UTC; `nil` beyond the years of the calendar.
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

    /// The moment in the format of ISO 8601.
    package func text(withSeconds: Bool) -> String {
        [date?.iso, time?.text(withSeconds: withSeconds)].compactMap(\.self).joined(separator: "T")
    }
}

extension Moment {
    /// The moment that is `count` units of a component later, or earlier if `count` is below 0; `nil` outside the years
    /// 1 to 9999.
    ///
    /// If the new month is shorter, the result is its last day. A time without a date wraps at midnight, and changing
    /// between AM and PM stays on the same day.
    package func adding(_ count: Int, _ component: DatePattern.Component) -> Moment? {
        switch component {
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

    /// The nearest moment that is neither before `first` nor after `last`, where `nil` is no bound. A bound with a date
    /// or a time alone leaves the other as it is.
    package func clamped(from first: Moment?, to last: Moment?) -> Moment {
        var moment = self
        func move(to bound: Moment) {
            moment = Moment(date: bound.date ?? moment.date, time: bound.time ?? moment.time)
        }
        if let first, moment < first { move(to: first) }
        if let last, last < moment { move(to: last) }
        return moment
    }

    /// The days since 1970-01-01 of a date; the seconds since then, or since midnight, of a moment with a time.
    package var position: Int? {
        guard let time else { return date?.dayNumber }
        return (date?.dayNumber ?? 0) * ClockTime.secondsOfDay + time.secondOfDay
    }
}

extension Int {
    /// Returns `nil` if the sum overflows.
    fileprivate func adding(_ other: Int) -> Int? {
        let (sum, isTooFar) = addingReportingOverflow(other)
        return isTooFar ? nil : sum
    }
}

extension Moment: Comparable {
    /// Ignores a part that one of the two does not have.
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

    /// Returns `nil` for a time that does not exist.
    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Reads `09:30` or `09:30:15`; returns `nil` for anything else.
    package init?(iso text: some StringProtocol) {
        guard let time = TimeStamp(String(text), kind: .time)?.plainTime else { return nil }
        self = time
    }

    package static let secondsOfDay = 86_400

    package var secondOfDay: Int { hour * 3_600 + minute * 60 + second }

    /// Returns `nil` for a number that is not from 0 to 86,399.
    package init?(secondOfDay: Int) {
        guard 0..<Self.secondsOfDay ~= secondOfDay else { return nil }
        self.init(hour: secondOfDay / 3_600, minute: secondOfDay / 60 % 60, second: secondOfDay % 60)
    }

    package static func < (left: ClockTime, right: ClockTime) -> Bool {
        (left.hour, left.minute, left.second) < (right.hour, right.minute, right.second)
    }

    /// The time in the format of ISO 8601: `09:30` or `09:30:15`.
    package func text(withSeconds: Bool) -> String {
        "\(hour.padded(2)):\(minute.padded(2))" + (withSeconds ? ":\(second.padded(2))" : "")
    }
}
