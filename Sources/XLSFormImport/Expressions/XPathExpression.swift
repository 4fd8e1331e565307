import FormImport
import FormModel

/// An expression of an XLSForm. The functions of XPath and ODK that a form supports are translated to the functions of
/// surveys, which `ImportedExpression` converts to a definition.
struct XPathExpression {
    let expression: ImportedExpression

    /// Throws if the text is no expression, or uses something that no form supports.
    ///
    /// - Parameter names: the fields of questions; `.` is the question itself.
    init(_ text: String, _ names: ImportedExpression.Names) throws(ImportedExpressionError) {
        // Spreadsheets replace straight quotation marks by typographic ones.
        let straight = String(text.map { "‘’".contains($0) ? "'" : "“”".contains($0) ? "\"" : $0 })
        expression = try Self.translated(try ImportedExpression(straight, as: .xpath), names)
    }

    private static func translated(
        _ expression: ImportedExpression,
        _ names: ImportedExpression.Names
    ) throws(ImportedExpressionError) -> ImportedExpression {
        switch expression {
        case .operation(let name, let operands):
            if let test = try length(name, operands) { return test }
            if let test = try comparison(of: operands, name, names) { return test }
            let operands = try all(operands, names)
            if let test = moment(name, operands, names) { return test }
            let days = operands.count { isDay($0, names) }
            if name == "-", days > 0, operands.allSatisfy({ isDay($0, names) || isQuestion($0) }) {
                return .call("dateDiff", [operands[1], operands[0]])
            }
            guard days == 0 || !["+", "-", "*", "/", "%"].contains(name) else {
                throw ImportedExpressionError(description: "no form computes a date: dates are only compared")
            }
            return .operation(name, operands)
        case .call(let name, let arguments): return try call(name, try all(arguments, names), names)
        case .number, .text, .question, .column, .list: return expression
        }
    }

    private static func all(
        _ expressions: [ImportedExpression],
        _ names: ImportedExpression.Names
    ) throws(ImportedExpressionError) -> [ImportedExpression] {
        var results: [ImportedExpression] = []
        for expression in expressions { results.append(try translated(expression, names)) }
        return results
    }

    private static func isDay(_ expression: ImportedExpression, _ names: ImportedExpression.Names) -> Bool {
        switch expression {
        case .question(let name): names(name)?.isDay ?? false
        case .call(let name, let arguments): name == "today" && arguments.isEmpty
        case .text(let text): CalendarDay(iso: text) != nil
        case .number, .list, .operation, .column: false
        }
    }

    private static func isQuestion(_ expression: ImportedExpression) -> Bool {
        if case .question = expression { true } else { false }
    }

    // MARK: Days

    /// A comparison of dates to which days are added: the days between the dates are compared instead. `nil` for any
    /// other comparison.
    private static func comparison(
        of operands: [ImportedExpression],
        _ name: String,
        _ names: ImportedExpression.Names
    ) throws(ImportedExpressionError) -> ImportedExpression? {
        guard ["=", "!=", "<", "<=", ">", ">="].contains(name) else { return nil }
        let (left, right) = (shifted(operands[0], names), shifted(operands[1], names))
        guard let left, let right, left.days != nil || right.days != nil else { return nil }
        let days: ImportedExpression =
            switch (left.days, right.days) {
            case (let own?, let other?): .operation("-", [other, own])
            case (let own?, nil): .operation("-", [.number("0"), own])
            case (nil, let other): other ?? .number("0")
            }
        let between = ImportedExpression.call("dateDiff", try all([right.day, left.day], names))
        return .operation(name, [between, try translated(days, names)])
    }

    /// A date, and the days that are added to it; `nil` for any other value.
    private static func shifted(
        _ expression: ImportedExpression,
        _ names: ImportedExpression.Names
    ) -> (day: ImportedExpression, days: ImportedExpression?)? {
        if isDay(expression, names) { return (expression, nil) }
        guard case .operation(let name, let operands) = expression, name == "+" || name == "-",
            let place = operands.firstIndex(where: { shifted($0, names) != nil }),
            let (day, days) = shifted(operands[place], names)
        else { return nil }
        var others = operands
        others.remove(at: place)
        // The difference of two dates is no date.
        guard name == "+" || place == 0, others.allSatisfy({ shifted($0, names) == nil }) else { return nil }
        return (day, .operation(name, [days ?? .number("0")] + others))
    }

    /// A comparison of a date with the present time: a date is its first moment. `nil` for any other comparison.
    private static func moment(
        _ name: String,
        _ operands: [ImportedExpression],
        _ names: ImportedExpression.Names
    ) -> ImportedExpression? {
        let today = ImportedExpression.call("today", [])
        if case .call("now", _) = operands.last, operands.count == 2, isDay(operands[0], names) {
            return ["<": "<=", "<=": "<=", ">": ">", ">=": ">"][name].map { .operation($0, [operands[0], today]) }
        }
        if case .call("now", _) = operands.first, operands.count == 2, isDay(operands[1], names) {
            return ["<": "<", "<=": "<", ">": ">=", ">=": ">="][name].map { .operation($0, [today, operands[1]]) }
        }
        return nil
    }

    // MARK: Functions

    private static func call(
        _ name: String,
        _ arguments: [ImportedExpression],
        _ names: ImportedExpression.Names
    ) throws(ImportedExpressionError) -> ImportedExpression {
        switch (name, arguments.count) {
        case ("selected", 2):
            guard case .question(let question) = arguments[0], let known = names(question) else { break }
            return .operation(known.isSeveral ? "contains" : "=", arguments)
        case ("count-selected", 1), ("count-non-empty", 1): return .call("count", arguments)
        case ("contains", 2):
            if case .question(let question) = arguments[0], names(question)?.isSeveral == true { break }
            return .operation("contains", arguments)
        case ("starts-with", 2):
            guard case .text(let start) = arguments[1] else { break }
            return .operation("matches", [arguments[0], .text("(?s:\(ECMAScriptPattern.literal(start)).*)")])
        case ("jr:choice-name", 2): return .call("label", [arguments[0]])
        case ("regex", 2):
            guard case .text(let text) = arguments[1] else { break }
            do throws(ECMAScriptPattern.Untranslatable) {
                // Unlike the patterns of JSON Schema, these match the whole text.
                return .operation("matches", [arguments[0], .text(try ECMAScriptPattern(text).expression)])
            } catch {
                throw ImportedExpressionError(description: "the pattern cannot be translated: \(error)")
            }
        case ("if", 3): return .call("iif", arguments)
        case ("coalesce", 2): return .call("first", arguments)
        case ("int", 1), ("floor", 1): return years(arguments[0]) ?? .call(name, arguments)
        case ("number", 1), ("string", 1), ("date", 1), ("date-time", 1), ("once", 1), ("boolean", 1):
            return arguments[0]
        case ("format-date", 2), ("format-date-time", 2):
            guard case .text("%Y-%m-%d") = arguments[1] else { break }
            return arguments[0]
        case ("decimal-date", 1), ("decimal-date-time", 1):
            // Numbers of days are only compared and subtracted, as the days are.
            guard isDay(arguments[0], names) || isQuestion(arguments[0]) else { break }
            return arguments[0]
        case ("now", 0): return .call(name, [])
        case ("not", 1): return .operation("not", arguments)
        case ("true", 0), ("false", 0): return .text(name)
        case ("today", 0), ("round", 1...2), ("min", 1...), ("max", 1...), ("sum", 1), ("count", 1), ("concat", 1...),
            ("join", 2...), ("position", 1):
            return .call(name, arguments)
        default: break
        }
        throw ImportedExpressionError(
            description: "no form has the function “\(name)” with \(arguments.count) arguments"
        )
    }

    /// Recognizes `int((today() - ${born}) div 365.25)`, the usual expression for an age.
    private static func years(_ expression: ImportedExpression) -> ImportedExpression? {
        guard case .operation("/", let operands) = expression, case .call("dateDiff", let days) = operands[0],
            case .number(let length) = operands[1], ["365", "365.25", "365.24", "365.2425"].contains(length)
        else { return nil }
        return .call("yearsDiff", days)
    }

    /// Translates a test such as `string-length(.) > 3` to a pattern; `nil` for any other test.
    private static func length(
        _ name: String,
        _ operands: [ImportedExpression]
    ) throws(ImportedExpressionError) -> ImportedExpression? {
        guard operands.count == 2, case .call("string-length", let arguments) = operands[0] else { return nil }
        guard case .number(let text) = operands[1], let length = Int(text), 0...1_000 ~= length, arguments.count == 1
        else {
            throw ImportedExpressionError(description: "a length is compared with a whole number up to 1000 only")
        }
        let isNegated = name == "<" || name == "<=" || name == "!="
        let bounds: String
        switch name {
        case "=", "!=": bounds = "{\(length)}"
        case ">", "<=": bounds = "{\(length + 1),}"
        case ">=", "<": bounds = "{\(length),}"
        default: throw ImportedExpressionError(description: "a length is a number, which “\(name)” does not take")
        }
        let test = ImportedExpression.operation("matches", [arguments[0], .text("(?s:.\(bounds))")])
        return isNegated ? .operation("not", [test]) : test
    }
}
