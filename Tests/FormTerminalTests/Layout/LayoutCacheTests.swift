import DBus
import FormClient
import FormTerminal
import Testing

@Suite("What a key draws of a large form")
struct LayoutCacheTests {
    private static let size = Size(width: 80, height: 24)

    private static func form(_ count: Int) -> SampleForm {
        var form = SampleForm(focus: "f500")
        form.fields = (0..<count).map { .text("f\($0)", "text \($0)") }
        return form
    }

    private static func change(_ field: String, _ properties: [(String, Value)], _ revision: UInt64) throws
        -> SessionNews
    {
        let object = Value.structure([.string(field), .properties(properties + [("Revision", .uint64(revision))])])
        let arguments: [Value] = [.uint64(revision), .array("(sa{sv})", [object])]
        return try SessionNews(.signal(path: "/s", interface: "a.b", member: "C", arguments: arguments))
    }

    @Test("in a form of 1,000 fields a key draws the field that it changes, and a label draws all")
    func work() throws {
        var mirror = try Self.form(1_000).mirror()
        var cache = LayoutCache()
        func draw() -> Screen {
            let context = LayoutContext(mirror, ViewState(), Self.size, outline: cache.outline)
            return Screen(context, &cache)
        }
        _ = draw()
        var drawn = cache.drawnItems
        #expect(drawn >= 1_000)
        for key in 1...5 {
            cache.take(try mirror.take(Self.change("f500", [("Text", .string("typed \(key)"))], UInt64(key + 1))))
            let screen = draw()
            // The focused field and the buttons.
            #expect(cache.drawnItems - drawn <= 2)
            drawn = cache.drawnItems
            #expect(screen.canvas == Screen(LayoutContext(mirror, ViewState(), Self.size)).canvas)
            #expect(screen.canvas.text.contains { $0.contains("typed \(key)") })
        }
        cache.take(try mirror.take(Self.change("", [("FocusedField", .string("f700"))], 7)))
        #expect(draw().canvas == Screen(LayoutContext(mirror, ViewState(), Self.size)).canvas)
        #expect(cache.drawnItems - drawn <= 3)
        drawn = cache.drawnItems
        cache.take(try mirror.take(Self.change("f9", [("Label", .string("A longer label than before"))], 8)))
        #expect(draw().canvas == Screen(LayoutContext(mirror, ViewState(), Self.size)).canvas)
        #expect(cache.drawnItems - drawn >= 1_000)
    }

    @Test("a cached screen is the same as a new one, whatever changes")
    func same() throws {
        var mirror = try Self.form(40).mirror()
        var cache = LayoutCache()
        let changes: [(String, [(String, Value)])] = [
            ("f3", [("Error", .string("wrong")), ("HintVisible", .boolean(true)), ("HintText", .string("wrong"))]),
            ("f30", [("Visible", .boolean(false))]), ("f3", [("HintVisible", .boolean(false))]),
            ("f30", [("Visible", .boolean(true))]), ("", [("FocusedField", .string("f39"))]),
            ("f2", [("Enabled", .boolean(false))]), ("", [("FocusedField", .string(""))]),
            ("", [("Direction", .string("rtl"))]),
        ]
        for (number, change) in changes.enumerated() {
            for top in [0, 30] {
                var state = ViewState()
                (state.top, state.followsFocus) = (top, number % 2 == 0)
                let context = LayoutContext(mirror, state, Self.size, outline: cache.outline)
                let screen = Screen(context, &cache)
                #expect(screen == Screen(LayoutContext(mirror, state, Self.size)), "before \(change)")
            }
            cache.take(try mirror.take(Self.change(change.0, change.1, UInt64(number + 2))))
        }
    }
}
