package import FormModel
package import Languages
package import Masks

extension GroupingDefinition: TextFormatterKind {
    package static let name = "grouping"
    package static let about = "groups of characters; see *Masks*"
    package static let keys = KeyTable<GroupingDefinition>("a grouping formatter") {
        Key("groups", \.groups, groupsReader, "the sizes of the groups in characters; the last size is repeated")
        Key("separator", \.separator, .name(limit: 16), default: "a space")
        Key("maximum", \.maximum, .characters(from: 1), "the maximum length without separators")
    }

    private static let groupsReader = ValueReader.characters(from: 1)
        .list("groups", from: 1, to: DefinitionLimits.maskParts, orReport: "there must be at least one group")
        .shown { "\($0)" }

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        GroupingFormatter(self)
    }
}

extension GroupingFormatter: TextFormatter {}
