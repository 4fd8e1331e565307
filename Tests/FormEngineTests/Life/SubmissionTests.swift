import FormEngine
import FormModel
import FormPlugin
import Masks
import Rules
import Testing

@Suite("Submission")
struct SubmissionTests {
    private func form() throws -> FormDriver {
        try FormDriver([
            FormDriver.field("free"), FormDriver.field("needed") { $0.isRequired = true },
            FormDriver.field("off") {
                $0.isRequired = true
                $0.isEnabled = false
            },
            FormDriver.field("short") { $0.rules = [.length(3)] },
        ])
    }

    private func refusal(_ form: inout FormDriver) throws -> FormError? {
        do {
            return try form.perform(.submit).failure
        } catch let error as FormError {
            return error
        }
    }

    @Test("a failed submission shows all errors and moves the focus to the first invalid field")
    func refused() throws {
        var form = try form()
        try form.perform(.setViewport(height: 80, keyboardInset: 0))
        try form.type("ab", in: 3)
        let error = try refusal(&form)
        #expect(error?.code == .notValid)
        #expect(error?.message == "Label: Field must be filled")
        #expect(form.form.focusedField == 1)
        #expect(form.form.scrollOffset > 0)
        #expect(try !form.field(3).isValid)
        #expect(try form.field(2).isValid, "what is disabled has no say")
        #expect(form.form.state == .editing)
        #expect(
            form.events.contains(
                .session(
                    .validated(
                        valid: false,
                        errors: [
                            FieldMessage(field: "needed", message: "Field must be filled"),
                            FieldMessage(field: "short", message: "The field must contain at least 3 characters."),
                        ]
                    )
                )
            )
        )
    }

    @Test("a second submission is refused unless something has changed")
    func twice() throws {
        let reopening: [FormEngine.Operation] = [
            .field(0, .insertText("x")), .setErrors([:]), .setErrors(["free": "No"]), .reset, .undo,
            .field(0, .setText("y", formats: true, validates: nil)), .field(1, .deleteBackward),
        ]
        for operation in reopening {
            var form = try form()
            try form.type("a", in: 1)
            #expect(try refusal(&form) == nil)
            #expect(form.form.state == .submitted)
            #expect(form.events.contains(.session(.submitted)))
            let again = try refusal(&form)
            #expect(again?.code == .alreadySubmitted)
            try form.perform(.field(0, .focus))
            #expect(try refusal(&form)?.code == .alreadySubmitted, "looking is no change")
            try form.perform(operation)
            #expect(form.form.state == .editing, "\(operation)")
            #expect(try refusal(&form)?.code != .alreadySubmitted)
        }
    }

    @Test("an error that a server reported is shown, disappears with the next edit, and does not prevent a submission")
    func serverErrors() throws {
        var form = try form()
        try form.type("a", in: 1)
        try form.perform(.submit)
        try form.perform(.setErrors(["free": "Taken", "needed": "Unknown"]))
        #expect(try form.field(0).error == "Taken")
        #expect(!form.form.isValid)
        #expect(form.form.isComplete, "a validation would pass")
        try form.perform(.field(1, .insertText("b")))
        #expect(try form.field(1).isValid)
        #expect(try form.field(0).error == "Taken", "a field without rules keeps it, too")
        #expect(try refusal(&form) == nil)
        #expect(try form.field(0).isValid)
        #expect(form.form.state == .submitted)
        #expect(throws: FormError.self) { try form.perform(.setErrors(["nobody": "x"])) }
        #expect(form.form.state == .submitted)
    }

    @Test("a rule that could not be evaluated has a separate error, which comes after those of invalid texts")
    func unavailable() throws {
        let slow = Rule(.regex(pattern: "(a|aa)+c?"))
        var form = try FormDriver([
            FormDriver.field("slow") { $0.rules = [slow] }, FormDriver.field("needed") { $0.isRequired = true },
        ])
        try form.perform(.field(0, .setText(String(repeating: "a", count: 200) + "b", formats: true, validates: false)))
        #expect(try refusal(&form)?.code == .notValid)
        #expect(form.form.focusedField == 0, "the first that is in the way, whatever its reason")
        try form.type("x", in: 1)
        let error = try refusal(&form)
        #expect(error?.code == .checkUnavailable)
        #expect(error?.message == "Label: The value could not be checked")
        #expect(form.form.state == .editing)
    }

    @Test("an optional field that only its formatter validates can be empty")
    func formatterJudges() throws {
        var form = try FormDriver {
            $0.formatter = .mask(MaskDefinition(mask: "+7 [000]"))
            $0.validatesWithFormatter = true
        }
        #expect(form.form.isComplete)
        #expect(try form.perform(.validate(force: true)).results == [.verdict(valid: true, message: "")])
        try form.perform(.focus)
        #expect(try form.perform(.validate(force: true)).results == [.verdict(valid: true, message: "")])
        try form.type("12")
        #expect(try form.perform(.validate(force: true)).results == [.verdict(valid: false, message: "Wrong format")])
        try form.type("3")
        #expect(try form.perform(.validate(force: true)).results == [.verdict(valid: true, message: "")])
    }

    @Test("a warning is shown in every state, prevents nothing, and disappears with the next edit")
    func warning() throws {
        var form = try FormDriver {
            $0.rules = [Rule(.length(LengthRule(minimum: 3)), message: LocalizedText("Short?"), severity: .warning)]
            $0.hint = LocalizedText("Hint")
        }
        try form.perform(.focus)
        try form.type("ab")
        try form.perform(.blur)
        #expect(try form.field.warning == "Short?")
        #expect(try form.field.error == "")
        #expect(try form.field.hintText == "Short?")
        #expect(try form.field.isHintVisible)
        #expect(try form.field.containerState == .normal)
        #expect(form.form.isValid && form.form.isComplete)
        guard case .values = try form.perform(.submit).results.first else {
            Issue.record("not submitted")
            return
        }
        try form.type("c")
        #expect(try form.field.warning == "")
        #expect(try form.field.hintText == "Hint")
    }

    @Test("all messages are shown if the definition says so")
    func allMessages() throws {
        let rules = [
            Rule(.length(LengthRule(minimum: 3)), message: LocalizedText("short")),
            Rule(.regex(pattern: "[0-9]*"), message: LocalizedText("digits")),
            Rule(.length(LengthRule(minimum: 9)), message: LocalizedText("shorter"), severity: .warning),
        ]
        var form = try FormDriver {
            $0.rules = rules
            $0.showsAllMessages = true
        }
        try form.type("ab")
        #expect(
            try form.perform(.validate(force: true)).results == [.verdict(valid: false, message: "short\ndigits")]
        )
        try form.perform(.setText("1234", formats: true, validates: true))
        #expect(try form.field.warning == "shorter")
    }

    @Test("the form's messages replace the default messages, in the session's language")
    func formMessages() throws {
        var messages = FormMessages()
        messages.set(
            LocalizedText(translations: [.init(locale: "en", text: "Needed"), .init(locale: "ru", text: "Нужно")]),
            for: "required"
        )
        let field = FormDriver.field("a") { $0.isRequired = true }
        var form = try Form(
            definition: FormDefinition(
                name: "",
                title: LocalizedText(""),
                fields: [field],
                source: "",
                messages: messages
            ),
            types: .builtIn,
            locale: "en",
            values: [:]
        )
        _ = try form.perform([.validate(force: true)])
        #expect(form.field(0).error == "Needed")
        _ = try form.perform([.setLocale("ru")])
        #expect(form.field(0).error == "Нужно")
    }
}
