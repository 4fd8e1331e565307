/// Lines in columns, two spaces apart.
func aligned(_ rows: [[String]]) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
        rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
        row.enumerated().map { column, cell in
            let isLast = column == row.count - 1
            return isLast ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
        }.joined()
    }
}
