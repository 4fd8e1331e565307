import FormModel

/// What one rule or condition of a field says at the moment, and why.
package struct RuleExplanation: Sendable, Hashable {
    /// The field's id.
    package var field: String
    /// The rule's type, or the key of a definition: `required`, `maxLength`, `formatter`, `input`, `visibleWhen`,
    /// `enabledWhen`, `requiredWhen`; `error` for a message that a program set.
    package var rule: String
    /// The rule's place in the field's `validators`; nil: it has none.
    package var position: Int?
    package var parameters: [RuleParameter] = []
    /// The texts that it read, the field's own first. A secret's is bullets.
    package var read: [FieldValue] = []
    package var nanoseconds: UInt64 = 0
    package var verdict: Word
    /// What is or would be shown.
    package var message = ""

    package enum Word: String, Sendable {
        case valid, warning, invalid, unavailable, pending
        /// Not asked: the field is not visible or disabled, its text is empty, or the formatter decides.
        case notAsked
        /// Of a condition.
        case holds, fails
        /// Shown, but in nobody's way.
        case shown
    }
}

package struct RuleParameter: Sendable, Hashable {
    package var name: String
    package var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension Rule {
    /// What a definition says of the rule besides its type and messages.
    package var parameters: [RuleParameter] {
        switch kind {
        case .length(let rule):
            (rule.minimum > 0 ? [RuleParameter("min", String(rule.minimum))] : [])
                + (rule.maximum.map { [RuleParameter("max", String($0))] } ?? [])
                + (rule.unit == .grapheme ? [] : [RuleParameter("unit", rule.unit.rawValue)])
        case .regex(let pattern): [RuleParameter("pattern", pattern)]
        case .textField(let rule):
            [RuleParameter("minLength", String(rule.minLength))]
                + (rule.maxLength.map { [RuleParameter("maxLength", String($0))] } ?? [])
                + (rule.pattern.map { [RuleParameter("regex", $0)] } ?? [])
        case .minimum(let bound): [RuleParameter("min", "\(bound)")]
        case .maximum(let bound): [RuleParameter("max", "\(bound)")]
        case .step(let rule): [RuleParameter("step", "\(rule.step)"), RuleParameter("base", "\(rule.base)")]
        case .email(let profile): [RuleParameter("profile", profile.rawValue)]
        case .oneOf(let values): [RuleParameter("values", values.prefix(20).joined(separator: ", "))]
        case .equals(let field): [RuleParameter("field", field)]
        case .date(let rule):
            [RuleParameter("format", rule.format.source)]
                + (rule.minimum.map { [RuleParameter("min", $0.word)] } ?? [])
                + (rule.maximum.map { [RuleParameter("max", $0.word)] } ?? [])
        case .url(let schemes): [RuleParameter("schemes", schemes.joined(separator: ", "))]
        case .plugin(let type, fields: let fields):
            [RuleParameter("configuration", type.configuration)]
                + (fields.isEmpty ? [] : [RuleParameter("fields", fields.joined(separator: ", "))])
        case .phone, .luhn, .iban, .uuid, .ipv4, .ipv6: []
        }
    }
}

extension DateBound {
    fileprivate var word: String {
        switch self {
        case .day(let day): DatePattern.iso.text(of: day)
        case .today: "today"
        }
    }
}
