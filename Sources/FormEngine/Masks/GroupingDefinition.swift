package import FormModel

/// The formatter `grouping`: characters in groups, with a separator between them.
package struct GroupingDefinition: TextFormatterKind {
    /// Characters of each group from the beginning; the last size repeats. At least one.
    package var groups = [4]
    package var separator = " "
    /// Characters without separators; `nil` for no limit.
    package var maximum: Int?

    package init() {}

    package static let name = "grouping"
    package static let about = "characters in groups; see *Masks*"
    package static let keys = KeyTable<GroupingDefinition>("a grouping formatter") {
        Key("groups", \.groups, groupsReader, "sizes in characters, the last of which repeats")
        Key("separator", \.separator, .name(limit: 16), default: "a space")
        Key("maximum", \.maximum, .characters(from: 1), "characters without separators")
    }

    private static let groupsReader = ValueReader.characters(from: 1)
        .list("groups", from: 1, to: DefinitionLimits.maskParts)
        .map(show: { "\($0)" }) { groups, site, context -> [Int]? in
            if site.elements?.isEmpty == true { context.error("there must be at least one group", at: site) }
            return groups.isEmpty ? nil : groups
        }

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        GroupingFormatter(self)
    }
}
