/// Parses the Markdown of the project's articles: headings, paragraphs, lists of one level, tables and code.
struct Markdown {
    private(set) var blocks: [Block] = []
    private var paragraph: [Substring] = []
    private var table: [[String]] = []
    private var code: [String]?

    init(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { take(line) }
        endParagraph()
        endTable()
    }

    private mutating func take(_ line: Substring) {
        if line.hasPrefix("```") {
            if let lines = code {
                blocks.append(.code(lines))
                code = nil
            } else {
                endParagraph()
                code = []
            }
            return
        }
        guard code == nil else {
            code?.append(String(line))
            return
        }
        if line.hasPrefix("|") {
            endParagraph()
            table.append(Self.cells(line))
            return
        }
        endTable()
        let content = line.drop { $0 == " " }
        if content.isEmpty || content.hasPrefix("<!-- ") {
            endParagraph()
        } else if content.hasPrefix("#") {
            endParagraph()
            let level = content.prefix { $0 == "#" }.count
            blocks.append(.heading(level: level, String(content.dropFirst(level).drop { $0 == " " })))
        } else if let mark = Self.mark(content) {
            endParagraph()
            paragraph = [mark, content.dropFirst(mark.count + 1)]
        } else {
            paragraph.append(content)
        }
    }

    /// The mark of a list's item: `-`, or a number with its full stop.
    private static func mark(_ line: Substring) -> Substring? {
        guard let space = line.firstIndex(of: " ") else { return nil }
        let mark = line[..<space]
        let isNumber = mark.last == "." && mark.count > 1 && mark.dropLast().allSatisfy(\.isNumber)
        return mark == "-" || isNumber ? mark : nil
    }

    private mutating func endParagraph() {
        guard let first = paragraph.first else { return }
        defer { paragraph = [] }
        guard Self.mark(first + " ") != nil else { return blocks.append(.paragraph(paragraph.joined(separator: " "))) }
        let text = paragraph.dropFirst().joined(separator: " ")
        let item = Block.Item(mark: first == "-" ? "" : String(first), text: text)
        if case .list(let items) = blocks.last {
            blocks[blocks.count - 1] = .list(items + [item])
        } else {
            blocks.append(.list([item]))
        }
    }

    // MARK: Tables

    /// Converts a table, because a page is too narrow for columns of sentences: the first cell of a row becomes a term,
    /// and the other cells its description, each after the heading of its column. The heading is omitted for a column
    /// of values, and in a table with two columns.
    private mutating func endTable() {
        guard let head = table.first else { return }
        defer { table = [] }
        let entries = table.dropFirst(2).compactMap { row -> Block.Entry? in
            guard let term = row.first else { return nil }
            let texts = zip(head, row).dropFirst().filter { !$1.isEmpty }.map { title, cell in
                title.isEmpty || title == "value" || head.count == 2 ? cell : "\(title): \(cell)"
            }
            return Block.Entry(term: term, texts: texts)
        }
        blocks.append(.entries(entries))
    }

    /// The cells of a row; a bar within a cell is written `\|`.
    private static func cells(_ line: Substring) -> [String] {
        var cells: [String] = [""]
        var isEscaped = false
        for character in line.dropFirst() {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                if isEscaped, character != "|" { cells[cells.count - 1].append("\\") }
                if character != "\\" || isEscaped { cells[cells.count - 1].append(character) }
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return cells.dropLast().map { cell in
            String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The text with all Markdown characters escaped.
    static func escaped(_ text: String) -> String {
        String(text.flatMap { "\\`*[<".contains($0) ? ["\\", $0] : [$0] })
    }
}
