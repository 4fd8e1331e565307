/// Rules that definitions may name, but formd cannot check yet.
private let laterRules: Set<String> = [
    "minValue", "maxValue", "phone", "email", "luhn", "iban", "oneOf", "equals", "date",
]

private let builtInRules = ["length", "regex", "textField"]

private enum RuleKey {
    static let common = ["type", "message", "severity"]
    static let ofLength = common + ["min", "max", "shortMessage", "longMessage"]
    static let ofRegex = common + ["pattern"]
    static let ofTextField =
        common + ["minLength", "maxLength", "regex", "requiredField", "globalErrorMessage", "messages"]
    static let ofMessages = ["empty", "short", "large", "notValid"]
}

extension DecodingContext {
    /// Reads `validators` or `inputValidators`.
    func rules(_ value: JSONValue) -> [Rule]? {
        array(value, limit: DefinitionLimits.rules, of: "validators")?.compactMap(rule)
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
        let kind: Rule.Kind?
        switch type.string {
        case "length": kind = lengthRule(value).map(Rule.Kind.length)
        case "regex": kind = regexRule(value)
        case "textField": kind = textFieldRule(value).map(Rule.Kind.textField)
        case let name? where laterRules.contains(name):
            error("the validator \(quoted(name)) is not supported yet", at: type)
            return nil
        case let name? where types.validators.contains(name):
            let own = typeReference(name, value, omitting: ["type", "message", "severity", "fields"])
            kind = .plugin(own, fields: askedFields(object["fields"]))
        case let name?:
            missing("validator", name, at: type, known: builtInRules + types.validators)
            return nil
        case nil:
            mismatch("the name of a validator", at: type)
            return nil
        }
        let message = object["message"].flatMap(text)
        var severity = Rule.Severity.error
        read(object["severity"], into: &severity) { choice($0, of: Rule.Severity.self) }
        return kind.map { Rule($0, message: message, severity: severity) }
    }

    private func lengthRule(_ value: JSONValue) -> LengthRule? {
        guard let object = object(value, keys: RuleKey.ofLength) else { return nil }
        var rule = LengthRule()
        read(object["min"], into: &rule.minimum) { characters($0) }
        read(object["max"], into: &rule.maximum) { characters($0) }
        read(object["shortMessage"], into: &rule.shortMessage, text)
        read(object["longMessage"], into: &rule.longMessage, text)
        if object["min"] == nil, object["max"] == nil {
            error("a length needs the key “min” or “max”", at: value)
        }
        checkOrder(rule.minimum, rule.maximum, at: object["max"])
        return rule
    }

    private func regexRule(_ value: JSONValue) -> Rule.Kind? {
        guard let object = object(value, keys: RuleKey.ofRegex) else { return nil }
        guard let pattern = object["pattern"] else {
            error("a regex needs the key “pattern”", at: value)
            return nil
        }
        return self.pattern(pattern).map(Rule.Kind.regex)
    }

    private func textFieldRule(_ value: JSONValue) -> TextFieldRule? {
        guard let object = object(value, keys: RuleKey.ofTextField) else { return nil }
        var rule = TextFieldRule()
        read(object["minLength"], into: &rule.minLength) { characters($0) }
        read(object["maxLength"], into: &rule.maxLength) { characters($0) }
        read(object["regex"], into: &rule.pattern, pattern)
        read(object["requiredField"], into: &rule.isRequiredField, bool)
        read(object["globalErrorMessage"], into: &rule.globalErrorMessage, text)
        if let value = object["messages"],
            let messages = self.object(value, keys: RuleKey.ofMessages)
        {
            read(messages["empty"], into: &rule.messages.empty, text)
            read(messages["short"], into: &rule.messages.short, text)
            read(messages["large"], into: &rule.messages.large, text)
            read(messages["notValid"], into: &rule.messages.notValid, text)
        }
        checkOrder(rule.minLength, rule.maxLength, at: object["maxLength"])
        return rule
    }

    private func checkOrder(_ minimum: Int, _ maximum: Int?, at value: JSONValue?) {
        guard let value, let maximum, maximum < minimum else { return }
        error("the maximum of \(maximum) is less than the minimum of \(minimum)", at: value)
    }

    /// A regular expression, or the name of a shared one.
    private func pattern(_ value: JSONValue) -> String? {
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
