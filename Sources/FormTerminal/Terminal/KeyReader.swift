/// Decodes the bytes that a terminal sends to keys. This is the only decoder: ncurses only draws.
///
/// The sequences are those of ECMA-48 as xterm, VTE, the Linux console, PuTTY, rxvt, tmux and screen send them, with
/// xterm's modifiers and CSI-u. A complete sequence without a meaning here, such as the reply to a query or a focus
/// event, is swallowed and never typed. Sequences may arrive in pieces.
package struct KeyReader {
    private enum State {
        case text
        /// Behind Escape; `isTwice` behind two of them, which is how rxvt sends Alt with a sequence.
        case escape(isTwice: Bool)
        /// Behind `ESC [`, or behind `ESC O` if `isShort`.
        case sequence([UInt8], isShort: Bool)
        /// The three bytes of a mouse event in xterm's first encoding.
        case mouse([UInt8])
        /// The text of OSC, DCS, SOS, PM or APC, up to the bell or `ESC \`.
        case string([UInt8])
        /// The text of a paste that has not ended yet.
        case paste([UInt8])
    }

    private var state = State.text
    /// Escape came before the sequence that is being read.
    private var hasAlt = false
    private var keys: [Key] = []
    /// The bytes of characters: input arrives in any pieces, but several code points can be one character.
    private var text: [UInt8] = []

    /// The maximum length of a sequence. A longer one is not from a terminal.
    private static let longest = 4096
    private static let pasteEnds = Array("\u{1b}[201~".utf8)

    package init() {}

    /// Takes what was read at once. Returns the keys that are complete.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        for byte in bytes { take(byte) }
        endText(isWhole: false)
        defer { keys = [] }
        return keys
    }

    /// How long to wait for the rest before `giveUp`; `nil` if nothing has begun. A lone Escape is a key of its own,
    /// which the user expects to see at once.
    package var patience: Duration? {
        switch state {
        case .text: text.isEmpty ? nil : .seconds(1)
        case .escape: .milliseconds(50)
        case .sequence, .mouse, .string: .seconds(1)
        case .paste: nil
        }
    }

    /// Ends what has begun but will not be completed. Returns the keys that it was.
    package mutating func giveUp() -> [Key] {
        if case .escape(let isTwice) = state {
            if isTwice { add(.escape, .alt) }
            add(.escape)
        }
        if case .paste = state { return [] }
        state = .text
        text = []
        defer { keys = [] }
        return keys
    }

    // MARK: Text

    /// Adds a key for each character, except for the bytes of one that is not whole yet.
    private mutating func endText(isWhole: Bool) {
        guard !text.isEmpty else { return }
        var rest: [UInt8] = []
        if !isWhole, let start = text.lastIndex(where: { $0 & 0xc0 != 0x80 }), text[start] >= 0xc0 {
            let length = text[start] >= 0xf0 ? 4 : text[start] >= 0xe0 ? 3 : 2
            if text.count - start < length { rest = Array(text[start...]) }
        }
        for character in String(decoding: text.dropLast(rest.count), as: UTF8.self)
        where character.unicodeScalars.contains(where: { $0.properties.generalCategory != .control }) {
            keys.append(Key(.character(character)))
        }
        text = rest
    }

    private mutating func add(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
        endText(isWhole: true)
        keys.append(Key(code, hasAlt ? modifiers.union(.alt) : modifiers))
        hasAlt = false
    }

    // MARK: Bytes

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .text: takeCharacter(byte)
        case .escape(let isTwice): takeEscaped(byte, isTwice)
        case .sequence(let bytes, let isShort): take(byte, behind: bytes, isShort: isShort)
        case .mouse(let bytes):
            state = bytes.count < 2 ? .mouse(bytes + [byte]) : .text
            if bytes.count == 2 {
                addMouse(Int(bytes[0]) - 32, column: Int(bytes[1]) - 32, line: Int(byte) - 32, isRelease: false)
            }
        case .string(let bytes): take(byte, inString: bytes)
        case .paste(var bytes):
            state = .text
            bytes.append(byte)
            guard bytes.suffix(Self.pasteEnds.count).elementsEqual(Self.pasteEnds) else { return state = .paste(bytes) }
            let pasted = String(decoding: bytes.dropLast(Self.pasteEnds.count), as: UTF8.self)
            add(.paste(String(pasted.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })))
        }
    }

    private mutating func takeCharacter(_ byte: UInt8) {
        switch byte {
        case 0x1b:
            endText(isWhole: true)
            state = .escape(isTwice: false)
        case 0x09: add(.tab)
        case 0x0a, 0x0d: add(.enter)
        case 0x08, 0x7f: add(.backspace)
        case 0: add(.character(" "), .control)
        case 1...26: add(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
        case 0x1c...0x1f: hasAlt = false
        case 0x20...0x7e where hasAlt: add(.character(Character(Unicode.Scalar(byte))))
        default:
            // Alt with another letter has no meaning.
            hasAlt = false
            text.append(byte)
        }
    }

    private mutating func takeEscaped(_ byte: UInt8, _ isTwice: Bool) {
        hasAlt = isTwice
        switch byte {
        case 0x1b:
            if isTwice { add(.escape, .alt) }
            hasAlt = false
            state = .escape(isTwice: true)
        case UInt8(ascii: "["): state = .sequence([], isShort: false)
        case UInt8(ascii: "O"): state = .sequence([], isShort: true)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string([byte])
        default:
            hasAlt = false
            if isTwice { add(.escape, .alt) }
            hasAlt = true
            state = .text
            takeCharacter(byte)
        }
    }

    /// Takes a byte of a control sequence: parameters and intermediates up to `?`, and one final byte.
    private mutating func take(_ byte: UInt8, behind bytes: [UInt8], isShort: Bool) {
        let isConsoleKey = bytes == [UInt8(ascii: "[")]
        let isShifted = byte == UInt8(ascii: "$") && bytes.allSatisfy { (0x30...0x39).contains($0) } && !bytes.isEmpty
        switch byte {
        case 0x5b where bytes.isEmpty && !isShort: state = .sequence([byte], isShort: false)
        case 0x20...0x3f where !isShifted && !isConsoleKey:
            state = bytes.count < Self.longest ? .sequence(bytes + [byte], isShort: isShort) : .text
        case 0x21...0x7e:
            state = .text
            if isConsoleKey {
                if (0x41...0x45).contains(byte) { add(.function(Int(byte) - 0x40)) }
            } else {
                finish(Array(bytes), byte, isShort)
            }
            hasAlt = false
        default:
            // Another character ends the sequence early.
            state = .text
            hasAlt = false
            takeCharacter(byte)
        }
    }

    private mutating func take(_ byte: UInt8, inString bytes: [UInt8]) {
        // The backslash of ESC \ follows Escape.
        let isEnd = byte == 7 || bytes.last == 0x1b
        state = isEnd ? .text : .string(bytes.count < Self.longest ? bytes + [byte] : bytes)
        guard isEnd else { return }
        hasAlt = false
        if let isLight = Self.isLight(String(decoding: bytes, as: UTF8.self)) { add(.background(isLight: isLight)) }
    }

    /// Whether the reply to a query for the background's colour, `]11;rgb:ffff/ffff/ffff`, names a light one.
    private static func isLight(_ reply: String) -> Bool? {
        guard reply.hasPrefix("]11;rgb:") else { return nil }
        let parts = reply.dropFirst(8).split(separator: "/").map { $0.prefix { $0.isHexDigit } }
        let levels = parts.compactMap { part in
            Int(part, radix: 16).map { Double($0) / Double((1 << (4 * part.utf8.count)) - 1) }
        }
        guard levels.count == 3 else { return nil }
        return 0.299 * levels[0] + 0.587 * levels[1] + 0.114 * levels[2] > 0.5
    }

    // MARK: Sequences

    private mutating func finish(_ bytes: [UInt8], _ final: UInt8, _ isShort: Bool) {
        let name = Character(Unicode.Scalar(final))
        if !isShort, name == "M", bytes.isEmpty { return state = .mouse([]) }
        // These begin the replies of terminals, except for the mouse's.
        let isMouse = bytes.first == UInt8(ascii: "<")
        guard isMouse || bytes.allSatisfy({ (0x30...0x3b).contains($0) }) else { return }
        let numbers = String(decoding: isMouse ? bytes.dropFirst() : bytes[...], as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false)
            // A colon separates what is of no interest: other layouts of the keyboard, and the kind of event.
            .map { Int($0.prefix { $0 != ":" }) }
        func number(_ place: Int) -> Int? { numbers.indices.contains(place) ? numbers[place] : nil }
        if isMouse {
            guard let button = number(0), let column = number(1), let line = number(2) else { return }
            return addMouse(button, column: column, line: line, isRelease: name == "m")
        }
        let modifiers = Key.Modifiers(rawValue: UInt8(truncatingIfNeeded: max((number(1) ?? 1) - 1, 0) & 7))
        switch name {
        case "~" where number(0) == 200: state = .paste([])
        case "~" where number(0) == 27: add(codePoint: number(2), modifiers)
        case "u" where !isShort: add(codePoint: number(0), modifiers)
        case "~", "^", "$", "@":
            // What rxvt puts in place of ~ for modifiers.
            let own: [Character: Key.Modifiers] = ["^": .control, "$": .shift, "@": [.control, .shift]]
            if let code = number(0).flatMap({ Self.numbered[$0] }) { add(code, modifiers.union(own[name] ?? [])) }
        // A cursor position report looks like F3 with modifiers.
        case "R" where !isShort: break
        case "a"..."d":
            let arrow = Self.named[Character(name.uppercased())]
            if let arrow { add(arrow, isShort ? .control : .shift) }
        case "j"..."y" where isShort:
            // The keypad: the characters from * to 9 in order.
            add(.character(Character(Unicode.Scalar(final - 0x40))))
        case "Z": add(.tab, .shift)
        case "M" where isShort: add(.enter)
        default: if let code = Self.named[name] { add(code, modifiers) }
        }
    }

    private static let named: [Character: Key.Code] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "P": .function(1), "Q": .function(2),
        "R": .function(3), "S": .function(4),
    ]

    private static let numbered: [Int: Key.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6),
        18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    /// Adds a key that CSI-u or xterm's `modifyOtherKeys` names by its code point.
    private mutating func add(codePoint: Int?, _ modifiers: Key.Modifiers) {
        guard let codePoint, let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init) else { return }
        switch codePoint {
        case 9: add(.tab, modifiers)
        case 13, 57414: add(.enter, modifiers)
        case 27: add(.escape, modifiers)
        case 8, 127: add(.backspace, modifiers)
        case 57399...57408: add(.character(Character("\(codePoint - 57399)")), modifiers)
        case 0..<32, 0x80..<0xa0, 57344...63743: break
        default:
            let typed = Character(scalar)
            let isUpper = modifiers == .shift && typed.uppercased().count == 1
            add(.character(isUpper ? Character(typed.uppercased()) : typed), isUpper ? [] : modifiers)
        }
    }

    private mutating func addMouse(_ button: Int, column: Int, line: Int, isRelease: Bool) {
        // The bits 4, 8 and 16 are modifiers.
        switch button & ~28 {
        case 0 where !isRelease: add(.click(Point(x: column - 1, y: line - 1)))
        case 64: add(.wheel(-1))
        case 65: add(.wheel(1))
        default: break
        }
    }
}
