@testable import FormEngine
import FormModel
import Testing

@Suite("Answers in texts")
struct InsertedAnswerTests {
    static let form = """
        {"markup": "basic", "fields": [
          {"id": "who", "label": "Name"},
          {"id": "pin", "mode": {"type": "password"}},
          {"id": "sum", "formatter": {"type": "number", "locale": "en"}},
          {"id": "detail", "label": "*{{who}}*'s detail", "hint": {"en": "For {{sum}}", "de": "Um {{sum}}"},
           "required": true, "requiredMessage": "{{who}}, say more"},
          {"id": "hello", "note": "Hello **{{who}}**!", "visibleWhen": {"field": "who", "empty": false}},
          {"id": "part", "section": "Of {{who}}", "fields": [{"id": "again", "label": "{{detail}}",
            "validators": [{"type": "length", "min": 3, "message": "{{who}}: at least {min}"}]}]},
          {"id": "items", "repeat": {"min": 1, "max": 2}, "fields": [
            {"id": "what"}, {"section": "About {{what}} of {{who}}", "fields": [{"id": "more", "label": "{{what}}"}]}]}]}
        """

    private static func label(_ field: String, _ driver: FormDriver) throws -> String {
        driver.form.field(try #require(driver.form.index(ofField: field))).label
    }

    @Test("inserted answers follow the fields that they show, and are announced when they change")
    func follow() throws {
        var form = try PartTests.driver(Self.form)
        #expect(try Self.label("detail", form) == "'s detail")
        try PartTests.put("Ann", into: "who", &form)
        #expect(try Self.label("detail", form) == "Ann's detail")
        #expect(form.form.field(3).markup.map(\.run) == [MarkupRun(start: 0, length: 3, style: .emphasis)])
        #expect(form.form.field(4).text == "Hello Ann!")
        #expect(form.form.structure.map(\.title).filter { !$0.isEmpty } == ["Of Ann", "About  of Ann"])
        let announced = form.changes.compactMap { change -> String? in
            switch change {
            case .fieldProperties(3, let properties): properties.contains(.label) ? "label" : nil
            case .fieldProperties(4, let properties): properties.contains(.text) ? "note" : nil
            case .sessionProperties(let properties): properties.contains(.structure) ? "structure" : nil
            default: nil
            }
        }
        #expect(Set(announced) == ["label", "note", "structure"] && announced.last == "structure")
        try PartTests.put("1234.5", into: "sum", &form)
        #expect(form.form.field(3).hint == "For 1,234.5", "the shown text, not the value")
        try form.perform(.setLocale("de"))
        #expect(form.form.field(3).hint == "Um 1,234.5")
        try form.perform(.undo)
        try form.perform(.undo)
        #expect(try Self.label("detail", form) == "'s detail")
        #expect(!form.form.field(4).isVisible)
    }

    @Test("a text outside of a group shows the answer of a certain row, and nothing without the row")
    func row() throws {
        var form = try PartTests.driver(
            """
            {"fields": [{"id": "first", "note": "First: {{guests_1_name}}, second: {{guests_2_name}}"},
              {"id": "guests", "repeat": {"min": 1, "max": 3}, "fields": [{"id": "name"}]}]}
            """
        )
        #expect(form.form.field(0).text == "First: , second: ")
        try PartTests.put("Ann", into: "guests_1_name", &form)
        #expect(form.form.field(0).text == "First: Ann, second: ")
        try form.perform(.addRow(group: "guests", position: nil))
        try PartTests.put("Bob", into: "guests_2_name", &form)
        #expect(form.form.field(0).text == "First: Ann, second: Bob")
        try form.perform(.removeRow(group: "guests", row: 1))
        #expect(form.form.field(0).text == "First: , second: Bob")
        try form.perform(.undo)
        #expect(form.form.field(0).text == "First: Ann, second: Bob")
    }

    @Test("answers in messages are current, and the message is announced again when they change")
    func messages() throws {
        var form = try PartTests.driver(Self.form)
        try PartTests.put("Ann", into: "who", &form)
        try form.perform(.submit)
        #expect(form.form.field(3).error == "Ann, say more")
        try PartTests.put("Bob", into: "who", &form)
        #expect(form.form.field(3).error == "Bob, say more")
        try PartTests.put("x", into: "again", &form)
        try form.perform(Operation.validate(force: true))
        #expect(form.form.field(5).error == "Bob: at least 3")
    }

    @Test("a name in a text of a row means the row's field first")
    func rows() throws {
        var form = try PartTests.driver(Self.form)
        try PartTests.put("tea", into: "items_1_what", &form)
        try form.perform(.addRow(group: "items", position: 0))
        #expect(try Self.label("items_1_more", form) == "tea")
        #expect(try Self.label("items_2_more", form) == "")
        #expect(form.form.structure.map(\.title).filter { $0.hasPrefix("About") } == ["About  of ", "About tea of "])
    }

    @Test(
        "markup, braces and escapes in an answer have no effect",
        arguments: ["**x**", "[a](https://evil.example)", "{{pin}}", "{{who}}", "<b>", "- x", "\\*", "{min}"]
    )
    func hostile(_ answer: String) throws {
        var form = try PartTests.driver(Self.form)
        try PartTests.put("1234", into: "pin", &form)
        try PartTests.put(answer, into: "who", &form)
        #expect(try Self.label("detail", form) == answer + "'s detail")
        #expect(form.form.field(4).text == "Hello \(answer)!")
        #expect(form.form.field(4).markup.map(\.run.style) == [.strong])
        try form.perform(.submit)
        #expect(form.form.field(3).error == "\(answer), say more")
    }

    @Test("answers are truncated to 200 characters, and hidden when their field becomes secret")
    func bounds() throws {
        var form = try PartTests.driver(Self.form)
        try PartTests.put(String(repeating: "é", count: 300), into: "who", &form)
        #expect(form.form.field(4).text == "Hello \(String(repeating: "é", count: 200))!")
        try form.perform(.field(0, .setMode(.password(reveal: .alwaysVisible))))
        #expect(form.form.field(4).text == "Hello !")
        #expect(form.form.structure.contains { $0.title == "Of " })
    }
}
