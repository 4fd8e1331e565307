import FormModel
import Glibc

/// The calendar of the system's time zone.
enum LocalCalendar {
    /// nil: the clock says a time that no calendar has.
    static func today() -> CalendarDay? {
        var now = time(nil)
        var parts = unsafe tm()
        guard unsafe localtime_r(&now, &parts) != nil else { return nil }
        return CalendarDay(
            year: Int(unsafe parts.tm_year) + 1900,
            month: Int(unsafe parts.tm_mon) + 1,
            day: Int(unsafe parts.tm_mday)
        )
    }
}
