@testable import FormEngine
import FormModel
import Testing

@Suite("Moves of the caret")
struct CaretMovementTests {
    @Test("keys that nobody waits for come out in order: abc Left Left X")
    func pipelined() throws {
        var form = try FormDriver()
        try form.type("abc")
        for _ in 0..<2 { try form.perform(.moveCaret(.character, count: -1, extends: false)) }
        try form.type("X")
        #expect(try form.field.text == "aXbc" && form.field.caret == 2)
    }

    /// Where GTK 4 and Firefox on Linux stop on the way forward (ends of words) and back (their starts).
    @Test(
        "by words, in six scripts and more",
        arguments: [
            ("don't stop-it, now", [5, 10, 13, 18], [15, 11, 6, 0]),
            ("Привет, мир", [6, 11], [8, 0]),
            ("Καλημέρα κόσμε", [8, 14], [9, 0]),
            ("مرحبا بالعالم", [5, 13], [6, 0]),
            ("שלום, עולם", [4, 10], [6, 0]),
            ("नमस्ते दुनिया", [6, 13], [7, 0]),
            ("カタカナ テスト", [4, 8], [5, 0]),
            ("e\u{301}te\u{301} 3.14 👩‍👩‍👧", [5, 10, 16], [6, 0]),
            (" , ", [3], [0]),
            ("", [], []),
        ]
    )
    func words(text: String, forward: [Int], backward: [Int]) throws {
        var form = try FormDriver()
        try form.perform(.setText(text, formats: true, validates: false))
        for (count, stops) in [(-1, backward), (1, forward)] {
            var places: [Int] = []
            for _ in 0...stops.count {
                let before = try form.field.caret
                try form.perform(.moveCaret(.word, count: count, extends: false))
                let caret = try form.field.caret
                if caret != before { places.append(caret) }
            }
            #expect(places == stops)
        }
    }

    @Test("by characters, lines and all of the text", arguments: [false, true])
    func units(extends: Bool) throws {
        var form = try FormDriver(.textView)
        try form.perform(.setText("first\nse👨‍👩‍👧cond\nthird", formats: true, validates: false))
        func caret(_ unit: TextUnit, _ count: Int) throws -> Int {
            try form.perform(.moveCaret(unit, count: count, extends: extends))
            return try form.field.caret
        }
        let size = try form.field.text.unicodeScalars.count
        #expect(try caret(.text, 1) == size)
        #expect(try caret(.line, -1) == size - 5)
        #expect(try caret(.line, -1) == size - 5, "a start is a start")
        #expect(try caret(.line, -2) == 6)
        #expect(try caret(.character, 3) == 13, "a family is one character")
        #expect(try caret(.line, 1) == size - 6)
        #expect(try caret(.character, -100) == 0)
        #expect(try caret(.character, Int(Int32.max)) == size)
        #expect(try caret(.word, Int(Int32.min)) == 0)
        #expect(try form.field.selection == TextSelection(start: 0, length: extends ? size : 0))
    }

    @Test("a selection grows and shrinks at the end that moves, and is left at the end that is moved to")
    func selection() throws {
        var form = try FormDriver()
        try form.type("abcdef")
        try form.perform(.select(start: 2, length: 2))
        try form.perform(.moveCaret(.character, count: -3, extends: true))
        #expect(try form.field.selection == TextSelection(start: 1, length: 1) && form.field.caret == 1)
        try form.perform(.moveCaret(.character, count: 2, extends: true))
        #expect(try form.field.selection == TextSelection(start: 2, length: 1) && form.field.caret == 3)
        try form.perform(.moveCaret(.text, count: -1, extends: true))
        #expect(try form.field.caret == 0)
        try form.perform(.select(start: 0, length: 2))
        #expect(try form.field.caret == 2 && form.changes == [.fieldProperties(0, [.caret])])
        try form.perform(.moveCaret(.character, count: -1, extends: false))
        #expect(try form.field.selection == TextSelection(start: 0))
        try form.perform(.moveCaret(.character, count: -1, extends: false))
        #expect(form.changes.isEmpty)
    }

    @Test(
        "what a formatter wrote is passed",
        arguments: [
            (#"[00]-/-[00]"#, "1234", [1, 2, 5, 6, 7], [6, 5, 2, 1, 0]),
            ("+7 ([000]) [000]", "912345", [5, 6, 7, 9, 10, 11, 12], [11, 10, 9, 7, 6, 5, 4]),
        ]
    )
    func literals(mask: String, typed: String, forward: [Int], backward: [Int]) throws {
        var form = try FormDriver { $0.formatter = .mask(MaskDefinition(mask: mask)) }
        try form.type(typed)
        for (count, stops) in [(-1, backward), (1, forward)] {
            for stop in stops {
                try form.perform(.moveCaret(.character, count: count, extends: false))
                #expect(try form.field.caret == stop)
            }
            try form.perform(.moveCaret(.character, count: count, extends: false))
            #expect(try form.field.caret == stops.last, "the end")
        }
    }

    @Test("a deletion takes what the caret would pass, or the selection")
    func deletion() throws {
        var form = try FormDriver()
        try form.type("one two three")
        #expect(
            try form.perform(.delete(.word, count: -1)).results == [.edit(text: "one two ", caret: 8, accepted: true)]
        )
        try form.perform(.delete(.word, count: 1))
        #expect(form.changes.isEmpty)
        try form.perform(.delete(.character, count: -3))
        #expect(try form.field.text == "one t")
        try form.perform(.undo)
        #expect(try form.field.text == "one two ")
        try form.perform(.select(start: 0, length: 4))
        try form.perform(.delete(.text, count: 1))
        #expect(try form.field.text == "two ")
        try form.perform(.delete(.line, count: 1))
        #expect(try form.field.text.isEmpty)
        try form.perform(.setReadOnly(true))
        #expect(throws: FormError.self) { try form.perform(.delete(.text, count: -1)) }
    }

    @Test("a secret has no words")
    func secret() throws {
        var form = try FormDriver { $0.isSecret = true }
        try form.type("two words")
        try form.perform(.moveCaret(.word, count: -1, extends: false))
        #expect(try form.field.caret == 0)
        try form.perform(.moveCaret(.character, count: 1, extends: false))
        #expect(try form.field.caret == 1)
    }
}
