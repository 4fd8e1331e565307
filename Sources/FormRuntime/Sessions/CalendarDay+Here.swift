package import FormModel
import Glibc
import Synchronization

extension Moment {
    /// The seconds since 1970 by the machine's clock.
    package static func secondsSince1970() -> Int { Glibc.time(nil) }
}

extension CalendarDay {
    private static let latest = Mutex<(second: Int, day: CalendarDay)>((0, .epoch))

    /// The current day in the daemon's time zone, which may change while the daemon runs. Every key needs it, and asking
    /// for the time zone is a system call, so it is asked for once a second.
    package static func here() -> CalendarDay {
        latest.withLock { latest in
            var now = time(nil)
            if now == latest.second { return latest.day }
            var parts = unsafe tm()
            tzset()
            guard unsafe localtime_r(&now, &parts) != nil else { return .epoch }
            let (year, month, day) = unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday)
            latest = (now, CalendarDay(year: Int(year) + 1900, month: Int(month) + 1, day: Int(day)) ?? .epoch)
            return latest.day
        }
    }
}
