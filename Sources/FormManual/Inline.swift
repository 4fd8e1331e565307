/// A part of a text with the meaning of its inline Markdown.
enum Inline: Hashable {
    case plain(String)
    case code(String)
    case strong(String)
    case emphasis(String)

    /// Parses code, strong and emphasised words, links and escapes. A link to an article becomes the article's name; a
    /// link to an address becomes its text followed by the address.
    static func parse(_ text: String) -> [Inline] {
        var parts: [Inline] = []
        var plain = ""
        var rest = text[...]
        func flush() {
            if !plain.isEmpty { parts.append(.plain(plain)) }
            plain = ""
        }
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first, next.isPunctuation || next.isSymbol {
                plain.append(next)
                rest = rest.dropFirst(2)
            } else if let (part, end) = span(rest) {
                flush()
                parts.append(part)
                rest = rest[end...]
            } else if let (words, end) = link(rest) {
                plain += words
                rest = rest[end...]
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        flush()
        return parts
    }

    /// The words of the text, without marks.
    var text: String {
        switch self {
        case .plain(let text), .code(let text), .strong(let text), .emphasis(let text): text
        }
    }

    private static func span(_ text: Substring) -> (Inline, String.Index)? {
        for (mark, make) in marks where text.hasPrefix(mark) {
            let content = text.dropFirst(mark.count)
            guard let end = content.firstRange(of: mark), !end.isEmpty, content.startIndex < end.lowerBound else {
                continue
            }
            let words = String(content[..<end.lowerBound])
            // "2 * 3 * 4" contains no emphasis.
            if mark == "*", words.first == " " || words.last == " " { continue }
            return (make(words), end.upperBound)
        }
        return nil
    }

    private static let marks: [(String, @Sendable (String) -> Inline)] = [
        ("``", { .code($0) }), ("`", { .code($0) }), ("**", { .strong($0) }), ("*", { .emphasis($0) }),
    ]

    /// `[text](target)` and `<doc:Article>`.
    private static func link(_ text: Substring) -> (String, String.Index)? {
        if text.hasPrefix("<doc:"), let end = text.firstIndex(of: ">") {
            return (String(text[..<end].dropFirst(5)), text.index(after: end))
        }
        guard text.hasPrefix("["), let middle = text.firstRange(of: "]("),
            let end = text[middle.upperBound...].firstIndex(of: ")")
        else { return nil }
        let words = String(text[..<middle.lowerBound].dropFirst())
        guard !words.contains("]") else { return nil }
        let target = text[middle.upperBound..<end]
        return (target.contains("://") ? "\(words) (\(target))" : words, text.index(after: end))
    }
}
