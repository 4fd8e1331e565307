/// A text in lines that are not wider than the room for them.
///
/// Lines end at line breaks and between words; a word that is wider than a line is divided. Each grapheme cluster keeps its
/// place in the text, in code points, so that carets, selections and runs of markup find it. Each paragraph has a direction of
/// its own, in which the columns of its lines count.
package struct WrappedText: Sendable, Hashable {
    package struct Cluster: Sendable, Hashable {
        /// As it is drawn.
        package fileprivate(set) var character: Character
        /// Code points from the beginning of the text.
        package let offset: Int
        package let width: Int
    }

    package struct Line: Sendable, Hashable {
        /// In the order in which they are read.
        package var clusters: [Cluster] = []
        /// The place behind the line, in code points: before the line break, or where the next line begins.
        package var end: Int
        /// The direction of the line's paragraph.
        package fileprivate(set) var direction = TextDirection.leftToRight
        /// The clusters in the order in which they stand, from where lines of this direction begin; `nil` if that is the order
        /// in which they are read.
        fileprivate var order: [Int]?

        package var width: Int { clusters.reduce(0) { $0 + $1.width } }
        package var string: String { String(clusters.map(\.character)) }

        /// The clusters from where lines of this direction begin, each with the first of its columns.
        package var placed: [(cluster: Cluster, column: Int)] {
            var column = 0
            return (order ?? Array(clusters.indices)).map { index in
                defer { column += clusters[index].width }
                return (clusters[index], column)
            }
        }

        /// The column of a place in the text: that of the cluster which begins there, or behind it, or that at the line's end.
        package func column(of offset: Int) -> Int {
            guard order != nil else { return clusters.prefix { $0.offset < offset }.reduce(0) { $0 + $1.width } }
            guard let next = clusters.first(where: { $0.offset >= offset }) else { return width }
            return placed.first { $0.cluster.offset == next.offset }?.column ?? width
        }

        /// The place in the text at a column: before the cluster that is there, or at the line's end.
        package func offset(at column: Int) -> Int {
            placed.last { $0.column <= column && column < $0.column + $0.cluster.width }?.cluster.offset ?? end
        }
    }

    /// At least one line, which may be empty.
    package private(set) var lines: [Line]

    /// - Parameters:
    ///   - width: in columns; at least two, so that wide characters have room.
    ///   - direction: that of paragraphs without letters.
    package init(_ text: String, width: Int, _ direction: TextDirection = .leftToRight) {
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
        if direction == .rightToLeft || direction == .leftToRight && text.mayRunFromRight { order(text, direction) }
    }

    /// Orders the clusters of each paragraph's lines.
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
            // A line break is one code point or, as CR and LF, two.
            start = lines.indices.contains(line) ? lines[line].clusters.first?.offset ?? lines[line].end : end
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
            return Point(x: line.column(of: offset), y: number)
        }
        return Point(x: 0, y: 0)
    }
}

extension WrappedText.Line {
    /// Puts the clusters into the order of a paragraph that begins at a place in the text.
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
