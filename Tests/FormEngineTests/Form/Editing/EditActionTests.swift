import FormEngine
import FormModel
import FormPlugin
import Testing
import TextEditing

@Suite("Edit actions")
struct EditActionTests {
    /// What each does to `one two`, with `two` selected.
    static let effects: [(EditAction, text: String, selection: TextSelection, result: String)] = [
        (.cut, "one ", TextSelection(start: 4), "two"),
        (.copy, "one two", TextSelection(start: 4, length: 3), "two"),
        (.paste, "one 2", TextSelection(start: 5), ""),
        (.select, "one two", TextSelection(start: 4, length: 3), ""),
        (.selectAll, "one two", TextSelection(start: 0, length: 7), ""),
        (.delete, "one ", TextSelection(start: 4), ""),
    ]

    private func form(_ members: String = #""label": "A""#) throws -> FormDriver {
        var form = try FormDriver(field: members)
        try form.perform(.setText("one two", formats: true, validates: false))
        try form.perform(.select(start: 4, length: 3))
        return form
    }

    @Test("each action cuts, copies, pastes, selects or deletes", arguments: 0..<effects.count)
    func effect(number: Int) throws {
        let (action, text, selection, result) = Self.effects[number]
        var form = try form()
        #expect(try form.perform(.performEditAction(action, text: "2")).results == [.action(result)])
        #expect(try form.field.text == text && form.field.selection == selection)
        #expect(form.origins == (text == "one two" ? [] : [.user]))
    }

    @Test("each action can be disabled separately", arguments: EditAction.allCases)
    func disabled(action: EditAction) throws {
        var form = try form(#""disabledEditActions": ["\#(action.rawValue)"]"#)
        for other in EditAction.allCases where other != action {
            var copy = form
            try copy.perform(.performEditAction(other, text: "2"))
        }
        let revision = form.form.revision
        let error = #expect(throws: FormError.self) { try form.perform(.performEditAction(action, text: "2")) }
        #expect(error?.code == .actionDisabled)
        #expect(try form.field.text == "one two" && form.form.revision == revision)
        // Typing, dropping, the keys for deleting and programs are no actions.
        try form.perform(.insertText("3"))
        try form.perform(.deleteBackward)
        try form.perform(.replaceRange(start: 0, length: 1, text: "O"))
        try form.perform(.setText("x", formats: true, validates: false))
        #expect(try form.field.text == "x")
        // Another list replaces the one before.
        try form.configure(#"{"disabledEditActions": []}"#)
        try form.perform(.performEditAction(action, text: "2"))
    }

    @Test("without a selection cut, copy and delete change nothing and return no text", arguments: [0, 7])
    func nothing(caret: Int) throws {
        for action in [EditAction.cut, .copy, .delete] {
            var form = try form()
            try form.perform(.select(start: caret, length: 0))
            #expect(try form.perform(.performEditAction(action, text: "x")).results == [.action("")])
            #expect(try form.changes.isEmpty && form.field.text == "one two" && !form.field.isTouched)
        }
    }

    @Test("in a disabled field actions can select and copy, but not change the text")
    func disabledField() throws {
        for (action, _, _, result) in Self.effects {
            var form = try form()
            try form.perform(.setEnabled(false))
            if [.copy, .select, .selectAll].contains(action) {
                #expect(try form.perform(.performEditAction(action, text: "")).results == [.action(result)])
            } else {
                let error = #expect(throws: FormError.self) { try form.perform(.performEditAction(action, text: "")) }
                #expect(error?.code == .disabled)
            }
            #expect(try form.field.text == "one two")
        }
    }

    static let words = [
        ("one two", 1, TextSelection(start: 0, length: 3)), ("one two", 3, TextSelection(start: 0, length: 3)),
        ("one  two", 4, TextSelection(start: 4, length: 1)), ("", 0, TextSelection(start: 0)),
        ("a👨‍👩‍👧‍👦b", 1, TextSelection(start: 0, length: 1)), ("👨‍👩‍👧‍👦", 0, TextSelection(start: 0, length: 7)),
        ("шалом שלום", 7, TextSelection(start: 6, length: 4)),
        ("e\u{301}te\u{301} x", 2, TextSelection(start: 0, length: 5)),
        ("don't", 3, TextSelection(start: 0, length: 5)), ("x.", 2, TextSelection(start: 1, length: 1)),
    ]

    @Test("select selects the word at the caret, and never a part of a cluster", arguments: 0..<words.count)
    func word(number: Int) throws {
        let (text, caret, expected) = Self.words[number]
        var form = try form()
        try form.perform(.setText(text, formats: true, validates: false))
        try form.perform(.select(start: caret, length: 0))
        try form.perform(.performEditAction(.select, text: ""))
        #expect(try form.field.selection == expected)
    }

    @Test("cut applies the mask and can be undone like any deletion")
    func masked() throws {
        var form = try FormDriver(field: #""formatter": {"type": "mask", "mask": "[00]-[00]"}"#)
        try form.perform(.insertText("1234"))
        try form.perform(.select(start: 1, length: 2))
        #expect(try form.perform(.performEditAction(.cut, text: "")).results == [.action("2-")])
        #expect(try form.field.value == "134")
        try form.perform(.undo)
        #expect(try form.field.text == "12-34" && form.field.selection == TextSelection(start: 1, length: 2))
    }
}
