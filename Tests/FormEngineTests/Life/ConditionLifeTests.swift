import FormEngine
import FormModel
import FormPlugin
import Testing

@Suite("Conditions that hide and disable fields")
struct ConditionLifeTests {
    private static func isYes(_ field: String) -> Condition { .test(field: field, .equals("yes")) }

    /// `asks` shows `detail`, which shows `more`.
    private func form(_ whenIrrelevant: IrrelevantValue = .exclude) throws -> FormDriver {
        try FormDriver([
            FormDriver.field("asks"),
            FormDriver.field("detail") {
                $0.visibleWhen = Self.isYes("asks")
                $0.whenIrrelevant = whenIrrelevant
                $0.isRequired = true
            },
            FormDriver.field("more") { $0.visibleWhen = .not(.test(field: "detail", .empty)) },
            FormDriver.field("last") {
                $0.enabledWhen = Self.isYes("asks")
                $0.requiredWhen = Self.isYes("asks")
            },
        ])
    }

    private func visible(_ form: FormDriver) throws -> [Bool] {
        try (0..<4).map { try form.field($0).isVisible }
    }

    private func submitted(_ form: inout FormDriver) throws -> [String: String]? {
        guard case .values(let values) = try form.perform(.submit).results.first else { return nil }
        return Dictionary(uniqueKeysWithValues: values.map { ($0.field, $0.value) })
    }

    @Test("a chain of conditions is evaluated completely in one transaction")
    func chain() throws {
        var form = try form()
        #expect(try visible(form) == [true, false, false, true])
        #expect(form.form.contentHeight == 2 * 77)
        try form.perform(.field(1, .setText("kept", formats: true, validates: false)))
        #expect(try visible(form) == [true, false, false, true], "what is not visible counts as empty")
        try form.perform(.field(0, .setText("yes", formats: true, validates: false)))
        #expect(try visible(form) == [true, true, true, true])
        #expect(form.form.contentHeight == 4 * 77)
        #expect(
            form.changes.contains {
                if case .fieldProperties(2, let properties) = $0 { properties.contains(.visible) } else { false }
            }
        )
        try form.perform(.field(0, .deleteBackward))
        #expect(try visible(form) == [true, false, false, true])
        #expect(try form.field(1).text == "kept")
        #expect(try form.field(1).height == 0)
    }

    @Test("a hidden field is not validated, focused or submitted")
    func outOfTheWay() throws {
        var form = try form()
        #expect(form.form.isComplete)
        #expect(try form.perform(.field(1, .focus)).results == [.focused(false)])
        #expect(throws: FormError.self) { try form.perform(.field(1, .insertText("x"))) }
        #expect(try form.perform(.field(1, .validate(force: true))).results == [.verdict(valid: true, message: "")])
        try form.perform(.field(0, .focus))
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 0, "all others are invisible or disabled")
        #expect(try submitted(&form) == ["asks": "", "last": ""])
    }

    @Test(
        "the definition determines whether the value of a hidden field is excluded, kept or cleared",
        arguments: [
            (IrrelevantValue.exclude, nil, "text"), (.keep, "text", "text"), (.clear, nil, ""),
        ] as [(IrrelevantValue, String?, String)]
    )
    func irrelevant(_ choice: IrrelevantValue, value: String?, text: String) throws {
        var form = try form(choice)
        try form.perform(.field(0, .setText("yes", formats: true, validates: false)))
        try form.type("text", in: 1)
        try form.perform(.field(0, .deleteBackward))
        #expect(try form.field(1).text == text)
        // Kept, it is a value for others, too.
        #expect(try form.field(2).isVisible == (choice == .keep))
        #expect(try submitted(&form)?["detail"] == value)
        try form.perform(.undo)
        #expect(try form.field(0).text == "yes")
        #expect(try form.field(1).text == "text", "undo brings back what was cleared")
        try form.perform(.redo)
        #expect(try form.field(1).text == text)
    }

    @Test("a focused field that is hidden loses the focus without validation, and its error is hidden")
    func disappearing() throws {
        var form = try form()
        try form.perform(.field(0, .setText("yes", formats: true, validates: false)))
        try form.perform(.field(1, .validate(force: true)))
        #expect(!form.form.isValid)
        try form.perform(.field(1, .focus))
        try form.perform(.field(0, .setText("no", formats: true, validates: false)))
        #expect(form.form.focusedField == nil)
        #expect(form.form.isValid)
        #expect(form.events(of: 1).contains(.editingEnded))
        #expect(!form.events(of: 1).contains { if case .validationFailed = $0 { true } else { false } })
    }

    @Test("a field is enabled only if both the condition and the application enable it")
    func enabled() throws {
        var form = try form()
        #expect(try !form.field(3).isEnabled)
        try form.perform(.field(3, .setEnabled(true)))
        #expect(try !form.field(3).isEnabled)
        try form.perform(.field(0, .setText("yes", formats: true, validates: false)))
        #expect(try form.field(3).isEnabled)
        try form.perform(.field(3, .setEnabled(false)))
        #expect(try !form.field(3).isEnabled)
        try form.perform(.field(0, .setText("no", formats: true, validates: false)))
        try form.perform(.field(0, .setText("yes", formats: true, validates: false)))
        #expect(try !form.field(3).isEnabled)
        try form.perform(.field(3, .setEnabled(true)))
        #expect(try form.field(3).isEnabled)
    }

    @Test("when a condition no longer requires a field, its error message disappears")
    func required() throws {
        var form = try form()
        #expect(try !form.field(3).isRequired)
        try form.perform(.field(0, .setText("yes", formats: true, validates: false)))
        #expect(try form.field(3).isRequired)
        #expect(try form.field(3).isValid, "nothing is demanded before its time")
        #expect(!form.form.isComplete)
        try form.perform(.field(3, .validate(force: true)))
        #expect(try form.field(3).error == "Field must be filled")
        try form.perform(.field(0, .setText("no", formats: true, validates: false)))
        #expect(try form.field(3).isValid)
        #expect(try !form.field(3).isRequired)
    }

    @Test("a rule that compares with a hidden field passes")
    func ruleAboutHidden() throws {
        var form = try FormDriver([
            FormDriver.field("asks"), FormDriver.field("a") { $0.visibleWhen = Self.isYes("asks") },
            FormDriver.field("b") { $0.rules = [Rule(.equals(field: "a"))] },
        ])
        try form.type("x", in: 2)
        #expect(try form.perform(.field(2, .validate(force: true))).results == [.verdict(valid: true, message: "")])
        try form.perform(.field(0, .setText("yes", formats: true, validates: true)))
        #expect(try form.field(2).error == "The values do not match")
        try form.perform(.field(0, .setText("no", formats: true, validates: true)))
        #expect(try form.field(2).isValid)
    }

    @Test("a rule that reads several changed fields is evaluated once, after all changes")
    func once() throws {
        let count = 60
        var fields = [FormDriver.field("f0")]
        for index in 1..<count {
            // Each reads all before it: naively followed, 2⁵⁸ ways lead to the last one.
            fields.append(
                FormDriver.field("f\(index)") {
                    $0.visibleWhen = .all((0..<index).map { .not(.test(field: "f\($0)", .empty)) })
                    $0.value = "x"
                }
            )
        }
        var form = try FormDriver(fields).form
        let before = form.evaluations.conditions
        _ = try form.perform([.field(0, .insertText("x"))])
        #expect((0..<count).allSatisfy { form.field($0).isVisible })
        #expect(form.evaluations.conditions - before == UInt64(count - 1))
    }
}
