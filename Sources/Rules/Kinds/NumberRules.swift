package import FormModel

/// The rule `minValue`: a number that is not less than a bound.
package struct MinimumRule: RuleKind {
    fileprivate var bound = NumberBound()

    package init() {}

    package init(_ bound: DecimalNumber) {
        self.bound.content = .number(bound)
    }

    package func narrow(_ limits: inout StepLimits, _ operands: [String]) {
        if let number = bound.number(operands) { limits.tighten(minimum: number, isExclusive: bound.isExclusive) }
    }
    package var operands: [Computation] { bound.operands }

    package static let name = "minValue"
    package static let about = "a decimal number that is at least the minimum; the comparison is exact"
    package static let keys = KeyTable<MinimumRule>("the validator “minValue”") {
        Key("min", \.bound.content, NumberBound.reader, isRequired: true, explained: .always)
        Key("exclusive", \.bound.isExclusive, .bool, "the bound itself is not allowed")
    }
    package static let messages: [DefaultMessage] = [
        .tooSmall(minimum: "3"), .notAbove(minimum: "3"), .notANumber, .notAWholeNumber,
    ]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        bound.finding(in: subject, aids, isBeyond: <, DefaultMessage.tooSmall, orEqual: DefaultMessage.notAbove)
    }
}

/// The rule `maxValue`: a number that is not more than a bound.
package struct MaximumRule: RuleKind {
    fileprivate var bound = NumberBound()

    package init() {}

    package init(_ bound: DecimalNumber) {
        self.bound.content = .number(bound)
    }

    package func narrow(_ limits: inout StepLimits, _ operands: [String]) {
        if let number = bound.number(operands) { limits.tighten(maximum: number, isExclusive: bound.isExclusive) }
    }
    package var operands: [Computation] { bound.operands }

    package static let name = "maxValue"
    package static let about = "a decimal number that is at most the maximum; the comparison is exact"
    package static let keys = KeyTable<MaximumRule>("the validator “maxValue”") {
        Key("max", \.bound.content, NumberBound.reader, isRequired: true, explained: .always)
        Key("exclusive", \.bound.isExclusive, .bool, "the bound itself is not allowed")
    }
    package static let messages: [DefaultMessage] = [
        .tooLarge(maximum: "3"), .notBelow(maximum: "3"), .notANumber, .notAWholeNumber,
    ]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        bound.finding(in: subject, aids, isBeyond: >, DefaultMessage.tooLarge, orEqual: DefaultMessage.notBelow)
    }
}

/// The bound of a number.
private struct NumberBound: Sendable, Hashable {
    var content = Content.number(.zero)
    /// Whether the bound itself is invalid.
    var isExclusive = false

    enum Content: Sendable, Hashable {
        case number(DecimalNumber)
        /// A bound that is computed from other fields. An empty result is no bound.
        case computed(Computation)
    }

    static let reader = ValueReader<Content>(
        "a number, a string with one, or a computation",
        schema: .any(of: [ValueReader.decimal.schema(), ValueReader<Computation>.computation().schema()]),
        show: { if case .number(let number) = $0 { number.description } else { "computed" } }
    ) { value, context in
        guard value.object != nil else { return ValueReader.decimal.read(value, context).map(Content.number) }
        return ValueReader.computation(as: .number).read(value, context).map(Content.computed)
    }

    var operands: [Computation] {
        if case .computed(let computation) = content { [computation] } else { [] }
    }

    /// `nil` for a bound whose computation has no value.
    ///
    /// - Parameter operands: the values of `operands`.
    func number(_ operands: [String]) -> DecimalNumber? {
        switch content {
        case .number(let number): number
        case .computed: operands.first.flatMap { DecimalNumber($0) }
        }
    }

    /// - Parameters:
    ///   - fault: the message about a number beyond the bound.
    ///   - exclusiveFault: the message about such a number, and about the bound itself, if the bound is exclusive.
    func finding(
        in subject: RuleSubject,
        _ aids: RuleAids,
        isBeyond: (DecimalNumber, DecimalNumber) -> Bool,
        _ fault: (String) -> DefaultMessage,
        orEqual exclusiveFault: (String) -> DefaultMessage
    ) -> RuleFinding? {
        guard let bound = number(subject.reading?.operands ?? []) else { return nil }
        return RuleFinding(forNumberIn: subject, aids) { number in
            guard isBeyond(number, bound) || isExclusive && number == bound else { return nil }
            return isExclusive ? exclusiveFault("\(bound)") : fault("\(bound)")
        }
    }
}

extension RuleFinding {
    /// The fault of a numeric value; `nil` if there is none.
    package init?(forNumberIn subject: RuleSubject, _ aids: RuleAids, _ fault: (DecimalNumber) -> DefaultMessage?) {
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
