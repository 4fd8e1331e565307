extension DayPattern {
    /// A day as the pattern writes it, with names in the language of `locale` (a BCP 47 tag).
    package func format(_ date: CalendarDay, calendar: CalendarKind = .gregorian, locale: String) -> String {
        let names = DayNames.of(locale)
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .day(let isPadded): text += date.day.padded(isPadded ? 2 : 1)
            case .month(.number(let isPadded)): text += date.month.padded(isPadded ? 2 : 1)
            case .month(.name(let isShort, let standsAlone)):
                text += names.months(isShort: isShort, standsAlone: standsAlone)[date.month - 1]
            case .year(let isShort):
                let year = date.year + calendar.yearOffset
                text += isShort ? (year % 100).padded(2) : year.padded(4)
            case .weekday(let isShort): text += (isShort ? names.shortWeekdays : names.weekdays)[date.weekday]
            }
        }
        return text
    }
}
