import FormPresentation

/// Draws one month of a calendar.
enum CalendarBox {
    private static let cell = 4

    static func draw(_ sheet: CalendarSheet, title: String, _ context: LayoutContext) -> Canvas {
        let words = context.calendar
        let day = sheet.day
        var box = OverlayBlock.box(title, inside: Size(width: 7 * cell, height: 8), in: context)
        let name = words.months.indices.contains(day.month - 1) ? words.months[day.month - 1] : String(day.month)
        let month = "\(name) \(day.year)"
        box.put(ornament: "◂", x: 2, y: 1, .boxTitle)
        box.mark(.months(-1), x: 1, y: 1, width: 3)
        box.put(month, x: max(box.width - month.displayWidth, 0) / 2, y: 1, .boxTitle)
        box.put(ornament: "▸", x: box.width - 3, y: 1, .boxTitle)
        box.mark(.months(1), x: box.width - 4, y: 1, width: 3)
        for column in 0..<7 {
            let index = (column + words.firstWeekday) % 7
            let weekday = words.weekdays.indices.contains(index) ? words.weekdays[index] : ""
            box.put(weekday.cut(toWidth: cell - 1), x: 3 + column * cell, y: 2, .box)
        }
        var date = Day(year: day.year, month: day.month, day: 1)
        var column = (date.weekday - words.firstWeekday + 7) % 7
        var line = 3
        for number in 1...day.daysInMonth {
            date.day = number
            draw(date, of: sheet, on: &box, x: 2 + column * cell, y: line)
            column += 1
            if column == 7 { (column, line) = (0, line + 1) }
        }
        return box
    }

    private static func draw(_ date: Day, of sheet: CalendarSheet, on box: inout Canvas, x: Int, y: Int) {
        let digits = String(date.day)
        let text = (digits.utf8.count < 2 ? "  " : " ") + digits + " "
        let isHere = date == sheet.day
        box.put(text, x: x, y: y, isHere ? .boxChosen : sheet.takes(date) ? .box : .boxDisabled)
        box.mark(.day(date), x: x, y: y, width: cell)
        if isHere { box.cursor = Point(x: x + 1, y: y) }
    }
}
