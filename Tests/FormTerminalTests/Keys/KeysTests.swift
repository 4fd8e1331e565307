import DBus
import FormPresentation
import FormTerminal
import Testing

@testable import FormClient

@Suite("The effects of keys")
struct KeysTests {
    private let size = Size(width: 70, height: 20)

    /// What a key asks for, and the view's state behind it.
    private func press(_ form: SampleForm, _ keys: Key..., state: ViewState = ViewState()) throws -> (
        [Action], ViewState
    ) {
        let mirror = try form.mirror()
        var state = state
        var actions: [Action] = []
        for key in keys {
            let screen = Screen(LayoutContext(mirror, state, size)).canvas
            actions += Keys.press(key, mirror, &state, size: size, screen: screen)
        }
        return (actions, state)
    }

    private let names = SampleForm(.text("name", "Ada"), .text("town"), focus: "name")

    @Test(
        "keys edit the text of the field that has the focus",
        arguments: [
            (Key(.character("x")), Action.insert("x")),
            (Key(.character(" ")), .insert(" ")),
            (Key(.backspace), .delete(.character, -1)),
            (Key(.delete), .delete(.character, 1)),
            (Key(.delete, .control), .delete(.word, 1)),
            (.control("w"), .delete(.word, -1)),
            (.control("u"), .delete(.line, -1)),
            (.control("k"), .delete(.line, 1)),
            (.control("a"), .move(.line, -1, extending: false)),
            (.control("e"), .move(.line, 1, extending: false)),
            (Key(.left), .move(.character, -1, extending: false)),
            (Key(.right, .shift), .move(.character, 1, extending: true)),
            (Key(.left, .control), .move(.word, -1, extending: false)),
            (Key(.right, [.control, .shift]), .move(.word, 1, extending: true)),
            (Key(.home), .move(.line, -1, extending: false)),
            (Key(.end, .shift), .move(.line, 1, extending: true)),
            (Key(.paste("two\nlines")), .paste("two\nlines")),
            (.control("x"), .cut),
        ]
    )
    func editing(key: Key, action: Action) throws {
        #expect(try press(names, key).0 == [action])
    }

    @Test(
        "some keys have the same effect wherever the focus is",
        arguments: [
            (Key.control("s"), Action.submit), (.control("z"), .undo), (.control("y"), .redo),
            (.control("c"), .leave(.cancelled)),
            (.control("l"), .redraw),
        ]
    )
    func everywhere(key: Key, action: Action) throws {
        #expect(try press(names, key).0 == [action])
        var onButton = ViewState()
        onButton.button = .cancel
        #expect(try press(names, key, state: onButton).0 == [action])
    }

    @Test("Ctrl+C copies a selection; without one it asks if something was typed, and then leaves")
    func controlC() throws {
        var form = names
        form.fields[0].properties += [
            ("Modified", .boolean(true)), ("Selection", .structure([.uint32(0), .uint32(3)])),
        ]
        #expect(try press(form, .control("c")).0 == [.copy])
        form.fields[0].properties.append(("DisabledEditActions", ["copy"].busValue))
        let (actions, state) = try press(form, .control("c"))
        #expect(actions.isEmpty && state.overlay == .leaving(.cancelled))
        #expect(try press(form, .control("c"), .control("c")).0 == [.leave(.cancelled)])
    }

    @Test("the wheel and PgDn move the view and leave the focus; behind the end PgDn shows the next page")
    func scrolling() throws {
        var form = names
        form.pages = ["One", "Two"]
        var state = ViewState()
        state.lastTop = 18
        let (wheel, rolled) = try press(form, Key(.wheel(1)), state: state)
        #expect(wheel.isEmpty && rolled.top == 3 && !rolled.followsFocus)
        let (page, paged) = try press(form, Key(.pageDown), state: rolled)
        #expect(page.isEmpty && paged.top == 18)
        #expect(try press(form, Key(.pageDown), state: paged).0 == [.nextPage])
        #expect(try press(form, Key(.character("x")), state: paged).1.followsFocus)
    }

    @Test("F2 switches to the form's next language, if there are several")
    func language() throws {
        var form = names
        #expect(try press(form, Key(.function(2))).0.isEmpty)
        form.languages = ["en", "de"]
        form.locale = "en-GB"
        #expect(try press(form, Key(.function(2))).0 == [.speak("de")])
        form.locale = "de-CH"
        #expect(try press(form, Key(.function(2))).0 == [.speak("en")])
    }

    @Test("from an answer of a review Enter goes to its field, and from there back")
    func review() throws {
        var form = names
        form.pages = ["One", "Check"]
        form.page = 1
        form.before = ["name": [("review", "review", "Check")]]
        var state = ViewState()
        state.review = [ReviewedAnswer(field: "name", label: "Name", text: "Ada")]
        state.button = .answer("name")
        let (there, visiting) = try press(form, Key(.enter), state: state)
        #expect(there == [.focus(field: "name")])
        form.page = 0
        let visit = ReviewVisit(page: 1, field: "name")
        #expect(visiting.visit == visit && visiting.button == nil)
        #expect(try press(form, Key(.enter), state: visiting).0 == [.returnToReview(visit)])
    }

    @Test("a digit chooses in a rating: the option with this label, otherwise the one at this place")
    func rating() throws {
        var form = SampleForm(.choice("stars", ["bad", "so", "good"], display: "rating"), focus: "stars")
        #expect(try press(form, Key(.character("3"))).0 == [.choose(field: "stars", option: 2)])
        #expect(try press(form, Key(.character("4"))).0.isEmpty)
        form = SampleForm(.choice("stars", ["0", "1", "2"], display: "rating"), focus: "stars")
        #expect(try press(form, Key(.character("0"))).0 == [.choose(field: "stars", option: 0)])
    }

    @Test("computed fields are no stops")
    func computed() throws {
        let form = SampleForm(.text("a"), .text("sum", "1", ("Computed", .boolean(true))), .text("b"), focus: "a")
        #expect(try press(form, Key(.tab)).0 == [.focus(field: "b")])
        #expect(try press(form, Key(.enter)).0 == [.focus(field: "b")])
    }

    // MARK: Focus

    @Test("Tab moves through the fields and the buttons, and starts again")
    func tab() throws {
        var form = names
        #expect(try press(form, Key(.tab)).0 == [.focus(field: "town")])
        form.focus = "town"
        #expect(try press(form, Key(.tab, .shift)).0 == [.focus(field: "name")])
        let (actions, state) = try press(form, Key(.tab))
        #expect(actions == [.blur])
        #expect(state.button == .submit)
        let (none, next) = try press(form, Key(.tab), state: state)
        #expect(none.isEmpty)
        #expect(next.button == .cancel)
        #expect(try press(form, Key(.tab), state: next).0 == [.focus(field: "name")])
    }

    @Test("Tab follows the focus order of the form")
    func ownOrder() throws {
        var form = SampleForm(.text("a"), .text("b"), .text("c"), focus: "a")
        form.fields[0].properties.append(("NextField", .string("c")))
        #expect(try press(form, Key(.tab)).0 == [.focusNext])
    }

    @Test("Enter moves to the next field, and in the last one submits or shows the next page")
    func enter() throws {
        var form = names
        #expect(try press(form, Key(.enter)).0 == [.pressReturn])
        form.focus = "town"
        #expect(try press(form, Key(.enter)).0 == [.submit])
        form.pages = ["One", "Two"]
        #expect(try press(form, Key(.enter)).0 == [.nextPage])
    }

    @Test("Enter skips hidden fields, and submits if there are no others")
    func enterBeforeHidden() throws {
        var form = SampleForm(.text("a"), .text("b"), .text("c"), focus: "a")
        form.fields[1].isVisible = false
        #expect(try press(form, Key(.enter)).0 == [.focus(field: "c")])
        form.fields[2].isVisible = false
        #expect(try press(form, Key(.enter)).0 == [.submit])
    }

    @Test("Enter inserts a line break in a text view; with Alt it moves to the next field")
    func textView() throws {
        let form = SampleForm(.text("note", "one", ("Type", .string("textView"))), focus: "note")
        #expect(try press(form, Key(.enter)).0 == [.insert("\n")])
        #expect(try press(form, Key(.enter, .alt)).0 == [.submit])
    }

    @Test("up and down leave a text field, and step a number")
    func arrows() throws {
        var form = names
        #expect(try press(form, Key(.down)).0 == [.focus(field: "town")])
        form.fields[0].properties.append(("Keyboard", .properties([("purpose", .string("integer"))])))
        #expect(try press(form, Key(.down)).0 == [.step(-1)])
        #expect(try press(form, Key(.up)).0 == [.step(1)])
    }

    @Test("in a text view up and down move by the lines on the screen, and leave it at its ends")
    func lines() throws {
        var form = SampleForm(.text("note", "one\ntwo", ("Type", .string("textView"))), .text("b"), focus: "note")
        #expect(try press(form, Key(.up)).0 == [.select(field: "note", start: 3, length: 0)])
        #expect(try press(form, Key(.up, .shift)).0 == [.select(field: "note", start: 3, length: 4)])
        #expect(try press(form, Key(.down)).0 == [.focus(field: "b")])
        form.fields[0].properties.append(("Caret", .uint32(1)))
        #expect(try press(form, Key(.down)).0 == [.select(field: "note", start: 5, length: 0)])
    }

    // MARK: Leaving

    @Test("Escape cancels, and asks first if something was typed")
    func escape() throws {
        #expect(try press(names, Key(.escape)).0 == [.leave(.escaped)])
        var typed = names
        typed.fields[0].properties.append(("Modified", .boolean(true)))
        let (none, asking) = try press(typed, Key(.escape))
        #expect(none.isEmpty)
        #expect(asking.overlay == .leaving(.escaped))
        #expect(try press(typed, Key(.enter), state: asking).0 == [.leave(.escaped)])
        let (kept, back) = try press(typed, Key(.escape), state: asking)
        #expect(kept.isEmpty)
        #expect(back.overlay == nil)
    }

    @Test("the help scrolls where it is longer than the window, and any other key closes it")
    func help() throws {
        let form = names
        let mirror = try form.mirror()
        let small = Size(width: 40, height: 12)
        var state = ViewState()
        func press(_ key: Key.Code) -> Overlay? {
            _ = Keys.press(Key(key), mirror, &state, size: small)
            return state.overlay
        }
        #expect(press(.function(1)) == .help(top: 0))
        #expect(press(.down) == .help(top: 1))
        #expect(press(.up) == .help(top: 0))
        #expect(press(.up) == .help(top: 0))
        #expect(press(.pageDown) != .help(top: 0))
        #expect(press(.escape) == nil)
    }

    // MARK: Choosing

    @Test("a space switches a toggle")
    func toggle() throws {
        let form = SampleForm(.toggle("terms"), focus: "terms")
        #expect(try press(form, Key(.character(" "))).0 == [.toggle(field: "terms")])
    }

    @Test(
        "arrows choose among options, and stop at the ends",
        arguments: [
            ("list", [], Key.Code.down, [Action.choose(field: "size", option: 0)]),
            ("list", [UInt32(0)], .down, [.choose(field: "size", option: 1)]),
            ("list", [0], .up, []),
            ("buttons", [1], .right, [.choose(field: "size", option: 2)]),
            ("rating", [2], .right, []),
            ("grid", [1], .left, [.choose(field: "size", option: 0)]),
            ("list", [1], .backspace, [.delete(.text, -1)]),
        ]
    )
    func options(display: String, chosen: [UInt32], key: Key.Code, actions: [Action]) throws {
        let form = SampleForm(.choice("size", ["S", "M", "L"], chosen: chosen, display: display), focus: "size")
        #expect(try press(form, Key(key)).0 == actions)
    }

    @Test("among several options arrows only move, and a space chooses")
    func several() throws {
        let form = SampleForm(.choice("extras", ["Milk", "Sugar"], multiple: true), focus: "extras")
        let (none, state) = try press(form, Key(.down))
        #expect(none.isEmpty)
        #expect(try press(form, Key(.character(" ")), state: state).0 == [.choose(field: "extras", option: 1)])
    }

    @Test("a closed list opens with a space, or with a typed text as its filter")
    func menu() throws {
        let form = SampleForm(.choice("size", ["S", "L"], display: "menu"), focus: "size")
        #expect(try press(form, Key(.character(" "))).0 == [.list(field: "size", filter: "", offset: 0)])
        let (actions, state) = try press(form, Key(.character("l")))
        #expect(actions == [.list(field: "size", filter: "l", offset: 0)])
        guard case .options(var list)? = state.overlay else {
            Issue.record("no list is open")
            return
        }
        list.total = 1
        list.page = [FieldOption(index: 1, value: "L", label: "L")]
        var answered = state
        answered.overlay = .options(list)
        let (chosen, closed) = try press(form, Key(.enter), state: answered)
        #expect(chosen == [.choose(field: "size", option: 1)])
        #expect(closed.overlay == nil)
        #expect(
            try press(form, Key(.character("x")), state: answered).0 == [.list(field: "size", filter: "lx", offset: 0)]
        )
        #expect(try press(form, Key(.backspace), state: answered).0 == [.list(field: "size", filter: "", offset: 0)])
    }

    @Test(
        "in a calendar the arrows move by days and weeks, and the page keys by months, within the bounds",
        arguments: [
            (Key.Code.right, "2026-11-23"), (.left, "2026-11-22"), (.down, "2026-11-29"), (.pageDown, "2026-12-10"),
            (.end, "2026-11-30"), (.home, "2026-11-22"),
        ]
    )
    func calendar(key: Key.Code, day: String) throws {
        let form = SampleForm(.date("day", "", ("2026-11-22", "2026-12-10", "2026-11-22")), focus: "day")
        let (actions, _) = try press(form, Key(.character(" ")), Key(key), Key(.enter))
        #expect(actions == [.chooseDay(field: "day", try #require(Day(day)))])
    }

    // MARK: The mouse

    @Test("a click sets the focus and the caret")
    func click() throws {
        let form = SampleForm(.text("name", "Ada"), .text("town", "Paris"), focus: "name")
        #expect(
            try press(form, Key(.click(Point(x: 15, y: 4)))).0
                == [.focus(field: "town"), .select(field: "town", start: 2, length: 0)]
        )
        #expect(try press(form, Key(.click(Point(x: 2, y: 4)))).0 == [.focus(field: "town")])
        #expect(try press(form, Key(.click(Point(x: 14, y: 6)))).0 == [.blur, .submit])
        #expect(try press(form, Key(.click(Point(x: 60, y: 15)))).0.isEmpty)
    }
}
