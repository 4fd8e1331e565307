package import FormModel

/// The rule `regex`: a text that a regular expression matches completely.
package struct RegexRule: RuleKind {
    private var expression = ""

    package init() {}

    package init(pattern: String) {
        expression = pattern
    }

    package static let name = "regex"
    package static let about = "a text that the pattern matches completely"
    package static let keys = KeyTable<RegexRule>("the validator “regex”") {
        Key("pattern", \.expression, .pattern, isRequired: true)
    }
    package static let messages: [DefaultMessage] = [.wrongFormat, .checkUnavailable]

    package var pattern: String? { expression }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        RuleFinding(.wrongFormat, for: aids.pattern, in: subject.text)
    }
}

extension RuleFinding {
    /// The fault of a text that a pattern does not match; `nil` if it matches. If the match takes too long, the fault
    /// is that the text could not be checked.
    package init?(
        _ fault: DefaultMessage,
        message: LocalizedText? = nil,
        for pattern: (any TextPattern)?,
        in text: String
    ) {
        guard let pattern else { return nil }
        switch pattern.matches(text) {
        case true?: return nil
        case false?: self.init(fault, message: message)
        case nil: self.init(.checkUnavailable)
        }
    }
}
