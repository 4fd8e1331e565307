/// A kind of rule or formatter: the value that a definition contains, with everything that formd knows about the kind.
///
/// A type in one file declares the kind's name, keys and behaviour; `DefinitionKinds` lists all kinds. Decoding,
/// `Explain`, the JSON Schema and the reference use these declarations.
package protocol DefinitionKind: Sendable, Hashable {
    /// The `type` of the kind in definitions. A plug-in's kind has the names of its types.
    static var name: String { get }
    /// The keys besides those of all rules or of all formatters.
    static var keys: KeyTable<Self> { get }
    /// The behaviour of the kind in a few words, for the reference.
    static var about: String { get }
    /// The messages of the kind about invalid texts, with example values. Forms may replace them by name.
    static var messages: [DefaultMessage] { get }

    /// Creates a value with the default of every key. A required key has a placeholder until it is read.
    init()

    /// Reports errors that involve several keys, such as a maximum below the minimum. Called after all keys have been
    /// read.
    mutating func check(_ object: JSONObject, _ context: DecodingContext)

    /// The plug-in's type that implements the value; `nil` for a kind of formd.
    var plugin: TypeReference? { get }

    // Kinds with several names, such as numbers and percentages, also implement these members.

    static var names: [String] { get }
    static func keys(of name: String) -> KeyTable<Self>
    init(named name: String)
    /// The name of this value's type in definitions.
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

    /// Reads the object of a rule or a formatter.
    /// - Parameter common: the keys of all rules or of all formatters.
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

    /// The description of the kind in the reference and in the JSON Schema.
    static func description(of name: String, besides common: [(name: String, schema: ValueSchema)]) -> KindDescription {
        let keys = keys(of: name)
        return KindDescription(
            name: name,
            about: about,
            keys: keys.descriptions(of: Self(named: name)),
            schema: keys.schema(besides: common)
        )
    }

    /// Whether two values are of the same kind and equal.
    func isEqual(to other: some DefinitionKind) -> Bool { AnyHashable(self) == AnyHashable(other) }
}

/// The description of a kind of rule or formatter in the reference and in the JSON Schema.
package struct KindDescription: Sendable {
    package let name: String
    package let about: String
    package let keys: [KeyDescription]
    package let schema: ValueSchema
}

/// A kind of formatter. The engine creates the formatter itself.
package protocol FormatterKind: DefinitionKind {
    /// The kind of the values; `nil` for texts.
    var valueKind: ValueKind? { get }
    /// The number of decimals to which computed numbers are rounded; `nil` if they are not rounded.
    var fractionDigits: Int? { get }

    /// Whether the formatter drops letters or digits of a value that a program sets.
    func loses(_ value: String) -> Bool
}

extension FormatterKind {
    package var valueKind: ValueKind? { nil }
    package var fractionDigits: Int? { nil }
    package func loses(_ value: String) -> Bool { false }
}

/// A kind of rule, which validates a text.
package protocol RuleKind: DefinitionKind {
    /// The key of the list of rules of which one must accept a text; `nil` for any other rule.
    static var alternativesKey: String? { get }

    /// The rules in that list, which the decoder sets.
    var alternatives: [Rule] { get set }

    /// The regular expression, or the `@name` of the shared pattern, that the rule matches texts against.
    var pattern: String? { get }

    /// The other field that the rule reads.
    var otherField: String? { get }

    /// The computations whose values the rule needs, such as a bound.
    var operands: [Computation] { get }

    /// The condition that must be true for the text to be valid.
    var condition: Condition? { get }

    /// The fields whose values are passed to a plug-in together with the text.
    var askedFields: [String] { get }

    /// Whether the rule validates empty texts. Other rules leave that to the field's `required`.
    var judgesEmptyText: Bool { get }

    /// Whether the result depends only on whether the values of two fields are equal.
    var comparesOnly: Bool { get }

    /// Whether the result depends on the current day.
    var asksForToday: Bool { get }

    /// Whether the rule validates the number of a payment card, whose brands the field's property `CardBrands` reports.
    var judgesCardNumbers: Bool { get }

    /// The minimum number of grapheme clusters of a valid text.
    var leastCharacters: Int { get }

    /// Narrows the values that a step may lead to, by the rule's bound or step. `operands` are the values of
    /// `operands`.
    func narrow(_ limits: inout StepLimits, _ operands: [String])
    /// The rule's keys and values, for `Explain`.
    var parameters: [RuleParameter] { get }

    /// The fault that the rule finds in a text; `nil` if the text is valid. A pure function of its arguments.
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
    package var judgesCardNumbers: Bool { false }
    package var leastCharacters: Int { 0 }
    package func narrow(_ limits: inout StepLimits, _ operands: [String]) {}

    /// Whether the rule reads other fields or needs computed values.
    package var readsOthers: Bool { otherField != nil || condition != nil || !operands.isEmpty }

    package var parameters: [RuleParameter] {
        let usual = Self()
        return Self.keys.keys.compactMap { key in
            key.explanation(self, usual).map { RuleParameter(key.name, $0) }
        }
    }
}

/// A key of a rule with its value as text.
package struct RuleParameter: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A plug-in's type as a definition refers to it.
package struct TypeReference: Sendable, Hashable {
    package var name: String
    /// A JSON object with the type's own keys.
    package var configuration: String

    package init(name: String, configuration: String) {
        self.name = name
        self.configuration = configuration
    }

    /// Reads the type in `type`, with its own keys.
    /// - Parameter common: keys of the object that belong to formd.
    package init(_ object: JSONObject, omitting common: [String]) {
        name = object["type"]?.string ?? ""
        configuration = JSONWriter.text(merging: [object.value], omitting: Set(common))
    }
}

/// The kinds of rules and formatters that definitions can name, and the validation of patterns.
package struct DefinitionKinds: Sendable {
    package let rules: [any RuleKind.Type]
    package let formatters: [any FormatterKind.Type]
    /// Returns why a regular expression cannot be used, or `nil` if it can.
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

    /// Every default message once, with example values.
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

    /// The descriptions of formd's own rules for the reference, without the keys that they share.
    package var ruleDescriptions: [KindDescription] {
        let common = Rule.keys.keys.map { ($0.name, $0.schema()) }
        return rules.flatMap { kind in kind.names.map { kind.description(of: $0, besides: common) } }
    }

    /// The descriptions of formd's own formatters for the reference.
    package var formatterDescriptions: [KindDescription] {
        let type = [("type", ValueSchema.of(type: "string"))]
        return formatters.flatMap { kind in kind.names.map { kind.description(of: $0, besides: type) } }
    }

    /// The kind of rule with a name, or the kind of plug-ins' rules; returns `nil` and reports the name if no plug-in
    /// provides it.
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
