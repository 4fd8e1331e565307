import CNcurses

/// Converts the input from ncurses to keys: characters, ncurses' own codes, and the codes that `terminal_define_keys`
/// adds.
package struct KeyReader {
    private var keys: [Key] = []
    /// The code points that may form one grapheme cluster, because input arrives by code points.
    private var text = ""
    /// The text of a paste that has not ended yet.
    private var pasted: String?
    private var hasEscape = false

    package init() {}

    /// Returns the keys since the last call. A paste is returned when it has ended.
    package mutating func finish() -> [Key] {
        endText()
        if hasEscape { keys.append(Key(.escape)) }
        hasEscape = false
        defer { keys = [] }
        return keys
    }

    private mutating func endText() {
        for character in text { keys.append(Key(.character(character))) }
        text = ""
    }

    private mutating func add(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
        endText()
        keys.append(Key(code, hasEscape ? modifiers.union(.alt) : modifiers))
        hasEscape = false
    }

    // MARK: Characters

    package mutating func take(_ scalar: Unicode.Scalar) {
        if pasted != nil {
            pasted?.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
            return
        }
        switch scalar.value {
        case 0x1b:
            if hasEscape { add(.escape) } else { endText() }
            hasEscape = true
        case 0x09: add(.tab)
        case 0x0a, 0x0d: add(.enter)
        case 0x08, 0x7f: add(.backspace)
        case 0: add(.character(" "), .control)
        case 1...26: add(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60))), .control)
        case 0x1c...0x1f: break
        case _ where hasEscape: add(.character(Character(scalar)))
        default: text.unicodeScalars.append(scalar)
        }
    }

    // MARK: Codes

    package mutating func take(code: Int32) {
        if code == Int32(terminal_key_paste_ends) {
            if let pasted { add(.paste(pasted)) }
            pasted = nil
        } else if code == Int32(terminal_key_paste_begins) {
            pasted = ""
        } else if pasted == nil {
            takeKey(code)
        }
    }

    private mutating func takeKey(_ code: Int32) {
        let modified = code - Int32(terminal_key_modified)
        if (0..<100).contains(modified) {
            return add(Self.modifiable[Int(modified / 10)], Key.Modifiers(rawValue: UInt8(max(modified % 10 - 1, 0))))
        }
        switch code {
        case KEY_MOUSE: takeMouse()
        case KEY_BTAB: add(.tab, .shift)
        case KEY_UP: add(.up)
        case KEY_DOWN: add(.down)
        case KEY_LEFT: add(.left)
        case KEY_RIGHT: add(.right)
        case KEY_HOME, KEY_A1: add(.home)
        case KEY_END, KEY_C1: add(.end)
        case KEY_PPAGE, KEY_A3: add(.pageUp)
        case KEY_NPAGE, KEY_C3: add(.pageDown)
        case KEY_DC: add(.delete)
        case KEY_IC: add(.insert)
        case KEY_BACKSPACE: add(.backspace)
        case KEY_ENTER: add(.enter)
        case KEY_SLEFT: add(.left, .shift)
        case KEY_SRIGHT: add(.right, .shift)
        case KEY_SHOME: add(.home, .shift)
        case KEY_SEND: add(.end, .shift)
        case KEY_SR: add(.up, .shift)
        case KEY_SF: add(.down, .shift)
        case KEY_F0 + 1...KEY_F0 + 12: add(.function(Int(code - KEY_F0)))
        default: break
        }
    }

    /// The keys in the order of `terminal_define_keys`.
    private static let modifiable: [Key.Code] = [
        .up, .down, .right, .left, .home, .end, .insert, .delete, .pageUp, .pageDown,
    ]

    private mutating func takeMouse() {
        var (x, y): (Int32, Int32) = (0, 0)
        switch unsafe terminal_mouse(&x, &y) {
        case 1: add(.click(Point(x: Int(x), y: Int(y))))
        case 2: add(.wheel(-1))
        case 3: add(.wheel(1))
        default: break
        }
    }
}
