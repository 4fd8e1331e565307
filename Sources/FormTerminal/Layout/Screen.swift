import FormClient
import FormPresentation

/// The contents of the terminal: a title bar, the form, a line with keys, and the overlay on top.
package struct Screen: Sendable, Hashable {
    /// The canvas with the size of the terminal.
    package let canvas: Canvas
    /// The first visible line of the form: that of the state, moved as little as necessary to show the focused element.
    package let top: Int
    /// The first visible line when the form is scrolled to its end.
    package let lastTop: Int

    package init(_ context: LayoutContext) {
        var cache = LayoutCache()
        self.init(context, &cache)
    }

    package init(_ context: LayoutContext, _ cache: inout LayoutCache) {
        cache.outline = context.outline
        let size = context.size
        var canvas = Canvas(width: size.width, height: size.height, context.direction)
        let room = max(size.height - 2, 1)
        // The last column is reserved for the scroll bar.
        let width = max(size.width - 1, 4)
        let head = FormLayout.draw(context, width: width, &cache)
        let height = cache.heights.reduce(head.height, +)
        let focus = context.state.followsFocus ? Self.focus(in: cache, below: head.height) : nil
        top = Self.top(context.state.top, showing: focus, of: height, room)
        lastTop = max(height - room, 0)
        var form = Canvas(width: width, context.direction)
        form.place(head, x: 0, y: -top)
        var y = head.height - top
        for (place, height) in cache.heights.enumerated() where y < room {
            if y + height > 0 { form.place(cache.blocks[place].canvas, x: 0, y: y) }
            y += height
        }
        canvas.place(form.window(from: 0, height: room), x: 0, y: 1)
        Self.drawScrollBar(from: top, of: height, room, on: &canvas)
        Self.drawBar(context, on: &canvas)
        KeyLine.draw(context, on: &canvas, y: size.height - 1)
        if let overlay = context.state.overlay {
            OverlayBlock.draw(overlay, on: &canvas, in: context)
        }
        self.canvas = context.direction == .rightToLeft ? canvas.mirrored() : canvas
    }

    /// The lines of the focused element, and that of the cursor in it.
    private static func focus(in cache: LayoutCache, below top: Int) -> (lines: Range<Int>, cursor: Int?)? {
        guard let place = cache.focused, let lines = cache.blocks[place].focused else { return nil }
        let y = cache.heights[..<place].reduce(top, +)
        return (y + lines.lowerBound..<y + lines.upperBound, cache.blocks[place].canvas.cursor.map { y + $0.y })
    }

    private static func top(
        _ top: Int,
        showing focus: (lines: Range<Int>, cursor: Int?)?,
        of height: Int,
        _ room: Int
    ) -> Int {
        var top = top
        if let (focused, cursor) = focus {
            // A line above and below the focused element shows that there is more.
            if focused.upperBound + 1 > top + room { top = focused.upperBound + 1 - room }
            if focused.lowerBound - 1 < top { top = focused.lowerBound - 1 }
            if let cursor, focused.count > room { top = min(max(top, cursor - room + 1), cursor) }
        }
        return min(max(top, 0), max(height - room, 0))
    }

    /// Draws which part of the form is visible, and `▴` and `▾` where there is more.
    private static func drawScrollBar(from top: Int, of height: Int, _ room: Int, on canvas: inout Canvas) {
        guard height > room, room > 1 else { return }
        let x = canvas.width - 1
        let length = max(room * room / height, 1)
        let start = top * (room - length) / (height - room)
        for y in 0..<room {
            let isShown = (start..<start + length).contains(y)
            canvas.put(isShown ? "┃" : "│", x: x, y: y + 1, isShown ? .mark : .rule)
            canvas.mark(.scroll(to: y * (height - room) / (room - 1)), x: x, y: y + 1, width: 1)
        }
        if top > 0 { canvas.put("▴", x: x, y: 1, .mark) }
        if top + room < height { canvas.put("▾", x: x, y: room, .mark) }
    }

    private static func drawBar(_ context: LayoutContext, on canvas: inout Canvas) {
        let outline = context.outline
        canvas.fill(x: 0, y: 0, width: canvas.width, .bar)
        var right = ""
        if outline.pages.count > 1 { right = "\(outline.page + 1)/\(outline.pages.count) " }
        let room = canvas.width - right.displayWidth - 2
        let title = context.mirror.title
        canvas.put(title.cut(toWidth: max(room, 0)), x: 1, y: 0, .title)
        canvas.put(right, x: canvas.width - right.displayWidth, y: 0, .bar)
    }
}

/// The last line: a message, or the available keys.
enum KeyLine {
    static func draw(_ context: LayoutContext, on canvas: inout Canvas, y: Int) {
        canvas.fill(x: 0, y: y, width: canvas.width, .bar)
        if let message = context.state.message {
            canvas.put(" " + message.text.cut(toWidth: canvas.width - 2), x: 0, y: y, message.isError ? .alert : .bar)
            return
        }
        var x = 1
        var keys = keys(context)
        let columns = keys.reduce(0) { $0 + $1.0.displayWidth + $1.1.displayWidth + 3 }
        // If there is little room, the label of F1 is a question mark.
        if columns > canvas.width, let last = keys.indices.last, keys[last].0 == "F1" { keys[last].1 = "?" }
        for (key, word) in keys {
            guard x + key.displayWidth + word.displayWidth + 1 < canvas.width else { break }
            x = canvas.put(key, x: x, y: y, .barKey) + 1
            x = canvas.put(word, x: x, y: y, .bar) + 2
        }
    }

    private static func keys(_ context: LayoutContext) -> [(String, String)] {
        var keys: [(String, String)] = []
        switch context.state.overlay {
        case .options(let list):
            return [("Enter", context.word("choose")), ("Esc", context.word("previous")), ("", count(list))]
        case .calendar:
            return [
                ("Enter", context.word("choose")), ("Esc", context.word("previous")),
                ("PgUp PgDn", context.words[.month]),
            ]
        case .leaving: return [("Enter", context.words[.leave]), ("Esc", context.words[.stay])]
        case .idle: return [("Enter", context.words[.goOn])]
        case .ended: return [("Enter", context.words[.startAgain])]
        case .help: return [("Esc", context.word("previous"))]
        case nil: break
        }
        if let visit = context.state.visit, visit.page != context.outline.page,
            context.outline.pages.indices.contains(visit.page)
        {
            keys.append(("Enter", context.outline.pages[visit.page].title))
        }
        if let name = context.focus?.field {
            let field = context.field(name)
            switch field.face {
            case .menu, .date: keys.append((context.words[.spaceKey], context.word("choose")))
            case .toggle, .list, .buttons, .rating, .grid:
                keys.append((context.words[.spaceKey], context.word("choose")))
            default: if field.hasReveal { keys.append(("^R", context.word(field.secureEntry ? "show" : "hide"))) }
            }
        }
        guard context.canSubmit else { return [("^C", context.word("cancel"))] }
        keys += [("Tab", context.word("next")), ("^S", context.word("submit"))]
        if !context.isKiosk { keys.append(("Esc", context.word("cancel"))) }
        if let language = context.nextLanguage { keys.append(("F2", language.uppercased())) }
        return keys + [("F1", context.words[.keys])]
    }

    private static func count(_ list: OptionList) -> String {
        guard let total = list.total else { return "…" }
        return total == 0 ? "0" : "\(min(list.position + 1, total))/\(total)"
    }
}
