import FormModel
import Glibc

extension CalendarDate {
    /// The day on the wall, in the time zone that the daemon runs in; nil where there is none.
    @Sendable static func today() -> CalendarDate? {
        var now = unsafe time(nil)
        var parts = unsafe tm()
        guard unsafe localtime_r(&now, &parts) != nil else { return nil }
        return unsafe CalendarDate(
            year: Int(parts.tm_year) + 1900,
            month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday)
        )
    }
}
