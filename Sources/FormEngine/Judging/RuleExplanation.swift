package import FormModel

/// The current result of one rule or condition of a field, and its reason.
package struct RuleExplanation: Sendable, Hashable {
    /// The field's identifier.
    package var field: String
    /// The rule's type, or the key of a definition: `required`, `maxLength`, `formatter`, `input`, `visibleWhen`,
    /// `enabledWhen`, `requiredWhen`; `error` for a message that a program has set.
    package var rule: String
    /// The rule's index in the field's `validators`; `nil` if it is not one of them.
    package var position: Int?
    package var parameters: [RuleParameter] = []
    /// The texts that the rule has read, the field's own first. A secret's text is replaced with bullets.
    package var read: [FieldValue] = []
    package var nanoseconds: UInt64 = 0
    package var verdict: Word
    /// The message that is or would be shown.
    package var message = ""

    package enum Word: String, Sendable {
        case valid, warning, invalid, unavailable, pending
        /// Not evaluated: the field is invisible or disabled, its text is empty, or the formatter decides.
        case notAsked
        /// For a condition.
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
