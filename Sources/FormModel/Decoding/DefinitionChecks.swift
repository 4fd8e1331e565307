/// The checks of a definition that only the engine can make: whether its masks and patterns compile.
package struct DefinitionChecks: Sendable {
    /// What is wrong with a mask, with the position; nil: nothing. Affine masks are asked about one by one, each as
    /// the `mask` of a definition that has no affine ones.
    package var mask: @Sendable (MaskDefinition) -> String?
    /// What is wrong with a regular expression, with the position; nil: nothing. Never asked about a `@name`.
    package var pattern: @Sendable (String) -> String?

    package init(
        mask: @escaping @Sendable (MaskDefinition) -> String? = { _ in nil },
        pattern: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.mask = mask
        self.pattern = pattern
    }
}
