package import FormModel

/// The rule `oneOf`: one of some values.
package struct OneOfRule: RuleKind {
    private var values: [String] = [] { didSet { known = Set(values) } }
    private var known: Set<String> = []

    package init() {}

    package init(_ values: [String]) {
        self.values = values
        known = Set(values)
    }

    package static let name = "oneOf"
    package static let about = "one of the values, compared by code points in Unicode's normalization form C"
    package static let keys = KeyTable<OneOfRule>("the validator “oneOf”") {
        Key("values", \.values, .listedValues, isRequired: true)
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        known.contains(subject.value) || known.contains(subject.text) ? nil : RuleFinding(.notListed)
    }
}

/// The rule `equals`: the same value as another field's.
package struct EqualsRule: RuleKind {
    private var field = ""

    package init() {}

    package init(field: String) {
        self.field = field
    }

    package static let name = "equals"
    package static let about = "the value of that field; not in `inputValidators`, and not in a circle"
    package static let keys = KeyTable<EqualsRule>("the validator “equals”") {
        Key("field", \.field, .identifier, isRequired: true)
    }

    package var otherField: String? { field }
    package var comparesOnly: Bool { true }

    package static let messages = [different]
    private static let different = DefaultMessage(
        "notEqual",
        english: "The values do not match",
        russian: "Значения не совпадают"
    )

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let other = subject.other else { return RuleFinding(.checkUnavailable) }
        return subject.value == other ? nil : RuleFinding(Self.different)
    }
}
