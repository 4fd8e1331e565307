/// The keys, as F1 shows them.
enum HelpBox {
    /// The article FormTerminal has all of them.
    static let keys: [(keys: String, what: String)] = [
        ("Tab, Shift+Tab", "next and previous field or button"),
        ("Enter", "on to the next field; submits from the last"),
        ("Ctrl+S", "submit"),
        ("Esc, Ctrl+C", "cancel; Esc asks if something was typed"),
        ("Space", "choose, turn on or off; open a list or calendar"),
        ("F4, Alt+Down", "open a list or calendar"),
        ("Arrows", "move; step numbers and dates; among options"),
        ("Ctrl+Left, Ctrl+Right", "a word back or on"),
        ("Shift with these", "selects"),
        ("Ctrl+A, Ctrl+E", "beginning and end of the line"),
        ("Ctrl+W, Ctrl+U, Ctrl+K", "delete a word, to the beginning, to the end"),
        ("Ctrl+X, Ctrl+V", "cut, paste"),
        ("Ctrl+Z, Ctrl+Y", "undo, redo"),
        ("Ctrl+R", "show or hide a password"),
        ("PgUp, PgDn", "previous and next page"),
        ("Ctrl+L", "draw the screen anew"),
    ]

    static func draw(_ screen: Size, from top: Int) -> Canvas {
        let inside = text(screen)
        var box = OverlayBlock.box("F1", inside: Size(width: inside.width, height: inside.height), in: screen)
        let room = room(screen)
        box.place(inside.window(from: top, height: min(inside.height, room)), x: 2, y: 1)
        if top > 0 { box.put("▴", x: box.width - 2, y: 1, .boxTitle) }
        if top + room < inside.height { box.put("▾", x: box.width - 2, y: box.height - 2, .boxTitle) }
        return box
    }

    /// The first line that is seen when the last one is.
    static func last(in screen: Size) -> Int { max(text(screen).height - room(screen), 0) }

    /// The lines inside of the box.
    private static func room(_ screen: Size) -> Int { max(screen.height - 2, 0) }

    /// In two columns, or in a narrow window in one.
    private static func text(_ screen: Size) -> Canvas {
        let first = keys.map(\.keys.displayWidth).max() ?? 0
        let second = keys.map(\.what.displayWidth).max() ?? 0
        let width = min(first + second + 2, max(screen.width - 4, 4))
        var inside = Canvas(width: width)
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
