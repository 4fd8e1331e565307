/// An SQL statement with named parameters: `INSERT INTO t (name) VALUES (:name)`. The values are bound and never become
/// a part of the text.
package struct InsertTemplate: Sendable, Hashable {
    /// As it was written.
    package let source: String
    /// The statement with `$1`, `$2` and so on instead of the names.
    package let text: String
    /// The names, in the order of their numbers, each once.
    package let names: [String]

    /// Throws the reason if the text cannot be such a statement.
    package init(_ source: String) throws(InsertTemplateError) {
        var scanner = Scanner(rest: source[...])
        while !scanner.rest.isEmpty { try scanner.readPart() }
        let word = source.drop { $0.isWhitespace }.prefix { $0.isLetter }.lowercased()
        guard word == "insert" || word == "with" else { throw InsertTemplateError("it does not begin with INSERT") }
        self.source = source
        (text, names) = (scanner.text, scanner.names)
    }

    /// Reads what PostgreSQL reads as one token, as far as a colon can be inside of it (PostgreSQL's documentation,
    /// "Lexical Structure").
    private struct Scanner {
        var rest: Substring
        var text = ""
        var names: [String] = []

        mutating func readPart() throws(InsertTemplateError) {
            guard let first = rest.first else { return }
            switch first {
            case "'", "\"":
                // A doubled quotation mark is two texts without anything between them.
                let isEscaped = first == "'" && "eE".contains(text.last ?? " ") && !Self.isWord(text.dropLast().last)
                try readQuoted(first, isEscaped)
            case "$": try readDollar()
            case "-" where rest.hasPrefix("--"): take(rest.prefix { !$0.isNewline }.count)
            case "/" where rest.hasPrefix("/*"): try readComment()
            case ":": readColon()
            case ";":
                guard rest.dropFirst().allSatisfy(\.isWhitespace) else {
                    throw InsertTemplateError("it has more than one statement")
                }
                rest = ""
            default: take(1)
            }
        }

        private mutating func take(_ count: Int) {
            text += rest.prefix(count)
            rest = rest.dropFirst(count)
        }

        private mutating func readQuoted(_ mark: Character, _ isEscaped: Bool) throws(InsertTemplateError) {
            take(1)
            while let next = rest.first {
                take(isEscaped && next == "\\" ? 2 : 1)
                if next == mark { return }
            }
            throw InsertTemplateError("a text in \(mark) does not end")
        }

        private mutating func readDollar() throws(InsertTemplateError) {
            let tag = rest.dropFirst().prefix { Self.isWord($0) }
            if tag.first?.isNumber == true, !Self.isWord(text.last) {
                throw InsertTemplateError("it has the parameter $\(tag); parameters have names here, such as :key")
            }
            guard rest.dropFirst(1 + tag.count).first == "$", !Self.isWord(text.last) else { return take(1) }
            let mark = "$\(tag)$"
            take(mark.count)
            while !rest.isEmpty {
                if rest.hasPrefix(mark) { return take(mark.count) }
                take(1)
            }
            throw InsertTemplateError("a text in \(mark) does not end")
        }

        private mutating func readComment() throws(InsertTemplateError) {
            var depth = 0
            while !rest.isEmpty {
                if rest.hasPrefix("/*") {
                    depth += 1
                    take(2)
                } else if rest.hasPrefix("*/") {
                    depth -= 1
                    take(2)
                    if depth == 0 { return }
                } else {
                    take(1)
                }
            }
            throw InsertTemplateError("a comment does not end")
        }

        private mutating func readColon() {
            if rest.hasPrefix("::") { return take(2) }
            let after = rest.dropFirst()
            guard let first = after.first, first.isASCII, first.isLetter || first == "_" else { return take(1) }
            var name = after.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
            while name.last == "." { name = name.dropLast() }
            let index = names.firstIndex(of: String(name)) ?? names.endIndex
            if index == names.endIndex { names.append(String(name)) }
            text += "$\(index + 1)"
            rest = rest.dropFirst(1 + name.count)
        }

        private static func isWord(_ character: Character?) -> Bool {
            guard let character else { return false }
            return character.isLetter || character.isNumber || character == "_"
        }
    }
}

/// Why a text cannot be a statement for submissions.
package struct InsertTemplateError: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
