/// The checks of a definition that only the engine can make: whether its formatters and patterns can be made.
package struct DefinitionChecks: Sendable {
    /// What is wrong with a formatter, with the position; nil: nothing. Affine masks are asked about one by one, each as
    /// the `mask` of a definition that has no affine ones.
    package var formatter: @Sendable (FormatterDefinition) -> String?
    /// What is worth a warning in a formatter that is not wrong, with the position; asked as `formatter` is.
    package var advice: @Sendable (FormatterDefinition) -> [String]
    /// What is wrong with a regular expression, with the position; nil: nothing. Never asked about a `@name`.
    package var pattern: @Sendable (String) -> String?

    package init(
        formatter: @escaping @Sendable (FormatterDefinition) -> String? = { _ in nil },
        advice: @escaping @Sendable (FormatterDefinition) -> [String] = { _ in [] },
        pattern: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.formatter = formatter
        self.advice = advice
        self.pattern = pattern
    }
}
