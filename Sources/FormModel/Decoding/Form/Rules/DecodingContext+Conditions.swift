extension DecodingContext {
    /// Reads `visibleWhen` and its like. That the fields exist is checked when all of them are known.
    func condition(_ value: JSONValue) -> Condition? {
        var parts = 0
        let condition = condition(value, parts: &parts)
        if parts > DefinitionLimits.conditionParts {
            error("the condition has \(parts) tests; the limit is \(DefinitionLimits.conditionParts)", at: value)
            return nil
        }
        return condition
    }

    private static let tests = ["equals", "notEquals", "in", "empty", "matches"]
    private static let groups = ["all", "any", "not"]

    private func condition(_ value: JSONValue, parts: inout Int) -> Condition? {
        guard let object = value.object else {
            mismatch("an object", at: value)
            return nil
        }
        if let group = Self.groups.first(where: { object[$0] != nil }), let value = object[group] {
            guard self.object(object.value, keys: [group]) != nil else { return nil }
            if group == "not" { return condition(value, parts: &parts).map(Condition.not) }
            guard let elements = array(value) else { return nil }
            if elements.isEmpty { error("the condition has no parts", at: value) }
            let conditions = elements.compactMap { condition($0, parts: &parts) }
            return group == "all" ? .all(conditions) : .any(conditions)
        }
        parts += 1
        guard self.object(value, keys: ["field"] + Self.tests) != nil else { return nil }
        guard let field = object["field"] else {
            error("a condition needs the key “field” or one of \(list(Self.groups))", at: value)
            return nil
        }
        let tests = Self.tests.filter { object[$0] != nil }
        guard tests.count == 1, let test = tests.first, let operand = object[test] else {
            error("a condition about a field needs exactly one of \(list(Self.tests))", at: value)
            return nil
        }
        guard let id = identifier(field), let condition = self.test(test, operand, field: id) else { return nil }
        return condition
    }

    private func test(_ test: String, _ operand: JSONValue, field: String) -> Condition? {
        switch test {
        case "equals": return string(operand).map { .test(field: field, .equals($0)) }
        case "notEquals": return string(operand).map { .not(.test(field: field, .equals($0))) }
        case "in": return listedValues(operand).map { .test(field: field, .oneOf($0)) }
        case "empty":
            guard let isEmpty = bool(operand) else { return nil }
            return isEmpty ? .test(field: field, .empty) : .not(.test(field: field, .empty))
        default:
            conditionPatterns += 1
            if conditionPatterns == DefinitionLimits.conditionPatterns + 1 {
                let limit = DefinitionLimits.conditionPatterns
                error("the form's conditions have more than \(limit) patterns, which is the limit", at: operand)
            }
            return pattern(operand).map { .test(field: field, .matches(pattern: $0)) }
        }
    }
}
