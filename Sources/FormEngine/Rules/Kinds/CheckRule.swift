package import FormModel

/// The rule `check`: a condition on several fields that has to hold.
package struct CheckRule: RuleKind {
    private var check: Condition?

    package init() {}

    package static let name = "check"
    package static let about =
        "a condition on this and other fields; a comparison with something empty lets the text pass"
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
