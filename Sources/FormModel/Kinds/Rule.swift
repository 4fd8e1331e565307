/// One validator of a field.
package struct Rule: Sendable {
    package var kind: any RuleKind
    /// Replaces the message for the fault; `nil` for the form's message, or else the default one.
    package var message: LocalizedText?
    package var severity = Severity.error
    package var compatibility: RuleCompatibility?
    /// The form's replacements of default messages.
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

/// The library whose results a rule reproduces where they differ from formd's.
package enum RuleCompatibility: String, Sendable, CaseIterable {
    /// Rules validate empty texts, numbers are integers of 64 bits, and `phone` accepts what FormController's rule
    /// accepts.
    case formController
}

extension Rule {
    /// Whether the rule validates empty texts.
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
    /// The keys that all of formd's own rules have.
    static let keys = KeyTable<Rule>("a validator") {
        pluginKeys.keys
        Key("compatibility", \.compatibility, .choice(), default: "the form's")
            .described(as: "the rule has the same results as in this library")
    }

    /// The keys that a plug-in's rule has, too.
    static let pluginKeys = KeyTable<Rule>("a validator") {
        Key("type", .string(), isRequired: true) { _, _ in }
        Key("message", \.message, .message, "the message for an invalid text")
        Key("severity", \.severity, .choice(), "a warning is shown but does not make the field invalid")
    }
}

/// The rule `any`: accepts a text that at least one of several rules accepts. The decoder reads these rules, and the
/// engine evaluates them.
package struct AnyRule: RuleKind {
    package var alternatives: [Rule] = []

    package init() {}

    package static let name = "any"
    package static let about = "a text that is valid for at least one of the rules, none of which can be a plug-in's"
    package static let alternativesKey: String? = "rules"
    package static let keys = KeyTable<AnyRule>("the validator “any”") {
        Key(
            "rules",
            "1 to \(DefinitionLimits.rules) validators",
            schema: {
                .list(of: .reference("validator"), ["minItems": 1, "maxItems": .number(DefinitionLimits.rules)])
            },
            isRequired: true
        )
    }

    package var otherField: String? { alternatives.lazy.compactMap(\.kind.otherField).first }
    package var judgesEmptyText: Bool { alternatives.contains(where: \.judgesEmptyText) }
    package var asksForToday: Bool { alternatives.contains(where: \.kind.asksForToday) }
    package var leastCharacters: Int { alternatives.map(\.kind.leastCharacters).min() ?? 0 }

    package var parameters: [RuleParameter] {
        [RuleParameter("rules", alternatives.map(\.kind.typeName).joined(separator: ", "))]
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        RuleFinding(.checkUnavailable)
    }
}

/// The rule of a plug-in, which validates texts in its own process.
package struct PluginRule: RuleKind {
    private var type = TypeReference(name: "", configuration: "{}")
    package private(set) var askedFields: [String] = []

    package init() {}

    package init(_ type: TypeReference, fields: [String] = []) {
        self.type = type
        askedFields = fields
    }

    package static let name = "a plug-in's type"
    package static let about = "a text that the plug-in accepts"
    package static let keys = KeyTable<PluginRule>("a plug-in's validator", isOpen: true) {
        Key("fields", \.askedFields, ValueReader.string().list("fields", to: DefinitionLimits.askedFields))
            .described(as: "the fields whose values are sent to the plug-in")
    }

    package mutating func check(_ object: JSONObject, _ context: DecodingContext) {
        type = TypeReference(object, omitting: Rule.pluginKeys.names + ["fields"])
    }

    package var plugin: TypeReference? { type }

    package var parameters: [RuleParameter] {
        [RuleParameter("configuration", type.configuration)]
            + (askedFields.isEmpty ? [] : [RuleParameter("fields", askedFields.joined(separator: ", "))])
    }

    /// The engine asks the plug-in instead of calling this. Without a plug-in the text cannot be checked.
    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        RuleFinding(.checkUnavailable)
    }
}
