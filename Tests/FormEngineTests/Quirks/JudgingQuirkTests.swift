import FormEngine
import FormModel
import FormPlugin
import Masks
import Testing
import TextEditing

/// Quirks of other libraries' fields that formd does not repeat: errors and judging. The numbers are those of the table
/// “Quirks that are not repeated” in FormEngine's article Fields.
@Suite("Quirks of validation are not repeated")
struct JudgingQuirkTests {
    @Test("Q-01: a valid text shows the hint again permanently")
    func hintReturns() throws {
        var form = try FormDriver(field: #""required": true, "hint": "Hint""#)
        try form.perform(.validate(force: true))
        #expect(try form.field.hintText == "Field must be filled")
        try form.perform(.setText("x", formats: true, validates: true))
        try form.perform(.focus)
        #expect(try form.field.hintText == "Hint" && form.field.isHintVisible)
    }

    @Test("Q-02: a reset restores mask, reveal button, bullets and policy")
    func reset() throws {
        var form = try FormDriver {
            $0.mode = .password(reveal: .visibleAfterFirstEntry)
            $0.formatter = .mask(MaskDefinition(mask: "[00]"))
            $0.validation = .afterChanges
            $0.isRequired = true
        }
        try form.type("12")
        try form.perform(.pressActionButton)
        #expect(try form.field.maskStatus == .complete && !form.field.isSecureEntry)
        try form.perform(.reset)
        #expect(try form.field.maskStatus == .clear && form.values == [""])
        #expect(try form.field.isSecureEntry && !form.field.actionButton.isVisible && !form.field.isTouched)
        try form.perform(.focus)
        try form.perform(.blur)
        #expect(try form.field.isValid, "nothing has changed since")
    }

    @Test("Q-05: setting initial values shows no errors under any policy", arguments: ValidationPolicy.allCases)
    func prefill(policy: ValidationPolicy) throws {
        var form = try FormDriver {
            $0.isRequired = true
            $0.validation = policy
        }
        try form.perform(.setValues(["a": ""]))
        #expect(try form.field.isValid && !form.field.isTouched)
        try form.perform(.setText("", formats: true, validates: false))
        #expect(try form.field.isValid && !form.field.isTouched)
    }

    static let phone = #""formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"}"#

    @Test("Q-08: focusing an empty masked field announces no text, keeps a server's error and does not touch the field")
    func maskFocus() throws {
        var form = try FormDriver(field: Self.phone)
        try form.perform(.setError("Server"))
        try form.perform(.focus)
        #expect(form.events() == [.editingBegan])
        #expect(try form.field.text == "+7 (" && form.field.error == "Server" && !form.field.isTouched)
    }

    @Test("Q-08: leaving a masked field without a value removes its prefix once", arguments: ValidationPolicy.allCases)
    func maskBlur(policy: ValidationPolicy) throws {
        let members = #", "required": true, "validation": "\#(policy)", "placeholders": ["Phone"]"#
        var form = try FormDriver(field: Self.phone + members)
        try form.perform(.focus)
        try form.perform(.blur)
        #expect(form.events().filter { $0 == .editingEnded }.count == 1)
        let isJudged = policy == .always
        #expect(
            form.events().filter { $0 == .validationFailed(message: "Field must be filled") }.count
                == (isJudged ? 1 : 0)
        )
        #expect(try form.field.text.isEmpty && form.field.value.isEmpty)
        #expect(try form.field.placeholders.map(\.layer.position) == ["bottom"])
    }

    @Test("Q-09: hint and error are stored separately")
    func places() throws {
        var form = try FormDriver(field: #""hint": "Old""#)
        try form.perform(.setError("Bad"))
        try form.perform(.setHint("New"))
        #expect(try form.field.hintText == "Bad" && form.field.hint == "New" && form.field.error == "Bad")
        try form.perform(.resetError)
        #expect(try form.field.hintText == "New")
    }

    @Test("Q-12: the password preset accepts 8 characters")
    func passwordPreset() throws {
        var form = try FormDriver(field: #""extends": "password""#)
        try form.type("Abcdef1")
        #expect(!form.form.isComplete)
        try form.type("g")
        #expect(form.form.isComplete)
    }

    @Test("Q-13: `required` alone makes a field required, with its own message; the old key keeps its meaning")
    func required() throws {
        var plain = try FormDriver(field: #""required": true"#)
        #expect(
            try plain.perform(.validate(force: true)).results == [
                .verdict(valid: false, message: "Field must be filled")
            ]
        )
        var own = try FormDriver(field: #""required": true, "requiredMessage": "Who?""#)
        #expect(try own.perform(.validate(force: true)).results == [.verdict(valid: false, message: "Who?")])
        var old = try FormDriver(field: #""validators": [{"type": "textField", "requiredField": true}]"#)
        #expect(try old.perform(.validate(force: true)).results == [.verdict(valid: true, message: "")])
    }

    @Test("Q-26: a disabled field is validated when it is named, and does not make the form invalid")
    func disabled() throws {
        var form = try FormDriver(field: #""required": true, "enabled": false"#)
        #expect(try form.perform(.field(0, .validate(force: true))).changes.isEmpty == false)
        #expect(try form.field.containerState == .error && !form.field.isEnabled)
        try form.perform(.field(0, .resetError))
        let whole = FormEngine.Operation.validate(force: true)
        #expect(try form.perform(whole).results == [.validation(valid: true, errors: [])])
        #expect(try form.perform(.submit).failure == nil)
    }

    @Test("Q-27: a state is announced once, and only when it changes")
    func states() throws {
        var form = try FormDriver(field: #""required": true"#)
        try form.perform(.focus)
        try form.perform(.blur)
        let failed = FieldEvent.validationFailed(message: "Field must be filled")
        #expect(form.events() == [.stateChanged(.error, previous: .active), failed, .editingEnded])
        try form.perform(.setError("One"))
        #expect(form.events().isEmpty)
        try form.perform(.focus)
        #expect(form.events() == [.editingBegan])
        try form.type("x")
        try form.perform(.blur)
        #expect(form.events() == [.stateChanged(.normal, previous: .active), .editingEnded])
        try form.perform(.setEnabled(true))
        #expect(form.changes.isEmpty)
    }

    @Test(
        "Q-30: an invalid pattern is an error of the definition, with its position",
        arguments: ["([", "a{2,1}", "(?<n>a)(?<n>b)"]
    )
    func pattern(text: String) {
        let found = FormDriver.findings(field: #""validators": [{"type": "regex", "pattern": "\#(text)"}]"#)
        #expect(found.count == 1 && found[0].hasPrefix("error: /fields/0/validators/0/pattern: "), "\(found)")
    }

    @Test(
        "Q-31: plurals in messages follow the language and change with it",
        arguments: [
            (1, "at most 1 character.", "максимум 1 символ"), (2, "at most 2 characters.", "максимум 2 символа"),
            (5, "at most 5 characters.", "максимум 5 символов"), (11, "at most 11 characters.", "максимум 11 символов"),
            (21, "at most 21 characters.", "максимум 21 символ"),
        ]
    )
    func plurals(maximum: Int, english: String, russian: String) throws {
        var form = try FormDriver { $0.rules = [.length(0, maximum)] }
        let text = String(repeating: "x", count: maximum + 1)
        try form.perform(.setText(text, formats: true, validates: true))
        #expect(try form.field.error == "The field must contain " + english)
        try form.perform(.setLocale("ru"))
        #expect(try form.field.error == "Поле должно содержать " + russian)
    }

    @Test("Q-32: every rule about the length reports a text that is too long")
    func tooLong() throws {
        for rule in [Rule.textField(0, 1), .length(0, 1)] {
            var form = try FormDriver { $0.rules = [rule] }
            try form.perform(.setText("ab", formats: true, validates: true))
            #expect(try form.field.hintText == "The field must contain at most 1 character.")
        }
    }

    @Test("Q-43: a field can have several messages, warnings, and rules about other fields")
    func several() throws {
        var form = try FormDriver(
            json: #"""
                {"fields": [{"id": "first"}, {"id": "second", "all": true, "validators": [
                    {"type": "equals", "field": "first", "message": "differs"},
                    {"type": "length", "min": 3, "message": "short"},
                    {"type": "regex", "pattern": "[a-z]*", "severity": "warning", "message": "letters are better"}]}]}
                """#
        )
        try form.type("abc", in: 0)
        try form.type("1", in: 1)
        try form.perform(.field(1, .validate(force: true)))
        #expect(try form.field(1).error == "differs\nshort")
        try form.perform(.field(0, .setText("123", formats: true, validates: true)))
        try form.type("23", in: 1)
        try form.perform(.field(1, .validate(force: true)))
        #expect(try form.field(1).isValid && form.field(1).warning == "letters are better")
    }
}
