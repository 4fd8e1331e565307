import FormClient
import FormPresentation

/// Draws a field with its label, its input and the hint below it.
struct FieldBlock {
    /// The column of the focus bar, and an empty column beside it.
    static let gutter = 2
    /// The maximum width of an input, for readability.
    private static let widestInput = 60

    private let context: LayoutContext
    private let field: MirroredField
    private let isFocused: Bool
    private var canvas: Canvas

    /// - Parameter labelColumn: the width of the label to the left of the input; 0 if the label is above it.
    static func draw(_ name: String, width: Int, labelColumn: Int, in context: LayoutContext) -> Canvas {
        var block = FieldBlock(name, width, context)
        block.draw(labelColumn: labelColumn)
        return block.canvas
    }

    private init(_ name: String, _ width: Int, _ context: LayoutContext) {
        self.context = context
        field = context.field(name)
        isFocused = context.isFocused(.field(name))
        canvas = Canvas(width: width, context.direction)
    }

    private mutating func draw(labelColumn: Int) {
        var x = Self.gutter
        var y = 0
        if field.face != .toggle {
            let isBeside = labelColumn > 0
            let room = isBeside ? labelColumn - 1 : canvas.width - x
            let below = Self.drawLabel(field, on: &canvas, x: x, y: 0, width: room)
            if !isBeside { y = field.label.isEmpty ? 0 : below }
        }
        x += labelColumn
        let room = max(canvas.width - x, 4)
        y = drawInput(x: x, y: y, width: min(room, Self.widestInput))
        // Below a box, the hint is aligned with the text.
        let indent = field.isTyped || field.face == .menu ? 1 : 0
        y = Self.drawHint(field, on: &canvas, x: x + indent, y: y, width: room - indent)
        canvas.mark(.control(.field(field.name)), x: 0, y: 0, width: canvas.width, height: canvas.height)
        raiseInnerRegions()
        guard isFocused else { return }
        for line in 0..<canvas.height { canvas.put(ornament: "▌", x: 0, y: line, .focus) }
    }

    /// Lets the whole block react to clicks, behind the regions inside it.
    private mutating func raiseInnerRegions() {
        let regions = canvas.regions
        guard let block = regions.last else { return }
        canvas.removeRegions()
        for region in [block] + regions.dropLast() {
            canvas.mark(region.target, x: region.x, y: region.y, width: region.width, height: region.height)
        }
    }

    // MARK: Label and hint

    /// Returns the line below the label.
    static func drawLabel(_ field: MirroredField, on canvas: inout Canvas, x: Int, y: Int, width: Int) -> Int {
        let text = field.label + (field.required ? " *" : "")
        let role: Role = field.enabled ? .label : .disabled
        let below = canvas.put(wrapped: text, x: x, y: y, width: max(width, 2), role, field.markup(of: "label"))
        return below
    }

    /// Draws the hint below a field: its error, otherwise its warning, otherwise its hint. Returns the line below.
    static func drawHint(_ field: MirroredField, on canvas: inout Canvas, x: Int, y: Int, width: Int) -> Int {
        guard field.hintVisible, !field.hintText.isEmpty else { return y }
        let isError = !field.error.isEmpty
        let isWarning = !isError && !field.warning.isEmpty
        let mark = isError ? "✗ " : isWarning ? "! " : ""
        let role: Role = isError ? .error : isWarning ? .warning : .hint
        let start = canvas.put(mark, x: x, y: y, role)
        let runs = isError || isWarning ? [] : field.markup(of: "hint")
        return canvas.put(wrapped: field.hintText, x: start, y: y, width: width - (start - x), role, runs)
    }

    // MARK: Inputs

    /// Returns the line below the input.
    private mutating func drawInput(x: Int, y: Int, width: Int) -> Int {
        switch field.face {
        case .note: return y
        case .toggle: return drawToggle(x: x, y: y, width: canvas.width - x)
        case .list, .buttons, .rating, .grid:
            return ChoiceBlock.draw(field, on: &canvas, x: x, y: y, width: canvas.width - x, in: context)
        case .computed: return drawReadOnly(x: x, y: y, width: width)
        case .text, .textView, .slider, .date, .menu:
            return TextBlock.draw(field, on: &canvas, x: x, y: y, width: width, in: context)
        }
    }

    private mutating func drawReadOnly(x: Int, y: Int, width: Int) -> Int {
        if isFocused { canvas.cursor = Point(x: x, y: y) }
        guard !field.text.isEmpty else {
            canvas.put("–", x: x, y: y, .hint)
            return y + 1
        }
        let direction = context.answerDirection
        return canvas.put(wrapped: field.text, x: x, y: y, width: width, .readOnly, textDirection: direction)
    }

    private mutating func drawToggle(x: Int, y: Int, width: Int) -> Int {
        let isOn = field.value == "true"
        let role: Role = !field.enabled ? .disabled : isFocused ? .focusedButton : isOn ? .chosen : .choice
        let start = canvas.put(isOn ? "[x]" : "[ ]", x: x, y: y, role) + 1
        canvas.mark(.option(field: field.name, index: 0), x: x, y: y, width: width)
        if isFocused { canvas.cursor = Point(x: x + 1, y: y) }
        return Self.drawLabel(field, on: &canvas, x: start, y: y, width: width - (start - x))
    }
}
