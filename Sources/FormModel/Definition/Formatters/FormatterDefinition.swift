/// The formatter of a field. Indirect, for fields without one pay for a pointer only.
package indirect enum FormatterDefinition: Sendable, Hashable {
    case mask(MaskDefinition)
    case blockMask(BlockMaskDefinition)
    case grouping(GroupingDefinition)
    case number(NumberDefinition)
    case date(DateDefinition)
    case choice(EnumDefinition)
    case regexInput(RegexInputDefinition)
    case plugin(TypeReference)
}
