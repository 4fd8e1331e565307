extension DecodingContext {
    /// Reads `validators` or `inputValidators`.
    func rules(_ value: JSONValue) -> [Rule]? {
        array(value, limit: DefinitionLimits.rules, of: "validators")?.compactMap(rule)
    }

    /// Reads `inputValidators`, which judge a text by itself.
    func inputRules(_ value: JSONValue) -> [Rule]? {
        let elements = value.elements ?? []
        let rules = rules(value)
        for element in elements where element.object?["type"]?.string == "equals" {
            error("what is typed cannot be compared with another field at each key", at: element)
        }
        return rules
    }

    private func rule(_ value: JSONValue) -> Rule? {
        guard let object = value.object else {
            mismatch("an object", at: value)
            return nil
        }
        guard let type = object["type"] else {
            error("a validator needs the key “type”", at: value)
            return nil
        }
        guard let name = type.string else {
            mismatch("the name of a validator", at: type)
            return nil
        }
        guard let shape = RuleShape.builtIn[name] else {
            if types.validators.contains(name) { return pluginRule(name, value) }
            missing("validator", name, at: type, known: Array(RuleShape.builtIn.keys) + types.validators)
            return nil
        }
        guard let object = self.object(value, keys: shape.keys) else { return nil }
        for key in shape.required where object[key] == nil {
            error("the validator \(quoted(name)) needs the key \(quoted(key))", at: value)
        }
        var compatibility = compatibility
        read(object["compatibility"], into: &compatibility) { choice($0, of: RuleCompatibility.self) }
        let message = object["message"].flatMap(text)
        var severity = Rule.Severity.error
        read(object["severity"], into: &severity) { choice($0, of: Rule.Severity.self) }
        guard let kind = shape.read(self, object) else { return nil }
        var rule = Rule(kind, message: message, severity: severity)
        rule.compatibility = compatibility
        rule.formMessages = messages
        return rule
    }

    /// A plug-in's rule: what is not common to all rules is the type's own.
    private func pluginRule(_ name: String, _ value: JSONValue) -> Rule? {
        guard let object = value.object else { return nil }
        let own = typeReference(name, value, omitting: ["type", "message", "severity", "fields"])
        var severity = Rule.Severity.error
        read(object["severity"], into: &severity) { choice($0, of: Rule.Severity.self) }
        var rule = Rule(
            .plugin(own, fields: askedFields(object["fields"])),
            message: object["message"].flatMap(text),
            severity: severity
        )
        rule.formMessages = messages
        return rule
    }

    /// Reads the form's own messages.
    func readMessages(_ value: JSONValue) {
        guard let object = object(value, keys: DefaultMessage.names) else { return }
        for member in object.members where DefaultMessage.names.contains(member.key) {
            if let text = text(member.value) { messages.set(text, for: member.key) }
        }
    }

    func checkOrder<Bound: Comparable>(_ minimum: Bound, _ maximum: Bound?, at value: JSONValue?) {
        guard let value, let maximum, maximum < minimum else { return }
        error("the maximum of \(maximum) is less than the minimum of \(minimum)", at: value)
    }

    /// A regular expression, or the name of a shared one.
    func pattern(_ value: JSONValue) -> String? {
        guard let pattern = value.string else {
            mismatch("a regular expression", at: value)
            return nil
        }
        guard fitsPattern(pattern, at: value) else { return nil }
        if pattern.utf8.first == UInt8(ascii: "@") {
            guard !SharedPattern.isReference(pattern) || SharedPattern(reference: pattern) != nil else {
                unknown("shared pattern", pattern, at: value, allowed: SharedPattern.allCases.map { "@\($0.rawValue)" })
                return nil
            }
        } else if let reason = checks.pattern(pattern) {
            error("the pattern cannot be used: \(reason)", at: value)
            return nil
        }
        return pattern
    }

    func fitsPattern(_ pattern: String, at value: JSONValue) -> Bool {
        let limit = DefinitionLimits.pattern
        if pattern.utf8.count > limit {
            error("the pattern has \(pattern.utf8.count) bytes; the limit is \(limit)", at: value)
        }
        return pattern.utf8.count <= limit
    }
}
