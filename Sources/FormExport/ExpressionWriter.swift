import FormImport
import FormModel

/// Writes the conditions and computations of a definition as expressions of a survey or of an XLSForm.
///
/// An expression that the importer reads in another way is found when the exported form is imported.
struct ExpressionWriter {
    private let notation: ImportedExpression.Notation
    /// The names of fields with several options.
    private let several: Set<String>

    init(_ notation: ImportedExpression.Notation, _ form: JSONText) {
        self.notation = notation
        several = Set(form.allElements.filter { $0["input"]?["multiple"] == true }.compactMap { $0["id"]?.text })
    }

    private var isSurvey: Bool { notation == .survey }

    // MARK: Conditions

    /// `nil` if the notation cannot express the condition.
    func condition(_ condition: JSONText) -> String? {
        if condition == .never { return isSurvey ? nil : "false()" }
        for (key, word) in [("all", " and "), ("any", " or ")] {
            guard let parts = condition[key]?.array else { continue }
            let texts = parts.map { part in self.condition(part).map { part.isCombined ? "(\($0))" : $0 } }
            let known = texts.compactMap(\.self)
            return known.count == parts.count && !parts.isEmpty ? known.joined(separator: word) : nil
        }
        if let part = condition["not"] { return self.condition(part).map { isSurvey ? "!(\($0))" : "not(\($0))" } }
        let left = condition["field"]?.text.map(name) ?? condition["computed"].flatMap(value)
        guard let left, let (key, operand) = condition.members.last.map({ ($0.key, $0.value) }) else { return nil }
        switch key {
        case "equals", "notEquals":
            let right = operand == true || operand == false ? quoted(operand.line) : value(operand)
            return right.map { "\(left) \(key == "equals" ? "=" : isSurvey ? "<>" : "!=") \($0)" }
        case "empty":
            let isEmpty = operand == true
            return isSurvey ? "\(left) \(isEmpty ? "empty" : "notempty")" : "\(left) \(isEmpty ? "=" : "!=") ''"
        case "less", "atMost", "greater", "atLeast":
            let signs = ["less": "<", "atMost": "<=", "greater": ">", "atLeast": ">="]
            return value(operand).map { "\(left) \(signs[key] ?? "<") \($0)" }
        case "contains":
            guard let part = operand.text.flatMap(quoted) else { return nil }
            if isSurvey { return "\(left) contains \(part)" }
            let isSeveral = several.contains(condition["field"]?.text ?? "")
            return "\(isSeveral ? "selected" : "contains")(\(left), \(part))"
        case "in":
            let values = (operand.array ?? []).compactMap { $0.text.flatMap(quoted) }
            return isSurvey ? "\(left) anyof [\(values.joined(separator: ", "))]" : nil
        case "selected":
            let values = (operand.array ?? [operand]).compactMap { $0.text.flatMap(quoted) }
            return isSurvey ? "\(left) allof [\(values.joined(separator: ", "))]" : nil
        case "matches": return isSurvey ? nil : operand.text.flatMap(quoted).map { "regex(\(left), \($0))" }
        default: return nil
        }
    }

    // MARK: Computations

    /// `nil` if the notation cannot express the computation.
    func value(_ computation: JSONText) -> String? {
        switch computation {
        case .literal(let text): return text
        case .string(let text): return quoted(text)
        case .array: return nil
        case .object: break
        }
        if let field = computation["field"]?.text { return name(field) }
        if computation["day"] == "today" { return "today()" }
        if let when = computation["when"], let then = computation["then"].flatMap(value) {
            guard let test = condition(when), let otherwise = value(computation["else"] ?? "") else { return nil }
            return "\(isSurvey ? "iif" : "if")(\(test), \(then), \(otherwise))"
        }
        guard let (key, operands) = computation.members.first.map({ ($0.key, $0.value.array ?? []) }),
            computation.members.count == 1
        else { return nil }
        // An empty answer counts as 0 in a survey.
        if isSurvey, key == "first", operands.count == 2, operands[1] == 0 { return value(operands[0]) }
        let values = operands.compactMap(value)
        guard values.count == operands.count, let first = operands.first else { return nil }
        let signs = ["sum": " + ", "difference": " - ", "product": " * ", "quotient": isSurvey ? " / " : " div "]
        let isColumn = operands.count == 1 && (first["field"]?.text?.contains(".") ?? false)
        if let sign = signs[key], !isColumn {
            return zip(values, operands).map { $1.isComputed ? "(\($0))" : $0 }.joined(separator: sign)
        }
        switch key {
        case "daysBetween": return isSurvey ? "dateDiff(\(list(values)))" : "\(values[1]) - \(values[0])"
        case "yearsBetween" where isSurvey: return "yearsDiff(\(list(values)))"
        case "yearsBetween": return "int((\(values[1]) - \(values[0])) div 365.25)"
        case "first": return isSurvey ? "first(\(list(values)))" : "coalesce(\(list(values)))"
        case "concat" where isSurvey: return values.joined(separator: " + ")
        case "sum", "min", "max", "count", "round", "concat": return "\(key)(\(list(values)))"
        default: return nil
        }
    }

    private func list(_ values: [String]) -> String { values.joined(separator: ", ") }

    // MARK: Parts

    /// A field; of a column the name of the field, which expressions of XLSForms mean by it.
    private func name(_ field: String) -> String {
        isSurvey ? "{\(field)}" : "${\(field.split(separator: ".").last.map(String.init) ?? field)}"
    }

    private func quoted(_ text: String) -> String? {
        let marks = ["'", "\""].filter { !text.contains($0) }
        return marks.first.map { "\($0)\(text)\($0)" }
    }

    /// A text with answers, as the notation inserts them.
    func text(_ text: String) -> String {
        text.replacing("{{", with: isSurvey ? "{" : "${").replacing("}}", with: "}")
    }
}

extension JSONText {
    fileprivate var isCombined: Bool { self["all"] != nil || self["any"] != nil }

    /// Whether a computation has an operator that is written between its operands.
    fileprivate var isComputed: Bool {
        ["sum", "difference", "product", "quotient", "daysBetween"].contains { self[$0] != nil }
    }

    /// All elements of a form, those in sections and groups after them.
    var allElements: [JSONText] { (self["fields"]?.array ?? []).flatMap { [$0] + $0.allElements } }
}
