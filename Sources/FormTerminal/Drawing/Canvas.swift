package import FormPresentation

/// Lines of cells with a fixed width, which are added at the bottom as needed; with the regions that react to clicks,
/// and the position of the cursor.
///
/// Columns are counted from the side where lines begin. In a right-to-left language that is the right side: everything
/// is drawn mirrored, and `mirrored` returns the canvas for display. So a form in Hebrew has its labels on the right.
package struct Canvas: Sendable, Hashable {
    package let width: Int
    package let direction: TextDirection
    package private(set) var rows: [[Cell]] = []
    package private(set) var regions: [Region] = []
    package var cursor: Point?

    package init(width: Int, height: Int = 0, _ direction: TextDirection) {
        self.width = max(width, 0)
        self.direction = direction
        grow(to: height)
    }

    /// As many of the lines as fit.
    package init(_ lines: [String], _ size: Size) {
        self.init(width: size.width, height: size.height, .unordered)
        for (y, line) in lines.prefix(size.height).enumerated() { put(line, x: 0, y: y, .text) }
    }

    package var height: Int { rows.count }

    mutating func grow(to height: Int) {
        while rows.count < height { rows.append(Array(repeating: .blank, count: width)) }
    }

    // MARK: Drawing

    /// Writes a text on one line, clipped to the canvas. Returns the column behind it.
    @discardableResult
    mutating func put(_ text: String, x: Int, y: Int, _ style: Style) -> Int {
        if direction == .rightToLeft || text.mayRunFromRight {
            let line = WrappedText(text, width: Int.max / 4, direction).lines[0]
            return put(line, x: x, y: y) { _ in style }
        }
        var column = x
        for character in text {
            column = put(character, DisplayWidth.of(character), x: column, y: y, style)
        }
        return column
    }

    /// Writes a line, clipped to `width`. Returns the column behind it.
    @discardableResult
    mutating func put(
        _ line: WrappedText.Line,
        x: Int,
        y: Int,
        width: Int = .max,
        _ style: (WrappedText.Cluster) -> Style
    ) -> Int {
        let all = line.width
        // In a text that runs in the opposite direction, columns are counted from its end.
        let isReversed = line.direction != direction && direction != .unordered
        for (cluster, column) in line.placed {
            let start = isReversed ? all - column - cluster.width : column
            guard start >= 0, start + cluster.width <= width else { continue }
            put(cluster.character, cluster.width, x: x + start, y: y, style(cluster))
        }
        return x + min(all, width)
    }

    /// Writes an ornament, mirrored if lines begin on the right.
    mutating func put(ornament sign: Character, x: Int, y: Int, _ role: Role) {
        let turned: [Character: Character] = ["▌": "▐", "◂": "▸", "▸": "◂", "┌": "┐", "┐": "┌", "└": "┘", "┘": "└"]
        put(direction == .rightToLeft ? turned[sign] ?? sign : sign, 1, x: x, y: y, Style(role))
    }

    @discardableResult
    mutating func put(_ text: String, x: Int, y: Int, _ role: Role) -> Int {
        put(text, x: x, y: y, Style(role))
    }

    /// Writes a grapheme cluster. Clusters without a width, such as control characters, are ignored.
    @discardableResult
    mutating func put(_ character: Character, _ columns: Int, x: Int, y: Int, _ style: Style) -> Int {
        guard columns > 0, y >= 0 else { return x }
        guard x >= 0, x + columns <= width else { return x + columns }
        grow(to: y + 1)
        let behind = x + columns
        halve(x: x, y: y)
        halve(x: behind, y: y)
        rows[y][x] = Cell(character, style)
        if columns == 2 { rows[y][x + 1] = Cell(nil, style) }
        return behind
    }

    /// Blanks a wide character whose second half is at column `x`.
    private mutating func halve(x: Int, y: Int) {
        guard x > 0, x < width, rows[y][x].character == nil else { return }
        rows[y][x - 1].character = " "
        rows[y][x].character = " "
    }

    /// Blanks a part of a line, and sets its style.
    mutating func fill(x: Int, y: Int, width: Int, _ role: Role) {
        put(String(repeating: " ", count: max(min(width, self.width - x), 0)), x: x, y: y, role)
    }

    // MARK: Regions

    mutating func mark(_ target: HitTarget, x: Int, y: Int, width: Int, height: Int = 1) {
        regions.append(Region(x: x, y: y, width: width, height: height, target: target))
    }

    /// The region that a click hits. Regions added later are on top.
    package func target(at point: Point) -> Region? { regions.last { $0.contains(point) } }

    mutating func removeRegions() { regions = [] }

    // MARK: Composing

    /// Draws another canvas on top of this one.
    mutating func place(_ other: Canvas, x: Int, y: Int) {
        grow(to: y + other.height)
        for (number, row) in other.rows.enumerated() where y + number >= 0 {
            if x == 0, other.width == width {
                rows[y + number] = row
                continue
            }
            halve(x: x, y: y + number)
            halve(x: x + other.width, y: y + number)
            for (column, cell) in row.enumerated() where (0..<width).contains(x + column) {
                rows[y + number][x + column] = cell
            }
        }
        regions += other.regions.map { $0.moved(x: x, y: y) }
        if let cursor = other.cursor { self.cursor = Point(x: cursor.x + x, y: cursor.y + y) }
    }

    /// `height` lines starting at `first`, padded with blank lines.
    func window(from first: Int, height: Int) -> Canvas {
        var part = Canvas(width: width, direction)
        part.rows = Array(rows.dropFirst(first).prefix(height))
        part.grow(to: height)
        part.regions = regions.map { $0.moved(x: 0, y: -first) }.filter { $0.y + $0.height > 0 && $0.y < height }
        if let cursor, (first..<first + height).contains(cursor.y) {
            part.cursor = Point(x: cursor.x, y: cursor.y - first)
        }
        return part
    }

    /// The canvas for display, with columns counted from the left.
    func mirrored() -> Canvas {
        var canvas = self
        for y in rows.indices {
            canvas.rows[y].reverse()
            // The two halves of a wide character keep their order.
            var x = 0
            while x + 1 < width {
                let isSecondHalf = canvas.rows[y][x].character == nil
                if isSecondHalf { canvas.rows[y].swapAt(x, x + 1) }
                x += isSecondHalf ? 2 : 1
            }
        }
        canvas.regions = regions.map { $0.mirrored(width: width) }
        canvas.cursor = cursor.map { Point(x: width - 1 - $0.x, y: $0.y) }
        return canvas
    }

    /// The lines as text, without trailing spaces.
    package var text: [String] {
        rows.map { row in
            var line = String(row.compactMap(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

/// A part of a canvas that reacts to clicks.
package struct Region: Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    package var target: HitTarget

    func contains(_ point: Point) -> Bool {
        (x..<x + width).contains(point.x) && (y..<y + height).contains(point.y)
    }

    fileprivate func mirrored(width: Int) -> Region {
        var copy = self
        copy.x = width - x - self.width
        if case .text(let field, let offsets) = target {
            copy.target = .text(field: field, offsets: offsets.reversed())
        }
        return copy
    }

    func moved(x: Int, y: Int) -> Region {
        var copy = self
        copy.x += x
        copy.y += y
        return copy
    }
}

/// The meaning of a click.
package enum HitTarget: Sendable, Hashable {
    case control(Control)
    /// A line of a field's text, with the text position of each column.
    case text(field: String, offsets: [Int])
    /// A visible option of a field.
    case option(field: String, index: UInt32)
    /// The list or calendar of a field.
    case picker(field: String)
    /// An arrow of a slider, which steps the value.
    case step(field: String, Int32)
    /// The scroll bar, with the first line to show.
    case scroll(to: Int)
    /// The button that reveals or hides a secret.
    case reveal(field: String)
    /// An option of the open list, by its index among those that match.
    case listed(Int)
    /// A day of the open calendar.
    case day(Day)
    /// An arrow of the calendar, which moves by this number of months.
    case months(Int)
    /// A button of the question, with its answer.
    case answer(Bool)
    /// The inside of an overlay without a region of its own.
    case overlay
}
