extension DecodingContext {
    func lengthRule(_ object: JSONObject) -> Rule.Kind {
        var rule = LengthRule()
        read(object["min"], into: &rule.minimum) { characters($0) }
        read(object["max"], into: &rule.maximum) { characters($0) }
        read(object["unit"], into: &rule.unit) { choice($0, of: LengthUnit.self) }
        read(object["shortMessage"], into: &rule.shortMessage, text)
        read(object["longMessage"], into: &rule.longMessage, text)
        if object["min"] == nil, object["max"] == nil {
            error("a length needs the key “min” or “max”", at: object.value)
        }
        checkOrder(rule.minimum, rule.maximum, at: object["max"])
        return .length(rule)
    }

    func regexRule(_ object: JSONObject) -> Rule.Kind? {
        guard let pattern = object["pattern"] else {
            error("a regex needs the key “pattern”", at: object.value)
            return nil
        }
        return self.pattern(pattern).map(Rule.Kind.regex)
    }

    func textFieldRule(_ object: JSONObject) -> Rule.Kind {
        var rule = TextFieldRule()
        read(object["minLength"], into: &rule.minLength) { characters($0) }
        read(object["maxLength"], into: &rule.maxLength) { characters($0) }
        read(object["regex"], into: &rule.pattern, pattern)
        read(object["requiredField"], into: &rule.isRequiredField, bool)
        read(object["globalErrorMessage"], into: &rule.globalErrorMessage, text)
        if let value = object["messages"],
            let messages = self.object(value, keys: ["empty", "short", "large", "notValid"])
        {
            read(messages["empty"], into: &rule.messages.empty, text)
            read(messages["short"], into: &rule.messages.short, text)
            read(messages["large"], into: &rule.messages.large, text)
            read(messages["notValid"], into: &rule.messages.notValid, text)
        }
        checkOrder(rule.minLength, rule.maxLength, at: object["maxLength"])
        return .textField(rule)
    }

    func stepRule(_ object: JSONObject) -> Rule.Kind? {
        guard let value = object["step"], let step = decimalNumber(value) else { return nil }
        guard step > DecimalNumber(0) else {
            error("the step \(step) is not above 0", at: value)
            return nil
        }
        var base = DecimalNumber(0)
        read(object["base"], into: &base, decimalNumber)
        guard let rule = StepRule(step: step, base: base) else {
            error("the step and its base have more than 17 digits", at: value)
            return nil
        }
        return .step(rule)
    }

    func dateRule(_ object: JSONObject) -> Rule.Kind {
        var rule = DateRule()
        read(object["format"], into: &rule.format, datePattern)
        read(object["min"], into: &rule.minimum, dateBound)
        read(object["max"], into: &rule.maximum, dateBound)
        if case .day(let minimum) = rule.minimum, case .day(let maximum) = rule.maximum, maximum < minimum,
            let value = object["max"]
        {
            error("the maximum lies before the minimum", at: value)
        }
        return .date(rule)
    }

    func urlRule(_ object: JSONObject) -> Rule.Kind? {
        guard let value = object["schemes"] else { return .url(schemes: ["http", "https"]) }
        guard let elements = array(value, limit: 16, of: "schemes") else { return nil }
        if elements.isEmpty { error("there is no scheme, so no address would pass", at: value) }
        return .url(
            schemes: elements.compactMap { element in
                guard let scheme = name(element, limit: 32) else { return nil }
                let bytes = scheme.utf8
                let isScheme = bytes.allSatisfy { byte in
                    switch byte | 0x20 {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
                    default: Array("0123456789+-.".utf8).contains(byte)
                    }
                }
                guard isScheme, scheme.first?.isLetter == true else {
                    error("\(quoted(scheme)) is not the scheme of an address", at: element)
                    return nil
                }
                return scheme.lowercased()
            }
        )
    }
}

extension DecodingContext {
    /// A number, or one written as a string, which JSON's other readers leave as it is.
    func decimalNumber(_ value: JSONValue) -> DecimalNumber? {
        let text = value.numberText ?? value.string
        guard let text else {
            mismatch("a number", at: value)
            return nil
        }
        guard text.utf8.count <= DefinitionLimits.numberDigits else {
            error("the number has \(text.utf8.count) digits; the limit is \(DefinitionLimits.numberDigits)", at: value)
            return nil
        }
        guard let number = value.kind == .number ? DecimalNumber(json: text) : DecimalNumber(text) else {
            error("\(quoted(text)) is not a decimal number", at: value)
            return nil
        }
        return number
    }

    func listedValues(_ value: JSONValue) -> [String]? {
        guard let elements = array(value, limit: DefinitionLimits.listedValues, of: "values") else { return nil }
        if elements.isEmpty { error("no value is listed", at: value) }
        return elements.compactMap { string($0) }
    }

    private func datePattern(_ value: JSONValue) -> DatePattern? {
        guard let text = name(value, limit: 64) else { return nil }
        do {
            return try DatePattern(text, for: .rule)
        } catch {
            self.error("the format \(quoted(text)) cannot be used: \(error)", at: value)
            return nil
        }
    }

    private func dateBound(_ value: JSONValue) -> DateBound? {
        guard let text = string(value, limit: 32) else { return nil }
        if text == "today" { return .today }
        guard case .days(let days) = DatePattern.iso.read(text) else {
            error("\(quoted(text)) is neither “today” nor a date in the form yyyy-MM-dd", at: value)
            return nil
        }
        return .day(days.lowerBound)
    }
}
