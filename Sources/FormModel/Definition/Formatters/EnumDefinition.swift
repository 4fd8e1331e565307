/// The keys of an `enum` formatter.
package struct EnumDefinition: Sendable, Hashable {
    /// At least one, each different from the others.
    package var values: [String]
    /// Whether the case of letters counts.
    package var isCaseSensitive = false
    /// In place of what formd says of a text that is none of the values.
    package var message: LocalizedText?

    package init(values: [String]) {
        self.values = values
    }
}
