package import FormModel

/// What one rule or condition of a field says at the moment, and why.
package struct RuleExplanation: Sendable, Hashable {
    /// The field's id.
    package var field: String
    /// The rule's type, or the key of a definition: `required`, `maxLength`, `formatter`, `input`, `visibleWhen`,
    /// `enabledWhen`, `requiredWhen`; `error` for a message that a program set.
    package var rule: String
    /// The rule's index in the field's `validators`; `nil` for what is not one of them.
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
        /// Shown, but the field counts as valid.
        case shown
    }
}

/// A field's name and its unformatted text.
package struct FieldValue: Sendable, Hashable {
    package var field: String
    package var value: String

    package init(field: String, value: String) {
        self.field = field
        self.value = value
    }
}
