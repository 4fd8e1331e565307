/// The input of a rule.
package struct RuleSubject: Sendable {
    /// The text that the user sees.
    package var text: String
    /// The text without the formatter's additions; canonical for a formatter of numbers or dates.
    package var value: String
    /// The values of other fields that the rule reads; `nil` for most rules.
    package var reading: RuleReading?
    /// Whether each byte of the text is known to be a grapheme cluster, which makes counting unnecessary.
    package var isSimple: Bool
    /// The current date in the user's time zone; `nil` if it is not known.
    package var today: CalendarDay?

    package init(text: String, value: String, today: CalendarDay? = nil, isSimple: Bool = false) {
        self.text = text
        self.value = value
        reading = nil
        self.isSimple = isSimple
        self.today = today
    }

    /// Creates the input of a rule for a text without a formatter.
    package init(_ text: String) {
        self.init(text: text, value: text)
    }
}

/// The values of other fields that a rule reads. A class, because few rules read any.
package final class RuleReading: Sendable {
    /// The value of the field that the rule compares with; `nil` if there is none.
    package let other: String?
    /// The values of the rule's operands; an empty text is an unknown value.
    package let operands: [String]
    /// Whether the rule's condition is true; `nil` if that is unknown.
    package let condition: Bool?

    package init(other: String? = nil, operands: [String] = [], condition: Bool? = nil) {
        self.other = other
        self.operands = operands
        self.condition = condition
    }
}

/// What a rule needs besides its input and its own keys.
package struct RuleAids: Sendable {
    /// The rule's pattern, compiled.
    package var pattern: (any TextPattern)?
    package var compatibility: RuleCompatibility?
    /// The number of words in a text.
    package var countWords: @Sendable (String) -> Int

    package init(
        pattern: (any TextPattern)?,
        compatibility: RuleCompatibility?,
        countWords: @escaping @Sendable (String) -> Int
    ) {
        self.pattern = pattern
        self.compatibility = compatibility
        self.countWords = countWords
    }
}

/// A compiled regular expression.
package protocol TextPattern: Sendable {
    /// Whether the pattern matches the whole text; `nil` if the match exceeded its time limit.
    func matches(_ text: String) -> Bool?
}

/// A fault that a rule found in a text.
package struct RuleFinding: Sendable {
    package var fault: DefaultMessage
    /// The definition's message for this fault, which precedes the rule's own message.
    package var message: LocalizedText?

    package init(_ fault: DefaultMessage, message: LocalizedText? = nil) {
        self.fault = fault
        self.message = message
    }
}
