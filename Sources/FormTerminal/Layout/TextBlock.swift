import FormClient

/// The input of a field that has a text: one line that scrolls to the side, or a text view that grows.
struct TextBlock {
    /// A text view has so many lines at least; more are at most half of the screen.
    private static let leastLines = 2

    private let field: MirroredField
    private let context: LayoutContext
    private let isFocused: Bool
    private let text: String
    /// The first column and the columns of the box; the text has one column of room on either side.
    private let x: Int
    private let width: Int

    /// Returns the line below the input.
    static func draw(
        _ field: MirroredField,
        on canvas: inout Canvas,
        x: Int,
        y: Int,
        width: Int,
        in context: LayoutContext
    ) -> Int {
        let block = TextBlock(field, x, width, context)
        return field.face == .textView ? block.drawLines(on: &canvas, y) : block.drawLine(on: &canvas, y)
    }

    private init(_ field: MirroredField, _ x: Int, _ width: Int, _ context: LayoutContext) {
        self.field = field
        self.context = context
        self.x = x
        isFocused = context.isFocused(.field(field.name))
        text = context.state.revealed[field.name].flatMap { field.secureEntry ? nil : $0 } ?? field.text
        self.width = Self.width(of: field, atMost: width)
    }

    /// A field that holds little is drawn no wider than that needs.
    private static func width(of field: MirroredField, atMost width: Int) -> Int {
        guard field.maxLength <= 20, field.face == .text else { return width }
        let placeholders = field.shownPlaceholders.map(\.text.displayWidth).max() ?? 0
        return min(width, max(Int(field.maxLength), placeholders, field.text.displayWidth, 8) + 4)
    }

    private var role: Role {
        if !field.enabled { return .disabled }
        if field.readOnly { return .readOnly }
        return isFocused ? .focusedInput : .input
    }

    private var room: Int { max(width - 2, 2) }

    private var selected: Range<Int> {
        let selection = field.selection
        guard isFocused, selection.length > 0 else { return 0..<0 }
        return Int(selection.start)..<Int(selection.start) + Int(selection.length)
    }

    // MARK: One line

    private func drawLine(on canvas: inout Canvas, _ y: Int) -> Int {
        let button = buttonText
        let room = max(room - (button.isEmpty ? 0 : button.displayWidth + 1), 2)
        let clusters = WrappedText(text, width: Int.max / 4).lines[0].clusters
        let caret = clusters.prefix { $0.offset < Int(field.caret) }.reduce(0) { $0 + $1.width }
        let all = clusters.reduce(0) { $0 + $1.width }
        let scrolled = isFocused && all >= room && caret >= room ? caret - room + 1 : 0

        canvas.fill(x: x, y: y, width: width, role)
        var offsets: [Int] = []
        var place = 0
        for cluster in clusters {
            defer { place += cluster.width }
            guard place >= scrolled, place - scrolled + cluster.width <= room else { continue }
            draw(cluster, on: &canvas, at: x + 1 + place - scrolled, y)
            offsets += Array(repeating: cluster.offset, count: cluster.width)
        }
        let end = min(max(all - scrolled, 0), room)
        if end < room { drawGhosts(on: &canvas, at: x + 1 + end, y, room: room - end) }
        offsets += Array(repeating: text.unicodeScalars.count, count: max(room - offsets.count, 0) + 1)
        canvas.mark(.text(field: field.name, offsets: offsets), x: x + 1, y: y, width: offsets.count)
        if isFocused, field.face != .menu { canvas.cursor = Point(x: x + 1 + min(caret - scrolled, room), y: y) }
        if isFocused, field.face == .menu { canvas.cursor = Point(x: x + 1, y: y) }
        drawButton(button, on: &canvas, y)
        return y + 1
    }

    private func draw(_ cluster: WrappedText.Cluster, on canvas: inout Canvas, at x: Int, _ y: Int) {
        let isSelected = selected.contains(cluster.offset)
        canvas.put(cluster.character, cluster.width, x: x, y: y, Style(isSelected ? .selection : role))
    }

    /// What stands where no text is: placeholders, and the part of a mask that is still to come.
    private func drawGhosts(on canvas: inout Canvas, at x: Int, _ y: Int, room: Int) {
        let role: Role = isFocused ? .focusedPlaceholder : .placeholder
        var rest = room
        var column = x
        func put(_ ghost: String) {
            let shown = ghost.cut(toWidth: rest)
            column = canvas.put(shown, x: column, y: y, role)
            rest -= shown.displayWidth
        }
        let placeholders = field.shownPlaceholders
        if text.isEmpty {
            if field.face == .menu, placeholders.isEmpty { return put(context.word("choose") + "…") }
            if let first = placeholders.first(where: { !$0.followsText }) { return put(first.text) }
        }
        if isFocused { put(field.maskTail) }
        if rest > 1, let follower = placeholders.first(where: \.followsText), !text.isEmpty {
            column += 1
            rest -= 1
            put(follower.text)
        }
    }

    /// What stands at the end of the box and can be clicked.
    private var buttonText: String {
        guard field.enabled else { return "" }
        switch field.face {
        case .menu, .date: return "▾"
        case .slider: return "◂▸"
        default: return field.hasReveal ? context.word(field.secureEntry ? "show" : "hide") : ""
        }
    }

    private func drawButton(_ button: String, on canvas: inout Canvas, _ y: Int) {
        guard !button.isEmpty else { return }
        let columns = button.displayWidth
        let start = x + width - columns - 1
        canvas.put(button, x: start, y: y, isFocused ? .focusedPlaceholder : .placeholder)
        switch field.face {
        case .menu: canvas.mark(.picker(field: field.name), x: x, y: y, width: width)
        case .date: canvas.mark(.picker(field: field.name), x: start - 1, y: y, width: columns + 2)
        case .slider: break
        default: canvas.mark(.reveal(field: field.name), x: start, y: y, width: columns)
        }
    }

    // MARK: Several lines

    private func drawLines(on canvas: inout Canvas, _ y: Int) -> Int {
        let wrapped = WrappedText(text, width: room)
        let most = max(context.size.height / 2 - 2, Self.leastLines)
        let shown = min(max(wrapped.lines.count, Self.leastLines), most)
        let caret = wrapped.place(of: Int(field.caret))
        let first = isFocused ? min(max(caret.y - shown + 1, 0), max(wrapped.lines.count - shown, 0)) : 0
        for line in 0..<shown {
            canvas.fill(x: x, y: y + line, width: width, role)
            guard wrapped.lines.indices.contains(first + line) else { continue }
            var column = x + 1
            var offsets: [Int] = []
            for cluster in wrapped.lines[first + line].clusters where column + cluster.width <= x + width - 1 {
                draw(cluster, on: &canvas, at: column, y + line)
                column += cluster.width
                offsets += Array(repeating: cluster.offset, count: cluster.width)
            }
            offsets += Array(repeating: wrapped.lines[first + line].end, count: max(room - offsets.count, 0) + 1)
            canvas.mark(.text(field: field.name, offsets: offsets), x: x + 1, y: y + line, width: offsets.count)
        }
        if text.isEmpty { drawGhosts(on: &canvas, at: x + 1, y, room: room) }
        if first > 0 { canvas.put("▴", x: x + width - 1, y: y, role) }
        if first + shown < wrapped.lines.count { canvas.put("▾", x: x + width - 1, y: y + shown - 1, role) }
        if isFocused { canvas.cursor = Point(x: x + 1 + min(caret.x, room), y: y + caret.y - first) }
        return y + shown
    }
}
