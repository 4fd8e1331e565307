// Readers of conditions and computations as values of keys, and their JSON Schemas.

extension ValueReader where Value == Condition {
    /// Reads a condition. Whether its fields exist is checked when all fields are known.
    package static var condition: ValueReader {
        ValueReader("condition", schema: ExpressionSchema.condition) { value, context in
            var reader = ExpressionReader(context: context)
            return reader.condition(value)
        }
    }
}

extension ValueReader where Value == Computation {
    /// Reads a computation. Whether its fields exist is checked when all fields are known.
    package static func computation(as kind: ValueKind? = nil) -> ValueReader {
        ValueReader("computation", schema: ExpressionSchema.computation) { value, context in
            var reader = ExpressionReader(context: context)
            return reader.computation(value, as: kind)
        }
    }
}

private enum ExpressionSchema {
    static var condition: ValueSchema {
        let condition = ValueSchema.reference("condition")
        let operand = ValueSchema.reference("computation")
        let field = ("field", ValueReader.identifier.schema())
        let parts = ValueSchema.list(of: condition, ["minItems": 1])
        let tests = FieldTests.all.map { ($0.name, $0.operand.schema()) }
        let comparisons = Condition.Comparison.allCases.map { ($0.rawValue, operand) }
        // A constant that a field equals is a test.
        let ofField = Condition.Comparison.allCases.map { comparison in
            (comparison.rawValue, comparison.isOfEquality ? operand.with(["type": "object"]) : operand)
        }
        let groups = [("all", parts), ("any", parts), ("not", condition)]
        let choices =
            groups.map { [$0] } + tests.map { [field, $0] } + ofField.map { [("field", reference), $0] }
            + comparisons.map { [("computed", operand), $0] }
        return ValueSchema(
            ["oneOf": .array(choices.map { closedObject($0) })],
            of: [field.1, computation] + tests.map(\.1)
        ).named("condition")
    }

    static var computation: ValueSchema {
        let operand = ValueSchema.reference("computation")
        func operands(_ count: ClosedRange<Int>) -> ValueSchema {
            .list(of: operand, ["minItems": .number(count.lowerBound), "maxItems": .number(count.upperBound)])
        }
        let any = operands(1...DefinitionLimits.computationNodes)
        let points = ValueSchema.table(of: ValueReader.decimal.schema(), ["minProperties": 1])
        let string = ValueReader<String>.string().schema()
        let required: [[(String, ValueSchema)]] =
            Computation.Operator.allCases.map { [($0.rawValue, operands($0.operandCount))] } + [[("field", reference)]]
        let others = [
            closedObject([("concat", any)], optional: [("separator", string)]),
            closedObject([("score", any)], optional: [("points", points)]),
            closedObject([("day", .day)]),
            closedObject([("when", .reference("condition")), ("then", operand)], optional: [("else", operand)]),
        ]
        let constant: JSONText = ["type": ["number", "string"]]
        let ofRows = Computation.RowOperator.allCases.map {
            closedObject([($0.rawValue, ValueReader.identifier.schema())])
        }
        let objects = required.map { closedObject($0) } + others + ofRows
        return ValueSchema(["anyOf": .array([constant] + objects)], of: [string, .day])
            .named("computation")
    }

    /// The name of a field, which may be preceded by the names of one or two groups, separated by points.
    private static var reference: ValueSchema {
        let name = "[A-Za-z_][A-Za-z0-9_]{0,63}"
        let pattern = "^\(name)(\\.\(name)){0,\(DefinitionLimits.groupDepth)}$"
        return .of(type: "string", ["pattern": .string(pattern)])
    }

    /// An object that has all required members, any of the optional ones, and no others.
    private static func closedObject(
        _ members: [(String, ValueSchema)],
        optional: [(String, ValueSchema)] = []
    ) -> JSONText {
        let required = JSONText.array(members.map { .string($0.0) })
        return ValueSchema.object(members + optional).with(["required": required, "additionalProperties": false]).json
    }
}

/// What a condition may ask of a field, each with how its operand is written.
enum FieldTests {
    /// A test, and whether it is to be met or not.
    typealias Asked = (test: Condition.Test, isMet: Bool)

    static let all: [(name: String, operand: ValueReader<Asked>)] = [
        ("equals", ValueReader.answer.map { text, _, _ in (.equals(text), true) }),
        ("notEquals", ValueReader.answer.map { text, _, _ in (.equals(text), false) }),
        ("in", ValueReader.listedValues.map { values, _, _ in (.oneOf(values), true) }),
        ("empty", ValueReader.bool.map { isEmpty, _, _ in (.empty, isEmpty) }), ("matches", pattern),
        ("contains", ValueReader.string().map { text, _, _ in (.contains(text), true) }), ("selected", selection),
    ]

    private static let pattern = ValueReader<Asked>("pattern", schema: ValueReader.pattern.schema()) { value, context in
        context.conditionPatterns += 1
        let limit = DefinitionLimits.conditionPatterns
        if context.conditionPatterns == limit + 1 {
            context.error("the form's conditions have more than \(limit) patterns, which is the limit", at: value)
        }
        return ValueReader.pattern.read(value, context).map { (.matches(pattern: $0), true) }
    }

    /// One value, or several.
    private static let selection: ValueReader<Asked> = {
        let (one, several) = (ValueReader.string(), ValueReader.listedValues)
        return ValueReader("values", schema: .any(of: [one.schema(), several.schema()])) { value, context in
            let values = value.string == nil ? several.read(value, context) : one.read(value, context).map { [$0] }
            return values.map { (.selected($0), true) }
        }
    }()
}

extension ValueReader where Value == [String] {
    /// The list of values of a rule or a condition.
    package static var listedValues: ValueReader {
        ValueReader<String>.string()
            .list("values", from: 1, to: DefinitionLimits.listedValues, orReport: "no value is listed")
            .shown { $0.prefix(20).joined(separator: ", ") }
    }
}
