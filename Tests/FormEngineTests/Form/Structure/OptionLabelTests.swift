@testable import FormEngine
import FormModel
import Testing

@Suite("Answers in labels of options")
struct OptionLabelTests {
    private static let form = """
        {"fields": [
          {"id": "who", "label": "Name"},
          {"id": "seat", "required": true, "input": {"type": "options", "options": [
            {"value": "w", "label": {"en": "{{who}} at the window", "de": "{{who}} am Fenster"}},
            {"value": "a", "label": {"en": "Aisle", "de": "Gang"}}, {"value": "n", "label": "{{who}}"}]}},
          {"id": "why", "label": "Why {{seat}}?"},
          {"id": "also", "input": {"type": "options", "multiple": true, "options": [
            {"value": "s", "label": "As {{seat}}"}, {"value": "z", "label": "Z"}]}},
          {"id": "items", "repeat": {"min": 1, "max": 2}, "fields": [{"id": "what"},
            {"id": "size", "input": {"type": "options", "options": [
              {"value": "b", "label": "Big {{what}} for {{who}}"}]}}]}]}
        """

    private static func field(_ name: String, _ driver: FormDriver) throws -> FieldReading {
        driver.form.field(try #require(driver.form.index(ofField: name)))
    }

    @Test("labels follow the answer in the list, in the chosen text and in texts that show it, in one transaction")
    func follow() throws {
        var form = try PartTests.driver(Self.form)
        #expect(
            try Self.field("seat", form).options == [" at the window", "Aisle", "n"],
            "for an empty label its value"
        )
        try PartTests.put("Ann", into: "who", &form)
        #expect(try Self.field("seat", form).options == ["Ann at the window", "Aisle", "Ann"])
        try form.perform(.field(1, .selectOption(0)))
        try form.perform(.field(3, .selectOptions([0])))
        #expect(try Self.field("also", form).text == "As Ann at the window")
        try PartTests.put("Bob", into: "who", &form)
        #expect(try Self.field("seat", form).text == "Bob at the window")
        #expect(try Self.field("why", form).label == "Why Bob at the window?")
        #expect(try Self.field("also", form).options == ["As Bob at the window", "Z"])
        #expect(try Self.field("also", form).text == "As Bob at the window")
        #expect(form.form.review.map(\.text) == ["Bob", "Bob at the window", "", "As Bob at the window", "", ""])
        #expect(form.form.values(includingSecrets: false).map(\.value) == ["Bob", "w", "", #"["s"]"#, "", ""])
        let announced = form.changes.compactMap { change -> String? in
            guard case .fieldProperties(let index, let properties) = change else { return nil }
            let names = [properties.contains(.text) ? "text" : "", properties.contains(.options) ? "options" : ""]
            return "\(form.form.name(ofField: index)) \(names.joined(separator: " "))"
        }
        #expect(Set(announced).isSuperset(of: ["seat text options", "also text options", "items_1_size  options"]))
        try form.perform(.undo)
        #expect(try Self.field("also", form).text == "As Ann at the window")
        try form.perform(.setLocale("de"))
        #expect(try Self.field("seat", form).text == "Ann am Fenster")
        #expect(try Self.field("also", form).options == ["As Ann am Fenster", "Z"])
    }

    @Test("options are searched, typed, listed and set with their filled-in labels")
    func found() throws {
        var form = try PartTests.driver(Self.form)
        try PartTests.put("Ann", into: "who", &form)
        let seat = try Self.field("seat", form)
        #expect(try seat.listOptions(filter: "ann a", offset: 0, limit: 9).options.map(\.value) == ["w"])
        #expect(try seat.listOptions(filter: "{{", offset: 0, limit: 9).total == 0)
        try form.perform(.field(1, .focus), .field(1, .insertText("Ann at")), .field(1, .blur))
        #expect(try Self.field("seat", form).value == "w")
        try PartTests.put("Ann", into: "seat", &form)
        #expect(try Self.field("seat", form).value == "n")
        try PartTests.put("Ann am Fenster", into: "seat", &form)
        #expect(try Self.field("seat", form).text == "Ann at the window", "set by the label of another language")
    }

    @Test("labels in a row show the row's answers, also for initial values")
    func rows() throws {
        let definition = try #require(DefinitionDecoder().decode(Self.form, name: "t").value)
        let form = try Form(
            CompiledForm(definition, types: .inAllLanguages),
            values: [
                "who": "Ann", "items_1_what": "tea", "items_2_what": "pie", "items_2_size": "b", "also": #"["s"]"#,
            ]
        )
        let texts = (0..<form.fieldCount).map { form.field($0).text }
        #expect(texts == ["Ann", "", "", "As ", "tea", "", "pie", "Big pie for Ann"])
        #expect(form.field(5).options == ["Big tea for Ann"] && !form.field(7).isModified)
    }

    @Test("labels are restored with a saved form")
    func saved() throws {
        var driver = try PartTests.driver(Self.form)
        try PartTests.put("Ann", into: "who", &driver)
        try driver.perform(.field(1, .selectOption(0)))
        let record = driver.form.saved
        let restored = try FormRestorer(record.bytes[...], of: driver.form.compiled, .unreadable)
            .restored()
        #expect(restored.field(1).options == driver.form.field(1).options)
        #expect(restored.field(1).text == "Ann at the window" && restored.field(1).value == "w")
    }

    @Test("labels do not show the answer of a field that became secret")
    func secrets() throws {
        var form = try PartTests.driver(Self.form)
        try PartTests.put("Ann", into: "who", &form)
        try form.perform(.field(1, .selectOption(0)))
        try form.perform(.field(0, .setMode(.password(reveal: .alwaysVisible))))
        #expect(try Self.field("seat", form).options == [" at the window", "Aisle", "n"])
        #expect(try Self.field("seat", form).text == " at the window")
    }
}
