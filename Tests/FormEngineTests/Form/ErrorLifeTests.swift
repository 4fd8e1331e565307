import FormEngine
import FormModel
import FormPlugin
import Testing

@Suite("The life of an error")
struct ErrorLifeTests {
    static let clearing: [FieldOperation] = [
        .insertText("x"), .deleteBackward, .performEditAction(.paste, text: "x"), .resetError, .reset,
    ]

    @Test("edits and resets clear an error", arguments: 0..<clearing.count)
    func cleared(number: Int) throws {
        var form = try FormDriver { $0.hint = LocalizedText("Hint") }
        try form.type("ab")
        try form.perform(.setError("Bad"))
        try form.perform(Self.clearing[number])
        #expect(try form.field.isValid)
        #expect(try form.field.hintText == "Hint")
        #expect(form.form.isValid)
    }

    static let keeping: [FieldOperation] = [
        .focus, .setText("y", formats: true, validates: nil), .setEnabled(false), .setHint("New"), .deleteForward,
        .insertText(""), .select(start: 0, length: 1),
    ]

    @Test("an operation that changes no text keeps an error", arguments: 0..<keeping.count)
    func kept(number: Int) throws {
        var form = try FormDriver()
        try form.type("ab")
        try form.perform(.setError("Bad"))
        try form.perform(Self.keeping[number])
        try form.perform(.blur)
        #expect(try !form.field.isValid)
        #expect(try form.field.hintText == "Bad")
    }

    @Test("an error without a message keeps the text that is shown")
    func wordless() throws {
        var form = try FormDriver { $0.hint = LocalizedText("Hint") }
        try form.perform(.setError(nil))
        #expect(try form.field.hintText == "Hint")
        #expect(try form.field.containerState.rawValue == "error")
        try form.perform(.setError("One"))
        try form.perform(.setError(nil))
        #expect(try form.field.hintText == "One")
    }

    @Test("the state error precedes disabled, and disabling a focused field does not validate it")
    func disabling() throws {
        var form = try FormDriver { $0.isRequired = true }
        try form.perform(.focus)
        try form.perform(.setEnabled(false))
        #expect(form.events() == [.stateChanged(.disabled, previous: .active), .editingEnded])
        #expect(form.form.focusedField == nil)
        try form.perform(.setError("Bad"))
        #expect(try form.field.containerState == .error)
        #expect(throws: FormError.self) { try form.perform(.insertText("x")) }
        #expect(try form.perform(.focus).results == [.focused(false)])
    }

    @Test("a reset field is in its initial state")
    func reset() throws {
        var form = try FormDriver([FormDriver.field("a") { $0.validation = .afterChanges }], values: ["a": "start"])
        try form.perform(.focus)
        try form.type("x")
        #expect(try form.field.isTouched && form.field.isModified)
        try form.perform(.reset)
        #expect(try form.field.text == "start")
        #expect(try !form.field.isTouched && !form.field.isModified)
        #expect(form.events() == [.textChanged(.reset)])
    }
}
