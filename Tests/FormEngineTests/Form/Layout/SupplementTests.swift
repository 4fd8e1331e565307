import FormEngine
import FormModel
import FormPlugin
import Testing

/// Headers of rows, and buttons.
@Suite("Supplements between fields")
struct SupplementTests {
    private static let definition = """
        {"fields": [
            {"id": "name"},
            {"id": "items", "repeat": {"min": 1, "max": 3}, "fields": [
                {"id": "what", "visibleWhen": {"field": "name", "notEquals": "none"}}, {"id": "count"}
            ]},
            {"id": "note"},
            {"id": "guests", "repeat": {"max": 1}, "fields": [{"id": "guest"}]}
         ],
         "pages": [{"fields": ["name", "items"]}, {"fields": ["note", "guests"]}]}
        """

    private struct Row: Equatable {
        var kind: SupplementaryFrame.Kind
        var name: String
        var frame: Frame

        init(_ kind: SupplementaryFrame.Kind, _ name: String, _ x: Double, _ y: Double, _ w: Double, _ h: Double) {
            (self.kind, self.name, frame) = (kind, name, Frame(x: x, y: y, width: w, height: h))
        }
    }

    private static func rows(_ form: FormDriver) -> [Row] {
        form.form.frames.map {
            Row($0.kind, $0.name, $0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height)
        }
    }

    @Test("supplements are placed above, between and below fields, and add to the content's height")
    func places() throws {
        var form = try LayoutTraitsTests.open(Self.definition)
        // At its least number of rows a group has no button to remove one.
        #expect(
            Self.rows(form) == [
                Row(.row, "items_1", 16, 77, 288, 32), Row(.addRow, "items", 16, 263, 288, 44),
                Row(.next, "", 168, 315, 136, 44),
            ]
        )
        #expect(form.form.contentHeight == 3 * 77 + 32 + 44 + 60)
        try form.perform(.addRow(group: "items", position: nil))
        #expect(
            Self.rows(form) == [
                Row(.row, "items_1", 16, 77, 244, 32), Row(.removeRow, "items_1", 260, 77, 44, 32),
                Row(.row, "items_2", 16, 263, 244, 32), Row(.removeRow, "items_2", 260, 263, 44, 32),
                Row(.addRow, "items", 16, 449, 288, 44), Row(.next, "", 168, 501, 136, 44),
            ]
        )
        var announced: SessionProperties = []
        for case .sessionProperties(let properties) in form.changes { announced.formUnion(properties) }
        #expect(announced.isSuperset(of: [.frames, .contentHeight]))
        // A group that has all its rows takes no other.
        try form.perform(.addRow(group: "items", position: nil))
        #expect(!Self.rows(form).contains { $0.kind == .addRow })
    }

    @Test("supplements belong to the page that is shown, and only the last page has the submit button")
    func pages() throws {
        var form = try LayoutTraitsTests.open(Self.definition)
        try form.perform(.nextPage)
        #expect(
            Self.rows(form) == [
                Row(.addRow, "guests", 16, 77, 288, 44), Row(.previous, "", 16, 129, 136, 44),
                Row(.submit, "", 168, 129, 136, 44),
            ]
        )
        #expect(form.form.contentHeight == 77 + 44 + 60)
        try form.perform(.addRow(group: "guests", position: nil))
        #expect(Self.rows(form).map(\.kind) == [.row, .removeRow, .previous, .submit])
    }

    @Test("a supplement moves with the heights above it, and with the first visible field of its row")
    func moves() throws {
        var form = try LayoutTraitsTests.open(Self.definition)
        try form.perform(.setError("a\nb"))
        #expect(Self.rows(form).first == Row(.row, "items_1", 16, 93, 288, 32))
        #expect(form.changes.contains(.sessionProperties([.valid, .frames, .contentHeight])))
        try form.perform(.setText("none", formats: true, validates: false))
        #expect(Self.rows(form)[1] == Row(.addRow, "items", 16, 93 + 32 + 77, 288, 44))
        try form.perform(.insertText("x"))
        #expect(Self.rows(form)[1].frame.y == 263)
        // A key that moves nothing announces nothing of it.
        try form.perform(.insertText("x"))
        for case .sessionProperties(let properties) in form.changes { #expect(!properties.contains(.frames)) }
    }

    @Test("supplements are scaled and mirrored")
    func traits() throws {
        let form = try LayoutTraitsTests.open(Self.definition, locale: "ar", LayoutTraits(textScale: 2))
        #expect(
            Self.rows(form) == [
                Row(.row, "items_1", 16, 154, 288, 64), Row(.addRow, "items", 16, 526, 288, 88),
                Row(.next, "", 16, 630, 136, 88),
            ]
        )
    }

    @Test("a supplement scrolls into view with the field below it")
    func viewport() throws {
        var form = try LayoutTraitsTests.open(Self.definition)
        try form.perform(.setViewport(height: 150, keyboardInset: 0))
        try form.perform(.field(2, .focus))
        // The field's lower edge is at the viewport's.
        #expect(form.form.scrollOffset == 77 + 32 + 77 + 77 - 150)
    }

    @Test("the title of a section is a supplement while an element of the section is visible")
    func sections() throws {
        let definition = """
            {"fields": [
                {"id": "name"},
                {"section": "Traveller", "id": "traveller", "visibleWhen": {"field": "name", "notEquals": "none"}, "fields": [
                    {"id": "who"}, {"section": "Journey", "id": "journey", "fields": [{"id": "km"}]}
                ]},
                {"id": "note"}
            ]}
            """
        var form = try LayoutTraitsTests.open(definition)
        #expect(
            Self.rows(form) == [
                Row(.section, "traveller", 16, 77, 288, 40), Row(.section, "journey", 16, 77 + 40 + 77, 288, 40),
            ]
        )
        #expect(form.form.contentHeight == 4 * 77 + 2 * 40)
        try form.perform(.setText("none", formats: true, validates: false))
        #expect(Self.rows(form).isEmpty && form.form.contentHeight == 2 * 77)
        try form.perform(.insertText("x"))
        #expect(Self.rows(form).count == 2)
    }

    @Test("there are no supplements without a layout, nor in a form without groups and pages")
    func none() throws {
        let form = try LayoutTraitsTests.open(Self.definition, LayoutTraits(mode: .none))
        #expect(form.form.frames.isEmpty && form.form.contentHeight == 0)
        #expect(try LayoutTraitsTests.open().form.frames.isEmpty)
    }

    @Test("supplements fit into a form of any width", arguments: [0.5, 10, 40, 65_536])
    func narrow(width: Double) throws {
        var form = try LayoutTraitsTests.open(Self.definition, LayoutTraits(width: width))
        try form.perform(.addRow(group: "items", position: nil))
        #expect(Self.rows(form).allSatisfy { $0.frame.width >= 0 && $0.frame.height > 0 })
    }
}
