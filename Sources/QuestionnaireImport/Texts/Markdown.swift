import FormImport

/// Converts Markdown to a form's `markup`, which has emphasis, code, links and list items.
struct Markdown {
    private(set) var text = ""
    /// Whether a part was lost: pictures, tables, HTML.
    private(set) var isCutDown = false

    init(_ markdown: String) {
        var lines: [String] = []
        var isCode = false
        for line in withoutComments(markdown).split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmed
            if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") {
                isCode.toggle()
            } else if isCode {
                lines.append(trimmed.isEmpty || trimmed.contains("`") ? trimmed : "`\(trimmed)`")
            } else {
                lines.append(read(trimmed))
            }
        }
        text = lines.joined(separator: "\n").trimmed
    }

    private func withoutComments(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "<!--") {
            result += rest[..<open.lowerBound]
            rest = rest[open.upperBound...].firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
        }
        return result + rest
    }

    private mutating func read(_ line: String) -> String {
        if line.hasPrefix("|") { isCutDown = true }
        if line.count >= 3, line.allSatisfy({ "-*_ ".contains($0) }) { return "" }
        let heading = line.prefix { $0 == "#" }
        if !heading.isEmpty, line.dropFirst(heading.count).first == " " {
            let title = inline(String(line.dropFirst(heading.count)).trimmed)
            return title.contains(where: { "*[`".contains($0) }) ? title : "**\(title)**"
        }
        for bullet in ["- ", "* ", "+ "] where line.hasPrefix(bullet) {
            return "- " + inline(String(line.dropFirst(2)))
        }
        return inline(line.hasPrefix(">") ? String(line.drop { $0 == ">" || $0 == " " }) : line)
    }

    /// The marks inside a line.
    private mutating func inline(_ line: String) -> String {
        var result = ""
        var rest = line[...]
        while let first = rest.first {
            if first == "`" {
                let end = rest.dropFirst().firstIndex(of: "`").map(rest.index(after:)) ?? rest.endIndex
                result += rest[..<end]
                rest = rest[end...]
            } else if first == "_", let (inner, length) = underlined(rest, after: result.last) {
                let mark = String(repeating: "*", count: length)
                result += mark + inline(String(inner)) + mark
                rest = rest[inner.endIndex...].dropFirst(length)
            } else if first == "[" || rest.hasPrefix("!["), let link = Link(rest) {
                if first == "!" { isCutDown = true }
                result += first == "!" ? String(link.text) : link.markup
                rest = rest[link.end...]
            } else if first == "<", let end = rest.firstIndex(of: ">"), rest.dropFirst().first.map(isOfTag) ?? false {
                let tag = rest[rest.index(after: rest.startIndex)..<end]
                let isAddress = tag.hasPrefix("https:") || tag.hasPrefix("mailto:")
                if isAddress { result += "[\(tag)](\(tag))" } else if tag.prefix(2) != "br" { isCutDown = true }
                rest = rest[end...].dropFirst()
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private func isOfTag(_ character: Character) -> Bool { character.isLetter || character == "/" }

    /// The text between `_` or `__` and the same mark, which stand at the limits of words.
    private func underlined(_ rest: Substring, after before: Character?) -> (inner: Substring, length: Int)? {
        let mark = rest.hasPrefix("__") ? "__" : "_"
        let inner = rest.dropFirst(mark.count)
        guard before.map({ !$0.isLetter && !$0.isNumber }) ?? true, inner.first.map({ !$0.isWhitespace }) ?? false,
            let end = inner.firstRange(of: mark), !inner[..<end.lowerBound].isEmpty,
            inner[end.upperBound...].first.map({ !$0.isLetter && !$0.isNumber }) ?? true
        else { return nil }
        return (inner[..<end.lowerBound], mark.count)
    }

    private struct Link {
        let text: Substring
        let target: Substring
        let end: Substring.Index

        /// Parses `[text](target)` and `![text](target)`.
        init?(_ rest: Substring) {
            guard let open = rest.firstIndex(of: "["), let close = rest[open...].firstRange(of: "]("),
                let last = rest[close.upperBound...].firstIndex(of: ")")
            else { return nil }
            text = rest[rest.index(after: open)..<close.lowerBound]
            guard !text.contains("[") else { return nil }
            target = rest[close.upperBound..<last].prefix { $0 != " " }
            end = rest.index(after: last)
        }

        /// A form has no links to other addresses.
        var markup: String {
            let isFollowed = target.hasPrefix("https:") || target.hasPrefix("mailto:")
            return isFollowed ? "[\(text)](\(target))" : "\(text) (\(target))"
        }
    }
}
