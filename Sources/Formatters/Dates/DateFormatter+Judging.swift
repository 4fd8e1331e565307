package import FormModel
import Languages
package import TextEditing

/// The meaning of a date entry.
enum DateReading: Sendable, Hashable {
    /// A field has too few digits.
    case incomplete
    /// All fields are complete, but the date or time does not exist; otherwise the text is ISO 8601.
    case impossible(String, isTime: Bool)
    case moment(Moment, text: String)

    /// The value in ISO 8601; `nil` while digits are missing.
    var value: String? {
        switch self {
        case .incomplete: nil
        case .impossible(let text, _), .moment(_, let text): text
        }
    }
}

extension DateFormatter {
    package var complains: Bool { true }
    package var asksForToday: Bool { definition.minimum == .today || definition.maximum == .today }

    package func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint? {
        guard let (entry, _) = read(current.text.string) else {
            return FormatterComplaint(incomplete, message: definition.message)
        }
        guard !entry.isEmpty else { return nil }
        return complaint(about: reading(entry), today: today).map {
            FormatterComplaint($0, message: definition.message)
        }
    }

    /// - Parameter today: `nil` to ignore bounds that depend on the current day.
    func complaint(about reading: DateReading, today: CalendarDay?) -> DefaultMessage? {
        switch reading {
        case .incomplete: return incomplete
        case .impossible(_, let isTime): return isTime ? .noSuchTime : .noSuchDate
        case .moment(let moment, _):
            if let first = bound(definition.minimum, today), moment < first {
                let shown = shown(first)
                return definition.kind == .time ? .timeTooEarly(minimum: shown) : .dateTooEarly(minimum: shown)
            }
            if let last = bound(definition.maximum, today), last < moment {
                let shown = shown(last)
                return definition.kind == .time ? .timeTooLate(maximum: shown) : .dateTooLate(maximum: shown)
            }
            return nil
        }
    }

    private var incomplete: DefaultMessage {
        definition.kind == .time ? .incompleteTime : .incompleteDate
    }

    func bound(_ bound: DateDefinition.Bound?, _ today: CalendarDay?) -> Moment? {
        switch bound {
        case nil: nil
        case .moment(let moment): moment
        case .today: today.map { Moment(date: $0) }
        }
    }

    private func shown(_ bound: Moment) -> String {
        format(bound.description).text.string
    }

    func reading(_ entry: DateEntry) -> DateReading {
        var components: [DatePattern.Component: Int] = [:]
        for (field, segment) in symbols.pattern.fields.enumerated() {
            guard let number = symbols.number(field, of: entry) else { return .incomplete }
            let count = entry.contents[field].count
            guard segment == .dayPeriod || count == segment.maximumDigits || !segment.isFixed || isShort(segment) else {
                return .incomplete
            }
            components[segment.component] = segment == .yearOfCentury ? wholeYear(number) : number
        }
        let (date, time) = (definition.kind != .time, definition.kind != .date)
        let day = CalendarDay(year: components[.year] ?? 0, month: components[.month] ?? 0, day: components[.day] ?? 0)
        let clock = clockTime(components)
        let hasSeconds = components[.second] != nil
        if !date || day != nil, !time || clock != nil {
            let moment = Moment(date: date ? day : nil, time: time ? clock : nil)
            return .moment(moment, text: moment.text(withSeconds: hasSeconds))
        }
        var text: [String] = []
        if date {
            let (year, month, day) = (components[.year] ?? 0, components[.month] ?? 0, components[.day] ?? 0)
            text.append("\(year.padded(4))-\(month.padded(2))-\(day.padded(2))")
        }
        if time {
            let seconds = hasSeconds ? ":\((components[.second] ?? 0).padded(2))" : ""
            text.append("\((hour(components) ?? 0).padded(2)):\((components[.minute] ?? 0).padded(2))" + seconds)
        }
        return .impossible(text.joined(separator: "T"), isTime: !date || day != nil)
    }

    /// Whether a number may have one digit, because neither the pattern nor the definition requires a leading zero.
    private func isShort(_ segment: DatePattern.Field) -> Bool {
        !definition.pads && [.day, .month, .hour].contains(segment.component)
    }

    private func clockTime(_ components: [DatePattern.Component: Int]) -> ClockTime? {
        guard let hour = hour(components), let minute = components[.minute] else { return nil }
        if components[.dayPeriod] != nil, let shown = components[.hour], !(1...12 ~= shown) { return nil }
        return ClockTime(hour: hour, minute: minute, second: components[.second] ?? 0)
    }

    private func hour(_ components: [DatePattern.Component: Int]) -> Int? {
        guard let hour = components[.hour] else { return nil }
        guard let period = components[.dayPeriod] else { return hour }
        return hour > 12 ? hour : hour % 12 + period * 12
    }

    /// A year of two digits is one from 1969 to 2068.
    func wholeYear(_ number: Int) -> Int {
        number < 69 ? 2000 + number : 1900 + number
    }

    package func tail(of current: FormattedText) -> String {
        guard let (entry, _) = read(current.text.string) else { return "" }
        var tail = ""
        var field = 0
        for element in symbols.pattern.elements {
            switch element {
            case .literal(let literal): if field >= entry.reached { tail += literal }
            case .field(let segment):
                if field >= entry.reached {
                    tail += segment.rawValue
                } else if field == entry.reached - 1, segment.isFixed || entry.contents[field].isEmpty {
                    tail += segment.rawValue.dropFirst(entry.contents[field].count)
                }
                field += 1
            }
        }
        // The literal at the end is already part of the text if all digits are present.
        return reading(entry) == .incomplete ? tail : ""
    }

    package func canComplete(_ current: FormattedText) -> Bool {
        guard let (entry, _) = read(current.text.string) else { return false }
        let reading = reading(entry)
        guard reading == .incomplete else { return complaint(about: reading, today: nil) == nil }
        var components: [DatePattern.Component: Int] = [:]
        for (field, segment) in symbols.pattern.fields.enumerated() {
            guard let number = symbols.number(field, of: entry), segment != .dayPeriod else { continue }
            // In other fields no digits can be appended.
            if field < entry.reached - 1 || entry.contents[field].count == segment.maximumDigits {
                guard segment.range ~= number else { return false }
                components[segment.component] = number
            } else if !(segment.range ~= number), number * 10 > segment.range.upperBound {
                return false
            }
        }
        if let day = components[.day], let month = components[.month] {
            // An unknown year may be a leap year.
            return day <= CalendarDay.days(inMonth: month, of: components[.year] ?? 2000)
        }
        return true
    }
}

extension DateFormatter {
    package var takesSteps: Bool { true }

    /// Steps the component at the caret or in the selection, and selects it again. If the caret is after the whole
    /// text, steps the day, or the smallest component of a time. An empty field starts with the current day, or with
    /// the first time of the day.
    package func stepped(
        _ current: FormattedText,
        by count: Int,
        _ limits: StepLimits,
        today: CalendarDay
    ) -> FormattedText? {
        guard let (entry, layout) = read(current.text.string) else { return nil }
        let first = bound(definition.minimum, today)
        let last = bound(definition.maximum, today)
        if entry.isEmpty {
            var start = Moment(date: definition.kind == .time ? nil : today)
            if definition.kind != .date { start.time = ClockTime(hour: 0, minute: 0) }
            return text(of: start.clamped(from: first, to: last))
        }
        guard case .moment(let start, _) = reading(entry) else { return nil }
        let fields = symbols.pattern.fields
        let isSelected = current.selection.length > 0
        let isBehind = !isSelected && current.selection.start >= current.text.count
        let place = layout.place(at: current.selection.start)
        let smallest = definition.kind == .time ? fields.last { $0.component != .dayPeriod }?.component : .day
        let atCaret = fields.indices.contains(place.field) ? fields[place.field].component : nil
        guard let component = isBehind ? smallest : atCaret,
            let end = limits.moment(from: start, by: count, component, between: first, and: last),
            var text = text(of: end)
        else { return nil }
        guard !isBehind, let (entry, layout) = read(text.text.string), entry.contents.indices.contains(place.field)
        else {
            return text
        }
        let behind = layout.caret(at: DatePlace(field: place.field, index: entry.contents[place.field].count))
        if isSelected {
            text.selection = TextSelection(from: layout.caret(at: DatePlace(field: place.field, index: 0)), to: behind)
        } else {
            text.selection = TextSelection(start: behind < text.text.count ? behind : layout.caret(at: place))
        }
        return text
    }

    /// Returns `nil` for a moment that the pattern cannot represent, such as a year of another century.
    private func text(of moment: Moment) -> FormattedText? {
        let text = format(moment.text(withSeconds: symbols.pattern.fields.contains { $0.component == .second }))
        guard let (entry, _) = read(text.text.string), case .moment(moment, _) = reading(entry) else { return nil }
        return text
    }
}
