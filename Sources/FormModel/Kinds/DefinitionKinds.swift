/// The kinds of rules and formatters that definitions can name, and the check of their patterns.
package struct DefinitionKinds: Sendable {
    package let rules: [any RuleKind.Type]
    package let formatters: [any FormatterKind.Type]
    /// Why a regular expression cannot be used, or `nil` if it can.
    package let patternProblem: @Sendable (String) -> String?

    package init(
        rules: [any RuleKind.Type],
        formatters: [any FormatterKind.Type],
        patternProblem: @escaping @Sendable (String) -> String?
    ) {
        self.rules = rules
        self.formatters = formatters
        self.patternProblem = patternProblem
    }

    /// The names of formd's own rules.
    package var ruleNames: [String] { rules.flatMap { $0.names } }
    /// The names of formd's own formatters.
    package var formatterNames: [String] { formatters.flatMap { $0.names } }

    /// Every default message once, with some values.
    package var messages: [DefaultMessage] {
        var names: Set<String> = []
        let all = DefaultMessage.ofFields + rules.flatMap { $0.messages } + formatters.flatMap { $0.messages }
        return all.filter { names.insert($0.name).inserted }
    }

    /// The names of the kinds of rules and formatters that have a message.
    package func names(ofKindsSaying message: String) -> [String] {
        let kinds: [any DefinitionKind.Type] = rules + formatters
        var names: Set<String> = []
        return kinds.filter { $0.messages.contains { $0.name == message } }.flatMap { $0.names }
            .filter { names.insert($0).inserted }
    }

    /// What the reference says of formd's own rules, without the keys that they have in common.
    package var ruleDescriptions: [KindDescription] {
        let common = Rule.keys.keys.map { ($0.name, $0.schema()) }
        return rules.flatMap { kind in kind.names.map { kind.description(of: $0, besides: common) } }
    }

    /// What the reference says of formd's own formatters.
    package var formatterDescriptions: [KindDescription] {
        let type = [("type", ValueSchema.of(type: "string"))]
        return formatters.flatMap { kind in kind.names.map { kind.description(of: $0, besides: type) } }
    }

    func rule(named name: String, _ types: TypeNames) -> (any RuleKind.Type)? {
        rules.first { $0.names.contains(name) } ?? (types.validators.contains(name) ? PluginRule.self : nil)
    }

    func formatter(named name: String, _ types: TypeNames) -> (any FormatterKind.Type)? {
        formatters.first { $0.names.contains(name) } ?? (types.formatters.contains(name) ? PluginFormatter.self : nil)
    }
}
