import FormEngine
import FormModel
import FormPlugin
import Testing
import TextEditing

/// Quirks of other libraries' fields that formd does not repeat: looks. The numbers are those of the table
/// “Quirks that are not repeated” in FormEngine's article Fields.
@Suite("Quirks of the appearance are not repeated")
struct LooksQuirkTests {
    private static let red = Color(argb: 0xFFFF_4747)

    @Test("Q-10: hint, policy and bounds take effect in the transaction that sets them")
    func atOnce() throws {
        var line = try FormDriver(field: #""visibleHintStates": ["normal"]"#)
        try line.perform(.setHint("a\nb\nc"))
        #expect(form(line, says: 109, after: 77))
        try line.configure(#"{"height": {"policy": "flexible", "minimum": 200}}"#)
        #expect(try line.field.height == 200)
        var view = try FormDriver(field: #""type": "textView", "value": "1\n2\n3\n4\n5""#)
        #expect(try view.field.height == 133)
        try view.configure(#"{"maxTextHeight": 58, "clearButton": false}"#)
        #expect(form(view, says: 95, after: 133))
        #expect(try !view.field.actionButton.isPresent)
    }

    private func form(_ form: FormDriver, says height: Double, after previous: Double) -> Bool {
        form.events().filter { if case .heightChanged = $0 { true } else { false } }
            == [.heightChanged(height, previous: previous)]
    }

    @Test("Q-16: the visibility of a button depends on the field, not on its earlier visibility")
    func button() throws {
        var form = try FormDriver(
            field: #""mode": {"type": "password", "reveal": "visibleAfterFirstEntry"}, "maxLength": 2"#
        )
        #expect(try !form.field.actionButton.isVisible && form.field.actionButton.isPresent)
        try form.perform(.setText("x", formats: true, validates: false))
        #expect(try !form.field.actionButton.isVisible, "a program's text reveals nothing")
        try form.perform(.setMode(.custom(image: "scan", normalColor: Self.red, pressedColor: Self.red)))
        #expect(try form.field.actionButton.isVisible && form.field.actionButton.image == "scan")
        try form.perform(.setMode(.password(reveal: .visibleAfterFirstEntry)))
        #expect(try !form.field.actionButton.isVisible)
        try form.perform(.performEditAction(.paste, text: "abc"))
        #expect(try form.field.actionButton.isVisible, "a piece that was cut is an entry, too")
    }

    @Test("Q-17: a changed appearance keeps error, button, insets and return key, in any order of the changes")
    func order() throws {
        var form = try FormDriver(json: #"{"fields": [{"id": "a", "hint": "H"}, {"id": "b"}]}"#)
        try form.perform(.field(0, .setMode(.custom(image: "i", normalColor: Self.red, pressedColor: Self.red))))
        try form.perform(.field(0, .setError("Bad")))
        try form.configure(##"{"placeholders": ["Late"], "appearance": {"background": "#000"}}"##)
        let field = try form.field(0)
        #expect(field.error == "Bad" && field.hintText == "Bad" && field.containerState == .error)
        #expect(field.actionButton.isPresent && field.presentation.text.padding.right == 40)
        #expect(field.returnKey == .next)
        #expect(field.placeholders.map(\.layer.frame.width) == [320 - 15 - 70])
    }

    @Test("Q-22: a text view scrolls exactly when its text is higher than its frame")
    func scrolling() throws {
        var form = try FormDriver(field: #""type": "textView", "maxTextHeight": 39"#)
        for (text, scrolls) in [("1", false), ("1\n2", false), ("1\n2\n3", true), ("1\n2", false)] {
            try form.perform(.setText(text, formats: true, validates: false))
            #expect(try form.field.scrolls == scrolls, "\(text)")
        }
    }

    @Test("Q-23: the clear button is present if there is a text to clear")
    func clearButton() throws {
        var form = try FormDriver(field: #""type": "textView", "maxLength": 3"#)
        #expect(try !form.field.actionButton.isVisible)
        try form.perform(.performEditAction(.paste, text: "abcd"))
        #expect(try form.field.actionButton.isVisible && form.properties.contains(.actionButton))
        try form.perform(.setText("", formats: true, validates: false))
        #expect(try !form.field.actionButton.isVisible)
        try form.perform(.setText("abc", formats: true, validates: false))
        #expect(try form.field.actionButton.isVisible && form.properties.contains(.actionButton))
        try form.configure(#"{"clearButton": false}"#)
        #expect(try !form.field.actionButton.isVisible)
        try form.configure(#"{"clearButton": true}"#)
        #expect(try form.field.actionButton.isVisible)
    }

    @Test(
        "Q-24: a field has its height from the beginning",
        arguments: [("box", 130.0), ("sum", 102), ("underlined", 77)]
    )
    func firstHeight(style: String, height: Double) throws {
        var form = try FormDriver(field: #""style": "\#(style)""#)
        #expect(try form.field.height == height)
        try form.perform(.focus)
        #expect(!form.events().contains { if case .heightChanged = $0 { true } else { false } })
    }

    @Test("Q-28: masks with equal texts and different meanings are different")
    func notations() throws {
        func field(_ id: String, _ set: String) -> String {
            #"{"id": "\#(id)", "formatter": {"type": "mask", "mask": "[ss]", "notations": [{"character": "s", "set": "\#(set)"}]}}"#
        }
        var form = try FormDriver(json: #"{"fields": [\#(field("a", "digits")), \#(field("b", "letters"))]}"#)
        for index in 0...1 { try form.perform(.field(index, .insertText("1x"))) }
        #expect(try form.field(0).text == "1" && form.field(1).text == "x")
    }

    @Test("Q-29: an invalid mask is an error of the definition", arguments: ["[00", "[0[0]]", "[Q]", "{x"])
    func brokenMask(mask: String) {
        let found = FormDriver.findings(field: #""formatter": {"type": "mask", "mask": "\#(mask)"}"#)
        #expect(found.count == 1 && found[0].hasPrefix("error: /fields/0/formatter/mask: "), "\(found)")
    }

    @Test("Q-29: a mask accepts characters of any number of code points, before and after the caret")
    func largeCharacters() throws {
        var form = try FormDriver(
            field:
                #""formatter": {"type": "mask", "mask": "[s…]", "notations": [{"character": "s", "set": "nonWhitespace"}]}"#
        )
        try form.type("a😀👨‍👩‍👧‍👦b")
        try form.perform(.select(start: 2, length: 0))
        try form.type("x")
        #expect(try form.field.text == "a😀x👨‍👩‍👧‍👦b" && form.field.selection == TextSelection(start: 3))
        try form.perform(.deleteBackward)
        try form.perform(.deleteForward)
        #expect(try form.field.text == "a😀b")
    }

    @Test("Q-37: a floating label can have the error colour, and is the field's accessible name")
    func floating() throws {
        var form = try FormDriver(
            field: #"""
                "placeholders": [{"service": "floating", "text": "Name", "topColors":
                    {"normal": "#111", "active": "#222", "error": "#F00", "disabled": "#333"}}]
                """#
        )
        try form.type("x")
        try form.perform(.setError("Bad"))
        #expect(try form.field.placeholders.map(\.layer.color) == ["#FF0000"])
        #expect(try form.field.label == "Name")
    }

    @Test("Q-38: a placeholder's text can be read, and is kept when its service changes")
    func placeholder() throws {
        var form = try FormDriver(field: #""placeholders": ["Name"]"#)
        #expect(try form.field.placeholder == "Name")
        try form.perform(.setPlaceholder("Mine"))
        try form.configure(#"{"placeholders": []}"#)
        try form.configure(#"{"placeholders": [{"service": "static", "text": "New"}]}"#)
        #expect(try form.field.placeholder == "Mine" && form.field.placeholders.map(\.layer.text) == ["Mine"])
    }

    @Test("Q-40: a change of width or language does not hide a revealed password, and repeats no state")
    func theme() throws {
        var form = try FormDriver(field: #""mode": {"type": "password", "reveal": "alwaysVisible"}"#)
        try form.perform(.pressActionButton)
        for operation in [FormEngine.Operation.setWidth(640), .setLocale("ru")] {
            try form.perform(operation)
            #expect(try !form.field.isSecureEntry)
            #expect(form.events().isEmpty)
        }
    }

    @Test("Q-42: a text view has the features of a one-line field: names of its parts, a veto, a mask, edit actions")
    func uniform() throws {
        var form = try FormDriver(
            field: #"""
                "type": "textView", "accessibilityId": "note", "focusable": false, "disabledEditActions": ["cut"],
                "formatter": {"type": "grouping"}
                """#
        )
        #expect(try form.field.accessibilityID == "note")
        #expect(try form.perform(.focus).results == [.focused(false)])
        try form.type("12345")
        #expect(try form.field.text == "1234 5")
        #expect(throws: FormError.self) { try form.perform(.performEditAction(.cut, text: "")) }
    }

    @Test("Q-44: a secret is only in the reply to its owner's submission")
    func secret() throws {
        var form = try FormDriver(field: #""mode": {"type": "password", "reveal": "alwaysVisible"}"#)
        let outcome = try form.perform(.insertText("Tr0ub4dor"))
        let shown = "\(outcome) \(try form.field.text) \(try form.field.value) \(try form.field.placeholders)"
        #expect(!shown.contains("Tr0"))
        #expect(form.form.values(includingSecrets: false).isEmpty)
        #expect(try form.perform(.submit).results == [.values([FieldValue(field: "a", value: "Tr0ub4dor")])])
    }
}
