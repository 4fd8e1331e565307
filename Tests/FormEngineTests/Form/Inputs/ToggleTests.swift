import FormEngine
import FormModel
import Testing
import TextEditing

@Suite("A toggle")
struct ToggleTests {
    private static func form(_ members: String = "", _ others: String = "") throws -> FormDriver {
        let toggle = #"{"id": "a", "label": "Terms", "input": {"type": "toggle"}\#(members)}"#
        return try FormDriver(json: #"{"fields": [\#(toggle)\#(others)]}"#)
    }

    @Test("a toggle is off at first, can be turned on, and shows its state in the session's language")
    func turned() throws {
        var form = try Self.form()
        #expect(try form.field.value == "false" && form.field.text == "No" && !form.field.isModified)
        #expect(try form.perform(.toggle).results == [.toggled(true)])
        #expect(try form.field.value == "true" && form.field.text == "Yes" && form.field.isModified)
        #expect(form.events() == [.textChanged(.picker)])
        try form.perform(.setLocale("de"))
        #expect(try form.field.text == "Ja" && form.field.value == "true")
        #expect(form.events() == [.textChanged(.mask)])
        #expect(try form.perform(.toggle).results == [.toggled(false)])
        #expect(try form.field.text == "Nein" && form.field.value == "false" && !form.field.isModified)
    }

    @Test("an input without other keys can be written as a word", arguments: ["toggle", "keyboard"])
    func word(name: String) throws {
        func driver(_ input: String) throws -> FormDriver {
            try FormDriver(json: #"{"fields": [{"id": "a", "label": "A", "input": \#(input)}]}"#)
        }
        let (short, long) = try (driver("\"\(name)\""), driver(#"{"type": "\#(name)"}"#))
        #expect(try short.field.input == name && long.field.input == name)
        #expect(try short.field.text == long.field.text && short.field.value == long.field.value)
        for input in [#""options""#, #""slider""#, #""date""#, #""switch""#] {
            let json = #"{"fields": [{"id": "a", "input": \#(input)}]}"#
            #expect(DefinitionDecoder().decode(json, name: "").value == nil)
        }
    }

    @Test("each turn is one undo step, whatever the session's language is")
    func undo() throws {
        var form = try Self.form()
        for _ in 0..<3 { try form.perform(.toggle) }
        try form.perform(.setLocale("fr"))
        for expected in ["false", "true", "false"] {
            try form.perform(.undo)
            #expect(try form.field.value == expected)
        }
        #expect(try !form.form.canUndo && form.field.text == "Non")
        try form.perform(.redo)
        #expect(try form.field.value == "true" && form.field.text == "Oui")
    }

    @Test(
        "a program can set a toggle to true or false only",
        arguments: [("true", "true"), ("false", "false"), ("", "false"), ("Yes", nil), ("1", nil), ("TRUE", nil)]
            as [(String, String?)]
    )
    func program(_ text: String, _ value: String?) throws {
        var form = try Self.form()
        try form.perform(.toggle)
        for formats in [true, false] {
            let operation = FieldOperation.setText(text, formats: formats, validates: nil)
            if let value {
                try form.perform(operation)
                #expect(try form.field.value == value)
            } else {
                let error = #expect(throws: FormError.self) { try form.perform(operation) }
                #expect(error?.code == .invalidText && error?.message.hasSuffix("one of which “Terms” is") == true)
                #expect(try form.field.value == "true")
            }
        }
        let fields = form.form.definition.fields
        if let value {
            form = try FormDriver(fields, values: ["a": text])
            #expect(try form.field.value == value && !form.field.isModified)
        } else {
            #expect(throws: FormError.self) { try FormDriver(fields, values: ["a": text]) }
        }
    }

    @Test("a space turns a toggle, and any other typed character is refused with a reason")
    func typed() throws {
        var form = try Self.form()
        try form.perform(.focus)
        #expect(try form.perform(.insertText(" ")).results == [.edit(text: "Yes", caret: 3, accepted: true)])
        #expect(try form.perform(.insertText("x")).results == [.edit(text: "Yes", caret: 3, accepted: false)])
        #expect(try form.field.refusals == [Refusal("x", .values)])
        #expect(try form.perform(.deleteBackward).results == [.edit(text: "Yes", caret: 3, accepted: false)])
        #expect(try form.field.value == "true")
        let others: [FieldOperation] = [
            .replaceRange(start: 0, length: 3, text: "No"), .performEditAction(.cut, text: ""),
            .performEditAction(.paste, text: " "), .performEditAction(.delete, text: ""), .selectOption(0),
            .setMode(.password(reveal: .alwaysVisible)), .selectDate("2026-01-01"),
            .setComposition("x", caret: 1),
        ]
        for operation in others { #expect(throws: FormError.self) { try form.perform(operation) } }
        #expect(try form.field.value == "true")
    }

    @Test("a required toggle must be on, and its error disappears when it is turned on")
    func required() throws {
        var form = try Self.form(#", "required": true"#)
        #expect(!form.form.isComplete)
        let failure = try form.perform(.submit).failure
        #expect(failure?.message == "Terms: Field must be filled")
        #expect(try !form.field.isValid)
        try form.perform(.toggle)
        #expect(try form.field.isValid && form.form.isComplete)
        try form.perform(.toggle)
        #expect(try !form.field.isValid && !form.form.isComplete)
        try form.perform(.setValues(["a": "true"]))
        #expect(try form.field.isValid && form.form.isComplete)
    }

    @Test("a required toggle that is off shows no error before it had the focus")
    func untouched() throws {
        var form = try Self.form(#", "required": true"#)
        try form.perform(.setValues(["a": "false"]))
        #expect(try form.field.isValid)
        form = try Self.form(#", "required": true, "validation": "notEmptyText""#)
        try form.perform(.focus)
        try form.perform(.blur)
        #expect(try form.field.isValid)
    }

    struct RuleRow: Sendable {
        var rule: String
        var off: Bool
        var on: Bool
    }

    @Test(
        "rules validate the value of a toggle, on or off",
        arguments: [
            RuleRow(rule: #"{"type": "oneOf", "values": ["true"]}"#, off: false, on: true),
            RuleRow(rule: #"{"type": "oneOf", "values": ["false"]}"#, off: true, on: false),
            RuleRow(rule: #"{"type": "equals", "field": "b"}"#, off: true, on: false),
            RuleRow(
                rule:
                    #"{"type": "any", "rules": [{"type": "oneOf", "values": ["true"]}, {"type": "equals", "field": "b"}]}"#,
                off: true,
                on: true
            ),
        ]
    )
    func rules(row: RuleRow) throws {
        var form = try Self.form(#", "validators": [\#(row.rule)]"#, #", {"id": "b", "input": {"type": "toggle"}}"#)
        #expect(form.form.isComplete == row.off)
        try form.perform(.toggle)
        #expect(form.form.isComplete == row.on)
        #expect(try form.field.isValid == row.on)
    }

    @Test("a toggle controls conditions, and is off when it reappears after it was hidden and cleared")
    func conditions() throws {
        let others = #"""
            , {"id": "b", "visibleWhen": {"field": "a", "equals": true}, "whenIrrelevant": "clear",
               "input": {"type": "toggle"}},
              {"id": "c", "requiredWhen": {"field": "b", "equals": true}}
            """#
        var form = try Self.form("", others)
        #expect(try !form.field(1).isVisible && form.field(1).value == "false")
        try form.perform(.toggle)
        try form.perform(.field(1, .toggle))
        #expect(try form.field(1).isVisible && form.field(2).isRequired)
        try form.perform(.toggle)
        #expect(try form.field(1).value == "false" && form.field(1).text == "No" && !form.field(2).isRequired)
        try form.perform(.reset)
        #expect(try form.field.value == "false")
    }

    @Test("a toggle cannot be turned if users may not edit it")
    func refused() throws {
        for members in [#", "readOnly": true"#, #", "enabled": false"#, #", "allowedEdits": ["typing"]"#] {
            var form = try Self.form(members)
            #expect(throws: FormError.self) { try form.perform(.toggle) }
            #expect(throws: FormError.self) { try form.perform(.step(1)) }
        }
        var plain = try FormDriver(json: #"{"fields": [{"id": "a"}]}"#)
        #expect(throws: FormError.self) { try plain.perform(.toggle) }
    }

    @Test("the form's messages replace Yes and No")
    func words() throws {
        let fields = #""fields": [{"id": "a", "input": {"type": "toggle"}, "value": true}]"#
        let form = try FormDriver(json: #"{"messages": {"yes": "On", "no": "Off"}, \#(fields)}"#)
        #expect(try form.field.text == "On" && form.field.value == "true")
    }

    @Test("an explanation contains the toggle's requirement and its state")
    func explained() throws {
        let form = try Self.form(#", "required": true, "validators": [{"type": "oneOf", "values": ["true"]}]"#).form
        let said = try form.explain { 0 }
        #expect(said.map(\.rule) == ["required", "oneOf"] && said.map(\.verdict) == [.invalid, .invalid])
    }
}
