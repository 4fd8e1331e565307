/// What a rule is asked about.
package struct RuleSubject: Sendable {
    /// What a person sees.
    package var text: String
    /// The text without what a formatter added; canonical where the formatter knows numbers or dates.
    package var value: String
    /// The value of the field that the rule compares with; nil: there is none to compare with.
    package var other: String?
    /// Whether each byte of the text is known to be a cluster of its own, so that lengths need no counting.
    var isSimple = false

    package init(text: String, value: String, other: String? = nil) {
        self.text = text
        self.value = value
        self.other = other
    }

    /// A text that no formatter had to do with.
    package init(_ text: String) {
        self.init(text: text, value: text)
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
