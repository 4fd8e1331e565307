/// A table of plain text: the first column flush left, the others flush right.
struct Table {
    let title: String
    private var rows: [[String]]

    init(_ title: String, columns: [String]) {
        self.title = title
        rows = [columns]
    }

    mutating func append(_ row: [String]) {
        rows.append(row)
    }

    func printed() -> String {
        let columnCount = rows.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        let lines = rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }
            return "  " + cells.joined(separator: "  ")
        }
        return ([title] + lines).joined(separator: "\n") + "\n"
    }
}
