import FormEngine
import FormModel
import FormPlugin
import Masks
import Testing
import TextEditing

/// Quirks of other libraries' fields that formd does not repeat: edits. The numbers are those of the table
/// “Quirks that are not repeated” in FormEngine's article Fields.
@Suite("Quirks of edits are not repeated")
struct EditQuirkTests {
    @Test(
        "Q-03: an insertion that does not fit is truncated, and the existing text is kept",
        arguments: [FieldKind.text, .textView]
    )
    func overflow(kind: FieldKind) throws {
        var form = try FormDriver(kind) { $0.maxLength = 5 }
        try form.type("abcd")
        try form.perform(.select(start: 1, length: 0))
        try form.perform(.performEditAction(.paste, text: "XYZ"))
        #expect(try form.field.text == "aXbcd")
        #expect(try form.field.selection == TextSelection(start: 2))
    }

    static let idle = [
        (#""maxLength": 3"#, "abc", "d"), (#""maxLength": 3, "pasteOverflow": "noChanges""#, "abc", "de"),
        (#""allowedCharacters": {"sets": ["digits"]}"#, "123", "x"),
        (#""formatter": {"type": "mask", "mask": "[00]"}"#, "12", "3"),
    ]

    @Test("Q-04: an edit that changes nothing announces nothing and keeps the error", arguments: idle)
    func unchanged(members: String, text: String, key: String) throws {
        var form = try FormDriver(field: members)
        try form.perform(.setText(text, formats: true, validates: false))
        try form.perform(.setError("Bad"))
        let outcome = try form.perform(.insertText(key))
        #expect(outcome.results == [.edit(text: text, caret: text.count, accepted: false)])
        #expect(form.events().isEmpty)
        #expect(try form.field.error == "Bad" && !form.field.isTouched)
    }

    @Test(
        "Q-06: a text set by a program that is over the limit is an error, and can be shortened",
        arguments: PasteOverflow.allCases
    )
    func tooLong(policy: PasteOverflow) throws {
        var form = try FormDriver {
            $0.maxLength = 2
            $0.pasteOverflow = policy
        }
        try form.perform(.setText("abcd", formats: true, validates: true))
        #expect(try form.field.error == "The field must contain at most 2 characters.")
        for text in ["abc", "ab", "a"] {
            try form.perform(.deleteBackward)
            #expect(try form.field.text == text)
        }
    }

    @Test("Q-07: with a formatter, limit and filter apply to the value")
    func masked() throws {
        var form = try FormDriver {
            $0.formatter = .mask(MaskDefinition(mask: "([AAA]) [AAA]"))
            $0.maxLength = 4
            $0.allowedCharacters = CharacterFilter(sets: [.latin])
        }
        try form.type("abжcde")
        #expect(try form.field.text == "(abc) d")
        #expect(
            FormDriver.findings(field: #""validateWithFormatter": true"#)
                == ["error: /fields/0/validateWithFormatter: there is no formatter to validate with"]
        )
    }

    @Test("Q-11: every change of a text has an origin, with a mask and without", arguments: [false, true])
    func origins(isMasked: Bool) throws {
        var form = try FormDriver(.textView) {
            $0.trims = !isMasked
            if isMasked { $0.formatter = .mask(MaskDefinition(mask: "[…]")) }
        }
        let steps: [(FieldOperation, [TextOrigin])] = [
            (.focus, []), (.insertText("a"), [.user]), (.deleteBackward, [.user]),
            (.setText("b ", formats: true, validates: false), [.program]), (.blur, isMasked ? [] : [.trim]),
            (.clear, [.clear]), (.setText("c", formats: true, validates: false), [.program]), (.reset, [.reset]),
            (.insertText("12"), [.user]), (.setFormatter(.mask(MaskDefinition(mask: "[0]-[0]"))), [.mask]),
        ]
        for (operation, origins) in steps {
            try form.perform(operation)
            #expect(form.origins == origins, "\(operation)")
        }
        try form.perform(.insertText("3"))
        try form.perform(.setText("4", formats: true, validates: false))
        try form.perform(.undo)
        #expect(form.origins == [.undo])
    }

    @Test("Q-14: choosing a day changes the text and the date")
    func dateChosen() throws {
        var form = try FormDriver(field: #""input": {"type": "date", "format": "dd.MM.yyyy"}"#)
        try form.perform(.selectDate("2026-03-05"))
        #expect(form.events() == [.textChanged(.picker), .dateChanged])
        #expect(try form.field.text == "05.03.2026" && form.field.date == "2026-03-05" && form.field.isTouched)
    }

    @Test("Q-15: the clear button is a user's edit, and removes the error with the text")
    func clearButton() throws {
        var form = try FormDriver(.textView)
        try form.perform(.setText("a", formats: true, validates: false))
        try form.perform(.setError("Bad"))
        try form.perform(.focus)
        try form.perform(.clear)
        #expect(form.events() == [.stateChanged(.active, previous: .error), .textChanged(.clear)])
        #expect(try form.field.isTouched && form.field.isFocused)
    }

    @Test(
        "Q-33: a filter accepts or drops whole grapheme clusters",
        arguments: [
            ("a1\u{FE0F}\u{20E3}b", "ab"), ("a👋🏽b", "ab"), ("a👨‍👩‍👧‍👦b", "ab"), ("e\u{301}🇷🇺", "e\u{301}"), ("क्षि", "क्षि"),
        ]
    )
    func filter(inserted: String, kept: String) throws {
        var form = try FormDriver { $0.allowedCharacters = CharacterFilter(sets: [.letters]) }
        try form.perform(.insertText(inserted))
        #expect(try form.field.text == kept)
    }

    static let programs: [(FieldOperation, String)] = [
        (.setText("a1-2", formats: true, validates: false), "12"),
        (.setText("a1-2", formats: false, validates: false), "12"),
        (.setText("12", formats: true, validates: false), "12"),
        (.setText("ab", formats: true, validates: false), ""),
    ]

    @Test("Q-33: a text set by a program is filtered if the definition says so", arguments: 0..<programs.count)
    func programFilter(number: Int) throws {
        let (operation, text) = Self.programs[number]
        var free = try FormDriver { $0.allowedCharacters = CharacterFilter(sets: [.digits]) }
        try free.perform(.setText("a1-2", formats: true, validates: false))
        #expect(try free.field.text == "a1-2", "by default it is not")
        var form = try FormDriver {
            $0.allowedCharacters = CharacterFilter(sets: [.digits])
            $0.filtersProgram = true
        }
        try form.perform(operation)
        #expect(try form.field.text == text)
    }

    @Test("Q-33: initial texts and the value of a formatter are filtered, too")
    func firstTexts() throws {
        let digits = FormDriver.field("a") {
            $0.allowedCharacters = CharacterFilter(sets: [.digits])
            $0.filtersProgram = true
            $0.value = "x9"
        }
        #expect(try FormDriver([digits]).field.text == "9")
        #expect(try !FormDriver([digits]).field.isModified)
        var form = try FormDriver([digits], values: ["a": "1b"])
        #expect(try form.field.text == "1" && !form.field.isModified)
        try form.perform(.setValues(["a": "c3"]))
        #expect(try form.field.text == "3")
        try form.perform(.field(0, .reset))
        #expect(try form.field.text == "1")

        var masked = try FormDriver {
            $0.allowedCharacters = CharacterFilter(sets: [.latin])
            $0.filtersProgram = true
            $0.formatter = .mask(MaskDefinition(mask: "+([AA])"))
        }
        try masked.perform(.setText("+(ab)", formats: true, validates: false))
        #expect(try masked.field.text == "+(ab)", "the mask's own characters are no part of the value")
        try masked.perform(.setText("жab", formats: true, validates: false))
        #expect(try masked.field.text == "+(ab)")
    }

    @Test("Q-33: with filterInserted false a program's text with a character that is not allowed is refused")
    func programRefused() throws {
        let strict = FormDriver.field("a") {
            $0.allowedCharacters = CharacterFilter(sets: [.digits])
            $0.filtersProgram = true
            $0.filtersInserted = false
        }
        var form = try FormDriver([strict])
        let error = #expect(throws: FormError.self) {
            try form.perform(.setText("1a", formats: true, validates: true))
        }
        #expect(error?.code == .invalidText)
        #expect(try form.field.text.isEmpty)
        #expect(throws: FormError.self) { try FormDriver([strict], values: ["a": "x"]) }
    }

    @Test("Q-34: text and caret change in the same transaction")
    func caret() throws {
        var form = try FormDriver { $0.formatter = .mask(MaskDefinition(mask: "[00]/[00]")) }
        try form.perform(.focus)
        let outcome = try form.perform(.insertText("12"))
        #expect(outcome.results == [.edit(text: "12/", caret: 3, accepted: true)])
        #expect(form.properties.isSuperset(of: [.text, .selection]))
        #expect(try form.field.selection == TextSelection(start: 3))
    }

    @Test("Q-35: trimming is announced, and rules always read the trimmed text")
    func trim() throws {
        var form = try FormDriver {
            $0.trims = true
            $0.rules = [.length(0, 2, message: "long")]
        }
        try form.perform(.focus)
        try form.perform(.insertText(" ab "))
        #expect(try form.perform(.validate(force: true)).results == [.verdict(valid: true, message: "")])
        #expect(try form.field.text == " ab " && form.field.value == "ab")
        try form.perform(.blur)
        #expect(form.origins == [.trim])
        #expect(try form.field.text == "ab")
    }

    @Test("Q-36: moving the focus does not change a secret text or its error, and the next key appends")
    func secureFocus() throws {
        var form = try FormDriver { $0.mode = .password(reveal: .alwaysVisible) }
        try form.perform(.setText("abc", formats: true, validates: false))
        try form.perform(.setError("Bad"))
        try form.perform(.focus)
        #expect(form.events() == [.editingBegan])
        #expect(try form.field.error == "Bad" && !form.field.isTouched)
        try form.type("d")
        #expect(form.values == ["abcd"])
    }

    @Test("Q-41: a program that answers each change by setting the same text causes no endless loop")
    func answering() throws {
        var form = try FormDriver { $0.formatter = .mask(MaskDefinition(mask: "[00]-[00]")) }
        try form.perform(.insertText("1"))
        var rounds = 0
        while !form.origins.isEmpty, rounds < 10 {
            rounds += 1
            try form.perform(.setText("1234", formats: true, validates: false))
        }
        #expect(rounds == 2)
        #expect(try form.field.text == "12-34")
    }
}
