/// The keys of a `grouping` formatter.
package struct GroupingDefinition: Sendable, Hashable {
    /// Characters of each group, from the beginning; the last one repeats.
    package var groups = [4]
    package var separator = " "
    /// Characters without separators; nil: no limit.
    package var maximum: Int?

    package init() {}
}
