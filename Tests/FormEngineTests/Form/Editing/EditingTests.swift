import FormEngine
import FormModel
import FormPlugin
import Masks
import Testing
import TextEditing

@Suite("Editing")
struct EditingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var start = ""
        var caret: Int?
        var length = 0
        var insert: String
        var expected: String
        var expectedCaret: Int?
        var change: @Sendable (inout FieldDefinition) -> Void = { _ in }
        var testDescription: String { name }
    }

    static let family = "👨‍👩‍👧‍👦"

    static let rows: [Row] = [
        Row(name: "at the end", start: "ab", insert: "c", expected: "abc", expectedCaret: 3),
        Row(name: "in the middle", start: "ac", caret: 1, insert: "b", expected: "abc", expectedCaret: 2),
        Row(
            name: "over a selection",
            start: "abcd",
            caret: 1,
            length: 2,
            insert: "X",
            expected: "aXd",
            expectedCaret: 2
        ),
        Row(
            name: "a selection inside a cluster grows",
            start: "x\(family)y",
            caret: 2,
            length: 1,
            insert: "-",
            expected: "x-y"
        ),
        Row(name: "a combining mark joins", start: "e", insert: "\u{301}", expected: "e\u{301}", expectedCaret: 2),
        Row(name: "a flag's half joins", start: "🇷", insert: "🇺", expected: "🇷🇺", expectedCaret: 2),
        Row(name: "line breaks become spaces in one line", insert: "a\r\nb\nc", expected: "a b c"),
        Row(name: "the piece is cut, not the tail", start: "abcd", caret: 0, insert: "XY", expected: "Xabcd") {
            $0.maxLength = 5
        },
        Row(name: "clusters count, not code points", start: "a", insert: family + family, expected: "a" + family) {
            $0.maxLength = 2
        },
        Row(name: "a mark fits a full field", start: "abe", insert: "\u{301}", expected: "abe\u{301}") {
            $0.maxLength = 3
        },
        Row(name: "noChanges refuses what is too long", start: "ab", insert: "cdef", expected: "ab") {
            $0.maxLength = 5
            $0.pasteOverflow = .noChanges
        },
        Row(name: "what is not allowed is filtered", insert: "a1-2", expected: "12") {
            $0.allowedCharacters = CharacterFilter(sets: [.digits])
        },
        Row(name: "or the edit is refused", insert: "a1", expected: "") {
            $0.allowedCharacters = CharacterFilter(sets: [.digits])
            $0.filtersInserted = false
        },
        Row(name: "keycaps are no digits", insert: "1\u{FE0F}\u{20E3}2", expected: "2") {
            $0.allowedCharacters = CharacterFilter(sets: [.digits])
        },
        Row(name: "emoji pass where they may", insert: "a👋🏽1", expected: "👋🏽1") {
            $0.allowedCharacters = CharacterFilter(sets: [.digits], allowsEmoji: true)
        },
        Row(name: "Persian joiners are letters' own", insert: "می‌خواهم", expected: "می‌خواهم") {
            $0.allowedCharacters = CharacterFilter(sets: [.letters])
        },
        Row(name: "a refused cluster cannot sneak in as a mark", start: "1", insert: "\u{20E3}", expected: "1") {
            $0.allowedCharacters = CharacterFilter(sets: [.digits])
        },
        Row(name: "input rules refuse", start: "ab", insert: "c", expected: "ab") { $0.inputRules = [.length(0, 2)] },
    ]

    @Test("an insertion replaces the selection and moves the caret behind it", arguments: rows)
    func insert(row: Row) throws {
        var form = try FormDriver(.text, row.change)
        try form.perform(.setText(row.start, formats: true, validates: false))
        if let caret = row.caret { try form.perform(.select(start: caret, length: row.length)) }
        let outcome = try form.perform(.insertText(row.insert))
        #expect(try form.field.text == row.expected)
        if let caret = row.expectedCaret { #expect(try form.field.selection == TextSelection(start: caret)) }
        let changed = row.start != row.expected
        #expect(form.events().contains(.textChanged(.user)) == changed)
        guard case .edit(_, _, let accepted) = outcome.results[0] else {
            Issue.record("no edit's result")
            return
        }
        #expect(accepted == changed)
    }

    @Test("one deletion removes one grapheme cluster")
    func deletion() throws {
        var form = try FormDriver()
        try form.perform(.insertText("a\(Self.family)e\u{301}"))
        try form.perform(.deleteBackward)
        #expect(try form.field.text == "a" + Self.family)
        try form.perform(.deleteBackward)
        #expect(try form.field.text == "a")
        #expect(try form.field.lastEdit == .delete)
        try form.perform(.select(start: 0, length: 0))
        try form.perform(.deleteForward)
        #expect(try form.field.text.isEmpty)
        #expect(try form.perform(.deleteForward).changes.isEmpty)
    }

    @Test("edit actions have an effect unless they are disabled")
    func actions() throws {
        var form = try FormDriver { $0.disabledEditActions = [.copy] }
        try form.type("one two")
        try form.perform(.select(start: 5, length: 0))
        try form.perform(.performEditAction(.select, text: ""))
        #expect(try form.field.selection == TextSelection(start: 4, length: 3))
        #expect(try form.perform(.performEditAction(.cut, text: "")).results == [.action("two")])
        #expect(try form.field.text == "one ")
        try form.perform(.performEditAction(.paste, text: "2"))
        #expect(try form.field.text == "one 2")
        let error = #expect(throws: FormError.self) { try form.perform(.performEditAction(.copy, text: "")) }
        #expect(error?.code == .actionDisabled)
    }

    @Test("positions beyond the text are refused, however large they are")
    func ranges() throws {
        var form = try FormDriver()
        try form.type("abc")
        for (start, length) in [(4, 0), (0, 4), (-1, 0), (1, -1), (.max, 1), (1, .max), (.min, .min)] {
            let error = #expect(throws: FormError.self) { try form.perform(.select(start: start, length: length)) }
            #expect(error?.code == .outOfRange)
        }
        #expect(throws: FormError.self) { try form.perform(.insertText("a\0")) }
        #expect(throws: FormError.self) { try form.perform(.insertText(String(repeating: "a", count: 65_534))) }
        #expect(try form.field.text == "abc")
    }

    @Test("leaving a field trims its text, and a separate signal announces that")
    func trim() throws {
        var form = try FormDriver { $0.trims = true }
        try form.perform(.focus)
        try form.perform(.insertText("  a "))
        #expect(try form.field.value == "a")
        try form.perform(.blur)
        #expect(form.events() == [.stateChanged(.normal, previous: .active), .textChanged(.trim), .editingEnded])
        #expect(try form.field.text == "a")
    }

    @Test(
        "a trim removes white space of every kind, and no visible character",
        arguments: [
            ("\u{A0}a\u{2009}\t", "a"), ("\u{3000} \u{2028}", ""), (" \u{301}a \u{308} ", " \u{301}a \u{308}"),
            ("\u{200D}a", "\u{200D}a"), (" a b ", "a b"), ("  ", ""), ("", ""),
        ]
    )
    func trims(text: String, trimmed: String) throws {
        var form = try FormDriver(.textView) { $0.trims = true }
        try form.perform(.focus)
        try form.perform(.insertText(text))
        #expect(try form.field.value == trimmed)
        try form.perform(.blur)
        #expect(try form.field.text == trimmed)
    }

    @Test("a secret's text cannot be read from any property or change")
    func secret() throws {
        var form = try FormDriver { $0.mode = .password(reveal: .visibleOnNotEmptyText) }
        let outcome = try form.perform(.insertText("abc"))
        #expect(outcome.results == [.edit(text: "•••", caret: 3, accepted: true)])
        #expect(try form.field.text == "•••" && form.field.value.isEmpty)
        #expect(form.form.values(includingSecrets: false).isEmpty)
        #expect(form.form.values(includingSecrets: true).map(\.value) == ["abc"])
        #expect(!form.form.canUndo)
        try form.perform(.performEditAction(.selectAll, text: ""))
        #expect(throws: FormError.self) { try form.perform(.performEditAction(.copy, text: "")) }
        try form.perform(.setText("ab cd", formats: true, validates: false))
        try form.perform(.performEditAction(.select, text: ""))
        #expect(try form.field.selection == TextSelection(start: 0, length: 5), "its words are a part of it")
        try form.perform(.setText("abc", formats: true, validates: false))
        try form.perform(.pressActionButton)
        #expect(try !form.field.isSecureEntry && form.field.text == "•••")
        try form.perform(.setMode(.plain))
        #expect(try form.field.text == "•••")
    }

    @Test("typing in a secret field that was left replaces its text if the definition says so")
    func refocus() throws {
        var form = try FormDriver {
            $0.mode = .password(reveal: .alwaysVisible)
            $0.clearsOnRefocus = true
        }
        try form.perform(.focus)
        try form.type("abc")
        try form.perform(.blur)
        try form.perform(.focus)
        try form.type("xy")
        #expect(form.form.values(includingSecrets: true).map(\.value) == ["xy"])
    }

    @Test("pressing the clear button is an edit by the user")
    func clear() throws {
        var form = try FormDriver(.textView)
        try form.type("ab")
        try form.perform(.setError("Bad"))
        try form.perform(.clear)
        #expect(form.events() == [.stateChanged(.normal, previous: .error), .textChanged(.clear)])
        #expect(try !form.field.actionButton.isVisible)
        #expect(try form.perform(.clear).changes.isEmpty)
    }

    @Test("in a masked field limit and filter apply to the value")
    func masked() throws {
        var form = try FormDriver {
            $0.formatter = .mask(MaskDefinition(mask: "+7 ([000]) [000]"))
            $0.maxLength = 4
        }
        try form.perform(.focus)
        #expect(try form.field.text == "+7 (")
        try form.type("912345")
        #expect(try form.field.value == "9123")
        try form.perform(.setFormatter(.mask(MaskDefinition(mask: "[00]/[00]"))))
        #expect(try form.field.text == "91/23")
        try form.perform(.setFormatter(nil))
        #expect(try form.field.text == "9123")
    }
}
