/// A text in lines that are not wider than the room for them.
///
/// Lines end at line breaks and between words; a word that is wider than a line is divided. Each grapheme cluster keeps its
/// place in the text, in code points, so that carets, selections and runs of markup find it.
package struct WrappedText: Sendable, Hashable {
    package struct Cluster: Sendable, Hashable {
        package let character: Character
        /// Code points from the beginning of the text.
        package let offset: Int
        package let width: Int
    }

    package struct Line: Sendable, Hashable {
        package var clusters: [Cluster] = []
        /// The place behind the line, in code points: before the line break, or where the next line begins.
        package var end: Int

        package var width: Int { clusters.reduce(0) { $0 + $1.width } }
        package var string: String { String(clusters.map(\.character)) }
    }

    /// At least one line, which may be empty.
    package private(set) var lines: [Line]

    /// - Parameter width: in columns; at least two, so that wide characters have room.
    package init(_ text: String, width: Int) {
        let width = max(width, 2)
        lines = [Line(end: 0)]
        var offset = 0
        var used = 0
        /// How many clusters of the line stand before its last word, and the columns that they take.
        var wordStart = (count: 0, width: 0)
        for character in text {
            let length = character.unicodeScalars.count
            if character.isNewline {
                lines[lines.count - 1].end = offset
                lines.append(Line(end: offset + length))
                (used, wordStart) = (0, (0, 0))
            } else {
                let shown = character == "\t" ? " " : character
                let cluster = Cluster(character: shown, offset: offset, width: DisplayWidth.of(shown))
                let isSpace = shown.isWhitespace
                // A space at the end of a full line hangs over, and is not drawn.
                if used + cluster.width > width, !isSpace {
                    breakLine(at: wordStart, offset)
                    used = lines[lines.count - 1].width
                    wordStart = (0, 0)
                }
                lines[lines.count - 1].clusters.append(cluster)
                used += cluster.width
                lines[lines.count - 1].end = offset + length
                if isSpace || cluster.width == 2 { wordStart = (lines[lines.count - 1].clusters.count, used) }
            }
            offset += length
        }
    }

    /// Begins a new line with the last word, or behind it if it fills the line.
    private mutating func breakLine(at start: (count: Int, width: Int), _ offset: Int) {
        let last = lines.count - 1
        let word = start.count == 0 ? [] : Array(lines[last].clusters[start.count...])
        lines[last].clusters.removeLast(word.count)
        let begin = word.first?.offset ?? offset
        lines[last].end = begin
        lines.append(Line(clusters: word, end: offset))
    }

    /// The line and the column of a place in the text.
    package func place(of offset: Int) -> Point {
        for (number, line) in lines.enumerated() {
            let isLast = number == lines.count - 1
            // A place where a line was broken between words is at the beginning of the next line.
            let begin = isLast ? Int.max : lines[number + 1].clusters.first?.offset ?? line.end + 1
            guard offset < begin || isLast else { continue }
            let before = line.clusters.prefix { $0.offset < offset }
            return Point(x: before.reduce(0) { $0 + $1.width }, y: number)
        }
        return Point(x: 0, y: 0)
    }
}
