import FormEngine
import FormModel
import FormPlugin
import Testing

/// Who may change a text, and how: number Q-39 of the table “Quirks that are not repeated” in FormEngine's article
/// Fields.
@Suite("Edits are allowed by their origin")
struct PermissionQuirkTests {
    /// What users do to the text `abc`, with `b` selected, and the origin that it counts for.
    static let edits: [(FieldOperation, EditOrigins)] = [
        (.insertText("x"), .typing), (.deleteBackward, .typing), (.deleteForward, .typing), (.pressReturn, .typing),
        (.replaceRange(start: 0, length: 1, text: "x"), .replacement), (.performEditAction(.cut, text: ""), .clipboard),
        (.performEditAction(.paste, text: "x"), .clipboard), (.performEditAction(.delete, text: ""), .clipboard),
        (.clear, .clear),
    ]

    private func form(_ allowed: EditOrigins, isReadOnly: Bool = false) throws -> FormDriver {
        var form = try FormDriver(.textView) {
            $0.allowedEdits = allowed
            $0.isReadOnly = isReadOnly
        }
        try form.perform(.setText("abc", formats: true, validates: false))
        try form.perform(.select(start: 1, length: 1))
        return form
    }

    @Test("Q-39: each kind of edit needs exactly its own permission", arguments: 0..<edits.count)
    func origins(number: Int) throws {
        let (operation, origin) = Self.edits[number]
        var open = try form(origin)
        try open.perform(operation)
        #expect(try open.field.text != "abc")
        var closed = try form(EditOrigins.all.subtracting(origin))
        let error = #expect(throws: FormError.self) { try closed.perform(operation) }
        #expect(error?.code == .actionDisabled)
        #expect(try closed.field.text == "abc")
        var readOnly = try form(.all, isReadOnly: true)
        let refusal = #expect(throws: FormError.self) { try readOnly.perform(operation) }
        #expect(refusal == FormError(.actionDisabled, "the field a is read-only"))
    }

    @Test("Q-39: pickers are a kind of edit, too, and choose nothing automatically if they are not allowed")
    func pickers() throws {
        for members in [#""readOnly": true"#, #""allowedEdits": ["typing"]"#] {
            let options = #""input": {"type": "options", "options": ["x"], "preselect": "first"}"#
            var list = try FormDriver(field: "\(members), \(options)")
            try list.perform(.focus)
            #expect(try list.field.text.isEmpty && list.field.isFocused)
            #expect(throws: FormError.self) { try list.perform(.selectOption(0)) }
            var day = try FormDriver(field: #"\#(members), "input": {"type": "date", "format": "yyyy-MM-dd"}"#)
            #expect(throws: FormError.self) { try day.perform(.selectDate("2026-03-05")) }
        }
    }

    @Test("Q-39: read-only differs from disabled: focus, selection, copying, programs and rules are not affected")
    func readOnly() throws {
        var form = try FormDriver {
            $0.isReadOnly = true
            $0.isRequired = true
        }
        #expect(try form.perform(.focus).results == [.focused(true)])
        #expect(try form.field.containerState == .active && form.field.isEnabled)
        try form.perform(.blur)
        #expect(try form.field.error == "Field must be filled")
        try form.perform(.setText("abc", formats: true, validates: true))
        #expect(try form.field.text == "abc" && form.field.isValid)
        try form.perform(.performEditAction(.selectAll, text: ""))
        #expect(try form.perform(.performEditAction(.copy, text: "")).results == [.action("abc")])
        #expect(form.form.isComplete && !form.form.canUndo)
        #expect(try form.perform(.submit).failure == nil)
    }

    @Test(
        "Q-39: a program can make a field read-only and editable again, which is announced, and undo does not revert it"
    )
    func opening() throws {
        var form = try FormDriver(.textView) { $0.allowedEdits = [.typing, .clear] }
        try form.type("a")
        #expect(form.form.canUndo)
        #expect(try form.field.disabledEditActions == ["cut", "paste", "delete"])
        try form.perform(.setReadOnly(true))
        #expect(form.properties == [.readOnly, .allowedEdits, .actionButton])
        #expect(try form.field.isReadOnly && form.field.allowedEdits == [] && !form.field.actionButton.isVisible)
        #expect(!form.form.canUndo)
        #expect(throws: FormError.self) { try form.perform(.insertText("b")) }
        #expect(try form.perform(.setReadOnly(true)).changes.isEmpty)
        try form.perform(.setReadOnly(false))
        #expect(try form.field.allowedEdits == ["typing", "clear"] && form.field.actionButton.isVisible)
        try form.type("b")
        #expect(try form.field.text == "ab")
    }

    @Test("Q-39: a configuration can change the allowed edits")
    func configuring() throws {
        var form = try FormDriver(field: #""allowedEdits": ["typing"]"#)
        try form.configure(#"{"allowedEdits": ["replacement"]}"#)
        #expect(form.properties == [.allowedEdits])
        #expect(throws: FormError.self) { try form.perform(.insertText("b")) }
        try form.perform(.replaceRange(start: 0, length: 0, text: "x"))
        #expect(try form.field.text == "x")
    }

    @Test("an application's veto on the focus is kept when the field is edited")
    func veto() throws {
        var form = try FormDriver { $0.isFocusable = false }
        try form.type("a")
        try form.perform(.setText("b", formats: true, validates: true))
        #expect(try !form.field.isFocusable)
        #expect(try form.perform(.focus).results == [.focused(false)])
    }
}
