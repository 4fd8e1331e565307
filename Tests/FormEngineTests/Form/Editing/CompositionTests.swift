@testable import FormEngine
import FormModel
import FormPlugin
import Synchronization
import Testing
@testable import TextEditing

@Suite("The composition of an input method")
struct CompositionTests {
    @Test("a composition hides placeholders, and is part of neither text nor value")
    func placeholders() throws {
        var form = try FormDriver(field: #""placeholders": ["L", {"service": "native", "text": "N"}]"#)
        try form.perform(.setComposition("に", caret: 1))
        #expect(form.changes == [.fieldProperties(0, [.composition, .placeholders])])
        #expect(try form.field.composition == "に" && form.field.text.isEmpty && form.field.value.isEmpty)
        #expect(try form.field.placeholders.map(\.layer.isVisible) == [true, false])
        #expect(try form.field.placeholders[0].layer.position == "top")
        try form.perform(.setComposition("にほ", caret: 0))
        #expect(form.changes == [.fieldProperties(0, [.composition])])
        try form.perform(.setComposition("にほ", caret: 2))
        #expect(form.changes.isEmpty, "the caret is the client's")
        try form.perform(.setComposition("", caret: 0))
        #expect(try form.field.placeholders.map(\.layer.isVisible) == [true, true])
    }

    @Test("inserting a text ends the composition, whether the text is accepted or not", arguments: ["日本", "1"])
    func insertion(text: String) throws {
        var form = try FormDriver { $0.allowedCharacters = CharacterFilter(sets: [.letters], allowsEmoji: false) }
        try form.perform(.setComposition("nihon", caret: 5))
        let outcome = try form.perform(.insertText(text))
        let accepted = text == "日本"
        #expect(outcome.results == [.edit(text: accepted ? text : "", caret: accepted ? 2 : 0, accepted: accepted)])
        #expect(try form.field.composition.isEmpty)
    }

    @Test("a composition affects the height of a text view, and replaces the selection there")
    func heights() throws {
        var form = try FormDriver(.textView)
        try form.perform(.insertText("one\ntwo"))
        let heights = try [1, 2, 3].map { lines in
            try form.perform(.setComposition(Array(repeating: "x", count: lines).joined(separator: "\n"), caret: 0))
            return try form.field.textHeight
        }
        #expect(heights == [39, 58, 77])
        try form.perform(.performEditAction(.selectAll, text: ""))
        #expect(try form.field.textHeight == 58)
        try form.perform(.setComposition("", caret: 0))
        #expect(try form.field.textHeight == 39)
    }

    @Test("a composition in a one-line field has no line breaks")
    func lineBreaks() throws {
        var form = try FormDriver()
        try form.perform(.setComposition("a\r\nb", caret: 0))
        #expect(try form.field.composition == "a b")
    }

    @Test("a composition is kept when the text changes in another way")
    func otherChanges() throws {
        var form = try FormDriver()
        try form.type("ab")
        try form.perform(.setComposition("かん", caret: 2))
        let changes: [FieldOperation] = [
            .setText("program", formats: true, validates: false), .deleteBackward,
            .replaceRange(start: 0, length: 1, text: "x"),
            .performEditAction(.paste, text: "y"), .select(start: 0, length: 2),
            .moveCaret(.text, count: 1, extends: false),
            .setError("wrong"), .focus,
        ]
        for change in changes {
            try form.perform(change)
            #expect(try form.field.composition == "かん", "\(change)")
        }
        try form.perform(.undo)
        #expect(try form.field.composition == "かん" && form.field.text == "xrogra")
    }

    @Test(
        "a composition is dropped when the user can no longer type",
        arguments: [
            .blur, .setEnabled(false), .setReadOnly(true), .reset, .setMode(.password(reveal: .alwaysVisible)),
        ] as [FieldOperation]
    )
    func ends(operation: FieldOperation) throws {
        var form = try FormDriver()
        try form.perform(.focus)
        try form.perform(.setComposition("かん", caret: 0))
        try form.perform(operation)
        #expect(try form.field.composition.isEmpty && form.form.field(0).field.composition == nil)
        try form.perform(.setMode(.plain))
        #expect(try form.field.composition.isEmpty)
    }

    @Test("a composition is dropped when a condition hides or disables the field", arguments: [true, false])
    func conditions(hides: Bool) throws {
        var form = try FormDriver([
            FormDriver.field("a") {
                if hides {
                    $0.visibleWhen = .test(field: "b", .empty)
                } else {
                    $0.enabledWhen = .test(field: "b", .empty)
                }
            }, FormDriver.field("b"),
        ])
        try form.perform(.setComposition("かん", caret: 0))
        try form.type("x", in: 1)
        #expect(try form.field.composition.isEmpty)
        #expect(throws: FormError.self) { try form.perform(.setComposition("か", caret: 0)) }
        try form.perform(.setComposition("", caret: 0))
    }

    @Test(
        "a composition is refused in a field that cannot be edited, and nothing changes",
        arguments: [FormError.Code.disabled, .actionDisabled]
    )
    func refused(code: FormError.Code) throws {
        var form = try FormDriver {
            if code == .disabled { $0.isEnabled = false } else { $0.allowedEdits = [.clipboard] }
        }
        let error = #expect(throws: FormError.self) { try form.perform(.setComposition("か", caret: 0)) }
        #expect(error?.code == code)
        #expect(try form.field.composition.isEmpty)
    }

    @Test(
        "the caret of a composition is inside it, counted in code points",
        arguments: [("か", 2), ("か", -1), ("", 1), ("e\u{301}", 3)]
    )
    func caret(text: String, caret: Int) throws {
        var form = try FormDriver()
        let error = #expect(throws: FormError.self) { try form.perform(.setComposition(text, caret: caret)) }
        #expect(error?.code == .outOfRange)
        try form.perform(.setComposition(text, caret: text.unicodeScalars.count))
        #expect(try form.field.composition == text)
    }

    @Test("a composition is limited by the maximum text size only")
    func limit() throws {
        var form = try FormDriver { $0.maxLength = 1 }
        try form.perform(.setComposition(String(repeating: "か", count: 65_536), caret: 65_536))
        #expect(try form.field.composition.count == 65_536)
        let error = #expect(throws: FormError.self) {
            try form.perform(.setComposition(String(repeating: "か", count: 65_537), caret: 0))
        }
        #expect(error?.code == .textTooLong && error?.message.contains("65536") == true)
        #expect(throws: FormError.self) { try form.perform(.setComposition("\0", caret: 0)) }
    }

    @Test("a composition creates no undo step, and does not end a burst of keys")
    func undo() throws {
        var form = try FormDriver()
        for key in ["に", "ほ"] {
            try form.perform(.setComposition("x", caret: 1))
            try form.perform(.insertText(key))
        }
        try form.perform(.undo)
        #expect(try form.field.text.isEmpty && !form.form.canUndo)
    }

    @Test("a composition in a secret field hides placeholders, and nothing else of it is stored")
    func secret() throws {
        var form = try FormDriver(
            field: #""type": "textView", "secret": true, "placeholders": [{"service": "native", "text": "N"}]"#
        )
        let height = try form.field.textHeight
        try form.perform(.setComposition("ge\nheim", caret: 7))
        #expect(form.changes == [.fieldProperties(0, [.placeholders])])
        #expect(try form.field.placeholders.map(\.layer.isVisible) == [false])
        #expect(try form.field.composition.isEmpty && form.field.field.composition?.value == "•")
        #expect(try form.field.textHeight == height)
        try form.perform(.insertText("g"))
        #expect(try form.field.field.composition == nil)
    }

    @Test("a plug-in's placeholder receives the composition with the text around it")
    func plugin() throws {
        let field = FormDriver.field("a") {
            $0.placeholders = [PlaceholderDefinition(text: nil, service: .plugin(type: "x", configuration: "{}"))]
        }
        var form = try FormDriver([field], types: .builtIn.withPlugins)
        let asked = Mutex("")
        form.answers = { question in
            asked.withLock { $0 = question.context?.text ?? "" }
            return .unavailable
        }
        try form.perform(.setText("13", formats: true, validates: false))
        try form.perform(.select(start: 1, length: 0))
        try form.perform(.setComposition("２", caret: 1))
        #expect(asked.withLock { $0 } == "1２3")
    }
}
