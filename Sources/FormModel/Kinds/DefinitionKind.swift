/// A kind of rule or of formatter: the value that a definition holds, with all that formd knows of the kind.
///
/// One type in one file says the kind's name, its keys, and what it does; `DefinitionKinds` lists them all. Decoding,
/// `Explain`, the JSON Schema and the reference read it from there.
package protocol DefinitionKind: Sendable, Hashable {
    /// The `type` by which definitions name the kind. A plug-in's kind goes by the names of its types.
    static var name: String { get }
    /// The keys besides those that all rules, or all formatters, have.
    static var keys: KeyTable<Self> { get }
    /// What the kind does, in a few words for the reference.
    static var about: String { get }
    /// The messages that the kind has for faults of a text, with some values. Forms may replace them by their names.
    static var messages: [DefaultMessage] { get }

    /// The kind with the default of every key. A required key has a placeholder until it is read.
    init()

    /// Reports what no single key can say, such as a maximum below the minimum. Called when all keys have been read.
    mutating func check(_ object: JSONObject, _ context: DecodingContext)

    /// The type of a plug-in that stands behind the value; `nil` for formd's own.
    var plugin: TypeReference? { get }

    // A kind with several names, such as numbers and percentages, says these as well.

    static var names: [String] { get }
    static func keys(of name: String) -> KeyTable<Self>
    init(named name: String)
    /// The name by which definitions call this value's type.
    var typeName: String { get }
}

extension DefinitionKind {
    package static var about: String { "" }
    package static var messages: [DefaultMessage] { [] }
    package mutating func check(_ object: JSONObject, _ context: DecodingContext) {}
    package var plugin: TypeReference? { nil }

    package static var names: [String] { [name] }
    package static func keys(of name: String) -> KeyTable<Self> { keys }
    package init(named name: String) { self.init() }
    package var typeName: String { plugin?.name ?? Self.name }

    /// Reads the object of a rule or formatter.
    /// - Parameter common: the keys that all rules, or all formatters, have.
    static func read(
        _ value: JSONValue,
        named name: String,
        besides common: ObjectShape,
        _ context: DecodingContext
    ) -> Self? {
        var kind = Self(named: name)
        guard let object = keys(of: name).read(value, into: &kind, context, besides: common) else { return nil }
        kind.check(object, context)
        return kind
    }

    /// What the reference and the JSON Schema say of the kind.
    static func description(of name: String, besides common: [(name: String, schema: ValueSchema)]) -> KindDescription {
        let keys = keys(of: name)
        return KindDescription(
            name: name,
            about: about,
            keys: keys.descriptions(of: Self(named: name)),
            schema: keys.schema(besides: common)
        )
    }

    /// Whether two values of any kinds are the same.
    func isEqual(to other: some DefinitionKind) -> Bool { AnyHashable(self) == AnyHashable(other) }
}

/// What the reference and the JSON Schema say of a kind of rule or formatter.
package struct KindDescription: Sendable {
    package let name: String
    package let about: String
    package let keys: [KeyDescription]
    package let schema: ValueSchema
}

/// A kind of formatter. What makes the formatter itself is the engine's.
package protocol FormatterKind: DefinitionKind {
    /// What the values are; `nil` for texts.
    var valueKind: ValueKind? { get }
    /// The digits behind the decimal separator to which computed numbers are rounded; `nil` if they are not.
    var fractionDigits: Int? { get }
}

extension FormatterKind {
    package var valueKind: ValueKind? { nil }
    package var fractionDigits: Int? { nil }
}

/// A kind of rule, which judges a text.
package protocol RuleKind: DefinitionKind {
    /// The key that lists rules of which one has to let a text pass; `nil` for a rule that judges by itself.
    static var alternativesKey: String? { get }

    /// Those rules, which the decoder fills in.
    var alternatives: [Rule] { get set }

    /// The regular expression, or the shared pattern's `@name`, that the rule matches texts with.
    var pattern: String? { get }

    /// The field that the rule reads besides its own.
    var otherField: String? { get }

    /// What the rule has worked out before it judges, such as a bound.
    var operands: [Computation] { get }

    /// The condition that has to hold for the rule.
    var condition: Condition? { get }

    /// The fields whose values a plug-in is told along with the text.
    var askedFields: [String] { get }

    /// Whether the rule has an opinion of empty text. The others leave that to the field's `required`.
    var judgesEmptyText: Bool { get }

    /// Whether the rule says nothing but whether the values of two fields are equal.
    var comparesOnly: Bool { get }

    /// Whether the verdict depends on the day on which the rule is asked.
    var asksForToday: Bool { get }

    /// The grapheme clusters that a text needs at least to pass.
    var leastCharacters: Int { get }

    /// What the definition says of the rule, for `Explain`.
    var parameters: [RuleParameter] { get }

    /// The fault that the rule finds in a text; `nil` if the text passes. A pure function of its arguments.
    func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding?
}

extension RuleKind {
    package static var alternativesKey: String? { nil }
    package var alternatives: [Rule] {
        get { [] }
        set {}
    }
    package var pattern: String? { nil }
    package var otherField: String? { nil }
    package var operands: [Computation] { [] }
    package var condition: Condition? { nil }
    package var askedFields: [String] { [] }
    package var judgesEmptyText: Bool { false }
    package var comparesOnly: Bool { false }
    package var asksForToday: Bool { false }
    package var leastCharacters: Int { 0 }

    /// Whether the rule reads other fields, or works something out.
    package var readsOthers: Bool { otherField != nil || condition != nil || !operands.isEmpty }

    package var parameters: [RuleParameter] {
        let usual = Self()
        return Self.keys.keys.compactMap { key in
            key.explanation(self, usual).map { RuleParameter(key.name, $0) }
        }
    }
}

/// One key of a rule, with its value as text.
package struct RuleParameter: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The type of a plug-in, as a definition names it.
package struct TypeReference: Sendable, Hashable {
    package var name: String
    /// A JSON object: the keys beside the type's name that are the type's own.
    package var configuration: String

    package init(name: String, configuration: String) {
        self.name = name
        self.configuration = configuration
    }

    /// The type that an object names under `type`, with its own keys.
    /// - Parameter common: keys of the object that are formd's.
    package init(_ object: JSONObject, omitting common: [String]) {
        name = object["type"]?.string ?? ""
        configuration = JSONWriter.text(merging: [object.value], omitting: Set(common))
    }
}

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

    /// The kind of rule that has a name, or that of plug-ins; `nil` if nobody provides one, which is reported.
    func rule(named name: String, at site: JSONValue, _ context: DecodingContext) -> (any RuleKind.Type)? {
        if let kind = rules.first(where: { $0.names.contains(name) }) { return kind }
        let plugins = context.types.validators
        return context.isProvided("validator", name, at: site, plugins, besides: ruleNames) ? PluginRule.self : nil
    }

    func formatter(named name: String, at site: JSONValue, _ context: DecodingContext) -> (any FormatterKind.Type)? {
        if let kind = formatters.first(where: { $0.names.contains(name) }) { return kind }
        let plugins = context.types.formatters
        return context.isProvided("formatter", name, at: site, plugins, besides: formatterNames)
            ? PluginFormatter.self : nil
    }
}
