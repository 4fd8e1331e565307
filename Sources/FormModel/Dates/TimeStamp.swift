import TextEditing

/// A time of day or a moment in the syntax of RFC 3339; seconds, their fraction and the offset from UTC are optional.
package struct TimeStamp: Sendable, Hashable, Comparable {
    package let text: String
    package let hasSeconds: Bool
    package let hasFraction: Bool
    package let hasOffset: Bool
    /// `nil` for a time of day.
    package let date: CalendarDay?
    /// From midnight; a leap second counts.
    private let second: Int
    /// The digits after the point, without trailing zeros; they are compared as text.
    private let fraction: String
    /// Minutes east of UTC.
    private let offset: Int

    package init?(_ text: String, kind: MomentKind) {
        self.text = text
        var rest = text.utf8[...]
        if kind == .dateTime {
            guard rest.count > 11, "Tt ".utf8.contains(rest[rest.index(rest.startIndex, offsetBy: 10)]),
                let date = CalendarDay(iso: String(text.prefix(10)))
            else { return nil }
            self.date = date
            rest = rest.dropFirst(11)
        } else {
            date = nil
        }
        guard let hour = Self.number(&rest, to: 23), Self.take(":", &rest), let minute = Self.number(&rest, to: 59)
        else {
            return nil
        }
        hasSeconds = Self.take(":", &rest)
        // Second 60 is a leap second, which is only possible at the end of a day in UTC.
        guard let second = hasSeconds ? Self.number(&rest, to: 60) : 0 else { return nil }
        hasFraction = hasSeconds && Self.take(".", &rest)
        let digits = hasFraction ? rest.prefix(while: \.isDigit) : rest.prefix(0)
        guard hasFraction == !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        var significant = digits
        while significant.last == UInt8(ascii: "0") { significant.removeLast() }
        fraction = String(decoding: significant, as: UTF8.self)
        hasOffset = !rest.isEmpty
        if hasOffset, !(rest.count == 1 && (Self.take("Z", &rest) || Self.take("z", &rest))) {
            let isEast = Self.take("+", &rest)
            guard isEast || Self.take("-", &rest), let hours = Self.number(&rest, to: 23), Self.take(":", &rest),
                let minutes = Self.number(&rest, to: 59), rest.isEmpty
            else { return nil }
            offset = (isEast ? 1 : -1) * (hours * 60 + minutes)
        } else {
            offset = 0
        }
        let minuteOfDay = hour * 60 + minute
        guard second < 60 || (minuteOfDay - offset + 1_440 * 2) % 1_440 == 1_439 else { return nil }
        self.second = minuteOfDay * 60 + second
    }

    /// The time of day; `nil` if it has a fraction or an offset, or is a leap second.
    var plainTime: ClockTime? { hasFraction || hasOffset ? nil : ClockTime(secondOfDay: second) }

    private static func take(_ character: Unicode.Scalar, _ text: inout Substring.UTF8View) -> Bool {
        guard let first = text.first, UInt32(first) == character.value else { return false }
        text.removeFirst()
        return true
    }

    /// Two digits.
    private static func number(_ text: inout Substring.UTF8View, to limit: Int) -> Int? {
        guard let number = Int(asciiDigits: text.prefix(2)), text.count >= 2, number <= limit else { return nil }
        text = text.dropFirst(2)
        return number
    }

    /// Compares the moments in UTC if both have an offset, otherwise the local times.
    package static func < (one: TimeStamp, other: TimeStamp) -> Bool {
        let isUTC = one.hasOffset && other.hasOffset
        let (first, second) = (one.seconds(isUTC), other.seconds(isUTC))
        return first == second ? one.fraction < other.fraction : first < second
    }

    private func seconds(_ isUTC: Bool) -> Int { (date?.dayNumber ?? 0) * 86_400 + second - (isUTC ? offset * 60 : 0) }
}

extension CalendarDay {
    /// Reads the day of a date, or of a date with a time in the syntax of RFC 3339.
    package init?(withOptionalTime text: String) {
        guard let day = CalendarDay(iso: text) ?? TimeStamp(text, kind: .dateTime)?.date else { return nil }
        self = day
    }
}
