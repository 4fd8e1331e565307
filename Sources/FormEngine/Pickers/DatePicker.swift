import Formatters
import FormModel
import Languages

/// A calendar: the days that can be chosen, and their format.
struct DatePicker: Sendable {
    private let patterns: [String: DatePattern]
    private let sources: LocalizedText
    private let minimum: DayBound?
    private let maximum: DayBound?
    private let first: DayBound?
    private let calendar: CalendarKind
    private let symbols: any LocaleSymbols
    let preselectsInitial: Bool

    /// - Parameter symbols: provides the names of months and days.
    init(_ input: DateInput, _ symbols: any LocaleSymbols) {
        patterns = Dictionary(input.formats.map { ($0.pattern.source, $0.pattern) }) { first, _ in first }
        sources = LocalizedText(translations: input.formats.map { .init(locale: $0.locale, text: $0.pattern.source) })
        minimum = input.minimum
        maximum = input.maximum
        first = input.initial
        calendar = input.calendar
        self.symbols = symbols
        preselectsInitial = input.preselectsInitial
    }

    func minimum(today: CalendarDay) -> CalendarDay? { minimum?.date(today: today) }

    func maximum(today: CalendarDay) -> CalendarDay? { maximum?.date(today: today) }

    /// The day that an empty calendar shows: that of the definition, otherwise today, moved into the bounds.
    func initial(today: CalendarDay) -> CalendarDay {
        var date = first?.date(today: today) ?? today
        if let minimum = minimum(today: today) { date = max(date, minimum) }
        if let maximum = maximum(today: today) { date = min(date, maximum) }
        return date
    }

    func choice(forText text: String, locale: String) -> Choice {
        date(in: text, locale: locale).map { Choice($0.dayNumber) } ?? .none
    }

    func text(of choice: Choice, locale: String) -> String {
        CalendarDay(choice).map { text(of: $0, locale: locale) } ?? ""
    }

    private func text(of date: CalendarDay, locale: String) -> String {
        pattern(in: locale)?.text(of: date, calendar: calendar, names: symbols.dayNames(locale: locale)) ?? date.iso
    }

    private func date(in text: String, locale: String) -> CalendarDay? {
        pattern(in: locale)?.day(in: text, calendar: calendar, names: symbols.dayNames(locale: locale))
    }

    private func pattern(in locale: String) -> DatePattern? { patterns[sources.text(in: locale)] }

    /// Why a day cannot be chosen; `nil` if it can be.
    func refusal(of date: CalendarDay, today: CalendarDay) -> String? {
        if let minimum = minimum(today: today), date < minimum {
            return "\(date.iso) is before the first date, \(minimum.iso)"
        }
        if let maximum = maximum(today: today), date > maximum {
            return "\(date.iso) is after the last date, \(maximum.iso)"
        }
        return nil
    }

    /// The component of a date that contains the caret, or ends at it; `nil` beside literals and behind the text.
    ///
    /// - Parameter caret: in code points of the date's text.
    func component(at caret: Int, of date: CalendarDay, locale: String) -> DatePattern.Component? {
        let names = symbols.dayNames(locale: locale)
        var end = 0
        for element in pattern(in: locale)?.elements ?? [] {
            let start = end
            let text = DatePattern(elements: [element]).text(of: date, calendar: calendar, names: names)
            end += text.unicodeScalars.count
            if case .field(let field) = element, start...end ~= caret { return field.component }
        }
        return nil
    }

    /// Whether a text can still become a date: it has only letters that the pattern writes.
    func allows(_ text: String, locale: String) -> Bool {
        guard text.unicodeScalars.contains(where: \.properties.isAlphabetic), let pattern = pattern(in: locale) else {
            return true
        }
        let names = symbols.dayNames(locale: locale)
        var letters = Set<Unicode.Scalar>()
        for element in pattern.elements {
            switch element {
            case .literal(let literal): letters.formUnion(literal.lowercased().unicodeScalars)
            case .field(let field) where field.maximumDigits == 0:
                let lists = field.component == .month ? names.months : names.weekdays
                for name in lists.joined() { letters.formUnion(name.lowercased().unicodeScalars) }
            case .field: break
            }
        }
        return text.lowercased().unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || letters.contains($0) }
    }

    /// The error of a typed text; `nil` if it is a day that can be chosen.
    func complaint(about text: String, today: CalendarDay, locale: String) -> FormatterComplaint? {
        guard let pattern = pattern(in: locale) else { return FormatterComplaint(.wrongFormat) }
        let reading = pattern.read(text, .lenient(calendar, symbols.dayNames(locale: locale)))
        if reading == .noSuchDay { return FormatterComplaint(.noSuchDate) }
        guard let date = date(in: text, locale: locale) else {
            // The message shows an example of the pattern only if that has no names of months or days.
            let hasNames = pattern.elements.contains { element in
                if case .field(let field) = element { field.maximumDigits == 0 } else { false }
            }
            return FormatterComplaint(hasNames ? .wrongFormat : .date(pattern))
        }
        if let minimum = minimum(today: today), date < minimum {
            return FormatterComplaint(.dateTooEarly(minimum: self.text(of: minimum, locale: locale)))
        }
        if let maximum = maximum(today: today), date > maximum {
            return FormatterComplaint(.dateTooLate(maximum: self.text(of: maximum, locale: locale)))
        }
        return nil
    }
}

extension DayBound {
    func date(today: CalendarDay) -> CalendarDay {
        switch self {
        case .today: today
        case .date(let date): date
        }
    }
}
