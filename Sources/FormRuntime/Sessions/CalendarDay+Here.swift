package import FormModel
import Glibc

extension Moment {
    /// The seconds since 1970 by the machine's clock.
    package static func secondsSince1970() -> Int { Glibc.time(nil) }
}

extension CalendarDay {
    /// The current day in the daemon's time zone, which may change while the daemon runs.
    package static func here() -> CalendarDay {
        var now = time(nil)
        var parts = unsafe tm()
        tzset()
        guard unsafe localtime_r(&now, &parts) != nil else { return .epoch }
        let (year, month, day) = unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday)
        return CalendarDay(year: Int(year) + 1900, month: Int(month) + 1, day: Int(day)) ?? .epoch
    }
}
