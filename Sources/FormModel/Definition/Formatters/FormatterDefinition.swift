/// The formatter of a field.
package enum FormatterDefinition: Sendable, Hashable {
    case mask(MaskDefinition)
    case blockMask(BlockMaskDefinition)
    case grouping(GroupingDefinition)
    case number(NumberDefinition)
    case date(DateDefinition)
    case choice(EnumDefinition)
    case regexInput(RegexInputDefinition)
    case plugin(TypeReference)
}
