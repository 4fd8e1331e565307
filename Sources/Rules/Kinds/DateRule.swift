package import FormModel

/// The rule `date`: an existing date in a format, within bounds.
package struct DateRule: RuleKind {
    package var format = DatePattern.iso
    package var minimum: Bound?
    package var maximum: Bound?

    package enum Bound: Sendable, Hashable {
        case day(CalendarDay)
        /// The day on which the rule is evaluated.
        case today
        /// A day that is computed from other fields. An empty result is no bound.
        case computed(Computation)
    }

    package init() {}

    package init(format: DatePattern = .iso, minimum: Bound? = nil, maximum: Bound? = nil) {
        self.format = format
        self.minimum = minimum
        self.maximum = maximum
    }

    package static let name = "date"
    package static let about = "a date that exists, in this format and within the bounds"
    package static let keys = KeyTable<DateRule>("the validator “date”") {
        Key(
            "format",
            \.format,
            formatReader,
            explained: .always,
            "the fields are `d dd M MM yy yyyy`; it must have at least a year and a month"
        )
        Key("min", \.minimum, Bound.reader)
        Key("max", \.maximum, Bound.reader)
    }
    package static let messages: [DefaultMessage] = [
        .date(.iso), .noSuchDate, .dateTooEarly(minimum: "3"), .dateTooLate(maximum: "3"), .checkUnavailable,
    ]

    private static let formatReader = ValueReader.name(limit: 64).map("a pattern", show: \DatePattern.source) {
        $2.pattern($0, for: .rule, "format \(quoted($0))", at: $1)
    }

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        guard case .day(let minimum) = minimum, case .day(let maximum) = maximum, maximum < minimum,
            let site = object["max"]
        else { return }
        context.error("the maximum lies before the minimum", at: site)
    }

    package var asksForToday: Bool { minimum == .today || maximum == .today }

    package var operands: [Computation] { [minimum, maximum].compactMap { $0?.computation } }

    /// Validates a text in the rule's format, or the value of a formatter for dates.
    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        var reading = format.read(subject.text)
        if reading == .notADate, subject.value != subject.text { reading = DatePattern.iso.read(subject.value) }
        switch reading {
        case .notADate: return RuleFinding(.date(format))
        case .noSuchDay: return RuleFinding(.noSuchDate)
        case .days(let days):
            var operands = (subject.reading?.operands ?? [])[...]
            if let minimum = minimum?.known(&operands) {
                guard let day = minimum.day(today: subject.today) else { return RuleFinding(.checkUnavailable) }
                if days.upperBound < day { return RuleFinding(.dateTooEarly(minimum: format.text(of: day))) }
            }
            if let maximum = maximum?.known(&operands) {
                guard let day = maximum.day(today: subject.today) else { return RuleFinding(.checkUnavailable) }
                if days.lowerBound > day { return RuleFinding(.dateTooLate(maximum: format.text(of: day))) }
            }
            return nil
        }
    }
}

extension DateRule.Bound {
    fileprivate static let reader = ValueReader<DateRule.Bound>(
        "a day as `2026-03-05`, `today`, or a computation",
        schema: .any(of: [.day, ValueReader<Computation>.computation().schema()]),
        show: \.word
    ) { value, context in
        if value.object != nil {
            return ValueReader.computation(as: .date).read(value, context).map(DateRule.Bound.computed)
        }
        guard let text = ValueReader.string(limit: 32).read(value, context) else { return nil }
        if text == "today" { return .today }
        if case .days(let days) = DatePattern.iso.read(text) { return .day(days.lowerBound) }
        return context.error("\(quoted(text)) is neither “today” nor a date in the form yyyy-MM-dd", at: value)
    }

    private var word: String {
        switch self {
        case .day(let day): DatePattern.iso.text(of: day)
        case .today: "today"
        case .computed: "computed"
        }
    }

    fileprivate var computation: Computation? {
        if case .computed(let computation) = self { computation } else { nil }
    }

    /// The bound with its computed value; `nil` if the value is empty.
    ///
    /// - Parameter operands: the computed values that no bound has used yet.
    fileprivate func known(_ operands: inout ArraySlice<String>) -> Self? {
        guard case .computed = self else { return self }
        return operands.popFirst().flatMap { CalendarDay(withOptionalTime: $0) }.map(Self.day)
    }

    fileprivate func day(today: CalendarDay?) -> CalendarDay? {
        switch self {
        case .day(let day): day
        case .today: today
        case .computed: nil
        }
    }
}
