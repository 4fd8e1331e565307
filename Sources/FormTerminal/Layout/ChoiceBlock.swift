import FormClient
import FormPresentation

/// Draws visible options: one below the other, beside one another, or as stars.
struct ChoiceBlock {
    private let field: MirroredField
    private let context: LayoutContext
    private let isFocused: Bool
    private let chosen: Set<UInt32>
    private let highlighted: Int

    /// Returns the line below the options.
    static func draw(
        _ field: MirroredField,
        on canvas: inout Canvas,
        x: Int,
        y: Int,
        width: Int,
        in context: LayoutContext
    ) -> Int {
        let block = ChoiceBlock(field, context)
        switch field.face {
        case .rating: return block.drawStars(on: &canvas, x, y)
        case .buttons: return block.drawLine(on: &canvas, x, y, width)
        default: return block.drawList(on: &canvas, x, y, width)
        }
    }

    init(_ field: MirroredField, _ context: LayoutContext) {
        self.field = field
        self.context = context
        isFocused = context.isFocused(.field(field.name))
        chosen = Set(field.chosen)
        highlighted = Self.highlighted(field, context.state)
    }

    /// The index of the option that the arrow keys have reached.
    static func highlighted(_ field: MirroredField, _ state: ViewState) -> Int {
        let chosen = field.multiple ? nil : field.chosen.first.map(Int.init)
        let place = state.highlighted[field.name] ?? chosen ?? 0
        return min(max(place, 0), max(field.options.count - 1, 0))
    }

    /// `(•)`, or `[x]` if several options can be chosen.
    func mark(_ index: Int) -> String {
        let isChosen = isChosen(index)
        return field.multiple ? (isChosen ? "[x]" : "[ ]") : isChosen ? "(•)" : "( )"
    }

    func role(_ index: Int) -> Role {
        if !field.enabled { return .disabled }
        if isFocused, index == highlighted { return .focusedButton }
        return isChosen(index) ? .chosen : .choice
    }

    private func isChosen(_ index: Int) -> Bool { UInt32(exactly: index).map { chosen.contains($0) } ?? false }

    /// Makes a region react to clicks on the option, and puts the cursor there if the option is highlighted.
    func mark(option index: Int, on canvas: inout Canvas, x: Int, y: Int, width: Int, height: Int = 1) {
        guard let number = UInt32(exactly: index) else { return }
        canvas.mark(.option(field: field.name, index: number), x: x, y: y, width: width, height: height)
        if isFocused, index == highlighted { canvas.cursor = Point(x: x + 1, y: y) }
    }

    private func drawList(on canvas: inout Canvas, _ x: Int, _ y: Int, _ width: Int) -> Int {
        var line = y
        for (index, label) in field.options.enumerated() {
            let top = line
            let start = canvas.put(mark(index) + " ", x: x, y: line, role(index))
            line = canvas.put(wrapped: label, x: start, y: line, width: width - (start - x), role(index))
            mark(option: index, on: &canvas, x: x, y: top, width: width, height: line - top)
        }
        return line
    }

    private func drawLine(on canvas: inout Canvas, _ x: Int, _ y: Int, _ width: Int) -> Int {
        var column = x
        var line = y
        for (index, label) in field.options.enumerated() {
            let text = "\(mark(index)) \(label)".cut(toWidth: width)
            let columns = text.displayWidth
            if column > x, column + columns > x + width {
                column = x
                line += 1
            }
            canvas.put(text, x: column, y: line, role(index))
            mark(option: index, on: &canvas, x: column, y: line, width: columns)
            column += columns + 2
        }
        return line + 1
    }

    private func drawStars(on canvas: inout Canvas, _ x: Int, _ y: Int) -> Int {
        let count = field.chosen.first.map { Int($0) + 1 } ?? 0
        var column = x
        for index in field.options.indices {
            let role: Role = isFocused && index == highlighted ? .focusedButton : index < count ? .chosen : .choice
            let end = canvas.put(index < count ? "★" : "☆", x: column, y: y, field.enabled ? role : .disabled)
            mark(option: index, on: &canvas, x: column, y: y, width: 2)
            column = end + 1
        }
        canvas.put(field.text, x: column + 1, y: y, .hint)
        return y + 1
    }
}
