import FormEngine
import FormModel
import FormPlugin
import Testing

@Suite("A layout with columns")
struct ColumnTests {
    private static let definition = """
        {"fields": [
          {"id": "first", "span": 6}, {"id": "last", "span": 6, "visibleWhen": {"field": "kind", "notEquals": "firm"}},
          {"id": "kind"}, {"id": "zip", "span": 3}, {"id": "city", "span": 6}, {"id": "note", "note": "N", "span": 3},
          {"id": "part", "section": "Part", "fields": [{"id": "a", "span": 4}]}, {"id": "b", "span": 4}]}
        """

    private static func form(_ definition: String = definition, width: Double = 600, locale: String = "en") throws
        -> Form
    {
        let decoded = DefinitionDecoder().decode(definition, name: "t")
        return try Form(
            CompiledForm(try #require(decoded.value)),
            locale: locale,
            traits: LayoutTraits(width: width)
        )
    }

    /// The frames of fields, by name.
    private static func frames(_ form: Form) -> [String: Frame] {
        let fields = form.frames.filter { $0.kind == .field }
        return Dictionary(fields.map { ($0.name, $0.frame) }) { first, _ in first }
    }

    @Test("fields are placed in one line while their columns fit; a section or a wide field starts a new line")
    func lines() throws {
        let form = try Self.form()
        let note = form.field(5).height
        #expect(note < 77)
        let expected: [String: Frame] = [
            "first": Frame(x: 0, y: 0, width: 300, height: 77), "last": Frame(x: 300, y: 0, width: 300, height: 77),
            "kind": Frame(x: 0, y: 77, width: 600, height: 77), "zip": Frame(x: 0, y: 154, width: 150, height: 77),
            "city": Frame(x: 150, y: 154, width: 300, height: 77),
            "note": Frame(x: 450, y: 154, width: 150, height: note),
            "a": Frame(x: 0, y: 271, width: 200, height: 77), "b": Frame(x: 0, y: 348, width: 200, height: 77),
        ]
        #expect(Self.frames(form) == expected)
        #expect(form.contentHeight == 77 * 5 + 40)
        #expect(
            form.field(0).presentation.border.frame.width <= 300 && form.field(0).presentation.line.frame.width <= 300
        )
    }

    private static let parts = """
        {"fields": [
          {"id": "left", "section": "Left", "span": 6, "fields": [{"id": "a"}, {"id": "b", "span": 6}, {"id": "c", "span": 6}]},
          {"id": "right", "section": "Right", "span": 6, "visibleWhen": {"field": "a", "notEquals": "no"},
            "fields": [{"id": "d"}]},
          {"id": "rows", "span": 8, "repeat": {"min": 1, "max": 2}, "fields": [{"id": "e", "span": 3}]}, {"id": "f", "span": 4}]}
        """

    @Test("sections and groups can be beside one another, and divide their width into twelve columns")
    func parts() throws {
        var form = try Self.form(Self.parts)
        let expected: [String: Frame] = [
            "a": Frame(x: 0, y: 40, width: 300, height: 77), "b": Frame(x: 0, y: 117, width: 150, height: 77),
            "c": Frame(x: 150, y: 117, width: 150, height: 77), "d": Frame(x: 300, y: 40, width: 300, height: 77),
            "rows_1_e": Frame(x: 0, y: 226, width: 100, height: 77), "f": Frame(x: 400, y: 194, width: 200, height: 77),
        ]
        #expect(Self.frames(form) == expected)
        let headers = form.frames.filter { $0.kind != .field }
        let others = headers.map { "\($0.kind) \($0.name) \($0.frame.x) \($0.frame.y)" }
        #expect(
            others == [
                "section left 16.0 0.0", "section right 316.0 0.0", "row rows_1 16.0 194.0", "addRow rows 16.0 303.0",
            ]
        )
        #expect(form.contentHeight == 347)
        #expect(form.field(4).presentation.line.frame.width <= 100)
        _ = try form.perform([.addRow(group: "rows", position: nil)])
        #expect(form.frames.contains { $0.kind == .removeRow && $0.frame.x == 340 }, "in the group's eight columns")
        _ = try form.perform([.field(0, .setText("no", formats: true, validates: nil))])
        #expect(Self.frames(form)["d"] == nil && form.contentHeight == 412)
        _ = try form.perform([.setWidth(400)])
        #expect(Self.frames(form).isEmpty && form.contentHeight == 566)
    }

    private static let grid = """
        {"fields": [{"id": "g", "section": "Table", "layout": "grid", "fields": [
          {"id": "a", "span": 6, "input": {"type": "options", "options": ["1", "2"]}},
          {"id": "b", "span": 6, "input": {"type": "options", "options": ["1", "2"]}},
          {"id": "c", "span": 6}]}, {"id": "d", "span": 6}]}
        """

    @Test("a table has a header above its rows, and each row has the full width")
    func table() throws {
        var form = try Self.form(Self.grid)
        let header = form.frames.filter { $0.kind == .grid }
        #expect(header.map(\.name) == ["g"] && header.first?.frame == Frame(x: 16, y: 40, width: 568, height: 32))
        #expect(Self.frames(form)["a"] == Frame(x: 0, y: 72, width: 600, height: 77))
        #expect(Self.frames(form)["b"]?.y == 149 && Self.frames(form)["c"]?.width == 600)
        #expect(Self.frames(form)["d"] == Frame(x: 0, y: 303, width: 300, height: 77))
        #expect(form.contentHeight == 380)
        _ = try form.perform([.setWidth(479)])
        #expect(!form.frames.contains { $0.kind == .grid } && form.contentHeight == 348)
        let plain = try Self.form(Self.grid.replacing(#""span": 6,"#, with: "").replacing(#", "span": 6"#, with: ""))
        #expect(plain.frames.map(\.kind) == [.section, .grid], "a table needs no columns")
    }

    @Test("fields have the full width in a session narrower than 480, and follow changes of the width")
    func narrow() throws {
        var form = try Self.form(width: 479)
        #expect(Self.frames(form).isEmpty && form.contentHeight > 77 * 7)
        let high = form.contentHeight
        _ = try form.perform([.setWidth(480)])
        #expect(Self.frames(form)["last"] == Frame(x: 240, y: 0, width: 240, height: 77))
        #expect(form.contentHeight == 77 * 5 + 40)
        _ = try form.perform([.setWidth(479)])
        #expect(Self.frames(form).isEmpty && form.contentHeight == high)
    }

    @Test("hidden fields take no space, and a line is as high as its highest field")
    func changes() throws {
        var form = try Self.form()
        _ = try form.perform([.field(2, .setText("firm", formats: true, validates: nil))])
        #expect(Self.frames(form)["last"] == nil && Self.frames(form)["kind"]?.y == 77)
        _ = try form.perform([.field(3, .setError(String(repeating: "long words ", count: 30)))])
        let high = form.field(3).height
        #expect(high > 77 * 2, "a narrow field has more lines")
        #expect(Self.frames(form)["city"]?.height == 77 && Self.frames(form)["b"]?.y == 77 * 2 + high + 40 + 77)
        #expect(form.contentHeight == 77 * 4 + high + 40)
        _ = try form.perform([.field(3, .resetError)])
        #expect(form.contentHeight == 77 * 5 + 40)
    }

    @Test("fields are placed from right to left in a language written that way")
    func mirrored() throws {
        let form = try Self.form(locale: "ar")
        #expect(Self.frames(form)["first"]?.x == 300 && Self.frames(form)["last"]?.x == 0)
    }

    @Test("scrolling shows the whole line of a field")
    func scrolling() throws {
        var form = try Self.form()
        _ = try form.perform([.setViewport(height: 100, keyboardInset: 0)])
        _ = try form.perform([.field(4, .focus)])
        #expect(form.scrollOffset == 154 + 77 - 100)
        _ = try form.perform([.field(0, .focus)])
        #expect(form.scrollOffset == 0)
    }

    @Test("a form without spans has no frames for fields, and without a layout there are none")
    func none() throws {
        #expect(try Self.form(#"{"fields": [{"id": "a"}, {"id": "b"}]}"#).frames.isEmpty)
        let decoded = DefinitionDecoder().decode(Self.definition, name: "t")
        let form = try Form(
            CompiledForm(try #require(decoded.value)),
            traits: LayoutTraits(mode: .none, width: 600)
        )
        #expect(form.frames.isEmpty && form.contentHeight == 0 && form.field(0).height == 0)
    }
}
