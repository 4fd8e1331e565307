import FormClient
import FormPresentation

/// Draws the items of the form from top to bottom, each at its full height.
struct FormLayout {
    /// Below this width labels are above their fields, and there is a single column.
    private static let narrow = 60
    /// The maximum width of a note, for readability.
    private static let widestNote = 80
    /// Below this height there are no blank lines between fields.
    private static let low = 20

    private let context: LayoutContext
    private let width: Int
    private let labelColumn: Int
    /// The item that is being drawn.
    private var canvas: Canvas
    /// Whether nothing stands above the item.
    private let isFirst: Bool
    /// The lines of the focused element.
    private var focused: Range<Int>?

    /// Returns the margin and the page's title. The blocks of the items are then in the cache.
    static func draw(_ context: LayoutContext, width: Int, _ cache: inout LayoutCache) -> Canvas {
        let labelColumn = width < narrow ? 0 : cache.labelColumn ?? Self.labelColumn(context, width)
        cache.labelColumn = labelColumn
        var head = Canvas(width: width, height: context.size.height >= low ? 1 : 0, context.direction)
        if let title = context.pageTitle {
            let x = FieldBlock.gutter
            head.put(wrapped: title, x: x, y: head.height, width: width - x, .heading)
        }
        cache.update(context.outline.items, focus: context.focus) { item, isFirst in
            var layout = FormLayout(context, width, labelColumn, isFirst: isFirst && context.pageTitle == nil)
            layout.draw(item)
            return LayoutCache.Block(canvas: layout.canvas, focused: layout.focused)
        }
        return head
    }

    private init(_ context: LayoutContext, _ width: Int, _ labelColumn: Int, isFirst: Bool) {
        self.context = context
        self.width = width
        self.labelColumn = labelColumn
        self.isFirst = isFirst
        canvas = Canvas(width: width, context.direction)
    }

    /// The width of the longest label that is not unusually long.
    private static func labelColumn(_ context: LayoutContext, _ width: Int) -> Int {
        let most = width * 2 / 5
        let names = context.outline.items.flatMap { item -> [String] in
            if case .fields(let names, _) = item, names.count == 1 { names } else { [] }
        }
        let fields = names.map { context.field($0) }.filter { $0.face != .toggle && $0.face != .note }
        let widest = fields.map { $0.label.displayWidth + ($0.required ? 2 : 0) }.max() ?? 0
        return min(max(widest, 8), most) + 2
    }

    /// Adds a blank line, unless the screen is low.
    private mutating func space(always: Bool = false) {
        guard !isFirst || canvas.height > 0, always || context.size.height >= Self.low else { return }
        canvas.grow(to: canvas.height + 1)
    }

    private mutating func append(_ block: Canvas, x: Int = 0) {
        canvas.place(block, x: x, y: canvas.height)
    }

    private mutating func note(focusOn control: Control, from top: Int) {
        if context.focus == control { focused = top..<canvas.height }
    }

    private mutating func draw(_ item: FormOutline.Item) {
        switch item {
        case .fields(let names, let spans): draw(names, spans)
        case .note(let name):
            space()
            drawNote(context.field(name))
        case .section(let title, let depth):
            space(always: true)
            let y = canvas.height
            let start = canvas.put(title + " ", x: FieldBlock.gutter + depth * 2, y: y, .heading)
            canvas.put(String(repeating: "─", count: max(width - start, 0)), x: start, y: y, .rule)
        case .grid(let names): drawGrid(names)
        case .row(let title, let remove): drawRow(title, remove)
        case .addRow(let control, let title):
            space()
            let top = canvas.height
            let word = context.title(of: control) + (title.isEmpty ? "" : " " + title)
            context.draw(control, titled: word, on: &canvas, x: FieldBlock.gutter, y: top)
            note(focusOn: control, from: top)
        case .review(let title): drawReview(title)
        case .answer(let answer): draw(answer)
        case .buttons(let controls): drawButtons(controls)
        }
    }

    // MARK: Fields

    private mutating func draw(_ names: [String], _ spans: [Int]) {
        space()
        let top = canvas.height
        // Fields beside one another need room for a few words each.
        guard width >= Self.narrow, names.count > 1, width / names.count >= 16 else {
            for (number, name) in names.enumerated() {
                if number > 0 { space() }
                let top = canvas.height
                append(FieldBlock.draw(name, width: width, labelColumn: labelColumn, in: context))
                note(focusOn: .field(name), from: top)
            }
            return
        }
        var x = 0
        for (name, span) in zip(names, spans) {
            let columns = width * span / 12
            let block = FieldBlock.draw(name, width: columns, labelColumn: 0, in: context)
            canvas.place(block, x: x, y: top)
            x += columns
        }
        for name in names { note(focusOn: .field(name), from: top) }
    }

    private mutating func drawGrid(_ names: [String]) {
        guard let grid = GridBlock(names, width: width, in: context) else {
            for name in names { draw([name], [12]) }
            return
        }
        space()
        let top = canvas.height
        let (block, lines) = grid.draw()
        append(block)
        if let lines { focused = top + lines.lowerBound..<top + lines.upperBound }
    }

    /// Draws a note paragraph by paragraph, with bullets for the items of a list.
    private mutating func drawNote(_ note: MirroredField) {
        let (text, runs) = note.noteText
        let items = Set(runs.filter { $0.kind == "item" }.map(\.range.lowerBound))
        let room = min(width - FieldBlock.gutter, Self.widestNote)
        var offset = 0
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isItem = items.contains(offset)
            let y = canvas.height
            let x = isItem ? canvas.put("• ", x: FieldBlock.gutter, y: y, .text) : FieldBlock.gutter
            let width = room - (x - FieldBlock.gutter)
            canvas.put(wrapped: String(paragraph), from: offset, x: x, y: y, width: width, .text, runs)
            offset += paragraph.unicodeScalars.count + 1
        }
    }

    // MARK: Rows, buttons, review

    private mutating func drawRow(_ title: String, _ remove: Control?) {
        space()
        let top = canvas.height
        let start = canvas.put(title + " ", x: FieldBlock.gutter, y: top, .heading)
        let button = remove.map { "[ \(context.title(of: $0)) ]".displayWidth + 1 } ?? 0
        let end = max(width - button, start)
        canvas.put(String(repeating: "─", count: max(end - start - 1, 0)), x: start, y: top, .rule)
        guard let remove else { return }
        context.draw(remove, on: &canvas, x: end, y: top)
        note(focusOn: remove, from: top)
    }

    private mutating func drawButtons(_ controls: [Control]) {
        space(always: true)
        let top = canvas.height
        let first = FieldBlock.gutter + labelColumn
        var x = first
        var y = top
        for control in controls {
            let columns = "[ \(context.title(of: control)) ]".displayWidth
            if x > first, x + columns > width {
                x = first
                y += 1
            }
            x = context.draw(control, on: &canvas, x: x, y: y) + 2
        }
        for control in controls { note(focusOn: control, from: top) }
    }

    private mutating func drawReview(_ title: String) {
        if !title.isEmpty, title != context.pageTitle {
            canvas.put(wrapped: title, x: FieldBlock.gutter, y: canvas.height, width: width - 4, .heading)
        }
        space(always: true)
    }

    private mutating func draw(_ answer: ReviewedAnswer) {
        let labels = min(context.state.review.map(\.label.displayWidth).max() ?? 0, width * 2 / 5) + 2
        let control = Control.answer(answer.field)
        let top = canvas.height
        let x = FieldBlock.gutter
        let below = canvas.put(wrapped: answer.label, x: x, y: top, width: labels - 2, .label)
        let end = canvas.put(
            wrapped: answer.text.isEmpty ? "–" : answer.text,
            x: x + labels,
            y: top,
            width: width - x - labels,
            .readOnly,
            textDirection: context.answerDirection
        )
        canvas.grow(to: max(below, end))
        canvas.mark(.control(control), x: 0, y: top, width: width, height: canvas.height - top)
        note(focusOn: control, from: top)
        guard context.isFocused(control) else { return }
        for line in top..<canvas.height { canvas.put(ornament: "▌", x: 0, y: line, .focus) }
        canvas.cursor = Point(x: x + labels, y: top)
    }
}

extension LayoutContext {
    /// The title of the page; `nil` if there is none.
    var pageTitle: String? {
        guard outline.pages.indices.contains(outline.page) else { return nil }
        let title = outline.pages[outline.page].title
        return title.isEmpty ? nil : title
    }
}
