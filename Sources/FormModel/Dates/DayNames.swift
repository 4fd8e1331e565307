/// The names of months and of the days of the week in a language, as Unicode's CLDR has them.
package struct DayNames: Sendable, Hashable {
    /// From January; beside a day, long and short, then alone, long and short.
    package let months: [[String]]
    /// From Monday, long and short.
    package let weekdays: [[String]]

    /// `nil` unless there are four lists of twelve months, each different, and two of seven days.
    package init?(months: [[String]], weekdays: [[String]]) {
        guard months.count == 4, months.allSatisfy({ Set($0).count == 12 && $0.count == 12 }),
            weekdays.count == 2, weekdays.allSatisfy({ $0.count == 7 })
        else { return nil }
        self.init(validMonths: months, weekdays: weekdays)
    }

    private init(validMonths months: [[String]], weekdays: [[String]]) {
        self.months = months
        self.weekdays = weekdays
    }

    package static let english = {
        let months = [
            list("January February March April May June July August September October November December"),
            list("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        ]
        return DayNames(
            validMonths: months + months,
            weekdays: [
                list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"), list("Mon Tue Wed Thu Fri Sat Sun"),
            ]
        )
    }()

    private static func list(_ names: String) -> [String] {
        names.split(separator: " ").map(String.init)
    }

    /// How a field writes a day; empty if the field is not a name.
    func name(of day: CalendarDay, in field: DatePattern.Field) -> String {
        switch field {
        case .weekday: weekdays[0][day.weekday]
        case .shortWeekday: weekdays[1][day.weekday]
        default: field.monthNames.map { months[$0][day.month - 1] } ?? ""
        }
    }
}
