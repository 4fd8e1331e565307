import FormTerminal
import FormModel
import Glibc
import LocaleData

extension ScreenSettings {
    /// As the environment says: `FORMCTL_BIDI=terminal` for a terminal that orders texts from right to left by itself.
    static var ofEnvironment: ScreenSettings {
        // ICU is loaded when a calendar is first shown.
        let symbols = ICULocaleSymbols()
        var settings = ScreenSettings()
        settings.ordersTexts = getenv("FORMCTL_BIDI").map { String(cString: $0) != "terminal" } ?? true
        settings.calendar = { CalendarWords(symbols, locale: $0) }
        return settings
    }
}

extension CalendarWords {
    /// As CLDR has them for a language and its region.
    init(_ symbols: ICULocaleSymbols, locale: String) {
        let week = symbols.week(locale: locale)
        let isShort = week.shortNames.allSatisfy { $0.displayWidth <= 3 }
        self.init(
            months: symbols.dayNames(locale: locale).months[2],
            weekdays: isShort ? week.shortNames : week.narrowNames,
            firstWeekday: week.firstDay
        )
    }
}
