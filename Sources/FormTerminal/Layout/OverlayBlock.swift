import FormClient
import FormPresentation

/// Draws an overlay: a box in the middle of the screen.
struct OverlayBlock {
    static func draw(_ overlay: Overlay, on canvas: inout Canvas, in context: LayoutContext) {
        canvas.removeRegions()
        canvas.cursor = nil
        let box: Canvas
        switch overlay {
        case .help(let top): box = HelpBox.draw(context, from: top)
        case .leaving:
            let words = context.words
            box = question(
                words[.leaveQuestion],
                buttons: [(words[.leave], .answer(true)), (words[.stay], .answer(false))],
                in: context
            )
        case .idle(let countdown):
            let words = context.words
            let rest = countdown.hasInput ? "\(words[.idleRemoves]) \(max(countdown.seconds, 0)) s" : ""
            box = question(words[.idleQuestion], rest, buttons: [(words[.goOn], .answer(true))], in: context)
        case .ended(let text):
            let title = context.mirror.title
            box = question(title, text, buttons: [(context.words[.startAgain], .answer(true))], in: context)
        case .options(let list): box = options(list, context)
        case .calendar(let sheet): box = CalendarBox.draw(sheet, title: context.field(sheet.field).label, context)
        }
        let x = max(canvas.width - box.width, 0) / 2
        let y = max(canvas.height - box.height, 0) / 2
        canvas.place(box.window(from: 0, height: min(box.height, canvas.height)), x: x, y: y)
    }

    // MARK: Boxes

    /// An empty box with a title, for contents of this size.
    static func box(_ title: String, inside size: Size, in context: LayoutContext) -> Canvas {
        let width = min(size.width + 4, context.size.width)
        let height = min(size.height + 2, context.size.height)
        var box = Canvas(width: width, height: height, context.direction)
        for y in 0..<height { box.fill(x: 0, y: y, width: width, .box) }
        let line = String(repeating: "─", count: max(width - 2, 0))
        for (y, left, right) in [(0, "┌", "┐"), (height - 1, "└", "┘")] as [(Int, Character, Character)] {
            box.put(line, x: 1, y: y, .box)
            box.put(ornament: left, x: 0, y: y, .box)
            box.put(ornament: right, x: width - 1, y: y, .box)
        }
        for y in 1..<max(height - 1, 1) {
            box.put("│", x: 0, y: y, .box)
            box.put("│", x: width - 1, y: y, .box)
        }
        let shown = title.cut(toWidth: max(width - 6, 0))
        if !shown.isEmpty { box.put(" \(shown) ", x: 2, y: 0, .boxTitle) }
        box.mark(.overlay, x: 0, y: 0, width: width, height: height)
        return box
    }

    /// A box with a text and buttons, of which the first has the focus.
    private static func question(
        _ title: String,
        _ text: String = "",
        buttons: [(title: String, target: HitTarget)],
        in context: LayoutContext
    ) -> Canvas {
        let titles = buttons.map { "[ \($0.title) ]" }
        let buttonWidth = titles.reduce(0) { $0 + $1.displayWidth + 2 }
        let widest = max(buttonWidth, title.displayWidth + 2, min(text.displayWidth, 60))
        let width = min(widest, max(context.size.width - 4, 4))
        let lines = text.isEmpty ? [] : WrappedText(text, width: width, context.direction).lines
        let shown = lines.prefix(max(context.size.height - 6, 0))
        let y = shown.isEmpty ? 2 : shown.count + 3
        var box = box(title, inside: Size(width: width, height: y + 1), in: context)
        for (number, line) in shown.enumerated() {
            box.put(line, x: 2, y: number + 2, width: width) { _ in Style(.box) }
        }
        var x = 2
        for (place, button) in buttons.enumerated() {
            let end = box.put(titles[place], x: x, y: y, place == 0 ? .boxChosen : .box)
            box.mark(button.target, x: x, y: y, width: end - x)
            x = end + 2
        }
        box.cursor = Point(x: 4, y: y)
        return box
    }

    // MARK: Options

    private static func options(_ list: OptionList, _ context: LayoutContext) -> Canvas {
        let field = context.field(list.field)
        let widest = list.page.map(\.label.displayWidth).max() ?? 0
        let columns = min(max(widest + (field.multiple ? 4 : 0), field.label.displayWidth + 2, 24), 70)
        let width = min(columns, context.size.width - 4)
        let most = max(min(context.size.height - 6, 14), 1)
        let lines = min(max(list.total ?? most, 1), most)
        var box = box(field.label, inside: Size(width: width, height: lines + 1), in: context)
        let end = box.put("› " + list.filter.suffix(max(width - 3, 0)), x: 2, y: 1, .box)
        box.cursor = Point(x: min(end, box.width - 2), y: 1)
        if list.total == 0 { box.put(context.words[.nothingFound].cut(toWidth: width), x: 2, y: 2, .boxDisabled) }
        let chosen = Set(field.chosen)
        let first = min(max(list.position - lines / 2, 0), max((list.total ?? 0) - lines, 0))
        for line in 0..<lines where first + line < list.total ?? 0 {
            let position = first + line
            let option = list[position]
            let isChosen = option.map { chosen.contains($0.index) } ?? false
            let mark = field.multiple ? (isChosen ? "[x] " : "[ ] ") : ""
            let text = (mark + (option?.label ?? "…")).cut(toWidth: width)
            let isHere = position == list.position
            box.fill(x: 1, y: 2 + line, width: box.width - 2, isHere ? .boxChosen : .box)
            box.put(text, x: 2, y: 2 + line, isHere ? .boxChosen : isChosen ? .boxTitle : .box)
            box.mark(.listed(position), x: 1, y: 2 + line, width: box.width - 2)
        }
        return box
    }
}
