import FormClient
import FormPresentation

/// Draws fields with the same options as a table, with a line for each field and a column for each option.
struct GridBlock {
    private let fields: [MirroredField]
    private let context: LayoutContext
    private let width: Int
    private let columnWidth: Int

    /// `nil` if the table does not fit.
    init?(_ names: [String], width: Int, in context: LayoutContext) {
        fields = names.map(context.field)
        self.context = context
        self.width = width
        guard let options = fields.first?.options, !options.isEmpty else { return nil }
        let room = (width - FieldBlock.gutter) * 6 / 10 / options.count
        let widest = options.map(\.displayWidth).max() ?? 0
        let longestWord = options.flatMap { $0.split(separator: " ") }.map(\.displayWidth).max() ?? 0
        columnWidth = min(room, max(widest, 5) + 2)
        guard columnWidth > max(longestWord, 4) else { return nil }
    }

    /// Returns the table, and the lines of the focused field.
    func draw() -> (canvas: Canvas, focused: Range<Int>?) {
        var canvas = Canvas(width: width, context.direction)
        let options = fields.first?.options ?? []
        let labels = width - columnWidth * options.count
        let heads = options.map { WrappedText($0, width: columnWidth - 1).lines }
        let height = heads.map(\.count).max() ?? 0
        for (column, lines) in heads.enumerated() {
            for (number, line) in lines.enumerated() {
                let text = line.string.trimmedEnd
                let x = labels + column * columnWidth + max(columnWidth - text.displayWidth, 0) / 2
                canvas.put(text, x: x, y: height - lines.count + number, .hint)
            }
        }
        var y = height
        var focused: Range<Int>?
        for field in fields {
            let top = y
            y = draw(field, on: &canvas, y, labels)
            if context.isFocused(.field(field.name)) {
                focused = top..<y
                for line in top..<y { canvas.put(ornament: "▌", x: 0, y: line, .focus) }
            }
        }
        return (canvas, focused)
    }

    private func draw(_ field: MirroredField, on canvas: inout Canvas, _ y: Int, _ labels: Int) -> Int {
        let choice = ChoiceBlock(field, context)
        let gutter = FieldBlock.gutter
        var below = FieldBlock.drawLabel(field, on: &canvas, x: gutter, y: y, width: labels - gutter - 1)
        below = FieldBlock.drawHint(field, on: &canvas, x: gutter, y: below, width: width - gutter)
        canvas.mark(.control(.field(field.name)), x: 0, y: y, width: width, height: below - y)
        for index in field.options.indices {
            let x = labels + index * columnWidth + max(columnWidth - 3, 0) / 2
            canvas.put(choice.mark(index), x: x, y: y, choice.role(index))
            choice.mark(option: index, on: &canvas, x: x, y: y, width: 3)
        }
        return below
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var copy = self
        while copy.last == " " { copy.removeLast() }
        return copy
    }
}
