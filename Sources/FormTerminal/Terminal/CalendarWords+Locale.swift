import CNcurses
import Glibc

extension CalendarWords {
    /// As the C library has them in the user's language (`LC_TIME`).
    package static var ofUser: CalendarWords {
        guard unsafe setlocale(LC_TIME, "") != nil else { return .english }
        return CalendarWords(
            months: (0..<12).map { unsafe String(cString: terminal_month($0)) },
            // The days' own names begin with Sunday.
            weekdays: (0..<7).map { String(unsafe String(cString: terminal_weekday(($0 + 1) % 7)).prefix(2)) },
            firstWeekday: 0
        )
    }
}
