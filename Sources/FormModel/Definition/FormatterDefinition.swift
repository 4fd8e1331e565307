/// The formatter of a field.
package enum FormatterDefinition: Sendable, Hashable {
    case mask(MaskDefinition)
}
