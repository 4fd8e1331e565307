package import FormModel

/// The rule `minValue`: a number that is not less than a bound.
package struct MinimumRule: RuleKind {
    private var bound = NumberBound.number(.zero)
    private var isExclusive = false

    package init() {}

    package init(_ bound: DecimalNumber) {
        self.bound = .number(bound)
    }

    /// `nil` for a bound that is worked out from other fields.
    var limit: StepLimits.Bound? {
        if case .number(let number) = bound { StepLimits.Bound(number: number, isExclusive: isExclusive) } else { nil }
    }

    package var operands: [Computation] { bound.operands }

    package static let name = "minValue"
    package static let about = "a decimal number that is not less; compared exactly"
    package static let keys = KeyTable<MinimumRule>("the validator “minValue”") {
        Key("min", \.bound, NumberBound.reader, isRequired: true, explained: .always)
        Key("exclusive", \.isExclusive, .bool, "the bound itself does not pass")
    }
    package static let messages: [DefaultMessage] = [
        .tooSmall(minimum: "3"), .notAbove(minimum: "3"), .notANumber, .notAWholeNumber,
    ]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let bound = bound.number(in: subject) else { return nil }
        return RuleFinding(forNumberIn: subject, aids) { number in
            if isExclusive { return number <= bound ? .notAbove(minimum: "\(bound)") : nil }
            return number < bound ? .tooSmall(minimum: "\(bound)") : nil
        }
    }
}

/// The rule `maxValue`: a number that is not more than a bound.
package struct MaximumRule: RuleKind {
    private var bound = NumberBound.number(.zero)
    private var isExclusive = false

    package init() {}

    package init(_ bound: DecimalNumber) {
        self.bound = .number(bound)
    }

    /// `nil` for a bound that is worked out from other fields.
    var limit: StepLimits.Bound? {
        if case .number(let number) = bound { StepLimits.Bound(number: number, isExclusive: isExclusive) } else { nil }
    }

    package var operands: [Computation] { bound.operands }

    package static let name = "maxValue"
    package static let about = "a decimal number that is not more; compared exactly"
    package static let keys = KeyTable<MaximumRule>("the validator “maxValue”") {
        Key("max", \.bound, NumberBound.reader, isRequired: true, explained: .always)
        Key("exclusive", \.isExclusive, .bool, "the bound itself does not pass")
    }
    package static let messages: [DefaultMessage] = [
        .tooLarge(maximum: "3"), .notBelow(maximum: "3"), .notANumber, .notAWholeNumber,
    ]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let bound = bound.number(in: subject) else { return nil }
        return RuleFinding(forNumberIn: subject, aids) { number in
            if isExclusive { return number >= bound ? .notBelow(maximum: "\(bound)") : nil }
            return number > bound ? .tooLarge(maximum: "\(bound)") : nil
        }
    }
}

/// What a number is compared with.
private enum NumberBound: Sendable, Hashable {
    case number(DecimalNumber)
    /// A bound that is worked out from other fields. Nothing is compared with one that is empty.
    case computed(Computation)

    static let reader = ValueReader<NumberBound>(
        "a number, a string with one, or a computation",
        schema: .any(of: [ValueReader.decimal.schema(), ValueReader<Computation>.computation().schema()]),
        show: { bound in
            switch bound {
            case .number(let number): number.description
            case .computed: "computed"
            }
        }
    ) { value, context in
        guard value.object != nil else { return ValueReader.decimal.read(value, context).map(NumberBound.number) }
        return ValueReader.computation(as: .number).read(value, context).map(NumberBound.computed)
    }

    var operands: [Computation] {
        if case .computed(let computation) = self { [computation] } else { [] }
    }

    /// `nil` if there is nothing to compare with.
    func number(in subject: RuleSubject) -> DecimalNumber? {
        switch self {
        case .number(let number): number
        case .computed: subject.reading?.operands.first.flatMap { DecimalNumber($0) }
        }
    }
}

extension RuleFinding {
    /// The fault of a value as a number; `nil` if there is none.
    init?(forNumberIn subject: RuleSubject, _ aids: RuleAids, _ fault: (DecimalNumber) -> DefaultMessage?) {
        if aids.compatibility == .formController, Int64(subject.value) == nil {
            self.init(.notAWholeNumber)
        } else if let number = DecimalNumber(subject.value) {
            guard let fault = fault(number) else { return nil }
            self.init(fault)
        } else {
            self.init(.notANumber)
        }
    }
}
