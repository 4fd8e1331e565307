/// A table whose first row names its columns.
package struct Sheet: Sendable {
    package let name: String
    /// Trimmed and in lower case up to the first `::`, behind which a language may stand.
    package let columns: [String]
    package let rows: [Row]
    /// The place of the row with the names.
    private let heading: Int

    package struct Row: Sendable {
        /// Counts from 1, as spreadsheets do.
        package let number: Int
        /// Trimmed; rows may be shorter than the table.
        fileprivate let cells: [String]

        package func text(_ column: Int) -> String { cells.indices.contains(column) ? cells[column] : "" }
    }

    /// - Parameter table: the cells, row by row; rows without text are passed over.
    package init(name: String, table: [[String]]) {
        self.name = name
        let rows = table.enumerated().lazy.map { Row(number: $0.offset + 1, cells: $0.element.map(\.trimmed)) }
            .filter { row in row.cells.contains { !$0.isEmpty } }
        columns = rows.first?.cells.map(Self.columnName) ?? []
        heading = rows.first?.number ?? 1
        self.rows = Array(rows.dropFirst())
    }

    private static func columnName(_ text: String) -> String {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].lowercased().trimmed.replacing(" ", with: "_")
        guard parts.count == 2 else { return aliases[name] ?? name }
        let rest = String(parts[1].drop { $0 == ":" }).trimmed
        return "\(aliases[name] ?? name)::\(rest)"
    }

    /// Names of older forms.
    private static let aliases = [
        "caption": "label", "relevance": "relevant", "calculate": "calculation", "requiredmsg": "required_message",
        "list": "list_name", "value": "name", "read_only": "readonly", "repeat": "repeat_count",
    ]

    /// A row's text in the column of a name; empty where there is no such column.
    package func text(_ column: String, in row: Row) -> String {
        columns.firstIndex(of: column).map(row.text) ?? ""
    }

    /// A cell as spreadsheets name it: `survey!C12`.
    package func place(_ column: String, in row: Row? = nil) -> String {
        "\(name)!\(columns.firstIndex(of: column).map(Self.letters) ?? "")\(row?.number ?? heading)"
    }

    /// A column's letters: `A` to `Z`, `AA` and so on.
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

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
