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

    /// Whether the element is shown to those who fill in the form.
    var hasControl: Bool {
        switch kind {
        case .group, .rows: children.contains(where: \.hasControl)
        case .question:
            !["start", "end", "today", "calculate", "hidden"].contains(type) && !XLSFormQuestion.isOfDevice(type)
        }
    }

    /// The types for older names.
    private static let olderTypes = [
        "start time": "start", "end time": "end", "date time": "datetime", "location": "geopoint", "gps": "geopoint",
        "photo": "image", "picture": "image", "imei": "deviceid", "device id": "deviceid", "sim id": "simserial",
        "subscriber id": "subscriberid", "phone number": "phone_number",
    ]

    fileprivate init(_ kind: Kind, _ row: Sheet.Row, words: [String], name: String, in groups: [String]) {
        path = row.path ?? groups + [name]
        self.kind = kind
        self.row = row
        self.name = name
        // Older forms write “add integer prompt”, “q integer” and “get start time”.
        let isOlder = ["add", "q", "get"].contains(words.first?.lowercased()) && words.count > 1
        let words = isOlder ? words.dropFirst().filter { $0.lowercased() != "prompt" } : words
        let type = words.first?.lowercased() ?? ""
        // Older forms write “select one from list” and “select all that apply from list”.
        let isOld = type == "select" && words.count > 1
        let phrase = words.joined(separator: " ").lowercased()
        self.type =
            isOld
            ? (words[1].lowercased() == "one" ? "select_one" : "select_multiple")
            : isOlder && phrase == "phone number" ? "phonenumber" : Self.olderTypes[phrase] ?? type
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
    /// Reads the choices of `select_one_from_file` and its like. Without the choices any text is an answer.
    mutating func resolveChoices(_ choices: inout XLSFormChoices) {
        for place in children.indices { children[place].resolveChoices(&choices) }
        if type.hasSuffix("_from_file") {
            if !choices.load(list) { type = "text_from_file" }
        } else if type.hasPrefix("select") || type == "rank", choices[list] == nil {
            type = "text_from_list"
        }
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
