/// The rule of a plug-in, which judges in a process of its own.
package struct PluginRule: RuleKind {
    private var type = TypeReference(name: "", configuration: "{}")
    package private(set) var askedFields: [String] = []

    package init() {}

    package init(_ type: TypeReference, fields: [String] = []) {
        self.type = type
        askedFields = fields
    }

    package static let name = "a plug-in's type"
    package static let about = "what the plug-in lets pass"
    package static let keys = KeyTable<PluginRule>("a plug-in's validator", isOpen: true) {
        Key(
            "fields",
            \.askedFields,
            ValueReader.string().list("fields", to: DefinitionLimits.askedFields),
            "fields whose values the plug-in is told"
        )
    }

    package mutating func check(_ object: JSONObject, _ context: DecodingContext) {
        type = TypeReference(object, omitting: Rule.pluginKeys.names + ["fields"])
    }

    package var plugin: TypeReference? { type }

    package var parameters: [RuleParameter] {
        [RuleParameter("configuration", type.configuration)]
            + (askedFields.isEmpty ? [] : [RuleParameter("fields", askedFields.joined(separator: ", "))])
    }

    /// The engine asks the plug-in instead. Where there is none, nobody can judge.
    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        RuleFinding(.checkUnavailable)
    }
}
