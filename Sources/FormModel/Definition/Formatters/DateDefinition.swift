/// The keys of a `date`, `time` or `dateTime` formatter.
package struct DateDefinition: Sendable, Hashable {
    package var kind: Kind
    /// nil: the order and the separators of the language.
    package var pattern: DatePattern?
    /// A BCP 47 tag; nil: the session's.
    package var locale: String?
    package var minimum: MomentBound?
    package var maximum: MomentBound?
    /// Whether numbers of one digit get their zero.
    package var pads = true
    /// In place of what formd says of a date that will not do.
    package var message: LocalizedText?

    package enum Kind: String, Sendable, CaseIterable {
        case date, time, dateTime
    }

    package init(_ kind: Kind) {
        self.kind = kind
    }
}

/// The first or the last moment that a date field takes.
package enum MomentBound: Sendable, Hashable {
    case moment(Moment)
    /// The day on which it is asked.
    case today
}

/// A date, a time or both: what a text of the formatter stands for.
package struct Moment: Sendable, Hashable {
    package var date: CalendarDay?
    package var time: ClockTime?

    package init(date: CalendarDay? = nil, time: ClockTime? = nil) {
        self.date = date
        self.time = time
    }

    /// ISO 8601 of what a formatter of this kind holds: `2024-02-29`, `09:30`, `2024-02-29T09:30`; nil for anything else.
    package init?(iso text: some StringProtocol, kind: DateDefinition.Kind) {
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

    /// ISO 8601.
    package func text(withSeconds: Bool) -> String {
        [date?.iso, time?.text(withSeconds: withSeconds)].compactMap(\.self).joined(separator: "T")
    }
}

extension Moment: Comparable {
    /// What one of the two does not have is not compared.
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
