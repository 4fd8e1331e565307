extension DatePattern {
    /// A day as the pattern writes it, with names in the language of `locale` (a BCP 47 tag); fields of a time stay
    /// empty.
    package func text(of date: CalendarDay, calendar: CalendarKind = .gregorian, locale: String = "en") -> String {
        let names = DayNames.of(locale)
        let year = date.year + calendar.yearOffset
        var text = ""
        for element in elements {
            switch element {
            case .literal(let literal): text += literal
            case .field(let field):
                switch field {
                case .day: text += date.day.padded(1)
                case .paddedDay: text += date.day.padded(2)
                case .month: text += date.month.padded(1)
                case .paddedMonth: text += date.month.padded(2)
                case .shortMonthName: text += names.shortMonths[date.month - 1]
                case .monthName: text += names.months[date.month - 1]
                case .shortLoneMonthName: text += (names.lonelyShortMonths ?? names.shortMonths)[date.month - 1]
                case .loneMonthName: text += (names.lonelyMonths ?? names.months)[date.month - 1]
                case .year: text += year.padded(4)
                case .yearOfCentury: text += (year % 100).padded(2)
                case .shortWeekday: text += names.shortWeekdays[date.weekday]
                case .weekday: text += names.weekdays[date.weekday]
                case .hour, .paddedHour, .halfDayHour, .paddedHalfDayHour, .minute, .paddedMinute, .second,
                    .paddedSecond, .dayPeriod:
                    break
                }
            }
        }
        return text
    }
}
