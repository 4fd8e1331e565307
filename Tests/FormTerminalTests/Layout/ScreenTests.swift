import DBus
import FormModel
import FormPresentation
import FormTerminal
import Testing

@testable import FormClient

/// What the screen shows, as text: how it is coloured is not seen here.
@Suite("Screens")
struct ScreenTests {
    /// The lines between the bar and the keys, up to the last one that has something.
    private func form(_ form: SampleForm, _ width: Int = 70, _ height: Int = 19, _ state: ViewState = ViewState())
        throws -> String
    {
        var lines = Array(try form.screen(width, height, state).dropFirst().dropLast())
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    @Test("labels are in a column beside their fields, and the focused field has a bar")
    func beside() throws {
        let sample = SampleForm(
            .text("name", "Ada"),
            .text("telephone", "", ("Required", .boolean(true))),
            focus: "name"
        )
        #expect(
            try form(sample) == """
                ▌ Name          Ada
                  Telephone *

                               [ Submit ]  [ Cancel ]
                """
        )
    }

    @Test("in a narrow window labels are above their fields, and a long form scrolls to the focus")
    func narrow() throws {
        var sample = SampleForm(.text("name", "Ada"), .text("street"), .text("town"), .text("country"), focus: "name")
        #expect(
            try form(sample, 40, 8) == """
                ▌ Name                                 ┃
                ▌  Ada                                 ┃
                  Street                               ┃
                                                       │
                  Town                                 │
                                                       ▾
                """
        )
        sample.focus = "country"
        #expect(try form(sample, 40, 8).contains("▌ Country"))
    }

    @Test("the view follows the focus, unless the user looks at another part of the form")
    func scrolled() throws {
        let sample = SampleForm(.text("name", "Ada"), .text("street"), .text("town"), .text("country"), focus: "name")
        var state = ViewState()
        state.followsFocus = false
        state.top = 100
        let screen = try sample.screen(40, 8, state)
        #expect(screen.contains { $0.contains("[ Submit ]") } && !screen.contains { $0.contains("Name") })
        #expect(screen[1].hasSuffix("▴") && screen[6].hasSuffix("┃"))
    }

    @Test("a slider has its range, a knob and arrows; an empty date its format")
    func inputs() throws {
        let slider = SampleForm.Field.text("warmth", "5", ("Display", .string("slider")))
        let sample = SampleForm(slider, .date("day"), .date("row_1_day"), .date("night", "2026-11-22"))
        var state = ViewState()
        let definition = """
            {"fields": [{"id": "warmth", "input": {"type": "slider", "min": 0, "max": 10}}, {"id": "row", "fields": [
              {"id": "day", "input": {"type": "date", "format": {"en": "MM/dd/yyyy", "de": "dd.MM.yyyy"}}}
            ]}]}
            """
        state.inputs = DefinedInputs(try JSONDocument(definition).root)
        let lines = try sample.screen(70, 20, state)
        #expect(lines.contains { $0.hasSuffix("5         0 ◂━━━━━━━━━━●──────────▸ 10") })
        #expect(lines.count { $0.contains("MM/dd/yyyy") } == 2)
    }

    @Test("a review has the headings of pages, sections and rows, and its answers can have the focus")
    func review() throws {
        var sample = SampleForm(.text("name", "Ada"), .text("guests_1_who", "Bob"), .text("guests_2_who", "Eve"))
        sample.pages = ["You", "Check"]
        sample.page = 1
        sample.groups = [FormGroup(name: "guests", label: "Guest", rows: [1, 2], least: 0, most: 9)]
        sample.before = [
            "name": [("review", "review", "Check"), ("section", "about", "About you")],
            "guests_1_who": [("group", "guests", "Guest"), ("row", "guests_1", "Guest")],
            "guests_2_who": [("row", "guests_2", "Guest")],
        ]
        var state = ViewState()
        state.review = [("name", "Ada"), ("guests_1_who", "Bob"), ("guests_2_who", "Eve")].map {
            ReviewedAnswer(field: $0, label: "Who", text: $1)
        }
        state.button = .answer("guests_2_who")
        let lines = try sample.screen(60, 24, state).filter { !$0.isEmpty }
        let words = ["You ─", "About you ─", "  Who  Ada", "Guest 1 ─", "  Who  Bob", "Guest 2 ─", "▌ Who  Eve"]
        let places = words.compactMap { word in lines.firstIndex { $0.contains(word) } }
        #expect(places.count == words.count && places == places.sorted(), "\(lines.joined(separator: "\n"))")
    }

    @Test("the error is below its field, or else the warning, or else the hint")
    func hints() throws {
        let shown = ("HintVisible", Value.boolean(true))
        let sample = SampleForm(
            .text("a", "1", shown, ("Error", .string("Wrong")), ("HintText", .string("Wrong"))),
            .text("b", "2", shown, ("Warning", .string("Odd")), ("HintText", .string("Odd"))),
            .text("c", "3", shown, ("HintText", .string("Any")))
        )
        #expect(
            try form(sample) == """
                  A          1
                             ✗ Wrong
                  B          2
                             ! Odd
                  C          3
                             Any

                            [ Submit ]  [ Cancel ]
                """
        )
    }

    @Test("toggles, lists, buttons and stars show what is chosen")
    func choices() throws {
        let sample = SampleForm(
            .toggle("terms", isOn: true),
            .choice("size", ["S", "L"], chosen: [1]),
            .choice("extras", ["Milk", "Sugar"], chosen: [0], multiple: true),
            .choice("way", ["Phone", "Shop"], chosen: [0], display: "buttons"),
            .choice("stars", ["bad", "fair", "good"], chosen: [1], display: "rating")
        )
        #expect(
            try form(sample) == """
                            [x] Terms
                  Size      ( ) S
                            (•) L
                  Extras    [x] Milk
                            [ ] Sugar
                  Way       (•) Phone  ( ) Shop
                  Stars     ★ ★ ☆  fair

                            [ Submit ]  [ Cancel ]
                """
        )
    }

    @Test("fields with the same options are a table, or lists if the table does not fit")
    func grid() throws {
        let options = ["never", "often"]
        let sample = SampleForm(
            .choice("sleep", options, chosen: [1], display: "grid"),
            .choice("food", options, display: "grid"),
            focus: "food"
        )
        let wide = try form(sample, 61)
        #expect(
            wide == """
                                                               never  often
                  Sleep                                         ( )    (•)
                ▌ Food                                          ( )    ( )

                            [ Submit ]  [ Cancel ]
                """
        )
        #expect(try form(sample, 20).contains("(•) often"))
    }

    @Test("fields with a span share a line")
    func columns() throws {
        var sample = SampleForm(.text("street", "Main"), .text("number", "7"))
        sample.fields[0].span = 8
        sample.fields[1].span = 4
        #expect(
            try form(sample) == """
                  Street                                        Number
                   Main                                          7

                            [ Submit ]  [ Cancel ]
                """
        )
        #expect(try form(sample, 40).hasPrefix("  Street\n   Main\n  Number"))
    }

    @Test("sections and notes are shown, and hidden fields are not")
    func structure() throws {
        var sample = SampleForm(.note("hello", "Read this"), .text("a"), .text("b"))
        sample.fields[2].isVisible = false
        sample.before["a"] = [("section", "place", "Place")]
        let text = try form(sample)
        #expect(text.hasPrefix("  Read this\n\n  Place ───"))
        #expect(!text.contains("  B"))
    }

    @Test("a note has bullets before the items of a list, and addresses behind links")
    func markup() throws {
        func run(_ start: UInt32, _ length: UInt32, _ kind: String, _ address: String = "") -> Value {
            .structure([.string("text"), .uint32(start), .uint32(length), .string(kind), .string(address)])
        }
        var note = SampleForm.Field.note("note", "Before:\nread the list first\ntry again")
        let runs = [run(8, 19, "item"), run(13, 8, "link", "https://example.org"), run(28, 9, "item")]
        note.properties.append(("Markup", .array("(suuss)", runs)))
        #expect(
            try form(SampleForm(note)).hasPrefix(
                """
                  Before:
                  • read the list <https://example.org> first
                  • try again
                """
            )
        )
    }

    @Test("a row has its title and its button, and a group has the button for another row")
    func rows() throws {
        var sample = SampleForm(.text("item_1_what", "Tea"), .text("item_2_what", "Milk"), .text("total"))
        sample.before["item_1_what"] = [("group", "item", "Item"), ("row", "item_1", "Item")]
        sample.before["item_2_what"] = [("row", "item_2", "Item")]
        sample.groups = [FormGroup(name: "item", label: "Item", rows: [1, 2], least: 1, most: 5)]
        let outline = FormOutline(try sample.mirror())
        #expect(
            outline.ring == [
                .field("item_1_what"), .removeRow(group: "item", row: 1), .field("item_2_what"),
                .removeRow(group: "item", row: 2), .addRow(group: "item"), .field("total"), .submit, .cancel,
            ]
        )
        let text = try form(sample)
        #expect(text.contains("Item 1 ───"))
        #expect(text.contains("Item 2 ───"))
        #expect(text.contains("[ Remove ]"))
        #expect(text.contains("[ Add Item ]"))
    }

    @Test("one page is shown at a time, with its title and a button for the next one")
    func pages() throws {
        var sample = SampleForm(.text("a"), .text("b"))
        sample.fields[1].page = 1
        sample.pages = ["First", "Second"]
        let first = try sample.screen(60, 12)
        #expect(first[0] == " Sample" + String(repeating: " ", count: 49) + "1/2")
        #expect(first[1] == "  First")
        #expect(first.contains { $0.contains("[ Next ]  [ Cancel ]") })
        sample.page = 1
        let second = try sample.screen(60, 12)
        #expect(second.contains { $0.contains("[ Submit ]  [ Back ]  [ Cancel ]") })
        #expect(!second.contains { $0.hasPrefix("  A") })
    }

    @Test("a mask shows its missing part, and a placeholder the expected input")
    func ghosts() throws {
        let layer = Value.properties([
            ("visible", .boolean(true)), ("text", .string("+7 …")), ("service", .string("native")),
        ])
        let sample = SampleForm(
            .text("phone", "+7 (9", ("MaskTail", .string("00) 000"))),
            .text("other", "", ("Placeholders", .array("a{sv}", [layer]))),
            focus: "phone"
        )
        #expect(
            try form(sample) == """
                ▌ Phone      +7 (900) 000
                  Other      +7 …

                            [ Submit ]  [ Cancel ]
                """
        )
    }

    @Test(
        "the caret is at the position where the next character is inserted",
        arguments: [("", 13), ("Ada", 16), ("日本", 17)]
    )
    func caret(text: String, column: Int) throws {
        let sample = SampleForm(.text("name", text), focus: "name")
        let screen = Screen(LayoutContext(try sample.mirror(), ViewState(), Size(width: 70, height: 10)))
        #expect(screen.canvas.cursor == Point(x: column, y: 1))
    }

    @Test("a text that is wider than its field scrolls to the caret")
    func longText() throws {
        let sample = SampleForm(.text("name", String(repeating: "abcdefghi ", count: 12) + "END"), focus: "name")
        #expect(try form(sample, 40, 10).contains("END"))
    }

    @Test(
        "the screen fits into windows of every size",
        arguments: [(1, 1), (2, 3), (10, 4), (20, 6), (40, 12), (80, 24), (200, 60), (3, 50)]
    )
    func sizes(width: Int, height: Int) throws {
        let sample = SampleForm(
            .text("name", "Ada 日本"),
            .toggle("terms"),
            .choice("size", ["S", "L"], multiple: true),
            .choice("grid", ["never", "often"], display: "grid"),
            .date("day", "2026-11-22"),
            .note("note", "A word and another"),
            focus: "name"
        )
        let day = try #require(Day("2026-11-22"))
        let sheet = CalendarSheet(field: "day", day: day, first: nil, last: nil)
        for overlay: Overlay? in [
            nil, .help(top: 0), .leaving(.cancelled), .calendar(sheet), .options(OptionList(field: "size")),
        ] {
            var state = ViewState()
            state.overlay = overlay
            #expect(try sample.screen(width, height, state).count == max(height, 2))
        }
    }
}
