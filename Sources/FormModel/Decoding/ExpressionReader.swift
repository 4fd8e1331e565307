/// Reads a condition or a tree of operators; each may contain the other.
struct ExpressionReader {
    let context: DecodingContext
    private var tests = 0
    private var nodes = 0

    init(context: DecodingContext) {
        self.context = context
    }

    private static let tests = FieldTests.all.map(\.name)
    private static let comparisons = Condition.Comparison.allCases.map(\.rawValue)
    private static let operators = tests + comparisons.filter { !tests.contains($0) }
    private static let groups = ["all", "any", "not"]

    mutating func condition(_ value: JSONValue) -> Condition? {
        let condition = part(value)
        return isWithinLimits(value) ? condition : nil
    }

    mutating func computation(_ value: JSONValue, as kind: ValueKind? = nil) -> Computation? {
        let computation = operand(value, as: kind)
        return isWithinLimits(value) ? computation : nil
    }

    private func isWithinLimits(_ value: JSONValue) -> Bool {
        let (testLimit, nodeLimit) = (DefinitionLimits.conditionParts, DefinitionLimits.computationNodes)
        if tests > testLimit {
            context.error("the condition has \(tests) tests; the limit is \(testLimit)", at: value)
        }
        if nodes > nodeLimit { context.error("the tree has \(nodes) nodes; the limit is \(nodeLimit)", at: value) }
        return tests <= testLimit && nodes <= nodeLimit
    }

    /// Reports members with other names than these. Returns whether the value is an object.
    private func hasOnly(_ names: [String], _ value: JSONValue, noun: String) -> Bool {
        ObjectShape(names, noun: noun).members(of: value, context) != nil
    }

    // MARK: Conditions

    private mutating func part(_ value: JSONValue) -> Condition? {
        guard let object = value.object else { return context.mismatch("an object", at: value) }
        if let group = Self.groups.first(where: { object[$0] != nil }), let inner = object[group] {
            guard hasOnly([group], value, noun: "a condition") else { return nil }
            if group == "not" { return part(inner).map(Condition.not) }
            guard let elements = context.elements(inner) else { return nil }
            if elements.isEmpty { context.error("the condition has no parts", at: inner) }
            let parts = elements.compactMap { part($0) }
            return group == "all" ? .all(parts) : .any(parts)
        }
        tests += 1
        let isComputed = object["computed"] != nil
        let subject = isComputed ? "computed" : "field"
        guard hasOnly([subject] + Self.operators, value, noun: "a condition") else { return nil }
        guard let site = object[subject] else {
            return context.error("a condition needs the key “field” or one of \(list(Self.groups))", at: value)
        }
        let operators = Self.operators.filter { object[$0] != nil }
        guard operators.count == 1, let name = operators.first, let operand = object[name] else {
            return context.error("a condition about a field needs exactly one of \(list(Self.operators))", at: value)
        }
        if let comparison = Condition.Comparison(in: object) {
            let left = isComputed ? self.operand(site) : reference(site).map(Computation.field)
            guard let right = self.operand(operand, isCompared: !comparison.isOfEquality), let left else { return nil }
            return .comparison(left, comparison, right)
        }
        guard !isComputed else {
            return context.error("a computed value takes one of \(list(Self.comparisons))", at: operand)
        }
        guard let field = ValueReader.identifier.read(site, context),
            let (test, isMet) = FieldTests.all.first(where: { $0.name == name })?.operand.read(operand, context)
        else { return nil }
        return isMet ? .test(field: field, test) : .not(.test(field: field, test))
    }

    // MARK: Trees of operators

    private static let rowOperators = Computation.RowOperator.allCases.map(\.rawValue)
    private static let computed =
        Computation.Operator.allCases.map(\.rawValue) + rowOperators + ["concat", "when", "score", "day"]

    /// Reads one node of a tree.
    ///
    /// - Parameters:
    ///   - kind: the required kind of value, if only one kind is valid.
    ///   - takesColumn: whether the node may be a column of a group.
    ///   - isCompared: whether a text must be a number, a date, a time or `today`.
    private mutating func operand(
        _ value: JSONValue,
        as kind: ValueKind? = nil,
        takesColumn: Bool = false,
        isCompared: Bool = false
    ) -> Computation? {
        nodes += 1
        switch value.kind {
        case .number where kind != .date: return number(value).map(Computation.number)
        case .string where kind == .number: return number(value).map(Computation.number)
        case .string:
            guard let text = ValueReader<String>.string().read(value, context) else { return nil }
            if kind == .date || isCompared, text == "today" { return .today }
            if kind == .date, CalendarDay(iso: text) == nil {
                return context.error("\(quoted(text)) is neither “today” nor a date in the form yyyy-MM-dd", at: value)
            }
            if isCompared, CalendarDay(withOptionalTime: text) == nil, DecimalNumber(text) == nil,
                TimeStamp(text, kind: .time) == nil
            {
                return context.error("\(quoted(text)) is no number, date or time, and not “today”", at: value)
            }
            return .text(text)
        case .object: return object(value, takesColumn: takesColumn)
        default:
            return context.mismatch(
                kind == .date ? "a date or an object" : "a number, a string or an object",
                at: value
            )
        }
    }

    private func number(_ value: JSONValue) -> DecimalNumber? {
        guard let number = ValueReader.decimal.read(value, context) else { return nil }
        let digits = number.integer.utf8.count + number.fraction.utf8.count
        let limit = DefinitionLimits.computedDigits
        guard digits > limit else { return number }
        return context.error("the number has \(digits) digits; the limit is \(limit)", at: value)
    }

    private mutating func object(_ value: JSONValue, takesColumn: Bool) -> Computation? {
        guard let object = value.object else { return nil }
        if let site = object["field"] {
            guard hasOnly(["field"], value, noun: "an operand"), let reference = reference(site) else { return nil }
            if reference.isColumn, !takesColumn {
                let takers = Computation.Operator.allCases.filter(\.takesColumns).map(\.rawValue)
                let all = list(takers + ["concat", "score"])
                return context.error(
                    "\(quoted(reference.name)) has a value for each row; a column stands in \(all)",
                    at: site
                )
            }
            return .field(reference)
        }
        let names = Self.computed.filter { object[$0] != nil }
        guard names.count == 1, let name = names.first, let inner = object[name] else {
            return context.error("an operand needs the key “field” or exactly one of \(list(Self.computed))", at: value)
        }
        if let name = Computation.Operator(rawValue: name) {
            guard hasOnly([name.rawValue], value, noun: "the operator \(quoted(name.rawValue))") else { return nil }
            return operation(name, inner)
        }
        if let name = Computation.RowOperator(rawValue: name) {
            guard hasOnly([name.rawValue], value, noun: "the operator \(quoted(name.rawValue))") else { return nil }
            return ValueReader.identifier.read(inner, context).map { .rows(name, group: $0) }
        }
        switch name {
        case "concat":
            guard hasOnly(["concat", "separator"], value, noun: "the operator “concat”") else { return nil }
            let separator = object["separator"].map { ValueReader<String>.string().read($0, context) ?? "" } ?? ""
            return operands(inner).map { .concat($0, separator: separator) }
        case "score":
            guard hasOnly(["score", "points"], value, noun: "the operator “score”") else { return nil }
            guard let operands = operands(inner) else { return nil }
            guard let site = object["points"] else { return .score(operands, points: nil) }
            return points(site).map { .score(operands, points: $0) }
        case "day":
            guard hasOnly(["day"], value, noun: "the operator “day”") else { return nil }
            return DayBound.reader.read(inner, context).map { day in
                if case .date(let day) = day { .text(day.iso) } else { .today }
            }
        default:
            guard hasOnly(["when", "then", "else"], value, noun: "the operator “when”") else { return nil }
            guard let site = object["then"] else {
                return context.error("the operator “when” needs the key “then”", at: value)
            }
            let condition = part(inner)
            let then = operand(site)
            let otherwise = object["else"].map { operand($0) }
            guard let condition, let then, otherwise.map({ $0 != nil }) ?? true else { return nil }
            return .when(condition, then: then, otherwise: otherwise ?? nil)
        }
    }

    private mutating func operation(_ name: Computation.Operator, _ value: JSONValue) -> Computation? {
        guard let elements = elements(value, name.operandCount, of: name.rawValue) else { return nil }
        var operands: [Computation] = []
        for element in elements {
            guard let operand = operand(element, as: name.operandKind, takesColumn: name.takesColumns) else { continue }
            operands.append(operand)
        }
        guard operands.count == elements.count else { return nil }
        if name == .round, operands.count == 2 {
            guard case .number(let digits) = operands[1], let count = Int(digits.description), 0...20 ~= count else {
                return context.error(
                    "a number is rounded to 0 to 20 digits after the decimal separator",
                    at: elements[1]
                )
            }
        }
        return .operation(name, operands)
    }

    private func elements(_ value: JSONValue, _ count: ClosedRange<Int>, of name: String) -> [JSONValue]? {
        guard let elements = context.elements(value) else { return nil }
        // More operands than a whole tree may have are reported for the tree instead.
        guard count ~= elements.count || count.lowerBound == 1 && elements.count > count.upperBound else {
            let bounds = count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
            return context.error(
                "the operator \(quoted(name)) has \(elements.count) operands, not \(bounds)",
                at: value
            )
        }
        return elements
    }

    private mutating func operands(_ value: JSONValue) -> [Computation]? {
        guard let elements = elements(value, 1...DefinitionLimits.computationNodes, of: "concat") else { return nil }
        let operands = elements.compactMap { operand($0, takesColumn: true) }
        return operands.count == elements.count ? operands : nil
    }

    /// The points of each answer, by its value.
    private func points(_ value: JSONValue) -> [String: DecimalNumber]? {
        guard let object = value.object else { return context.mismatch("an object of numbers by value", at: value) }
        let limit = DefinitionLimits.listedValues
        guard 1...limit ~= object.count else {
            return context.error("there are \(object.count) values; there must be 1 to \(limit)", at: value)
        }
        var points: [String: DecimalNumber] = [:]
        for member in object.members { points[member.key] = number(member.value) }
        return points
    }

    /// Reads the name of a field, which may be preceded by the names of one or two groups, separated by points.
    private func reference(_ value: JSONValue) -> FieldReference? {
        guard let text = value.string, text.holds(".") else {
            return ValueReader.identifier.read(value, context).map(FieldReference.field)
        }
        if let reference = FieldReference(text) { return reference }
        return context.error("\(quoted(text)) is neither a field's name nor those of groups and a field", at: value)
    }
}

extension Condition.Comparison {
    /// The comparison with a computation in a condition; `nil` if the condition tests a single field. A constant that a
    /// field equals is a test.
    init?(in condition: JSONObject) {
        let written = Self.allCases.first { comparison in
            guard let operand = condition[comparison.rawValue] else { return false }
            return !comparison.isOfEquality || condition["computed"] != nil || operand.kind == .object
        }
        guard let written else { return nil }
        self = written
    }
}
