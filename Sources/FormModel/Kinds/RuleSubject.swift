/// What a rule is asked about.
package struct RuleSubject: Sendable {
    /// What a person sees.
    package var text: String
    /// The text without what a formatter added; canonical where the formatter knows numbers or dates.
    package var value: String
    /// What the rule reads besides the field's own text; `nil` for most rules.
    package var reading: RuleReading?
    /// Whether each byte of the text is known to be a grapheme cluster, so that a length needs no counting.
    package var isSimple: Bool
    /// The date in the user's time zone; `nil` if it is not known.
    package var today: CalendarDay?

    package init(text: String, value: String, today: CalendarDay? = nil, isSimple: Bool = false) {
        self.text = text
        self.value = value
        reading = nil
        self.isSimple = isSimple
        self.today = today
    }

    /// A text that no formatter changed.
    package init(_ text: String) {
        self.init(text: text, value: text)
    }
}

/// What a rule reads of other fields. On the heap, since few rules read any.
package final class RuleReading: Sendable {
    /// The value of the field that the rule compares with; `nil` if there is none to compare with.
    package let other: String?
    /// The values of the rule's operands; an empty one is not known.
    package let operands: [String]
    /// Whether the rule's condition holds; `nil` if that is not known.
    package let condition: Bool?

    package init(other: String? = nil, operands: [String] = [], condition: Bool? = nil) {
        self.other = other
        self.operands = operands
        self.condition = condition
    }
}

/// What a rule needs for a judgement besides the text and its own keys.
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
    /// Whether the pattern matches all of a text; `nil` if the match took too long to be finished.
    func matches(_ text: String) -> Bool?
}

/// A fault that a rule found in a text.
package struct RuleFinding: Sendable {
    package var fault: DefaultMessage
    /// What the rule's author says of just this fault, before the rule's own message.
    package var message: LocalizedText?

    package init(_ fault: DefaultMessage, message: LocalizedText? = nil) {
        self.fault = fault
        self.message = message
    }
}
