import FoundationEssentials
import FoundationInternationalization

/// The names of months in a language, taken from dates that ICU has written.
enum MonthNames {
    /// Long and short, beside a day and alone: a language may decline them.
    static func forms(in locale: Locale) -> [[String]] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = locale
        let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
        let styles = [
            style.day().month(.wide), style.day().month(.abbreviated), style.month(.wide), style.month(.abbreviated),
        ]
        // The middle of each month of 2033, in seconds since 1970.
        let days = (0..<12).map { Date(timeIntervalSince1970: 1_989_360_000 + Double($0) * 30.4375 * 86_400) }
        return styles.map { style in days.map { name(in: $0.formatted(style)) } }
    }

    /// A date without its day and without the text around the name.
    private static func name(in text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.firstIndex(where: isLetter), let last = scalars.lastIndex(where: isLetter) else {
            return text
        }
        return String(String.UnicodeScalarView(scalars[first...last]))
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }
}
