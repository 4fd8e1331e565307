import FormModel

/// An expression of a survey: `{age} >= 18 and {kind} anyof ['a', 'b']`; or of an XLSForm: `${age} >= 18`.
package indirect enum SurveyExpression: Hashable {
    case number(String)
    case text(String)
    case list([SurveyExpression])
    /// The name of a question; with a point or brackets, a part of one.
    case question(String)
    /// An operator with its canonical name, including `not`, `empty` and `notempty`.
    case operation(String, [SurveyExpression])
    case call(String, [SurveyExpression])
}

/// Why an expression cannot be used in a form.
package struct SurveyExpressionError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

extension SurveyExpression {
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
    package init(_ text: String, as notation: Notation = .survey) throws(SurveyExpressionError) {
        var parser = try SurveyExpressionParser(text, notation)
        self = try parser.expression()
        guard parser.isAtEnd else { throw SurveyExpressionError(description: "“\(text)” has something behind its end") }
    }
}

private struct SurveyExpressionParser {
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
    private let notation: SurveyExpression.Notation

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

    init(_ text: String, _ notation: SurveyExpression.Notation) throws(SurveyExpressionError) {
        self.notation = notation
        guard text.utf8.count <= Self.length else {
            throw SurveyExpressionError(description: "the expression has more than \(Self.length) bytes")
        }
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if notation == .xpath, first == ".", !rest.dropFirst().hasPrefix(".") {
                tokens.append(.question("."))
                rest.removeFirst()
            } else if rest.hasPrefix(notation.opening) {
                guard let end = rest.firstIndex(of: "}") else {
                    throw SurveyExpressionError(description: "“\(text)” has an open brace")
                }
                let name = rest[rest.index(rest.startIndex, offsetBy: notation.opening.count)..<end]
                tokens.append(.question(name.trimmed))
                rest = rest[rest.index(after: end)...]
            } else if first == "'" || first == "\"" {
                let inner = rest.dropFirst()
                guard let end = inner.firstIndex(of: first) else {
                    throw SurveyExpressionError(description: "“\(text)” has an open text")
                }
                tokens.append(.text(String(inner[..<end])))
                rest = inner[inner.index(after: end)...]
            } else if first.isASCII, first.isNumber {
                let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
                guard let number = DecimalNumber(String(digits)) else {
                    throw SurveyExpressionError(description: "“\(digits)” is no number")
                }
                tokens.append(.number(number.description))
                rest = rest.dropFirst(digits.count)
            } else if let symbol = Self.symbols.first(where: { rest.hasPrefix($0) }) {
                tokens.append(.symbol(symbol))
                rest = rest.dropFirst(symbol.count)
            } else {
                let word = rest.prefix(while: notation.isPartOfWord)
                guard !word.isEmpty else {
                    throw SurveyExpressionError(description: "“\(first)” means nothing in “\(text)”")
                }
                tokens.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            }
        }
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

    mutating func expression() throws(SurveyExpressionError) -> SurveyExpression {
        try chain(["or"]) { parser throws(SurveyExpressionError) in
            try parser.chain(["and"]) { parser throws(SurveyExpressionError) in try parser.comparison() }
        }
    }

    /// Parses operands with operators of the same precedence between them.
    private mutating func chain(
        _ names: Set<String>,
        _ operand: (inout SurveyExpressionParser) throws(SurveyExpressionError) -> SurveyExpression
    ) throws(SurveyExpressionError) -> SurveyExpression {
        var left = try operand(&self)
        // The last operator, whose operands can be joined by more; before it brackets are closed.
        var last = ""
        while let name = take(names) {
            operators += 1
            guard operators <= DefinitionLimits.listedValues else {
                throw SurveyExpressionError(description: "the expression has more operators than a form can keep")
            }
            let right = try operand(&self)
            if !last.isEmpty, name != last || !Self.associative.contains(name) { nesting += 1 }
            guard nesting <= 20 else { throw SurveyExpressionError(description: "the expression is nested too deep") }
            if name == last, Self.associative.contains(name), case .operation(_, let operands) = left {
                left = .operation(name, operands + [right])
            } else {
                left = .operation(name, [left, right])
            }
            last = name
        }
        return left
    }

    /// The operators of which a chain is one operation.
    private static let associative: Set = ["or", "and", "+", "*"]

    private mutating func comparison() throws(SurveyExpressionError) -> SurveyExpression {
        let left = try sum()
        if let name = take(["empty", "notempty"]) { return .operation(name, [left]) }
        guard let name = take(Self.comparisons) else { return left }
        return .operation(name, [left, try sum()])
    }

    private mutating func sum() throws(SurveyExpressionError) -> SurveyExpression {
        try chain(["+", "-"]) { parser throws(SurveyExpressionError) in
            try parser.chain(["*", "/", "%"]) { parser throws(SurveyExpressionError) in try parser.value() }
        }
    }

    private mutating func value() throws(SurveyExpressionError) -> SurveyExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 16 else { throw SurveyExpressionError(description: "the expression is nested too deep") }
        if take(["not"]) != nil { return .operation("not", [try value()]) }
        guard next < tokens.count else { throw SurveyExpressionError(description: "the expression ends too early") }
        let token = tokens[next]
        next += 1
        switch token {
        case .number(let text): return .number(text)
        case .text(let text): return .text(text)
        case .question(let name): return .question(name)
        case .symbol("-"):
            if case .number(let text) = try value() { return .number("-" + text) }
            throw SurveyExpressionError(description: "only numbers have a sign")
        case .symbol("("):
            let inner = try expression()
            guard take([")"]) != nil else { throw SurveyExpressionError(description: "a bracket is not closed") }
            return inner
        case .symbol("["): return .list(try list(until: "]"))
        case .word(let name):
            guard take(["("]) != nil else {
                if notation == .survey { return .text(name) }
                throw SurveyExpressionError(description: "“\(name)” is a path, which no form has")
            }
            return .call(name, try list(until: ")"))
        case .symbol(let symbol): throw SurveyExpressionError(description: "“\(symbol)” stands where a value should")
        }
    }

    private mutating func list(until end: String) throws(SurveyExpressionError) -> [SurveyExpression] {
        var elements: [SurveyExpression] = []
        while take([end]) == nil {
            if !elements.isEmpty, take([","]) == nil {
                throw SurveyExpressionError(description: "a list is not closed")
            }
            elements.append(try expression())
            guard elements.count <= DefinitionLimits.listedValues else {
                throw SurveyExpressionError(description: "a list has at most \(DefinitionLimits.listedValues) values")
            }
        }
        return elements
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
