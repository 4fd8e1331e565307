import FormClient
import FormPresentation

/// Draws the input of a field with a text: a single line that scrolls horizontally, or a text view that grows.
struct TextBlock {
    /// The minimum number of lines of a text view. The maximum is half of the screen.
    private static let leastLines = 2

    private let field: MirroredField
    private let context: LayoutContext
    private let isFocused: Bool
    private let text: String
    /// The first column and the width of the box. The text has a margin of one column on both sides.
    private let x: Int
    private let width: Int
    /// The range of a slider that is drawn beside its text.
    private let range: ClosedRange<Double>?

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
        let range = field.face == .slider ? context.state.inputs.range(of: field.name) : nil
        let ends = range.map { Self.text(of: $0.lowerBound).count + Self.text(of: $0.upperBound).count } ?? 0
        // The text, the slider with its arrows, and the ends of its range with spaces between them.
        let rest = width - Self.track - 5 - ends
        self.range = rest >= 6 ? range : nil
        self.width = self.range == nil ? Self.width(of: field, atMost: width) : min(rest, 10)
    }

    /// A field with a small maximum length is only as wide as it needs to be.
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
        // Text and ghosts are ordered as one line.
        let typed = WrappedText(text, width: Int.max / 4, .unordered).lines[0]
        let end = typed.end
        let shown = typed.string + ghosts(room: room - min(typed.width, room))
        let line = WrappedText(shown, width: Int.max / 4, context.direction(of: field)).lines[0]
        let caret = line.column(of: Int(field.caret))
        let scrolled = isFocused && typed.width >= room && caret >= room ? caret - room + 1 : 0

        canvas.fill(x: x, y: y, width: width, role)
        draw(line, of: end, on: &canvas, y, room: room, scrolled: scrolled)
        if isFocused {
            let column = place(of: caret - scrolled, in: line, room: room)
            canvas.cursor = Point(x: field.face == .menu ? x + 1 : column, y: y)
        }
        drawButton(button, on: &canvas, y)
        if let range { drawSlider(range, on: &canvas, y) }
        return y + 1
    }

    /// Draws a slider beside its text: the range, arrows to step the value, and a knob at its place.
    private func drawSlider(_ range: ClosedRange<Double>, on canvas: inout Canvas, _ y: Int) {
        let (least, most) = (Self.text(of: range.lowerBound), Self.text(of: range.upperBound))
        let role: Role = !field.enabled ? .disabled : isFocused ? .mark : .choice
        var column = canvas.put(least + " ", x: x + width + 1, y: y, .hint)
        canvas.put(ornament: "◂", x: column, y: y, role)
        canvas.mark(.step(field: field.name, -1), x: column - 1, y: y, width: 2)
        let length = Self.track
        let value = Double(field.value).map { min(max($0, range.lowerBound), range.upperBound) }
        let share = value.map { ($0 - range.lowerBound) / (range.upperBound - range.lowerBound) }
        let knob = share.map { Int(($0 * Double(length - 1)).rounded()) }
        for place in 0..<length {
            let sign: Character = place == knob ? "●" : place < knob ?? 0 ? "━" : "─"
            canvas.put(ornament: sign, x: column + 1 + place, y: y, place == knob ? role : .rule)
        }
        column += length + 1
        canvas.put(ornament: "▸", x: column, y: y, role)
        canvas.mark(.step(field: field.name, 1), x: column, y: y, width: 2)
        canvas.put(" " + most, x: column + 1, y: y, .hint)
    }

    /// The length of a slider.
    private static let track = 21

    private static func text(of number: Double) -> String {
        number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }

    /// The canvas column of a line's column, which is counted from the side where the line begins.
    private func place(of column: Int, _ columns: Int = 1, in line: WrappedText.Line, room: Int) -> Int {
        let isReversed = line.direction != context.direction && context.direction != .unordered
        let column = min(column, room)
        return x + 1 + (isReversed ? min(line.width, room) - column - columns : column)
    }

    /// Draws as much of a line as fits, and records the text position of each column for clicks.
    ///
    /// - Parameter end: the position behind the text, where the ghosts begin.
    private func draw(
        _ line: WrappedText.Line,
        of end: Int,
        on canvas: inout Canvas,
        _ y: Int,
        room: Int,
        scrolled: Int = 0
    ) {
        let ghost: Role = isFocused ? .focusedPlaceholder : .placeholder
        var offsets = Array(repeating: end, count: room + 1)
        for (cluster, column) in line.placed {
            let columns = cluster.width
            guard column >= scrolled, column - scrolled + columns <= room else { continue }
            let start = place(of: column - scrolled, columns, in: line, room: room)
            let isText = cluster.offset < end
            let role = !isText ? ghost : selected.contains(cluster.offset) ? .selection : role
            canvas.put(cluster.character, columns, x: start, y: y, Style(role))
            for place in start - x - 1..<start - x - 1 + columns where isText && offsets.indices.contains(place) {
                offsets[place] = cluster.offset
            }
        }
        canvas.mark(.text(field: field.name, offsets: offsets), x: x + 1, y: y, width: offsets.count)
    }

    /// The texts where no input is: placeholders, and the rest of a mask.
    private func ghosts(room: Int) -> String {
        let placeholders = field.shownPlaceholders
        if text.isEmpty {
            if field.face == .menu, placeholders.isEmpty { return (context.word("choose") + "…").cut(toWidth: room) }
            if let first = placeholders.first(where: { !$0.followsText }) { return first.text.cut(toWidth: room) }
            let locale = context.mirror.locale
            if field.face == .date, let format = context.state.inputs.format(of: field.name, in: locale) {
                return format.cut(toWidth: room)
            }
        }
        let tail = isFocused ? field.maskTail.cut(toWidth: room) : ""
        let rest = room - tail.displayWidth - 1
        guard rest > 0, !text.isEmpty, let follower = placeholders.first(where: \.followsText) else { return tail }
        return tail + " " + follower.text.cut(toWidth: rest)
    }

    /// The button at the end of the box.
    private var buttonText: String {
        guard field.enabled else { return "" }
        switch field.face {
        case .menu, .date: return "▾"
        case .slider: return range == nil ? "◂▸" : ""
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
        let isEmpty = text.isEmpty
        let wrapped = WrappedText(isEmpty ? ghosts(room: room) : text, width: room, context.direction(of: field))
        let most = max(context.size.height / 2 - 2, Self.leastLines)
        let shown = min(max(wrapped.lines.count, Self.leastLines), most)
        let caret = wrapped.place(of: Int(field.caret))
        let first = isFocused ? min(max(caret.y - shown + 1, 0), max(wrapped.lines.count - shown, 0)) : 0
        for line in 0..<shown {
            canvas.fill(x: x, y: y + line, width: width, role)
            guard wrapped.lines.indices.contains(first + line) else { continue }
            let content = wrapped.lines[first + line]
            draw(content, of: isEmpty ? 0 : content.end, on: &canvas, y + line, room: room)
        }
        if first > 0 { canvas.put("▴", x: x + width - 1, y: y, role) }
        if first + shown < wrapped.lines.count { canvas.put("▾", x: x + width - 1, y: y + shown - 1, role) }
        if isFocused {
            let column = place(of: caret.x, in: wrapped.lines[caret.y], room: room)
            canvas.cursor = Point(x: column, y: y + caret.y - first)
        }
        return y + shown
    }
}
