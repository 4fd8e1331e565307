import FormPresentation
import Glibc

extension tm {
    /// The local time.
    static var now: tm {
        var (now, parts) = (time(nil), tm())
        localtime_r(&now, &parts)
        return parts
    }

    /// The time in a format of `strftime`.
    func formatted(_ format: String) -> String {
        var (parts, buffer) = (self, [CChar](repeating: 0, count: 128))
        let count = strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension Day {
    /// A day of which parts that are 0 or less are today's, as is a day that the month does not have. Where the month does
    /// not have today's day either, it is as many days into the next month (`mktime`), as in dialog.
    static func orToday(year: Int, month: Int, day: Int, now: tm = .now) -> Day {
        let first = Day(
            year: year > 0 ? min(year, 9999) : Int(now.tm_year) + 1900,
            month: month > 0 ? min(month, 12) : Int(now.tm_mon) + 1,
            day: 1
        )
        return first.adding(days: ((1...first.daysInMonth).contains(day) ? day : Int(now.tm_mday)) - 1)
    }

    /// A day such as `2026-02-28` in a format of `strftime`; any other text unchanged.
    static func format(_ text: String, _ format: String) -> String {
        guard let day = Day(text) else { return text }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(day.year) - 1900, Int32(day.month) - 1, Int32(day.day))
        // `mktime` computes the day of the week. At noon, a change of daylight saving time cannot lead to another day.
        parts.tm_hour = 12
        _ = mktime(&parts)
        return parts.formatted(format)
    }
}
