/// Reads one condition.
struct ConditionReader {
    let context: DecodingContext
    /// Tests with a pattern in all conditions of the form so far.
    var patterns: Int
    private var tests = 0

    init(context: DecodingContext, patterns: Int) {
        self.context = context
        self.patterns = patterns
    }

    private static let operators = ["equals", "notEquals", "in", "empty", "matches"]
    private static let groups = ["all", "any", "not"]

    mutating func condition(_ value: JSONValue) -> Condition? {
        let condition = part(value)
        let limit = DefinitionLimits.conditionParts
        guard tests > limit else { return condition }
        context.error("the condition has \(tests) tests; the limit is \(limit)", at: value)
        return nil
    }

    private mutating func part(_ value: JSONValue) -> Condition? {
        guard let object = value.object else {
            context.mismatch("an object", at: value)
            return nil
        }
        if let group = Self.groups.first(where: { object[$0] != nil }), let inner = object[group] {
            guard hasOnly([group], value) else { return nil }
            if group == "not" { return part(inner).map(Condition.not) }
            guard let elements = context.elements(inner) else { return nil }
            if elements.isEmpty { context.error("the condition has no parts", at: inner) }
            let parts = elements.compactMap { part($0) }
            return group == "all" ? .all(parts) : .any(parts)
        }
        tests += 1
        guard hasOnly(["field"] + Self.operators, value) else { return nil }
        guard let field = object["field"] else {
            context.error("a condition needs the key “field” or one of \(list(Self.groups))", at: value)
            return nil
        }
        let operators = Self.operators.filter { object[$0] != nil }
        guard operators.count == 1, let name = operators.first, let operand = object[name] else {
            context.error("a condition about a field needs exactly one of \(list(Self.operators))", at: value)
            return nil
        }
        return ValueReader.identifier.read(field, context).flatMap { test(name, operand, field: $0) }
    }

    /// Reports members that have none of some names; whether the value is an object at all.
    private func hasOnly(_ names: [String], _ value: JSONValue) -> Bool {
        ObjectShape(names, noun: "a condition").members(of: value, context) != nil
    }

    private mutating func test(_ name: String, _ operand: JSONValue, field: String) -> Condition? {
        let string = ValueReader<String>.string()
        switch name {
        case "equals": return string.read(operand, context).map { .test(field: field, .equals($0)) }
        case "notEquals": return string.read(operand, context).map { .not(.test(field: field, .equals($0))) }
        case "in": return ValueReader.listedValues.read(operand, context).map { .test(field: field, .oneOf($0)) }
        case "empty":
            guard let isEmpty = ValueReader.bool.read(operand, context) else { return nil }
            return isEmpty ? .test(field: field, .empty) : .not(.test(field: field, .empty))
        default:
            patterns += 1
            let limit = DefinitionLimits.conditionPatterns
            if patterns == limit + 1 {
                context.error("the form's conditions have more than \(limit) patterns, which is the limit", at: operand)
            }
            return ValueReader.pattern.read(operand, context).map { .test(field: field, .matches(pattern: $0)) }
        }
    }

    /// What a JSON Schema says of a condition.
    static var schema: ValueSchema {
        let condition = ValueSchema.reference("condition")
        let field = ValueReader.identifier.schema()
        let parts = ValueSchema.list(of: condition, [.init("minItems", .literal("1"))])
        let pattern = ValueReader.pattern.schema()
        let values = ValueReader.listedValues.schema()
        let string = ValueReader<String>.string().schema()
        let operands = [
            ("equals", string), ("notEquals", string), ("in", values), ("empty", ValueReader.bool.schema()),
            ("matches", pattern),
        ]
        let groups = [("all", parts), ("any", parts), ("not", condition)]
        let choices = groups.map { [$0] } + operands.map { [("field", field), $0] }
        return ValueSchema(
            [.init("oneOf", .array(choices.map { .object(Self.closedObject($0)) }))],
            of: [field, pattern, values, string]
        ).named("condition")
    }

    /// An object that has all of some members and no others.
    private static func closedObject(_ members: [(String, ValueSchema)]) -> [JSONText.Member] {
        [
            .init("type", .string("object")), .init("properties", .object(members.map { .init($0.0, $0.1.json) })),
            .init("required", .array(members.map { .string($0.0) })), .init("additionalProperties", .literal("false")),
        ]
    }
}

extension ValueReader where Value == [String] {
    /// The values of a rule or a condition that lists them.
    package static var listedValues: ValueReader {
        ValueReader<String>.string().list("values", from: 1, to: DefinitionLimits.listedValues).map(
            show: { $0.prefix(20).joined(separator: ", ") }
        ) { values, site, context in
            if site.elements?.isEmpty == true { context.error("no value is listed", at: site) }
            return values
        }
    }
}
