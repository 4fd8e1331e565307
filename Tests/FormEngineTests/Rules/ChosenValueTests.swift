import FormEngine
import FormModel
import Testing

private let list = #""input": {"type": "options", "options": [{"value": "m", "label": "Male"}]}"#
private let calendar = #""input": {"type": "date", "format": "dd.MM.yyyy"}"#

@Suite("Rules about a field with options")
struct ChosenValueTests {
    struct Row: Sendable {
        var input: String
        var rule: String
        var value: String
        var passes: Bool
    }

    static let rows = [
        Row(input: list, rule: #"{"type": "oneOf", "values": ["m"]}"#, value: "m", passes: true),
        Row(input: list, rule: #"{"type": "oneOf", "values": ["Male"]}"#, value: "m", passes: true),
        Row(input: list, rule: #"{"type": "oneOf", "values": ["f"]}"#, value: "m", passes: false),
        Row(input: list, rule: #"{"type": "equals", "field": "b"}"#, value: "m", passes: true),
        Row(input: list, rule: #"{"type": "length", "min": 4}"#, value: "m", passes: true),
        Row(input: calendar, rule: #"{"type": "date", "min": "2026-01-01"}"#, value: "2026-03-05", passes: true),
        Row(input: calendar, rule: #"{"type": "date", "min": "2026-04-01"}"#, value: "2026-03-05", passes: false),
        Row(input: calendar, rule: #"{"type": "date", "format": "dd.MM.yyyy"}"#, value: "2026-03-05", passes: true),
        Row(input: calendar, rule: #"{"type": "equals", "field": "b"}"#, value: "2026-03-05", passes: true),
        Row(input: calendar, rule: #"{"type": "oneOf", "values": ["2026-03-05"]}"#, value: "2026-03-05", passes: true),
    ]

    @Test("rules about values read the chosen value, not its label", arguments: rows)
    func values(row: Row) throws {
        let fields = #"{"id": "a", \#(row.input), "validators": [\#(row.rule)]}, {"id": "b", "value": "\#(row.value)"}"#
        var form = try FormDriver(json: #"{"fields": [\#(fields)]}"#)
        try form.perform(.setText(row.value, formats: true, validates: true))
        #expect(try form.field.isValid == row.passes)
        #expect(form.form.isComplete == row.passes)
    }
}

@Suite("A change of the language")
struct ChosenLanguageTests {
    @Test("a typed text can become an option, and everything that reads the value is updated")
    func option() throws {
        let json = """
            {"fields": [
              {"id": "a",
               "input": {"type": "options", "options": [{"value": "de", "label": {"en": "Germany", "ru": "German"}}]},
               "validators": [{"type": "oneOf", "values": ["de"]}]},
              {"id": "b", "visibleWhen": {"field": "a", "equals": "de"}},
              {"id": "c", "value": "de", "validators": [{"type": "equals", "field": "a"}]}]}
            """
        var form = try FormDriver(json: json)
        try form.type("German")
        #expect(try !form.form.isComplete && form.field.value == "German" && !form.field(1).isVisible)
        try form.perform(.setLocale("ru"))
        #expect(try form.field.value == "de" && form.form.isComplete && form.field(1).isVisible)
        try form.perform(.undo)
        #expect(try form.field.text.isEmpty && !form.field(1).isVisible)
    }

    @Test("a text that was not a day can become one")
    func day() throws {
        var form = try FormDriver(
            field: #""input": {"type": "date", "format": {"en": "MM/dd/yyyy", "ru": "dd.MM.yyyy"}}"#
        )
        try form.type("31.12.2026")
        #expect(!form.form.isComplete)
        try form.perform(.setLocale("ru"))
        #expect(try form.form.isComplete && form.field.date == "2026-12-31")
        try form.perform(.setLocale("en"))
        #expect(try form.field.text == "12/31/2026" && form.form.isComplete)
    }
}

@Suite("An option with an empty value")
struct EmptyOptionTests {
    private func form() throws -> FormDriver {
        let options = #"[{"value": "", "label": "Choose…"}, {"value": "m", "label": "Male"}]"#
        let rules = #"[{"type": "oneOf", "values": ["m"]}]"#
        let json = """
            {"fields": [
              {"id": "a", "input": {"type": "options", "options": \(options)}, "required": true, "validators": \(rules),
               "validation": "notEmptyText"},
              {"id": "b", "visibleWhen": {"field": "a", "empty": false}}]}
            """
        return try FormDriver(json: json)
    }

    @Test("the option's label is shown, and rules treat it as an empty text")
    func empty() throws {
        var form = try form()
        #expect(try form.field.text == "Choose…" && form.field.value.isEmpty && form.field.selectedOption == 0)
        #expect(try !form.form.isComplete && !form.field(1).isVisible)
        try form.perform(.focus)
        try form.perform(.blur)
        #expect(try form.field.isValid)
        #expect(try form.perform(.submit).failure?.message == "a: Field must be filled")
        try form.perform(.selectOption(1))
        #expect(try form.field.isValid && form.form.isComplete && form.field(1).isVisible)
        try form.perform(.selectOption(0))
        #expect(try form.field.error == "Field must be filled" && form.field.selectedOption == 0)
        try form.perform(.setLocale("ru"))
        #expect(try form.field.text == "Choose…" && form.field.selectedOption == 0)
        #expect(try form.field.error == "Поле должно быть заполнено")
        try form.perform(FormEngine.Operation.reset)
        #expect(try form.field.text == "Choose…" && form.field.isValid && !form.field.isModified)
    }
}
