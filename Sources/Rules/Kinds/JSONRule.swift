package import FormModel

/// The rule `json`: a JSON text (RFC 8259).
package struct JSONRule: RuleKind {
    private var root = Root.any

    private enum Root: String, Sendable, CaseIterable {
        case any, object, array
    }

    package init() {}

    package static let name = "json"
    package static let about = "a JSON text (RFC 8259)"
    package static let keys = KeyTable<JSONRule>("the validator “json”") {
        Key("root", \.root, .choice(), "the type of the whole text")
    }

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("json", english: "Enter valid JSON")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let value = try? JSONDocument(subject.text).root else { return RuleFinding(Self.wrong) }
        let fits =
            switch root {
            case .any: true
            case .object: value.object != nil
            case .array: value.elements != nil
            }
        return fits ? nil : RuleFinding(Self.wrong)
    }
}
