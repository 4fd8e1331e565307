import FormPresentation
import FormTerminal
import FormModel
import Glibc
import LocaleData

extension ScreenSettings {
    /// The settings from the environment: `FORMCTL_BIDI=terminal` is for a terminal that applies the bidirectional
    /// algorithm itself.
    static var ofEnvironment: ScreenSettings {
        // ICU is loaded when the first calendar is shown.
        let symbols = ICULocaleSymbols()
        var settings = ScreenSettings()
        settings.ordersTexts = getenv("FORMCTL_BIDI").map { String(cString: $0) != "terminal" } ?? true
        settings.calendar = { CalendarWords(symbols, locale: $0) }
        return settings
    }
}

extension ScreenSettings {
    /// The settings for a form that is only left by submitting it.
    func with(kiosk: Bool) -> ScreenSettings {
        guard kiosk else { return self }
        var settings = self
        settings.isKiosk = true
        settings.hiddenButtons = [.cancel]
        return settings
    }
}

extension CalendarWords {
    /// The names of CLDR for a language and its region.
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
