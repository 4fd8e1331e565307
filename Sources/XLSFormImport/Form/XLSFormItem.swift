/// A row of the sheet `survey`, with the rows inside it.
struct XLSFormItem {
    enum Kind {
        case question, group, rows
    }

    let kind: Kind
    let row: Sheet.Row
    /// The type in lower case, without the name of a list of choices.
    fileprivate(set) var type: String
    /// The name of the list of choices.
    let list: String
    /// Whether the choices are followed by a field for another answer.
    let hasOther: Bool
    let name: String
    /// The names of the groups around the element, and its own.
    let path: [String]
    fileprivate(set) var children: [XLSFormItem] = []

    fileprivate init(_ kind: Kind, _ row: Sheet.Row, words: [String], name: String, in groups: [String]) {
        path = row.path ?? groups + [name]
        self.kind = kind
        self.row = row
        self.name = name
        let type = words.first?.lowercased() ?? ""
        // Older forms write “select one from list” and “select all that apply from list”.
        let isOld = type == "select" && words.count > 1
        self.type = isOld ? (words[1].lowercased() == "one" ? "select_one" : "select_multiple") : type
        let named = words.firstIndex { $0.lowercased() == "from" } ?? (isOld ? 1 : 0)
        list = words.dropFirst(named + 1).first ?? ""
        hasOther = words.last?.lowercased() == "or_other"
    }
}

/// Why the rows of a sheet are not a form.
struct MisplacedRow: Error {
    let row: Sheet.Row
    let reason: String
}

extension XLSFormItem {
    /// Reads the choices of `select_one_from_file` and its like. Without the file any text is an answer.
    mutating func resolveFiles(_ choices: inout XLSFormChoices) {
        for place in children.indices { children[place].resolveFiles(&choices) }
        guard type.hasSuffix("_from_file"), !choices.load(list) else { return }
        type = "text_from_file"
    }

    /// The questions and groups of a sheet; groups contain their questions.
    static func items(of sheet: Sheet) throws(MisplacedRow) -> [XLSFormItem] {
        // The last element is the innermost open group.
        var open: [XLSFormItem?] = [nil]
        var children: [[XLSFormItem]] = [[]]
        for row in sheet.rows {
            let words = sheet.text("type", in: row).split(whereSeparator: \.isWhitespace).map(String.init)
            guard let first = words.first?.lowercased() else { continue }
            let name = sheet.text("name", in: row)
            let word =
                ["begin", "end"].contains(first) && words.count > 1 ? "\(first)_\(words[1].lowercased())" : first
            switch word {
            case "begin_group", "begin_repeat":
                guard open.count <= depth else {
                    throw MisplacedRow(row: row, reason: "groups lie too deep in each other")
                }
                let kind = word == "begin_group" ? Kind.group : .rows
                open.append(XLSFormItem(kind, row, words: words, name: name, in: open.last??.path ?? []))
                children.append([])
            case "end_group", "end_repeat":
                guard var group = open.popLast() ?? nil, let inner = children.popLast() else {
                    throw MisplacedRow(row: row, reason: "this ends no group")
                }
                group.children = inner
                children[children.count - 1].append(group)
            default:
                let item = XLSFormItem(.question, row, words: words, name: name, in: open.last??.path ?? [])
                children[children.count - 1].append(item)
            }
        }
        if let group = open.last ?? nil { throw MisplacedRow(row: group.row, reason: "the group does not end") }
        return children[0]
    }

    /// The maximum nesting depth of groups.
    private static let depth = 16
}
