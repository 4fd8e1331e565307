import FormTerminal

/// Aligns rows in columns, two spaces apart.
func aligned(_ rows: [[String]]) -> [String] {
    let widths = rows.map { $0.map(\.displayWidth) }
    let columns = rows.map(\.count).max() ?? 0
    let room = (0..<columns).map { column in
        widths.map { $0.indices.contains(column) ? $0[column] : 0 }.max() ?? 0
    }
    return zip(rows, widths).map { row, widths in
        row.indices.map { column in
            let isLast = column == row.count - 1
            return isLast ? row[column] : row[column] + String(repeating: " ", count: room[column] - widths[column] + 2)
        }.joined()
    }
}
