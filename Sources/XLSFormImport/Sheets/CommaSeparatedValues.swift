/// Parses tables in the format of RFC 4180, with line breaks of any kind.
package enum CommaSeparatedValues {
    /// The cells, row by row. Throws if a quotation mark is not closed.
    package static func table(_ text: String) throws(UnreadableSheet) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var scalars = text.unicodeScalars[...]
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        func finish() {
            row.append(String(cell))
            cell.removeAll()
        }
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                cell.append(scalar)
                scalars.removeFirst()
            case "\"" where isQuoted: isQuoted = false
            case "\"" where cell.isEmpty: isQuoted = true
            case "," where !isQuoted: finish()
            case "\r" where !isQuoted && scalars.first == "\n": break
            case "\n" where !isQuoted, "\r" where !isQuoted:
                finish()
                rows.append(row)
                row.removeAll()
            default: cell.append(scalar)
            }
        }
        guard !isQuoted else { throw UnreadableSheet(description: "a quotation mark is not closed") }
        if !cell.isEmpty || !row.isEmpty {
            finish()
            rows.append(row)
        }
        return rows
    }
}

/// Why a file is not a table.
package struct UnreadableSheet: Error, CustomStringConvertible {
    package let description: String
}
