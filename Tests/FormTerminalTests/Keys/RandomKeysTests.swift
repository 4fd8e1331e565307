import DBus
import FormClient
import FormPresentation
import FormTerminal
import FormdTesting
import RandomTesting
import Testing

/// Keys and sizes at random: whatever comes, there is a screen of the window's size.
@Suite("Random keys")
struct RandomKeysTests {
    private static let codes: [Key.Code] = [
        .enter, .tab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
        .function(1), .function(4), .character(" "), .character("a"), .character("日"), .character("s"), .paste("x\ny"),
        .wheel(1), .wheel(-1),
    ]

    private static let form = SampleForm(
        .text("name", "Ada 日本語 and more words than there is room for", ("MaskTail", .string("000"))),
        .text("note", "one\ntwo\n\nthree", ("Type", .string("textView"))),
        .toggle("terms"),
        .choice("list", ["S", "M", "L"]),
        .choice("several", ["S", "M"], chosen: [1], multiple: true),
        .choice("beside", ["S", "M"], display: "buttons"),
        .choice("stars", ["1", "2", "3"], display: "rating"),
        .choice("menu", ["S", "M"], display: "menu"),
        .choice("grid", ["never", "often"], display: "grid"),
        .date("day", "", ("2026-11-22", "", "2026-11-22")),
        .note("remark", "A remark (שלום, abc)\r\nسلام 12"),
        .text("hebrew", "שלום abc 日本 12, and (שוב) so on and on and on"),
        focus: "name"
    )

    @Test("random keys in a window of any size do not trap", arguments: UInt64(1)...4)
    func keys(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var state = ViewState()
        var form = Self.form
        for _ in 0..<50 {
            let size = Size(width: .random(in: 1...100, using: &random), height: .random(in: 2...40, using: &random))
            form.isRightToLeft = .random(using: &random)
            form.focus = form.fields.randomElement(using: &random)?.name ?? ""
            let mirror = try form.mirror()
            let screen = Screen(LayoutContext(mirror, state, size))
            #expect(screen.canvas.rows.count == size.height)
            #expect(screen.canvas.rows.allSatisfy { $0.count == size.width })
            state.top = screen.top
            let point = Point(x: .random(in: 0...100, using: &random), y: .random(in: 0...40, using: &random))
            let code = (Self.codes + [.click(point)]).randomElement(using: &random) ?? .enter
            let modifiers = Key.Modifiers(rawValue: .random(in: 0...7, using: &random))
            _ = Keys.press(Key(code, modifiers), mirror, &state, size: size, screen: screen.canvas)
        }
    }
}
