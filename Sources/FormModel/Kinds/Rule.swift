/// One validator of a field.
package struct Rule: Sendable {
    package var kind: any RuleKind
    /// `nil` for the form's message for the fault, or else the default one.
    package var message: LocalizedText?
    package var severity = Severity.error
    package var compatibility: RuleCompatibility?
    /// What the form says in place of the default messages.
    package var formMessages = FormMessages()

    package enum Severity: String, Sendable, CaseIterable {
        case error, warning
    }

    package init(_ kind: some RuleKind, message: LocalizedText? = nil, severity: Severity = .error) {
        self.kind = kind
        self.message = message
        self.severity = severity
    }
}

/// The library whose judgements a rule reproduces where formd's own differ.
package enum RuleCompatibility: String, Sendable, CaseIterable {
    /// Rules judge empty text, numbers are whole ones of 64 bits, and `phone` takes what FormController's does.
    case formController
}

extension Rule {
    /// The name that definitions give the rule.
    package var typeName: String { kind.typeName }
    /// What `Explain` says of the rule.
    package var parameters: [RuleParameter] { kind.parameters }
    /// The field that the rule reads besides its own.
    package var otherField: String? { kind.otherField }
    /// The fields whose values a plug-in is told along with the text.
    package var askedFields: [String] { kind.askedFields }
    /// Whether the rule says nothing but whether the values of two fields are equal.
    package var comparesOnly: Bool { kind.comparesOnly }
    /// Whether the verdict depends on the day on which the rule is asked.
    package var asksForToday: Bool { kind.asksForToday }
    /// Whether the rule has an opinion of empty text.
    package var judgesEmptyText: Bool { kind.judgesEmptyText || compatibility == .formController }
}

extension Rule: Hashable {
    package static func == (one: Rule, other: Rule) -> Bool {
        one.severity == other.severity && one.compatibility == other.compatibility && one.message == other.message
            && one.formMessages == other.formMessages && one.kind.isEqual(to: other.kind)
    }

    package func hash(into hasher: inout Hasher) {
        kind.hash(into: &hasher)
        hasher.combine(message)
    }
}

extension Rule {
    /// The keys that formd's own rules have in common.
    static let keys = KeyTable<Rule>("a validator") {
        pluginKeys.keys
        Key("compatibility", \.compatibility, .choice(), default: "the form's", "judges as this library's rule does")
    }

    /// The keys that a plug-in's rule has as well.
    static let pluginKeys = KeyTable<Rule>("a validator") {
        Key("type", .string(), isRequired: true) { _, _ in }
        Key("message", \.message, .message, "what is said of a text that fails")
        Key("severity", \.severity, .choice(), "a warning is shown and never makes a field invalid")
    }
}
