package import FormModel

extension DateFormatter {
    package var takesSteps: Bool { true }

    /// Steps the part that the caret stands in or whose text is selected, and selects it again; behind the whole text, the day,
    /// or of a time its smallest part. An empty field begins with today, and with the first time of the day.
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
            if let last, last < start { start = Moment(date: last.date ?? start.date, time: last.time ?? start.time) }
            if let first, start < first {
                start = Moment(date: first.date ?? start.date, time: first.time ?? start.time)
            }
            return text(of: start)
        }
        guard case .moment(let start, _) = reading(entry) else { return nil }
        let fields = symbols.pattern.fields
        let isSelected = current.selection.length > 0
        let isBehind = !isSelected && current.selection.start >= current.text.count
        let place = layout.place(at: current.selection.start)
        let smallest = definition.kind == .time ? fields.last { $0.part != .dayPeriod }?.part : .day
        guard let part = isBehind ? smallest : fields.indices.contains(place.field) ? fields[place.field].part : nil,
            let end = limits.moment(from: start, by: count, part, between: first, and: last), var text = text(of: end)
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

    /// `nil` for a moment that the pattern cannot write, such as a year of another century.
    private func text(of moment: Moment) -> FormattedText? {
        let text = format(moment.text(withSeconds: symbols.pattern.fields.contains { $0.part == .second }))
        guard let (entry, _) = read(text.text.string), case .moment(moment, _) = reading(entry) else { return nil }
        return text
    }
}
