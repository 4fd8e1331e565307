/// Lines in columns, two spaces apart.
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

extension String {
    /// How many columns of a terminal the string takes.
    var displayWidth: Int {
        utf8.contains { $0 >= 0x80 } ? reduce(0) { $0 + $1.displayWidth } : utf8.count
    }

    /// As much of the string as fits into so many columns.
    func cut(toWidth limit: Int) -> String {
        var width = 0
        return String(
            prefix { character in
                width += character.displayWidth
                return width <= limit
            }
        )
    }
}

extension Character {
    /// A grapheme cluster is as wide as its widest character, but an emoji is wide whatever it is made of.
    fileprivate var displayWidth: Int {
        unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : unicodeScalars.map(\.displayWidth).max() ?? 0
    }
}

extension Unicode.Scalar {
    /// What Unicode's Standard Annex 11 calls wide and fullwidth takes two columns, a combining mark none.
    fileprivate var displayWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
