/// Converts HTML to a form's `markup`: emphasis, links and list items are kept, other tags are dropped.
package struct Hypertext {
    package private(set) var text = ""
    /// Whether a part of the HTML was lost.
    package private(set) var isCutDown = false
    /// Whether the result may contain markup.
    private let hasMarks: Bool
    /// What ends each of the open links.
    private var links: [String] = []

    /// - Parameter hasMarks: `false` for a text without markup, such as a title.
    package init(_ html: String, hasMarks: Bool) {
        self.hasMarks = hasMarks
        var rest = html[...]
        // Without it the end of the text would be searched behind each `<`.
        let lastEnd = html.lastIndex(of: ">") ?? html.startIndex
        while let first = rest.popFirst() {
            guard first == "<", rest.first?.isLetter == true || rest.first == "/", rest.startIndex < lastEnd,
                let end = rest.firstIndex(of: ">")
            else {
                append(first, &rest)
                continue
            }
            read(String(rest[..<end]))
            rest = rest[rest.index(after: end)...]
        }
        while !links.isEmpty { closeLink() }
        while text.last?.isWhitespace == true { text.removeLast() }
        text = String(text.drop(while: \.isWhitespace))
    }

    /// Whether a text has tags that can be converted to markup.
    package static func hasMarks(_ text: String) -> Bool {
        ["<a ", "<b>", "<strong", "<i>", "<em>", "<code>", "<li"].contains { text.contains($0) }
    }

    private static let entities = [
        ("nbsp;", " "), ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("#39;", "'"), ("amp;", "&"),
    ]

    private mutating func append(_ character: Character, _ rest: inout Substring) {
        var character = character
        if character == "&", let (name, meaning) = Self.entities.first(where: { rest.hasPrefix($0.0) }) {
            rest = rest.dropFirst(name.count)
            character = Character(meaning)
        }
        let isItem = character == "-" && (text.isEmpty || text.hasSuffix("\n"))
        if hasMarks, isItem || "\\*`[".contains(character) { text.append("\\") }
        text.append(character)
    }

    // MARK: Tags

    private mutating func read(_ tag: String) {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        let isEnd = tag.hasPrefix("/")
        switch name {
        case "b", "strong": mark("**")
        case "i", "em": mark("*")
        case "code": mark("`")
        case "a": if isEnd { closeLink() } else { openLink(tag) }
        case "li": if !isEnd { beginLine(hasMarks ? "- " : "") }
        case "br": text.append("\n")
        case "p", "div", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6": beginLine("")
        case "span": break
        default: isCutDown = true
        }
    }

    private mutating func mark(_ mark: String) {
        if hasMarks { text += mark } else { isCutDown = true }
    }

    private mutating func beginLine(_ start: String) {
        if !text.isEmpty, !text.hasSuffix("\n") { text.append("\n") }
        text += start
    }

    private mutating func openLink(_ tag: String) {
        var target: String?
        if let key = tag.firstRange(of: "href="), let quote = tag[key.upperBound...].first,
            quote == "'" || quote == "\""
        {
            target = String(tag[key.upperBound...].dropFirst().prefix { $0 != quote })
        }
        let isFollowed = target.map { $0.hasPrefix("https:") || $0.hasPrefix("mailto:") } ?? false
        if let target, hasMarks, isFollowed {
            text.append("[")
            links.append("](\(target.replacing(")", with: "%29")))")
        } else if let target, target.hasPrefix("http:") {
            // A form follows no such link, but shows where it leads.
            links.append(" (\(target))")
        } else {
            links.append("")
            isCutDown = true
        }
    }

    private mutating func closeLink() { text += links.popLast() ?? "" }
}
