package import FormModel

/// The rule `minValue`: a number that is not less than a bound.
package struct MinimumRule: RuleKind {
    private var bound = DecimalNumber.zero
    private var isExclusive = false

    package init() {}

    package init(_ bound: DecimalNumber) {
        self.bound = bound
    }

    var limit: StepLimits.Bound { StepLimits.Bound(number: bound, isExclusive: isExclusive) }

    package static let name = "minValue"
    package static let about = "a decimal number that is not less; compared exactly"
    package static let keys = KeyTable<MinimumRule>("the validator “minValue”") {
        Key("min", \.bound, .decimal, isRequired: true, explained: .always)
        Key("exclusive", \.isExclusive, .bool, "the bound itself does not pass")
    }
    package static let messages: [DefaultMessage] = [
        .tooSmall(minimum: "3"), .notAbove(minimum: "3"), .notANumber, .notAWholeNumber,
    ]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        RuleFinding(forNumberIn: subject, aids) { number in
            if isExclusive { return number <= bound ? .notAbove(minimum: "\(bound)") : nil }
            return number < bound ? .tooSmall(minimum: "\(bound)") : nil
        }
    }
}

/// The rule `maxValue`: a number that is not more than a bound.
package struct MaximumRule: RuleKind {
    private var bound = DecimalNumber.zero
    private var isExclusive = false

    package init() {}

    package init(_ bound: DecimalNumber) {
        self.bound = bound
    }

    var limit: StepLimits.Bound { StepLimits.Bound(number: bound, isExclusive: isExclusive) }

    package static let name = "maxValue"
    package static let about = "a decimal number that is not more; compared exactly"
    package static let keys = KeyTable<MaximumRule>("the validator “maxValue”") {
        Key("max", \.bound, .decimal, isRequired: true, explained: .always)
        Key("exclusive", \.isExclusive, .bool, "the bound itself does not pass")
    }
    package static let messages: [DefaultMessage] = [
        .tooLarge(maximum: "3"), .notBelow(maximum: "3"), .notANumber, .notAWholeNumber,
    ]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        RuleFinding(forNumberIn: subject, aids) { number in
            if isExclusive { return number >= bound ? .notBelow(maximum: "\(bound)") : nil }
            return number > bound ? .tooLarge(maximum: "\(bound)") : nil
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
