import DBus
import FormClient
import FormPresentation
import FormTerminal
import Testing

@Suite("Languages that are written from right to left")
struct RightToLeftTests {
    /// The line of a form that has a text, as it is seen, without the spaces around it.
    private func line(_ text: String, _ properties: (String, Value)..., isRightToLeft: Bool = true) throws -> String? {
        var sample = SampleForm(.text("name", text), .text("other"), focus: "other")
        sample.fields[0].properties += [("Label", .string(""))] + properties
        sample.isRightToLeft = isRightToLeft
        let line = try sample.screen(60, 12).first { $0.contains { !$0.isWhitespace } && !$0.contains("Sample") }
        return line?.split(separator: " ").joined(separator: " ")
    }

    @Test(
        "a text is ordered by the direction of its first letter; numbers and Latin words keep theirs",
        arguments: [
            ("שלום", "םולש"), ("שלום 12 עולם", "םלוע 12 םולש"), ("שלום abc!", "!abc םולש"), ("abc שלום!", "abc םולש!"),
            ("(שלום)", "(םולש)"), ("+7 (916) 12", "+7 (916) 12"), ("12-34", "12-34"), ("2026-11-22", "2026-11-22"),
            ("abc (d)", "abc (d)"), ("שלום 日本", "日本 םולש"), ("שָׁלוֹם", "םוֹלשָׁ"),
            // Arabic letters are joined.
            ("سلام", "\u{fee1}\u{fe8e}\u{fee0}\u{feb3}"),
        ]
    )
    func order(text: String, shown: String) throws {
        #expect(try line(text) == shown)
        #expect(try line(text, isRightToLeft: false) == shown)
    }

    @Test("the missing part of a mask is shown where it will be typed")
    func mask() throws {
        var sample = SampleForm(.text("name", "+7 (91", ("MaskTail", .string("0) 000"))), focus: "name")
        sample.isRightToLeft = true
        #expect(try sample.screen(40, 8).contains { $0.contains("+7 (910) 000") })
    }

    @Test("labels, the focus bar and buttons are on the right, and the mouse finds them")
    func sides() throws {
        var sample = SampleForm(.text("name", "Ada"), .choice("size", ["S", "L"], display: "list"), focus: "name")
        sample.isRightToLeft = true
        let lines = try sample.screen(70, 19)
        let name = try #require(lines.first { $0.hasSuffix("Name ▐") })
        #expect(name.hasSuffix("Ada       Name ▐"))
        #expect(lines.contains { $0.contains("S ( )      Size") })
        let canvas = try sample.drawn(70, 19)
        let row = try #require(lines.firstIndex { $0.contains("( )") })
        let column = try #require(lines[row].firstIndex(of: "(")).utf16Offset(in: lines[row])
        #expect(canvas.target(at: Point(x: column + 1, y: row))?.target == .option(field: "size", index: 0))
    }

    @Test("the caret is on the letter before which the next one is inserted, or after the last one", arguments: 0...3)
    func caret(offset: Int) throws {
        var sample = SampleForm(.text("name", "אבג", ("Caret", .uint32(UInt32(offset)))), focus: "name")
        sample.isRightToLeft = true
        let canvas = try sample.drawn(40, 8)
        let cursor = try #require(canvas.cursor)
        let seen = canvas.rows[cursor.y].map { $0.character ?? "?" }
        #expect(seen[cursor.x] == Array("אבג ")[offset])
        // The end is on the left.
        #expect(seen[(cursor.x + offset - 3)..<(cursor.x + offset + 1)] == Array(" גבא")[...])
    }

    @Test("in a form from left to right, too, the caret is behind a text's last letter", arguments: [0, 3])
    func caretInside(offset: Int) throws {
        let sample = SampleForm(.text("name", "אבג", ("Caret", .uint32(UInt32(offset)))), focus: "name")
        let canvas = try sample.drawn(40, 8)
        let cursor = try #require(canvas.cursor)
        let first = try #require(canvas.rows[cursor.y].firstIndex { $0.character == "ג" })
        #expect(cursor.x == (offset == 0 ? first + 2 : first - 1))
    }

    @Test("a selection is a part of the text, wherever it is shown")
    func selection() throws {
        var sample = SampleForm(
            .text("name", "ab אבג", ("Selection", .structure([.uint32(3), .uint32(2)]))),
            focus: "name"
        )
        sample.isRightToLeft = true
        let cells = try sample.drawn(40, 8).rows.joined().filter { $0.style.role == .selection }
        #expect(cells.compactMap(\.character) == ["ב", "א"])
    }

    @Test("a click puts the caret before the letter that is clicked")
    func click() throws {
        var sample = SampleForm(.text("name", "אבג", ("Caret", .uint32(0))), focus: "name")
        sample.isRightToLeft = true
        let canvas = try sample.drawn(40, 8)
        let cursor = try #require(canvas.cursor)
        var state = ViewState()
        let key = Key(.click(Point(x: cursor.x - 2, y: cursor.y)))
        let mirror = try sample.mirror()
        let actions = Keys.press(key, mirror, &state, size: Size(width: 40, height: 8), screen: canvas)
        #expect(actions == [.select(field: "name", start: 2, length: 0)])
    }

    @Test(
        "the left arrow moves forward in right-to-left text, and back in other text",
        arguments: [("אבג", true, 1), ("אבג", false, 1), ("abc", true, -1), ("+7 (91", true, -1), ("", true, 1)]
    )
    func arrows(text: String, isRightToLeft: Bool, step: Int32) throws {
        var sample = SampleForm(.text("name", text), focus: "name")
        sample.isRightToLeft = isRightToLeft
        var state = ViewState()
        let actions = Keys.press(Key(.left), try sample.mirror(), &state, size: Size(width: 40, height: 8))
        #expect(actions == [.move(.character, step, extending: false)])
    }

    @Test("among options in a row the left arrow moves forward")
    func options() throws {
        var sample = SampleForm(.choice("size", ["S", "M", "L"], chosen: [1], display: "buttons"), focus: "size")
        sample.isRightToLeft = true
        var state = ViewState()
        let actions = Keys.press(Key(.left), try sample.mirror(), &state, size: Size(width: 40, height: 8))
        #expect(actions == [.choose(field: "size", option: 2)])
    }

    @Test("a terminal that orders texts itself gets them in logical order")
    func unordered() throws {
        var sample = SampleForm(.text("name", "(שלום) abc"), focus: "name")
        sample.isRightToLeft = true
        sample.settings.ordersTexts = false
        #expect(try sample.screen(70, 8).contains("▌ Name       (שלום) abc"))
    }
}
