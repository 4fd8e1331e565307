/// The keys of a `regexInput` formatter.
package struct RegexInputDefinition: Sendable, Hashable {
    /// A regular expression that the whole text matches in the end, or the name of a shared one with `@`.
    package var pattern: String
    /// In place of what formd says of a text that does not match.
    package var message: LocalizedText?

    package init(pattern: String) {
        self.pattern = pattern
    }
}
