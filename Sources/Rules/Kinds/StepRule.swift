package import FormModel

/// The rule `step`: a value that differs from a base by a multiple of a step, which is in days for a date and in
/// seconds for a value with a time, as in HTML.
package struct StepRule: RuleKind {
    /// Greater than 0.
    package private(set) var step = DecimalNumber(1)
    package private(set) var base = Base.zero

    /// The value from which steps are counted.
    package struct Base: Sendable, Hashable {
        /// The text in the definition.
        package let text: String
        /// A number; for a date the days since 1970-01-01, for a time the seconds since midnight, for both the seconds
        /// since 1970-01-01.
        package let position: DecimalNumber

        package static let zero = Base(.zero)

        package init(_ number: DecimalNumber) {
            text = number.description
            position = number
        }

        /// Returns `nil` unless the text is a number, or a date, a time or both in ISO 8601.
        package init?(_ text: String) {
            let moment = Self.moment(text)?.position.map { DecimalNumber($0) }
            guard let position = DecimalNumber(text) ?? moment else { return nil }
            self.text = text
            self.position = position
        }

        package static func moment(_ text: String) -> Moment? {
            for kind in MomentKind.allCases {
                if let moment = Moment(iso: text, kind: kind) { return moment }
            }
            return nil
        }
    }

    package init() {}

    /// Returns `nil` if step and base together have too many digits for computing a remainder.
    package init?(step: DecimalNumber, base: DecimalNumber = .zero) {
        self.step = step
        self.base = Base(base)
        guard step > .zero, isComputable else { return nil }
    }

    package static let name = "step"
    package static let about = """
        a number, date or time that differs from the base by a whole number of steps; the unit is days for dates, and \
        seconds for times and for dates with a time
        """
    package static let keys = KeyTable<StepRule>("the validator “step”") {
        Key("step", \.step, .decimal, isRequired: true, explained: .always, "above 0")
        Key(
            "base",
            \.base,
            baseReader,
            explained: .always,
            "the value from which the steps are counted; for dates `1970-01-01` and for times `00:00` by default; a number and the step together have at most 17 digits"
        )
    }

    private static let baseReader = ValueReader<Base>(
        "a number, or a string with one, with a date, a time or both",
        schema: ValueReader.decimal.schema(),
        show: \.text
    ) { value, context in
        if let text = value.string, text.utf8.count <= 32, let base = Base(text) { return base }
        return ValueReader.decimal.read(value, context).map(Base.init)
    }

    package func narrow(_ limits: inout StepLimits, _ operands: [String]) {
        (limits.step, limits.base) = (step, base.position)
    }

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        guard let site = object["step"] else { return }
        if step <= .zero {
            context.error("the step \(step) is not above 0", at: site)
        } else if !isComputable {
            context.error("the step and its base have more than 17 digits", at: site)
        }
    }

    private var isComputable: Bool { DecimalNumber.zero.differs(from: base.position, byMultipleOf: step) != nil }

    package static let messages = [
        offStep("3", base: "1"), offDays("3", base: "2026-03-05"), offTime("00:15", base: "00:00"), .notANumber,
        .notAWholeNumber,
    ]

    private static func offStep(_ step: String, base: String) -> DefaultMessage {
        DefaultMessage(
            "offStep",
            english: """
                {base, select, 0 {The value must be a multiple of {step}} \
                other {The value must be {base} and a multiple of {step} more or less}}
                """,
            ["step": .text(step), "base": .text(base)]
        )
    }

    private static func offDays(_ days: String, base: String) -> DefaultMessage {
        DefaultMessage(
            "offDays",
            english: "The number of days from {base} must be a multiple of {step}",
            ["step": .text(days), "base": .text(base)]
        )
    }

    private static func offTime(_ step: String, base: String) -> DefaultMessage {
        DefaultMessage(
            "offTime",
            english: "The time from {base} must be a multiple of {step}",
            ["step": .text(step), "base": .text(base)]
        )
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        if aids.compatibility == nil, let moment = Base.moment(subject.value), let position = moment.position {
            return isOnGrid(DecimalNumber(position)) ? nil : RuleFinding(fault(of: moment))
        }
        return RuleFinding(forNumberIn: subject, aids) { number in
            isOnGrid(number) ? nil : Self.offStep("\(step)", base: base.text)
        }
    }

    private func isOnGrid(_ number: DecimalNumber) -> Bool {
        number.differs(from: base.position, byMultipleOf: step) == true
    }

    private func fault(of moment: Moment) -> DefaultMessage {
        let index = base.position.wholeUnits(scale: 0).flatMap(Int.init(exactly:)) ?? 0
        guard moment.time != nil else {
            return Self.offDays("\(step)", base: (CalendarDay(dayNumber: index) ?? .epoch).iso)
        }
        let midnight = Moment(date: moment.date.map { _ in .epoch }, time: ClockTime(hour: 0, minute: 0))
        return Self.offTime(stepOnClock, base: (midnight.adding(index, .second) ?? midnight).description)
    }

    /// The step in hours, minutes and seconds; the hours may exceed a day.
    private var stepOnClock: String {
        guard let seconds = step.wholeUnits(scale: 0).flatMap(Int.init(exactly:)) else { return "\(step) s" }
        let minutes = "\((seconds / 3_600).padded(2)):\((seconds / 60 % 60).padded(2))"
        return seconds.isMultiple(of: 60) ? minutes : "\(minutes):\((seconds % 60).padded(2))"
    }
}
