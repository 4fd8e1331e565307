import FormEngine
import FormModel
import FormPlugin
import Testing

/// Quirks of other libraries' fields that formd does not repeat: the focus, keys and pickers. The numbers are those of
/// the table “Quirks that are not repeated” in FormEngine's article Fields.
@Suite("Quirks of focus and pickers are not repeated")
struct FocusQuirkTests {
    @Test(
        "Q-18: an empty list of options chooses its first option only if the definition says so",
        arguments: [false, true]
    )
    func preselection(isOn: Bool) throws {
        let preselect = isOn ? "first" : "none"
        var form = try FormDriver(
            field: #""input": {"type": "options", "options": ["Male", "Female"], "preselect": "\#(preselect)"}"#
        )
        #expect(try form.field.text.isEmpty)
        try form.perform(.focus)
        #expect(try form.field.text == (isOn ? "Male" : ""))
        #expect(try form.field.selectedOption == (isOn ? 0 : nil))
        try form.perform(.setText("Female", formats: true, validates: true))
        #expect(try form.field.selectedOption == 1, "the wheel follows the text")
    }

    @Test("Q-18: a calendar has the form's bounds and initial day, and an ISO value whatever the text is")
    func calendar() throws {
        var form = try FormDriver(
            field: #"""
                "input": {"type": "date", "format": {"en": "MM/dd/yyyy", "de": "dd.MM.yyyy"}, "min": "2020-01-01",
                          "max": "2030-12-31", "initial": "2026-03-05"}
                """#
        )
        let range = try #require(try form.field.dateRange)
        #expect([range.minimum, range.maximum, range.initial] == ["2020-01-01", "2030-12-31", "2026-03-05"])
        try form.perform(.selectDate("2026-04-01"))
        #expect(try form.field.text == "04/01/2026" && form.field.value == "2026-04-01")
        try form.perform(.setLocale("de"))
        #expect(try form.field.text == "01.04.2026" && form.field.value == "2026-04-01")
        #expect(throws: FormError.self) { try form.perform(.selectDate("2019-12-31")) }
    }

    @Test("Q-18: the next and previous field can change")
    func neighbours() throws {
        var form = try FormDriver(["a", "b", "c"].map { FormDriver.field($0) })
        #expect(try form.field.nextField == "b")
        try form.perform(.setNextField("c"))
        #expect(form.properties == [.nextField])
        try form.perform(.focus)
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 2)
    }

    @Test(
        "Q-19: the return key is always reported if it does not move the focus",
        arguments: ReturnBehavior.allCases
    )
    func returnKey(behavior: ReturnBehavior) throws {
        var form = try FormDriver { $0.onReturn = behavior }
        try form.perform(.focus)
        try form.perform(.pressReturn)
        #expect(form.events().last == .returnPressed)
        #expect(form.form.focusedField == (behavior == .stay ? 0 : nil))
    }

    @Test("Q-20: fields that cannot have the focus are skipped, a cycle ends, and a refusal has a reason")
    func chain() throws {
        var form = try FormDriver(
            json: #"""
                {"fields": [{"id": "a"}, {"id": "off", "enabled": false}, {"id": "vetoed", "focusable": false},
                            {"id": "b", "next": "off"}]}
                """#
        )
        try form.perform(.field(0, .focus))
        try form.perform(.field(0, .pressReturn))
        #expect(form.form.focusedField == 3)
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 3, "off, vetoed, and back at b")
        try form.perform(.field(1, .focus))
        #expect(form.events == [.session(.focusRefused(1, .disabled))])
        try form.perform(.field(2, .focus))
        #expect(form.events == [.session(.focusRefused(2, .vetoed))])
    }

    @Test("Q-21: the label of the return key depends on the field to which it leads, not on other settings")
    func derivedKey() throws {
        var form = try FormDriver(json: #"{"fields": [{"id": "a"}, {"id": "b"}]}"#)
        #expect(try form.field(0).returnKey == .next && form.field(1).returnKey == .done)
        try form.configure(#"{"style": "box"}"#)
        #expect(try form.field(0).returnKey == .next)
        try form.configure(#"{"onReturn": "blur"}"#)
        #expect(try form.field(0).returnKey == .done && form.properties.contains(.returnKey))
        try form.perform(.field(1, .setNextField("a")))
        #expect(try form.field(1).returnKey == .next)
    }

    @Test("Q-25: disabling a field removes the focus without validation; enabling an enabled field changes nothing")
    func disabling() throws {
        var form = try FormDriver(field: #""required": true"#)
        try form.perform(.focus)
        try form.perform(.setEnabled(true))
        #expect(form.changes.isEmpty)
        #expect(try form.field.containerState == .active)
        try form.perform(.setEnabled(false))
        #expect(form.events() == [.stateChanged(.disabled, previous: .active), .editingEnded])
        #expect(try !form.field.isEnabled && form.field.isValid)
    }
}
