/// The formatters that formd brings along, each with what reads its keys.
private let readers: [(name: String, read: @Sendable (DecodingContext, JSONValue) -> FormatterDefinition?)] = [
    ("mask", { $0.mask($1).map(FormatterDefinition.mask) }),
    ("blockMask", { $0.blockMask($1).map(FormatterDefinition.blockMask) }),
    ("grouping", { $0.grouping($1).map(FormatterDefinition.grouping) }),
    ("number", { $0.number($1, of: .decimal).map(FormatterDefinition.number) }),
    ("currency", { $0.currency($1).map(FormatterDefinition.number) }),
    ("percent", { $0.number($1, of: .percent).map(FormatterDefinition.number) }),
    ("date", { $0.date($1, of: .date).map(FormatterDefinition.date) }),
    ("time", { $0.date($1, of: .time).map(FormatterDefinition.date) }),
    ("dateTime", { $0.date($1, of: .dateTime).map(FormatterDefinition.date) }),
    ("enum", { $0.enumeration($1).map(FormatterDefinition.choice) }),
    ("regexInput", { $0.regexInput($1).map(FormatterDefinition.regexInput) }),
]

extension FormatterDefinition {
    /// The types of the formatters that need no plug-in.
    package static var builtInTypes: [String] { readers.map(\.name) }
}

extension DecodingContext {
    func formatter(_ value: JSONValue) -> FormatterDefinition? {
        guard let object = value.object else {
            mismatch("an object", at: value)
            return nil
        }
        guard let type = object["type"] else {
            error("a formatter needs the key “type”", at: value)
            return nil
        }
        guard let name = type.string else {
            mismatch("the name of a formatter", at: type)
            return nil
        }
        if let reader = readers.first(where: { $0.name == name }) { return reader.read(self, value) }
        if types.formatters.contains(name) {
            return .plugin(typeReference(name, value))
        } else {
            missing("formatter", name, at: type, known: FormatterDefinition.builtInTypes + types.formatters)
        }
        return nil
    }

    /// Asks the engine whether a formatter can be made. `part` is what of it stands at `value`.
    func check(_ formatter: FormatterDefinition, _ part: String = "formatter", at value: JSONValue) {
        if let reason = checks.formatter(formatter) { error("the \(part) cannot be used: \(reason)", at: value) }
        for advice in checks.advice(formatter) { warning(advice, at: value) }
    }
}
