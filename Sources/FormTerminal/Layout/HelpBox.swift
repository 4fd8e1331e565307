import FormPresentation

/// The list of keys that F1 opens.
enum HelpBox {
    /// The most important keys; the article FormTerminal lists all of them.
    private static func keys(_ context: LayoutContext) -> [(keys: String, what: String)] {
        let words = context.words
        let languages = context.nextLanguage == nil ? [] : [("F2", context.languages.joined(separator: ", "))]
        return [
            ("Tab, Shift+Tab", words[.neighbours]), ("Enter", words[.proceeds]), ("Ctrl+S", words[.submits]),
            ("Esc, Ctrl+C", words[.cancels]), (words[.spaceKey], words[.chooses]), ("F4, Alt+↓", words[.opens]),
            ("← → ↑ ↓", words[.arrows]), ("Ctrl+← →", words[.byWord]), ("Shift+← →", words[.selects]),
            ("Ctrl+A, Ctrl+E", words[.lineEnds]), ("Ctrl+W, Ctrl+U, Ctrl+K", words[.deletes]),
            ("Ctrl+X, Ctrl+C, Ctrl+V", words[.clipboard]), ("Ctrl+Z, Ctrl+Y", words[.history]),
            ("Ctrl+R", words[.secrets]),
            ("PgUp, PgDn", words[.pages]), ("Ctrl+L", words[.redraws]),
        ] + languages
    }

    static func draw(_ context: LayoutContext, from top: Int) -> Canvas {
        let inside = text(context)
        let size = Size(width: inside.width, height: inside.height)
        var box = OverlayBlock.box(context.words[.keys], inside: size, in: context)
        let room = room(context)
        box.place(inside.window(from: top, height: min(inside.height, room)), x: 2, y: 1)
        if top > 0 { box.put("▴", x: box.width - 2, y: 1, .boxTitle) }
        if top + room < inside.height { box.put("▾", x: box.width - 2, y: box.height - 2, .boxTitle) }
        return box
    }

    /// The first line when scrolled to the end.
    static func last(in context: LayoutContext) -> Int { max(text(context).height - room(context), 0) }

    /// The number of lines inside the box.
    private static func room(_ context: LayoutContext) -> Int { max(context.size.height - 2, 0) }

    /// Draws the keys in two columns, or in one if the window is narrow.
    private static func text(_ context: LayoutContext) -> Canvas {
        let keys = keys(context)
        let first = keys.map(\.keys.displayWidth).max() ?? 0
        let second = keys.map(\.what.displayWidth).max() ?? 0
        let width = min(first + second + 2, max(context.size.width - 4, 4))
        var inside = Canvas(width: width, context.direction)
        for key in keys {
            let y = inside.height
            let isNarrow = width < first + 16
            inside.put(key.keys, x: 0, y: y, .boxTitle)
            let x = isNarrow ? 2 : first + 2
            inside.put(wrapped: key.what, x: x, y: isNarrow ? y + 1 : y, width: width - x, .box)
        }
        return inside
    }
}
