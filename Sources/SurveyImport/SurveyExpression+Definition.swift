package import FormModel

/// The field that a question in an expression refers to.
package struct SurveyName {
    /// The name of the field; for a field in rows, that of the group and the field with a point between them.
    package var field: String
    package var kind: Kind

    /// How answers are compared.
    package enum Kind {
        case plain
        /// Several answers can be chosen.
        case several
        case day
        /// A toggle.
        case flag
        /// A toggle whose value is `OK` if it is on, and nothing otherwise.
        case acknowledgement
    }

    package init(field: String, _ kind: Kind = .plain) {
        self.field = field
        self.kind = kind
    }

    package var isSeveral: Bool { kind == .several }
    package var isDay: Bool { kind == .day }
}

// Converts the expressions of a survey to a definition. Each function throws if a form has no equivalent.

extension SurveyExpression {
    package typealias Names = (String) -> SurveyName?

    package func condition(_ names: Names) throws(SurveyExpressionError) -> JSONText {
        guard case .operation(let name, let operands) = self else {
            guard case .question = self else {
                throw SurveyExpressionError(description: "a value alone is no condition")
            }
            // A question alone asks whether it is answered, a flag whether it is on.
            let name = try field(names)
            let isFlag = name.kind == .flag || name.kind == .acknowledgement
            return isFlag ? test(name.field, "equals", .literal("true")) : test(name.field, "empty", .literal("false"))
        }
        switch name {
        case "and": return try group("all", operands, names)
        case "or": return try group("any", operands, names)
        case "not": return .object([.init("not", try operands[0].condition(names))])
        case "empty", "notempty":
            return test(try operands[0].field(names).field, "empty", .literal(name == "empty" ? "true" : "false"))
        case "contains": return try contains(operands, names)
        case "notcontains": return .object([.init("not", try contains(operands, names))])
        case "anyof", "noneof": return try anyOf(operands, names, isNegated: name == "noneof")
        case "allof":
            let values = try operands[1].values()
            return test(try operands[0].field(names).field, "selected", .array(values.map(JSONText.string)))
        case "matches":
            return test(try operands[0].field(names).field, "matches", .string(try operands[1].values().first ?? ""))
        case "=", "!=": return try equality(operands, isNegated: name == "!=", names)
        case "<", "<=", ">", ">=":
            let words = ["<": "less", "<=": "atMost", ">": "greater", ">=": "atLeast"]
            return try comparison(words[name] ?? "less", operands, names)
        default: throw SurveyExpressionError(description: "“\(name)” makes no condition")
        }
    }

    private func group(
        _ name: String,
        _ operands: [SurveyExpression],
        _ names: Names
    ) throws(SurveyExpressionError) -> JSONText {
        var parts: [JSONText] = []
        for operand in operands { parts.append(try operand.condition(names)) }
        return .object([.init(name, .array(parts))])
    }

    private func test(_ field: String, _ name: String, _ operand: JSONText) -> JSONText {
        .object([.init("field", .string(field)), .init(name, operand)])
    }

    private func contains(_ operands: [SurveyExpression], _ names: Names) throws(SurveyExpressionError) -> JSONText {
        let field = try operands[0].field(names).field
        let values = try operands[1].values()
        if values.count == 1 { return test(field, "contains", .string(values[0])) }
        return test(field, "selected", .array(values.map(JSONText.string)))
    }

    private func anyOf(
        _ operands: [SurveyExpression],
        _ names: Names,
        isNegated: Bool
    ) throws(SurveyExpressionError) -> JSONText {
        let name = try operands[0].field(names)
        let values = try operands[1].values()
        let tests = values.map { test(name.field, "contains", .string($0)) }
        let condition =
            name.isSeveral
            ? JSONText.object([.init("any", .array(tests))])
            : test(name.field, "in", .array(values.map(JSONText.string)))
        return isNegated ? .object([.init("not", condition)]) : condition
    }

    private func equality(
        _ operands: [SurveyExpression],
        isNegated: Bool,
        _ names: Names
    ) throws(SurveyExpressionError) -> JSONText {
        let sides = if case .question = operands[0] { operands } else { [operands[1], operands[0]] }
        let word = isNegated ? "notEquals" : "equals"
        guard case .question = sides[0], let values = try? sides[1].values() else {
            return try comparison(word, sides, names)
        }
        let name = try sides[0].field(names)
        let value = values.count == 1 ? values[0] : nil
        if value == "", name.kind != .flag {
            if name.kind == .acknowledgement { return test(name.field, word, .literal("false")) }
            return test(name.field, "empty", .literal(isNegated ? "false" : "true"))
        }
        switch name.kind {
        case .several:
            // The chosen options are these and no others.
            let count = JSONText.object([.init("count", .array([.object([.init("field", .string(name.field))])]))])
            let condition = JSONText.object([
                .init(
                    "all",
                    .array([
                        test(name.field, "selected", .array(values.map(JSONText.string))),
                        .object([.init("computed", count), .init("equals", .literal("\(values.count)"))]),
                    ])
                )
            ])
            return isNegated ? .object([.init("not", condition)]) : condition
        case .acknowledgement:
            guard let value, value == "OK" else { break }
            return test(name.field, word, .literal("true"))
        case .plain, .day, .flag:
            guard let value else { break }
            return test(name.field, word, .string(value))
        }
        throw SurveyExpressionError(description: "the answer is never equal to this")
    }

    private func comparison(
        _ name: String,
        _ operands: [SurveyExpression],
        _ names: Names
    ) throws(SurveyExpressionError) -> JSONText {
        let right = try operands[1].computation(names)
        if case .question = operands[0] {
            return .object([.init("field", .string(try operands[0].field(names).field)), .init(name, right)])
        }
        return .object([.init("computed", try operands[0].computation(names)), .init(name, right)])
    }

    // MARK: Computations

    package func computation(_ names: Names) throws(SurveyExpressionError) -> JSONText {
        switch self {
        case .number(let text): return .literal(text)
        case .text(let text): return .string(text)
        case .question: return .object([.init("field", .string(try field(names).field))])
        case .list: throw SurveyExpressionError(description: "a list is no value")
        case .operation(let name, let operands):
            let operators = ["+": "sum", "-": "difference", "*": "product", "/": "quotient"]
            guard let operation = operators[name] else {
                throw SurveyExpressionError(description: "“\(name)” computes nothing")
            }
            return try Self.operation(operation, operands, names)
        case .call(let name, let arguments): return try Self.call(name.lowercased(), arguments, names)
        }
    }

    private static func operation(
        _ name: String,
        _ operands: [SurveyExpression],
        _ names: Names
    ) throws(SurveyExpressionError) -> JSONText {
        var values: [JSONText] = []
        for operand in operands { values.append(try operand.computation(names)) }
        return .object([.init(name, .array(values))])
    }

    private static func call(
        _ name: String,
        _ arguments: [SurveyExpression],
        _ names: Names
    ) throws(SurveyExpressionError) -> JSONText {
        switch (name, arguments.count) {
        case ("today", 0): return .object([.init("day", .string("today"))])
        case ("age", 1):
            return .object([.init("yearsBetween", .array([try arguments[0].computation(names), .string("today")]))])
        case ("iif", 3):
            return .object([
                .init("when", try arguments[0].condition(names)), .init("then", try arguments[1].computation(names)),
                .init("else", try arguments[2].computation(names)),
            ])
        case ("sum", 1...), ("min", 1...), ("max", 1...), ("round", 1...2), ("count", 1...), ("first", 1...),
            ("concat", 1...):
            return try operation(name, arguments, names)
        case ("datediff", 2), ("daysdiff", 2): return try operation("daysBetween", arguments, names)
        case ("yearsdiff", 2): return try operation("yearsBetween", arguments, names)
        case ("suminarray", 2), ("mininarray", 2), ("maxinarray", 2), ("countinarray", 2):
            guard case .question(let group) = arguments[0], case .text(let field) = arguments[1],
                let column = names("\(group).\(field)")
            else { break }
            let value = JSONText.object([.init("field", .string(column.field))])
            return .object([.init(String(name.dropLast("inarray".count)), .array([value]))])
        default: break
        }
        throw SurveyExpressionError(description: "no form has the function “\(name)” with \(arguments.count) arguments")
    }

    // MARK: Parts

    private func field(_ names: Names) throws(SurveyExpressionError) -> SurveyName {
        guard case .question(let name) = self else {
            throw SurveyExpressionError(description: "a question stands on one side of each comparison")
        }
        guard let known = names(name) else {
            throw SurveyExpressionError(description: "no field stands for the question “\(name)”")
        }
        return known
    }

    /// The values of a constant or a list of constants.
    private func values() throws(SurveyExpressionError) -> [String] {
        switch self {
        case .number(let text), .text(let text): return [text]
        case .list(let elements):
            var values: [String] = []
            for element in elements { values += try element.values() }
            return values
        default: throw SurveyExpressionError(description: "this is compared with constants only")
        }
    }
}
