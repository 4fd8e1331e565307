import FormEngine
import FormModel
import FormPlugin
import Testing

@Suite("Focus")
struct FocusTests {
    @Test("events of the field that loses the focus precede those of the one that gets it")
    func order() throws {
        var form = try FormDriver([FormDriver.field("a") { $0.isRequired = true }, FormDriver.field("b")])
        try form.perform(.field(0, .focus))
        try form.perform(.field(1, .setHint("x")), .field(1, .focus))
        #expect(
            form.events == [
                .field(0, .stateChanged(.error, previous: .active)),
                .field(0, .validationFailed(message: "Field must be filled")), .field(0, .editingEnded),
                .field(1, .stateChanged(.active, previous: .normal)), .field(1, .editingBegan),
                .session(.focusChanged(1, previous: 0)),
            ]
        )
    }

    @Test("the next field is the next one that can take the focus")
    func skipping() throws {
        var form = try FormDriver([
            FormDriver.field("a"), FormDriver.field("b") { $0.isEnabled = false }, FormDriver.field("c"),
        ])
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 0)
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 2)
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 2)
        try form.perform(.focusPrevious)
        #expect(form.form.focusedField == 0)
    }

    @Test("a cyclic chain of fields ends")
    func circle() throws {
        var form = try FormDriver([
            FormDriver.field("a") { $0.next = .field("b") },
            FormDriver.field("b") {
                $0.next = .field("c")
                $0.isEnabled = false
            },
            FormDriver.field("c") {
                $0.next = .field("b")
                $0.isEnabled = false
            },
        ])
        try form.perform(.field(0, .focus))
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 0)
        try form.perform(.field(0, .pressReturn))
        #expect(form.form.focusedField == nil)
        #expect(form.events().last == .returnPressed)
    }

    @Test("the return key does what the definition specifies", arguments: ReturnBehavior.allCases)
    func onReturn(behavior: ReturnBehavior) throws {
        var form = try FormDriver([FormDriver.field("a") { $0.onReturn = behavior }, FormDriver.field("b")])
        #expect(try form.field.returnKey == (behavior == .next ? .next : .done))
        try form.perform(.field(0, .focus))
        try form.perform(.field(0, .pressReturn))
        #expect(form.form.focusedField == [.next: 1, .blur: nil, .stay: 0][behavior])
        #expect(form.events().contains(.returnPressed) == (behavior != .next))
    }

    @Test("a submission with errors shows them, fails, and reports that")
    func submission() throws {
        var form = try FormDriver([
            FormDriver.field("a"), FormDriver.field("b") { $0.isRequired = true },
            FormDriver.field("c") {
                $0.isRequired = true
                $0.isEnabled = false
            },
        ])
        let refused = try form.perform(.submit)
        #expect(refused.failure == FormError(.notValid, "Label: Field must be filled"))
        #expect(form.form.focusedField == 1)
        #expect(form.form.state == .editing)
        try form.type("x", in: 1)
        #expect(form.form.isComplete)
        let accepted = try form.perform(.submit)
        #expect(accepted.failure == nil)
        #expect(accepted.results.first == .values(form.form.values(includingSecrets: true)))
        #expect(form.form.state == .submitted)
        #expect(form.events.last == .session(.submitted))
        try form.perform(.setErrors(["a": "Taken"]))
        #expect(form.form.state == .editing)
        #expect(!form.form.isValid)
    }

    @Test("a refused operation rolls the whole transaction back")
    func rollback() throws {
        var form = try FormDriver([FormDriver.field("a"), FormDriver.field("b") { $0.isEnabled = false }])
        try form.perform(.field(0, .focus))
        let revision = form.form.revision
        #expect(throws: FormError.self) {
            try form.perform(.field(0, .insertText("x")), .blur, .setWidth(100), .field(1, .insertText("y")))
        }
        #expect(try form.field.text.isEmpty)
        #expect(form.form.focusedField == 0 && form.form.width == 320 && form.form.revision == revision)
        #expect(try form.field.isFocused)
        try form.perform(.field(0, .insertText("z")))
        #expect(form.events == [.field(0, .textChanged(.user))])
    }

    @Test("a field with an application's veto is skipped, and focusing it fails with the reason")
    func veto() throws {
        var form = try FormDriver(["a", "b", "c"].map { id in FormDriver.field(id) { $0.isFocusable = id != "b" } })
        try form.perform(.field(0, .focus))
        #expect(try form.perform(.field(1, .focus)).results == [.focused(false)])
        #expect(form.events == [.session(.focusRefused(1, .vetoed))])
        #expect(form.form.focusedField == 0)
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 2)
        try form.perform(.field(1, .setFocusable(true)))
        #expect(form.changes == [.fieldProperties(1, [.focusable])])
        try form.perform(.focusPrevious)
        #expect(form.form.focusedField == 1)
        try form.perform(.field(1, .setFocusable(false)))
        #expect(form.form.focusedField == 1, "the veto is asked before the focus comes")
        try form.perform(.field(0, .setEnabled(false)))
        try form.perform(.field(0, .focus))
        #expect(form.events == [.session(.focusRefused(0, .disabled))])
    }
}
