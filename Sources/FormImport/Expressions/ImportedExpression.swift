import FormModel

/// An expression of a survey: `{age} >= 18 and {kind} anyof ['a', 'b']`; or of an XLSForm: `${age} >= 18`.
package indirect enum ImportedExpression: Hashable {
    case number(String)
    case text(String)
    case list([ImportedExpression])
    /// The name of a question; with a point or brackets, a part of one.
    case question(String)
    /// A bare name: a column of the choices that an expression filters.
    case column(String)
    /// An operator with its canonical name, including `not`, `empty` and `notempty`.
    case operation(String, [ImportedExpression])
    case call(String, [ImportedExpression])
}

/// Why an expression cannot be used in a form.
package struct ImportedExpressionError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

extension ImportedExpression {
    /// The names of all questions in the expression.
    package var questions: [String] {
        switch self {
        case .question(let name): [name]
        case .list(let parts), .operation(_, let parts), .call(_, let parts): parts.flatMap(\.questions)
        case .number, .text, .column: []
        }
    }

    /// The expression for one choice, with its cells in place of columns, and without the parts that are then certain.
    ///
    /// - Parameter cell: the cell in a column; `nil` if there is no such column.
    package func filtering(
        _ cell: (_ column: String) -> String?
    ) throws(ImportedExpressionError) -> ImportedExpression {
        switch self {
        case .number, .text, .question: return self
        case .column(let name):
            guard let text = cell(name) else {
                throw ImportedExpressionError(description: "the choices have no column “\(name)”")
            }
            return .text(text)
        case .list(let parts): return .list(try Self.filtering(parts, cell))
        case .call(let name, let parts): return .call(name, try Self.filtering(parts, cell))
        case .operation(let name, let parts): return Self.simplified(name, try Self.filtering(parts, cell))
        }
    }

    private static func filtering(
        _ parts: [ImportedExpression],
        _ cell: (_ column: String) -> String?
    ) throws(ImportedExpressionError) -> [ImportedExpression] {
        var results: [ImportedExpression] = []
        for part in parts { results.append(try part.filtering(cell)) }
        return results
    }

    /// Whether a condition always holds or never does; `nil` if that depends on answers.
    package var certainty: Bool? { self == .text("true") ? true : self == .text("false") ? false : nil }

    private static func truth(_ holds: Bool) -> ImportedExpression { .text(holds ? "true" : "false") }

    private static func simplified(_ name: String, _ operands: [ImportedExpression]) -> ImportedExpression {
        switch name {
        case "and", "or":
            let isAll = name == "and"
            if operands.contains(where: { $0.certainty == !isAll }) { return truth(!isAll) }
            let rest = operands.filter { $0.certainty == nil }
            return rest.isEmpty ? truth(isAll) : rest.count == 1 ? rest[0] : .operation(name, rest)
        case "not": return operands[0].certainty.map { truth(!$0) } ?? .operation(name, operands)
        case "=", "!=":
            guard let left = operands[0].constant, let right = operands[1].constant else { break }
            let isSame = left == right || DecimalNumber(left).map { $0 == DecimalNumber(right) } ?? false
            return truth(isSame == (name == "="))
        case "<", "<=", ">", ">=":
            // These compare numbers, also those in texts.
            let numbers = operands.map { $0.constant.flatMap { DecimalNumber($0) } }
            guard let left = numbers[0], let right = numbers[1] else {
                return .operation(name, zip(operands, numbers).map { $1.map { .number($0.description) } ?? $0 })
            }
            let isBetween = name.hasPrefix("<") ? left < right : right < left
            return truth(isBetween || name.hasSuffix("=") && left == right)
        case "contains":
            guard let text = operands[0].constant, let part = operands[1].constant else { break }
            return truth(text.contains(part))
        default: break
        }
        return .operation(name, operands)
    }

    private var constant: String? {
        switch self {
        case .number(let text), .text(let text): text
        default: nil
        }
    }

    /// The notation of expressions.
    package enum Notation {
        case survey
        /// The XPath of XLSForms: `${name}` for an answer, `.` for the field's own, `div` and `mod`.
        case xpath

        fileprivate var opening: String { self == .survey ? "{" : "${" }
        fileprivate var symbolNames: [String: String] { self == .survey ? [:] : ["div": "/", "mod": "%"] }

        fileprivate func isPartOfWord(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_"
                || self == .xpath && (character == "-" || character == ":")
        }
    }

    /// Throws if the text is not an expression.
    package init(_ text: String, as notation: Notation = .survey) throws(ImportedExpressionError) {
        var parser = try ImportedExpressionParser(text, notation)
        self = try parser.expression()
        guard parser.isAtEnd else {
            throw ImportedExpressionError(description: "“\(text)” has something behind its end")
        }
    }
}

private struct ImportedExpressionParser {
    private enum Token: Equatable {
        case number(String), text(String), question(String), word(String), symbol(String)
    }

    private var tokens: [Token] = []
    private var next = 0
    private var depth = 0
    /// The number of operators so far.
    private var operators = 0
    /// How often an operation is the first operand of one behind it.
    private var nesting = 0
    private let notation: ImportedExpression.Notation

    /// The maximum length in bytes. No form keeps what a longer expression says.
    private static let length = 2 * DefinitionLimits.text

    private static let symbols = [
        "<=", ">=", "!=", "<>", "==", "*=", "&&", "||", "=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",",
        "!",
    ]

    /// The canonical names of operators with several spellings.
    private static let canonical = [
        "==": "=", "equal": "=", "<>": "!=", "notequal": "!=", "less": "<", "lessorequal": "<=", "greater": ">",
        "greaterorequal": ">=", "&&": "and", "||": "or", "*=": "contains", "contain": "contains", "!": "not",
        "negate": "not", "notcontain": "notcontains",
    ]
    private static let comparisons: Set<String> = [
        "=", "!=", "<", "<=", ">", ">=", "contains", "notcontains", "anyof", "allof", "noneof",
    ]

    init(_ text: String, _ notation: ImportedExpression.Notation) throws(ImportedExpressionError) {
        self.notation = notation
        guard text.utf8.count <= Self.length else {
            throw ImportedExpressionError(description: "the expression has more than \(Self.length) bytes")
        }
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if notation == .xpath, let path = Self.path(rest) {
                // A cell of a spreadsheet with the value true or false.
                let isTruth = path == "TRUE" || path == "FALSE"
                tokens.append(isTruth ? .text(path.lowercased()) : .question(String(path)))
                rest = rest.dropFirst(path.count)
            } else if rest.hasPrefix(notation.opening) {
                guard let end = rest.firstIndex(of: "}") else {
                    throw ImportedExpressionError(description: "“\(text)” has an open brace")
                }
                let name = rest[rest.index(rest.startIndex, offsetBy: notation.opening.count)..<end]
                tokens.append(.question(name.trimmed))
                rest = rest[rest.index(after: end)...]
            } else if first == "'" || first == "\"" {
                let inner = rest.dropFirst()
                guard let end = inner.firstIndex(of: first) else {
                    throw ImportedExpressionError(description: "“\(text)” has an open text")
                }
                tokens.append(.text(String(inner[..<end])))
                rest = inner[inner.index(after: end)...]
            } else if first.isASCII, first.isNumber {
                let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
                guard let number = DecimalNumber(String(digits)) else {
                    throw ImportedExpressionError(description: "“\(digits)” is no number")
                }
                tokens.append(.number(number.description))
                rest = rest.dropFirst(digits.count)
            } else if let symbol = Self.symbols.first(where: { rest.hasPrefix($0) }) {
                tokens.append(.symbol(symbol))
                rest = rest.dropFirst(symbol.count)
            } else {
                let word = rest.prefix(while: notation.isPartOfWord)
                guard !word.isEmpty else {
                    throw ImportedExpressionError(description: "“\(first)” means nothing in “\(text)”")
                }
                tokens.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            }
        }
    }

    /// The path at the start of a text of XPath, such as `.`, `../name` and `/data/group/name`; `nil` if there is none.
    private static func path(_ text: Substring) -> Substring? {
        let isBegun = text.first == "/" || text.first == "." && text.dropFirst().first?.isNumber != true
        var rest = isBegun ? text.drop { $0 == "/" } : text
        if text.hasPrefix("current()/") { rest = text.dropFirst("current()/".count) }
        while true {
            let dots = rest.prefix { $0 == "." }
            let step =
                dots.isEmpty ? rest.prefix(while: ImportedExpression.Notation.xpath.isPartOfWord) : dots.prefix(2)
            guard step.first.map({ !$0.isNumber }) ?? false else { return isBegun ? text[..<rest.startIndex] : nil }
            rest = rest[step.endIndex...]
            guard rest.first == "/", rest.dropFirst().first != "/" else { break }
            rest = rest.dropFirst()
        }
        let path = text[..<rest.startIndex]
        return isBegun || path.contains("/") || path == "TRUE" || path == "FALSE" ? path : nil
    }

    var isAtEnd: Bool { next == tokens.count }

    /// The canonical name of the next operator.
    private var operatorName: String? {
        guard next < tokens.count else { return nil }
        switch tokens[next] {
        case .symbol(let name): return Self.canonical[name] ?? name
        case .word(let name):
            return notation.symbolNames[name] ?? Self.canonical[name.lowercased()] ?? name.lowercased()
        default: return nil
        }
    }

    private mutating func take(_ names: Set<String>) -> String? {
        guard let name = operatorName, names.contains(name) else { return nil }
        next += 1
        return name
    }

    mutating func expression() throws(ImportedExpressionError) -> ImportedExpression {
        try chain(["or"]) { parser throws(ImportedExpressionError) in
            try parser.chain(["and"]) { parser throws(ImportedExpressionError) in try parser.comparison() }
        }
    }

    /// Parses operands with operators of the same precedence between them.
    private mutating func chain(
        _ names: Set<String>,
        _ operand: (inout ImportedExpressionParser) throws(ImportedExpressionError) -> ImportedExpression
    ) throws(ImportedExpressionError) -> ImportedExpression {
        var left = try operand(&self)
        // The last operator, whose operands can be joined by more; before it brackets are closed.
        var last = ""
        while let name = take(names) {
            operators += 1
            guard operators <= DefinitionLimits.listedValues else {
                throw ImportedExpressionError(description: "the expression has more operators than a form can keep")
            }
            let right = try operand(&self)
            if !last.isEmpty, name != last || !Self.associative.contains(name) { nesting += 1 }
            guard nesting <= 20 else { throw ImportedExpressionError(description: "the expression is nested too deep") }
            let (first, second) = (counted(left, name), counted(right, name))
            if name == last, Self.associative.contains(name), case .operation(_, let operands) = left {
                left = .operation(name, operands + [second])
            } else {
                left = .operation(name, [first, second])
            }
            last = name
        }
        return left
    }

    /// An operand of an operator. Surveys count an empty answer as 0.
    private func counted(_ operand: ImportedExpression, _ name: String) -> ImportedExpression {
        guard notation == .survey, case .question = operand, ["+", "-", "*", "/", "%", "sum"].contains(name) else {
            return operand
        }
        return .call("counted", [operand])
    }

    /// The operators of which a chain is one operation.
    private static let associative: Set = ["or", "and", "+", "*"]

    private mutating func comparison() throws(ImportedExpressionError) -> ImportedExpression {
        let left = try sum()
        if let name = take(["empty", "notempty"]) { return .operation(name, [left]) }
        guard let name = take(Self.comparisons) else { return left }
        return .operation(name, [left, try sum()])
    }

    private mutating func sum() throws(ImportedExpressionError) -> ImportedExpression {
        try chain(["+", "-"]) { parser throws(ImportedExpressionError) in
            try parser.chain(["*", "/", "%"]) { parser throws(ImportedExpressionError) in try parser.value() }
        }
    }

    private mutating func value() throws(ImportedExpressionError) -> ImportedExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 16 else { throw ImportedExpressionError(description: "the expression is nested too deep") }
        if take(["not"]) != nil { return .operation("not", [try value()]) }
        guard next < tokens.count else { throw ImportedExpressionError(description: "the expression ends too early") }
        let token = tokens[next]
        next += 1
        switch token {
        case .number(let text): return .number(text)
        case .text(let text): return .text(text)
        case .question(let name): return .question(name)
        case .symbol("-"):
            let operand = try value()
            if case .number(let text) = operand { return .number("-" + text) }
            return .operation("-", [.number("0"), operand])
        case .symbol("("):
            let inner = try expression()
            guard take([")"]) != nil else { throw ImportedExpressionError(description: "a bracket is not closed") }
            return inner
        case .symbol("["): return .list(try list(until: "]"))
        case .word(let name):
            guard take(["("]) != nil else {
                return notation == .survey ? .text(name) : .column(name)
            }
            return .call(name, try list(until: ")").map { counted($0, name.lowercased()) })
        case .symbol(let symbol): throw ImportedExpressionError(description: "“\(symbol)” stands where a value should")
        }
    }

    private mutating func list(until end: String) throws(ImportedExpressionError) -> [ImportedExpression] {
        var elements: [ImportedExpression] = []
        while take([end]) == nil {
            if !elements.isEmpty, take([","]) == nil {
                throw ImportedExpressionError(description: "a list is not closed")
            }
            elements.append(try expression())
            guard elements.count <= DefinitionLimits.listedValues else {
                throw ImportedExpressionError(description: "a list has at most \(DefinitionLimits.listedValues) values")
            }
        }
        return elements
    }
}
