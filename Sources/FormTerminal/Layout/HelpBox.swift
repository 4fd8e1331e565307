/// The keys, as F1 shows them.
enum HelpBox {
    /// The same table as in the article FormTerminal.
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

    static func draw(_ screen: Size) -> Canvas {
        let first = keys.map(\.keys.displayWidth).max() ?? 0
        let second = keys.map(\.what.displayWidth).max() ?? 0
        let width = min(first + second + 2, screen.width - 4)
        guard width >= first + 12 else { return drawNarrow(screen) }
        var inside = Canvas(width: width)
        for key in keys {
            let y = inside.height
            inside.put(key.keys, x: 0, y: y, .boxTitle)
            inside.put(wrapped: key.what, x: first + 2, y: y, width: width - first - 2, .box)
        }
        return framed(inside, screen)
    }

    private static func drawNarrow(_ screen: Size) -> Canvas {
        var inside = Canvas(width: max(screen.width - 4, 4))
        for key in keys {
            inside.put(wrapped: "\(key.keys): \(key.what)", x: 0, y: inside.height, width: inside.width, .box)
        }
        return framed(inside, screen)
    }

    private static func framed(_ inside: Canvas, _ screen: Size) -> Canvas {
        var box = OverlayBlock.box("F1", inside: Size(width: inside.width, height: inside.height), in: screen)
        box.place(inside.window(from: 0, height: min(inside.height, max(box.height - 2, 0))), x: 2, y: 1)
        return box
    }
}
