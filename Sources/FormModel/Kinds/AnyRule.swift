/// The rule `any`: a text that one of several rules lets pass. The engine asks these rules, which the decoder reads.
package struct AnyRule: RuleKind {
    package var alternatives: [Rule] = []

    package init() {}

    package static let name = "any"
    package static let about = "what one of the rules lets pass; none of them is a plug-in's"
    package static let alternativesKey: String? = "rules"
    package static let keys = KeyTable<AnyRule>("the validator “any”") {
        Key(
            "rules",
            "1 to \(DefinitionLimits.rules) validators",
            schema: {
                let limits = [
                    JSONText.Member("minItems", .literal("1")),
                    .init("maxItems", .literal("\(DefinitionLimits.rules)")),
                ]
                return .list(of: .reference("validator"), limits)
            },
            isRequired: true
        ) { _, _, _ in }
    }

    package var otherField: String? { alternatives.lazy.compactMap(\.otherField).first }
    package var judgesEmptyText: Bool { alternatives.contains(where: \.judgesEmptyText) }
    package var asksForToday: Bool { alternatives.contains(where: \.asksForToday) }
    package var leastCharacters: Int { alternatives.map(\.kind.leastCharacters).min() ?? 0 }

    package var parameters: [RuleParameter] {
        [RuleParameter("rules", alternatives.map(\.typeName).joined(separator: ", "))]
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        RuleFinding(.checkUnavailable)
    }
}
