package import FormModel
import TextEditing

/// The rule `oneOf`: one of several values, compared by code points.
package struct OneOfRule: RuleKind {
    private var values: [String] = [] { didSet { known = Set(values.map { FormText($0) }) } }
    private var known: Set<FormText> = []

    package init() {}

    package init(_ values: [String]) {
        self.values = values
        known = Set(values.map { FormText($0) })
    }

    package static let name = "oneOf"
    package static let about = "one of the values, compared by code points"
    package static let keys = KeyTable<OneOfRule>("the validator “oneOf”") {
        Key("values", \.values, .listedValues, isRequired: true)
    }
    package static let messages: [DefaultMessage] = [.notListed]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        known.contains(FormText(subject.value)) || known.contains(FormText(subject.text))
            ? nil : RuleFinding(.notListed)
    }
}

/// The rule `equals`: the value of another field.
package struct EqualsRule: RuleKind {
    private var field = ""

    package init() {}

    package init(field: String) {
        self.field = field
    }

    package static let name = "equals"
    package static let about =
        "the same value as another field, compared by code points; not allowed in `inputValidators` or in a circle"
    package static let keys = KeyTable<EqualsRule>("the validator “equals”") {
        Key("field", \.field, .identifier, isRequired: true)
    }

    package var otherField: String? { field }
    package var comparesOnly: Bool { true }

    package static let messages = [different, .checkUnavailable]
    private static let different = DefaultMessage("notEqual", english: "The values do not match")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let other = subject.reading?.other else { return RuleFinding(.checkUnavailable) }
        return subject.value.hasSameCodePoints(as: other) ? nil : RuleFinding(Self.different)
    }
}

/// The rule `check`: a condition on several fields that must be true.
package struct CheckRule: RuleKind {
    private var check: Condition?

    package init() {}

    package static let name = "check"
    package static let about =
        "any text if the condition on this and other fields holds; a comparison with an empty value holds"
    package static let keys = KeyTable<CheckRule>("the validator “check”") {
        Key("check", \.check, .condition, isRequired: true, explained: .never)
    }

    package var condition: Condition? { check }

    package static let messages = [failed]
    private static let failed = DefaultMessage("checkFailed", english: "The answers do not go together")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        subject.reading?.condition == false ? RuleFinding(Self.failed) : nil
    }
}
