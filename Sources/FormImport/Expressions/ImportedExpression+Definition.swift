package import FormModel

/// The field that a question in an expression refers to.
package struct ImportedName {
    /// The name of the field; for a field in rows, that of the group and the field with a point between them.
    package var field: String
    package var kind: Kind
    /// The values and labels of the choices, for an expression that inserts the label of the answer; empty if none does.
    package var labels: [(value: String, label: String)] = []

    /// How answers are compared.
    package enum Kind {
        case plain
        /// Several answers can be chosen.
        case several
        case day
        /// A toggle.
        case flag
        /// A value that the application sets, which may be `false`.
        case variable
        /// A toggle whose value is `OK` if it is on, and nothing otherwise.
        case acknowledgement
        /// The rows of a group, which have a number and no value.
        case rows
    }

    package init(field: String, _ kind: Kind = .plain) {
        self.field = field
        self.kind = kind
    }

    package var isSeveral: Bool { kind == .several }
    package var isDay: Bool { kind == .day }
}

// Converts the expressions of a survey to a definition. Each function throws if a form has no equivalent.

extension ImportedExpression {
    package typealias Names = (String) -> ImportedName?

    /// - Parameter isNegated: whether the condition is in a negation. A comparison with a missing answer does not hold, and
    ///   its negation does; in a form neither would.
    package func condition(
        _ names: Names,
        isNegated: Bool = false
    ) throws(ImportedExpressionError) -> JSONText {
        guard case .operation(let name, let operands) = self else {
            // What holds always, and what never does.
            if case .text("true") = self { return ["not": .never] }
            if case .text("false") = self { return .never }
            guard case .question = self else {
                throw ImportedExpressionError(description: "a value alone is no condition")
            }
            // A question alone asks whether it is answered, a flag whether it is on.
            let name = try field(names)
            if name.kind == .variable {
                return ["all": [test(name.field, "empty", false), test(name.field, "notEquals", "false")]]
            }
            let isFlag = name.kind == .flag || name.kind == .acknowledgement
            return isFlag ? test(name.field, "equals", .literal("true")) : test(name.field, "empty", .literal("false"))
        }
        switch name {
        case "and": return try group("all", operands, names, isNegated: isNegated)
        case "or": return try group("any", operands, names, isNegated: isNegated)
        case "not": return .object([.init("not", try operands[0].condition(names, isNegated: true))])
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
            let condition = try comparison(words[name] ?? "less", operands, names)
            guard isNegated else { return condition }
            let answers = operands.compactMap { if case .question(let name) = $0 { names(name)?.field } else { nil } }
            return ["all": .array(answers.map { test($0, "empty", false) } + [condition])]
        default: throw ImportedExpressionError(description: "“\(name)” makes no condition")
        }
    }

    private func group(
        _ name: String,
        _ operands: [ImportedExpression],
        _ names: Names,
        isNegated: Bool
    ) throws(ImportedExpressionError) -> JSONText {
        var parts: [JSONText] = []
        for operand in operands { parts.append(try operand.condition(names, isNegated: isNegated)) }
        return .object([.init(name, .array(parts))])
    }

    private func test(_ field: String, _ name: String, _ operand: JSONText) -> JSONText { .test(field, name, operand) }

    private func contains(_ operands: [ImportedExpression], _ names: Names) throws(ImportedExpressionError) -> JSONText
    {
        let field = try operands[0].field(names).field
        let values = try operands[1].values()
        if values.count == 1 { return test(field, "contains", .string(values[0])) }
        return test(field, "selected", .array(values.map(JSONText.string)))
    }

    private func anyOf(
        _ operands: [ImportedExpression],
        _ names: Names,
        isNegated: Bool
    ) throws(ImportedExpressionError) -> JSONText {
        let name = try operands[0].field(names)
        let values = try operands[1].values()
        let tests = values.map { test(name.field, "contains", .string($0)) }
        let condition: JSONText =
            name.isSeveral ? ["any": .array(tests)] : test(name.field, "in", .array(values.map(JSONText.string)))
        return isNegated ? ["not": condition] : condition
    }

    private func equality(
        _ operands: [ImportedExpression],
        isNegated: Bool,
        _ names: Names
    ) throws(ImportedExpressionError) -> JSONText {
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
            let count: JSONText = ["count": [["field": .string(name.field)]]]
            let condition: JSONText = [
                "all": [
                    test(name.field, "selected", .array(values.map(JSONText.string))),
                    ["computed": count, "equals": .number(values.count)],
                ]
            ]
            return isNegated ? ["not": condition] : condition
        case .acknowledgement:
            guard let value, value == "OK" else { break }
            return test(name.field, word, .literal("true"))
        case .rows: break
        case .plain, .day, .flag, .variable:
            guard let value else { break }
            return test(name.field, word, .string(value))
        }
        throw ImportedExpressionError(description: "the answer is never equal to this")
    }

    private func comparison(
        _ name: String,
        _ operands: [ImportedExpression],
        _ names: Names
    ) throws(ImportedExpressionError) -> JSONText {
        let right = try operands[1].computation(names)
        if case .question = operands[0] {
            return .object([.init("field", .string(try operands[0].field(names).field)), .init(name, right)])
        }
        return .object([.init("computed", try operands[0].computation(names)), .init(name, right)])
    }

    // MARK: Computations

    package func computation(_ names: Names) throws(ImportedExpressionError) -> JSONText {
        switch self {
        case .number(let text): return .literal(text)
        case .text(let text): return .string(text)
        case .question: return .object([.init("field", .string(try field(names).field))])
        case .list: throw ImportedExpressionError(description: "a list is no value")
        case .column(let name): throw ImportedExpressionError(description: "“\(name)” is a path, which no form has")
        case .operation(let name, let operands):
            let operators = ["+": "sum", "-": "difference", "*": "product", "/": "quotient"]
            if name == "%" {
                // The remainder has the sign of the dividend.
                let whole = Self.whole(try Self.operation("quotient", operands, names))
                let divisor = try operands[1].computation(names)
                return ["difference": [try operands[0].computation(names), ["product": [divisor, whole]]]]
            }
            let isText = operands.contains { if case .text = $0 { true } else { false } }
            if name == "+", isText { return try Self.operation("concat", operands.map(\.withoutCount), names) }
            guard let operation = operators[name] else {
                return ["when": try condition(names), "then": "true", "else": "false"]
            }
            return try Self.operation(operation, operands, names)
        case .call(let name, let arguments): return try Self.call(name.lowercased(), arguments, names)
        }
    }

    /// A number without its decimal places.
    private static func whole(_ number: JSONText) -> JSONText {
        [
            "when": ["computed": number, "less": 0],
            "then": ["round": [["sum": [number, .literal(almostHalf)]]]],
            "else": ["round": [["difference": [number, .literal(almostHalf)]]]],
        ]
    }

    /// Rounding is half away from zero.
    private static let almostHalf = "0.49999999999999999999"

    /// An answer that is not counted as a number.
    private var withoutCount: ImportedExpression {
        if case .call("counted", let operands) = self { operands[0] } else { self }
    }

    private static func operation(
        _ name: String,
        _ operands: [ImportedExpression],
        _ names: Names
    ) throws(ImportedExpressionError) -> JSONText {
        var values: [JSONText] = []
        for operand in operands { values.append(try operand.computation(names)) }
        return .object([.init(name, .array(values))])
    }

    private static func call(
        _ name: String,
        _ arguments: [ImportedExpression],
        _ names: Names
    ) throws(ImportedExpressionError) -> JSONText {
        switch (name, arguments.count) {
        case ("today", 0): return .object([.init("day", .string("today"))])
        case ("counted", 1):
            // A column counts only the answers that there are.
            let name = try arguments[0].field(names)
            let value: JSONText = ["field": .string(name.field)]
            return name.field.contains(".") ? value : ["first": [value, 0]]
        case ("int", 1), ("trunc", 1): return whole(try arguments[0].computation(names))
        case ("floor", 1):
            let number = try arguments[0].computation(names)
            return ["round": [["difference": [number, .literal(almostHalf)]]]]
        case ("age", 1):
            return .object([.init("yearsBetween", .array([try arguments[0].computation(names), .string("today")]))])
        case ("iif", 3):
            let (then, otherwise) = (try arguments[1].computation(names), try arguments[2].computation(names))
            return ["when": try arguments[0].condition(names), "then": then, "else": otherwise]
        case ("position", 1), ("count", 1):
            guard case .question(let group) = arguments[0], let rows = names(group), rows.kind == .rows,
                !rows.field.contains(".")
            else { return try operation(name, arguments, names) }
            return .object([.init(name == "count" ? "rows" : name, .string(rows.field))])
        case ("label", 1):
            let question = try arguments[0].field(names)
            guard 1...maximumLabels ~= question.labels.count else { break }
            let labels = question.labels.map { value, label -> JSONText in
                ["when": ["field": .string(question.field), "equals": .string(value)], "then": .string(label)]
            }
            return ["first": .array(labels)]
        case ("join", 2...):
            guard case .text(let separator) = arguments[0] else { break }
            let rest = Array(arguments.dropFirst())
            guard case .object(let members) = try operation("concat", rest, names) else { break }
            return .object(members + [.init("separator", .string(separator))])
        case ("sum", 1...), ("min", 1...), ("max", 1...), ("round", 1...2), ("count", 2...), ("first", 1...),
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
        throw ImportedExpressionError(
            description: "no form has the function “\(name)” with \(arguments.count) arguments"
        )
    }

    /// The number of choices whose labels a computation can insert: each takes two of its nodes.
    private static let maximumLabels = DefinitionLimits.computationNodes / 2 - 1

    // MARK: Parts

    private func field(_ names: Names) throws(ImportedExpressionError) -> ImportedName {
        guard case .question(let name) = self else {
            throw ImportedExpressionError(description: "a question stands on one side of each comparison")
        }
        guard let known = names(name) else {
            throw ImportedExpressionError(description: "no field stands for the question “\(name)”")
        }
        guard known.kind != .rows else {
            throw ImportedExpressionError(description: "the rows of “\(name)” are only counted")
        }
        return known
    }

    /// The values of a constant or a list of constants.
    private func values() throws(ImportedExpressionError) -> [String] {
        switch self {
        case .number(let text), .text(let text): return [text]
        case .list(let elements):
            var values: [String] = []
            for element in elements { values += try element.values() }
            return values
        default: throw ImportedExpressionError(description: "this is compared with constants only")
        }
    }
}
