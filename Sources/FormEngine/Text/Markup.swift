import FormModel

/// A piece of a text with a style of its own.
package struct MarkupRun: Sendable, Hashable {
    /// In code points of the plain text.
    package var start: Int
    package var length: Int
    package var style: MarkupStyle
    /// The address of a link, or the name of a picture.
    package var target = ""
}

package enum MarkupStyle: String, Sendable {
    case strong, emphasis, code, link, item
    /// A picture in front of the text. The run has no length.
    case image
}

/// A text without markup, and the styles in it.
package struct StyledText: Sendable, Hashable {
    package var text = ""
    package var runs: [MarkupRun] = []
}

/// A parsed text of a definition: its plain pieces, its answers, and its styles. Answers are filled in after
/// parsing, so markup in an answer has no effect.
struct TextTemplate: Sendable {
    enum Piece: Sendable {
        case text(String)
        /// The index of a field among those that the plan reads.
        case answer(Int)

        var isText: Bool { if case .text = self { true } else { false } }
    }

    struct Run: Sendable {
        let style: MarkupStyle
        let pieces: Range<Int>
        let target: String
    }

    private let pieces: [Piece]
    /// Outer runs come before the runs inside them.
    private let runs: [Run]
    /// Whether the text has neither answers nor styles nor escapes, so that it can be used as it is.
    let isPlain: Bool

    /// - Parameter slot: the index of a field by its name; `nil` if its answer cannot be shown, so that the braces
    ///   stay.
    init(_ text: String, hasMarkup: Bool, _ slot: (String) -> Int?) {
        guard hasMarkup else {
            pieces = Insertion.pieces(of: text).map { piece in
                switch piece {
                case .text(let text): .text(text)
                case .answer(let name): slot(name).map(Piece.answer) ?? .text("{{\(name)}}")
                }
            }
            runs = []
            isPlain = pieces.allSatisfy(\.isText)
            return
        }
        var parser = MarkupParser(text)
        parser.parse(slot)
        pieces = parser.pieces
        runs = parser.runs.sorted {
            ($0.pieces.lowerBound, $1.pieces.upperBound) < ($1.pieces.lowerBound, $0.pieces.upperBound)
        }
        isPlain = runs.isEmpty && pieces.allSatisfy(\.isText) && !text.utf8.contains(UInt8(ascii: "\\"))
    }

    /// - Parameter answer: the answer of a field by its index.
    func filled(_ answer: (Int) -> String) -> StyledText {
        var styled = StyledText()
        var ends = [0]
        ends.reserveCapacity(pieces.count + 1)
        for piece in pieces {
            let text =
                switch piece {
                case .text(let text): text
                case .answer(let slot): answer(slot)
                }
            styled.text += text
            ends.append((ends.last ?? 0) + text.unicodeScalars.count)
        }
        styled.runs = runs.map { run in
            let start = ends[run.pieces.lowerBound]
            let length = ends[run.pieces.upperBound] - start
            return MarkupRun(start: start, length: length, style: run.style, target: run.target)
        }
        return styled
    }
}

/// Parses `basic` markup: `**strong**`, `*emphasis*`, `` `code` ``, `- item` and `[text](address)`. A style ends at the
/// latest with its line. An unclosed mark, and a link whose address is neither `https:` nor `mailto:`, is plain text. A
/// backslash escapes the mark behind it.
///
/// The parser takes linear time: it reads each mark once, and looks ahead no further than the next mark.
private struct MarkupParser {
    private let source: [Unicode.Scalar]
    private var position = 0
    private var plain = ""
    private(set) var pieces: [TextTemplate.Piece] = []
    private(set) var runs: [TextTemplate.Run] = []
    /// The pieces that are marks without an end so far; they stay in the text if none comes.
    private var strong: Int?
    private var emphasis: Int?
    private var brackets: [Int] = []
    /// The first piece of the list item in this line.
    private var item: Int?

    init(_ text: String) {
        source = Array(text.unicodeScalars)
    }

    mutating func parse(_ slot: (String) -> Int?) {
        beginLine()
        while position < source.count {
            let mark = source[position]
            switch mark {
            case "\\": takeEscape()
            case "\n":
                endLine()
                take(1)
                beginLine()
            case "*": takeStars()
            case "`": takeCode(slot)
            case "[":
                brackets.append(takeMark(1))
            case "]": closeBracket()
            case "{": takeAnswer(slot)
            default: take(1)
            }
        }
        endLine()
        flush()
    }

    private subscript(index: Int) -> Unicode.Scalar? { source.indices.contains(index) ? source[index] : nil }

    // MARK: Pieces

    private mutating func take(_ count: Int) {
        plain.unicodeScalars.append(contentsOf: source[position..<position + count])
        position += count
    }

    private mutating func flush() {
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
    }

    /// Adds a mark as a piece of its own. Returns its index.
    private mutating func takeMark(_ count: Int) -> Int {
        flush()
        take(count)
        flush()
        return pieces.count - 1
    }

    /// Ends a style and removes the mark with which it began.
    private mutating func close(_ style: MarkupStyle, from mark: Int, target: String = "") {
        flush()
        pieces[mark] = .text("")
        add(style, (mark + 1)..<pieces.count, target)
        // A style that began inside this one must not end outside of it.
        if let strong, strong >= mark { self.strong = nil }
        if let emphasis, emphasis >= mark { self.emphasis = nil }
        while let last = brackets.last, last >= mark { brackets.removeLast() }
    }

    private mutating func add(_ style: MarkupStyle, _ pieces: Range<Int>, _ target: String = "") {
        guard runs.count < DefinitionLimits.markupRuns, !pieces.isEmpty else { return }
        runs.append(TextTemplate.Run(style: style, pieces: pieces, target: target))
    }

    // MARK: Lines

    private mutating func beginLine() {
        guard self[position] == "-", self[position + 1] == " " else { return }
        flush()
        position += 2
        item = pieces.count
    }

    private mutating func endLine() {
        flush()
        if let item { add(.item, item..<pieces.count) }
        (item, strong, emphasis) = (nil, nil, nil)
        brackets.removeAll(keepingCapacity: true)
    }

    // MARK: Marks

    private mutating func takeEscape() {
        if let next = self[position + 1], "\\*`[]{}-".unicodeScalars.contains(next) { position += 1 }
        take(1)
    }

    private mutating func takeStars() {
        var count = 1
        while self[position + count] == "*" { count += 1 }
        guard count <= 2 else { return take(count) }
        let isStrong = count == 2
        let follows = self[position + count].map { !$0.properties.isWhitespace } ?? false
        let precedes = self[position - 1].map { !$0.properties.isWhitespace } ?? false
        if precedes, let mark = isStrong ? strong : emphasis {
            position += count
            close(isStrong ? .strong : .emphasis, from: mark)
        } else if follows, (isStrong ? strong : emphasis) == nil {
            let mark = takeMark(count)
            if isStrong { strong = mark } else { emphasis = mark }
        } else {
            take(count)
        }
    }

    private mutating func takeCode(_ slot: (String) -> Int?) {
        let rest = source[(position + 1)...]
        guard let end = rest.firstIndex(where: { $0 == "`" || $0 == "\n" }), source[end] == "`", end > position + 1
        else {
            return take(1)
        }
        flush()
        let first = pieces.count
        position += 1
        while position < end {
            if source[position] == "{" { takeAnswer(slot) } else { take(1) }
        }
        flush()
        position = end + 1
        add(.code, first..<pieces.count)
    }

    private mutating func takeAnswer(_ slot: (String) -> Int?) {
        let ahead = source[position..<min(source.count, position + DefinitionLimits.identifier + 4)]
        guard let (name, length) = Insertion.prefix(of: ahead), let field = slot(name) else { return take(1) }
        flush()
        pieces.append(.answer(field))
        position += length
    }

    private mutating func closeBracket() {
        guard let mark = brackets.popLast() else { return take(1) }
        guard let (target, end) = target(at: position + 1) else { return take(1) }
        position = end
        close(.link, from: mark, target: target)
        // Links cannot be nested.
        brackets.removeAll(keepingCapacity: true)
    }

    /// The address in parentheses at `start`, and the position behind it.
    private func target(at start: Int) -> (String, end: Int)? {
        guard self[start] == "(" else { return nil }
        var target = ""
        var end = start + 1
        while let scalar = self[end], scalar != ")", target.utf8.count < DefinitionLimits.linkTarget {
            guard "!"..."~" ~= scalar, !"()[]<>{}\"\\`".unicodeScalars.contains(scalar) else { return nil }
            target.unicodeScalars.append(scalar)
            end += 1
        }
        let isLink = ["https://", "mailto:"].contains {
            target.lowercased().hasPrefix($0) && target.utf8.count > $0.utf8.count
        }
        return self[end] == ")" && isLink ? (target, end + 1) : nil
    }
}
