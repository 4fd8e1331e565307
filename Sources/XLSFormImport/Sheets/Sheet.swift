import FormImport

/// A table whose first row contains the names of the columns.
package struct Sheet: Sendable {
    package let name: String
    /// The names, trimmed and in lower case up to the first `::`, which a language may follow.
    package let columns: [String]
    package private(set) var rows: [Row]
    /// The index of the first column with each name.
    private let places: [String: Int]
    /// The number of the row with the names.
    private let heading: Int

    package struct Row: Sendable {
        /// The number of the row, starting at 1 as in spreadsheets; of rows that loops repeat, one that no other row has.
        package fileprivate(set) var number: Int
        /// The number of the row in the sheet.
        fileprivate let line: Int
        /// The trimmed cells; rows may be shorter than the table.
        fileprivate var cells: [String]
        /// The names of the groups around an element and its own, if they are not those of the rows around it.
        var path: [String]?
        /// The place of the row in a source that is no table.
        fileprivate var origin: String?

        fileprivate init(number: Int, cells: [String], path: [String]? = nil, origin: String? = nil) {
            self.number = number
            line = number
            self.cells = cells
            self.path = path
            self.origin = origin
        }

        package func text(_ column: Int) -> String { cells.indices.contains(column) ? cells[column] : "" }
    }

    /// - Parameter table: the cells, row by row; rows without text are skipped.
    package init(name: String, table: [[String]]) {
        self.name = name
        let rows = table.enumerated().lazy.map { Row(number: $0.offset + 1, cells: $0.element.map(\.trimmed)) }
            .filter { row in row.cells.contains { !$0.isEmpty } }
        columns = rows.first?.cells.map(Self.columnName) ?? []
        places = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
        heading = rows.first?.number ?? 1
        self.rows = Array(rows.dropFirst())
    }

    /// The sheet with other rows, which are numbered anew.
    func with(_ rows: [Row]) -> Sheet {
        var sheet = self
        sheet.rows = rows
        for place in rows.indices { sheet.rows[place].number = place + 2 }
        return sheet
    }

    /// A row with other texts in some of its columns.
    func changing(_ row: Row, _ change: (_ column: String, _ text: String) -> String?) -> Row {
        var row = row
        for (place, column) in columns.enumerated() {
            guard let text = change(column, row.text(place)) else { continue }
            while row.cells.count <= place { row.cells.append("") }
            row.cells[place] = text
        }
        return row
    }

    /// A row of a source that is no table.
    struct SourceRow {
        /// The place in the source.
        let origin: String
        var path: [String]?
        var cells: [String: String]
    }

    /// A table of what another source says.
    init(name: String, rows: [SourceRow]) {
        self.name = name
        let columns = Set(rows.flatMap(\.cells.keys)).sorted()
        self.columns = columns
        places = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
        heading = 1
        self.rows = rows.enumerated().map { number, row in
            let cells = columns.map { row.cells[$0] ?? "" }
            return Row(number: number + 2, cells: cells, path: row.path, origin: row.origin)
        }
    }

    private static func columnName(_ text: String) -> String {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].lowercased().trimmed.replacing(" ", with: "_")
        guard parts.count == 2 else { return aliases[name] ?? name }
        let rest = String(parts[1].drop { $0 == ":" }).trimmed
        // A cell of XForms that has a column of its own.
        if let column = bindings[rest.lowercased()], ["bind", "control", "body"].contains(name) { return column }
        return "\(aliases[name] ?? name)::\(rest)"
    }

    /// The columns for what `bind::` and `control::` name.
    private static let bindings = [
        "relevant": "relevant", "required": "required", "constraint": "constraint", "calculate": "calculation",
        "readonly": "readonly", "appearance": "appearance", "jr:count": "repeat_count",
        "jr:constraintmsg": "constraint_message",
        "jr:requiredmsg": "required_message",
    ]

    /// The column names of older forms.
    private static let aliases = [
        "caption": "label", "relevance": "relevant", "calculate": "calculation", "requiredmsg": "required_message",
        "list": "list_name", "value": "name", "read_only": "readonly", "repeat": "repeat_count",
        "constraining_message": "constraint_message",
    ]

    /// The text in a row's cell of a column; empty if there is no such column.
    package func text(_ column: String, in row: Row) -> String {
        places[column].map(row.text) ?? ""
    }

    /// The spreadsheet address of a cell: `survey!C12`.
    package func place(_ column: String, in row: Row? = nil) -> String {
        if let origin = row?.origin { return "\(origin), \(column)" }
        return "\(name)!\(places[column].map(Self.letters) ?? "")\(row?.line ?? heading)"
    }

    /// The letters of a column: `A` to `Z`, `AA` and so on.
    private static func letters(_ column: Int) -> String {
        var rest = column
        var letters = ""
        repeat {
            letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(rest % 26))) + letters
            rest = rest / 26 - 1
        } while rest >= 0
        return letters
    }
}
