/// A text broken into lines of limited width.
///
/// Lines break at line breaks and between words; a word that is wider than a line is divided. Each grapheme cluster
/// stores its position in the text, in code points, for carets, selections and markup. Each paragraph has a direction
/// of its own, and the columns of its lines are counted in that direction.
package struct WrappedText: Sendable, Hashable {
    package struct Cluster: Sendable, Hashable {
        /// The character in its displayed form.
        package fileprivate(set) var character: Character
        /// The offset from the start of the text, in code points.
        package let offset: Int
        package let width: Int
    }

    package struct Line: Sendable, Hashable {
        /// The clusters in logical order.
        package var clusters: [Cluster] = []
        /// The position behind the line, in code points: before the line break, or the start of the next line.
        package var end: Int
        /// The direction of the line's paragraph.
        package fileprivate(set) var direction = TextDirection.leftToRight
        /// The indices of the clusters in display order, from the side where the line begins; `nil` if that is the
        /// logical order.
        fileprivate var order: [Int]?

        package var width: Int { clusters.reduce(0) { $0 + $1.width } }
        package var string: String { String(clusters.map(\.character)) }

        /// The clusters in display order, each with its first column, from the side where the line begins.
        package var placed: [(cluster: Cluster, column: Int)] {
            var column = 0
            return (order ?? Array(clusters.indices)).map { index in
                defer { column += clusters[index].width }
                return (clusters[index], column)
            }
        }

        /// The column of a position in the text: that of the first cluster at or behind it, or the end of the line.
        package func column(of offset: Int) -> Int {
            guard order != nil else { return clusters.prefix { $0.offset < offset }.reduce(0) { $0 + $1.width } }
            guard let next = clusters.first(where: { $0.offset >= offset }) else { return width }
            return placed.first { $0.cluster.offset == next.offset }?.column ?? width
        }

        /// The position of the cluster at a column, or the end of the line.
        package func offset(at column: Int) -> Int {
            placed.last { $0.column <= column && column < $0.column + $0.cluster.width }?.cluster.offset ?? end
        }
    }

    /// The lines; there is at least one, which may be empty.
    package private(set) var lines: [Line]

    /// - Parameters:
    ///   - width: in columns; at least two, so that wide characters fit.
    ///   - direction: the direction of paragraphs without letters.
    package init(_ text: String, width: Int, _ direction: TextDirection = .leftToRight) {
        let width = max(width, 2)
        lines = [Line(end: 0)]
        var offset = 0
        var used = 0
        /// The number of clusters before the last word of the line, and their width in columns.
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
                // A space behind a full line is not drawn.
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
        if direction == .rightToLeft || direction == .leftToRight && text.mayRunFromRight { order(text, direction) }
    }

    /// Computes the display order of the lines, paragraph by paragraph.
    private mutating func order(_ text: String, _ direction: TextDirection) {
        var start = 0
        var line = 0
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let scalars = paragraph.unicodeScalars.map(\.value)
            let end = start + scalars.count
            let direction = direction.of(paragraph)
            let order = ParagraphOrder(scalars[...], direction)
            repeat {
                lines[line].direction = direction
                if let order { lines[line].take(order, from: start) }
                line += 1
            } while lines.indices.contains(line) && lines[line - 1].end < end
            // A line break has one code point, or two for CR and LF.
            start = lines.indices.contains(line) ? lines[line].clusters.first?.offset ?? lines[line].end : end
        }
    }

    /// Starts a new line with the last word, or behind that word if it fills the whole line.
    private mutating func breakLine(at start: (count: Int, width: Int), _ offset: Int) {
        let last = lines.count - 1
        let word = start.count == 0 ? [] : Array(lines[last].clusters[start.count...])
        lines[last].clusters.removeLast(word.count)
        let begin = word.first?.offset ?? offset
        lines[last].end = begin
        lines.append(Line(clusters: word, end: offset))
    }

    /// The line and the column of a position in the text.
    package func place(of offset: Int) -> Point {
        for (number, line) in lines.enumerated() {
            let isLast = number == lines.count - 1
            // A position at which a line was broken belongs to the start of the next line.
            let begin = isLast ? Int.max : lines[number + 1].clusters.first?.offset ?? line.end + 1
            guard offset < begin || isLast else { continue }
            return Point(x: line.column(of: offset), y: number)
        }
        return Point(x: 0, y: 0)
    }
}

extension WrappedText.Line {
    /// Sets the display order of the clusters from that of the paragraph, which starts at `start`.
    fileprivate mutating func take(_ paragraph: ParagraphOrder, from start: Int) {
        guard let first = clusters.first, let last = clusters.last else { return }
        let end = last.offset - start + last.character.unicodeScalars.count
        var places: [Int: Int] = [:]
        for index in clusters.indices {
            let place = clusters[index].offset - start
            places[place] = index
            let count = clusters[index].character.unicodeScalars.count
            guard place >= 0, place + count <= paragraph.shown.count else { continue }
            var shown = String.UnicodeScalarView()
            shown.append(contentsOf: paragraph.shown[place..<place + count].compactMap(Unicode.Scalar.init))
            let text = String(shown)
            if text.count == 1, clusters[index].character != " " { clusters[index].character = Character(text) }
        }
        let order = paragraph.fromLeft(first.offset - start..<end).compactMap { places[$0] }
        self.order = direction == .rightToLeft ? order.reversed() : order
    }
}
