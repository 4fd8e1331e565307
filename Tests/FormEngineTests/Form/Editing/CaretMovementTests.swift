@testable import FormEngine
@testable import Formatters
import FormModel
import Languages
import Masks
import Testing
@testable import TextEditing

@Suite("Movement of the caret")
struct CaretMovementTests {
    @Test("keys sent without waiting for replies take effect in order: abc Left Left X")
    func pipelined() throws {
        var form = try FormDriver()
        try form.type("abc")
        for _ in 0..<2 { try form.perform(.moveCaret(.character, count: -1, extends: false)) }
        try form.type("X")
        #expect(try form.field.text == "aXbc" && form.field.caret == 2)
    }

    /// The ends of words, and their starts on the way back.
    private func stops(in text: String, types: FormTypes = .inAllLanguages) throws -> WordMoves.Stops {
        var form = try FormDriver([FormDriver.field("a")], types: types)
        try form.perform(.setText(text, formats: true, validates: false))
        func stops(_ count: Int) throws -> [Int] {
            try form.perform(.moveCaret(.text, count: -count, extends: false))
            var places: [Int] = []
            while true {
                let before = try form.field.caret
                try form.perform(.moveCaret(.word, count: count, extends: false))
                if try form.field.caret == before { return places }
                places.append(try form.field.caret)
            }
        }
        return WordMoves.Stops(try stops(1), try stops(-1))
    }

    /// Browsers stop at punctuation as well.
    @Test("a move by words passes letters and digits as in browsers", arguments: WordMoves.rows)
    func words(row: WordMoves) throws {
        let scalars = Array(row.text.unicodeScalars)
        func isWord(_ place: Int) -> Bool {
            scalars.indices.contains(place) && (scalars[place] == "_" || scalars[place].isLetterOrDigit)
        }
        let web = WordMoves.Stops(
            row.web.forward.filter { $0 == scalars.count || isWord($0 - 1) },
            row.web.backward.filter { $0 == 0 || isWord($0) }
        )
        let stops = try stops(in: row.text)
        #expect(stops == web)
    }

    /// GTK divides words at apostrophes and low lines, and numbers at separators, and has no dictionary of Chinese and
    /// Japanese.
    @Test("a move by words in scripts other than Han and Kana is as in GTK", arguments: WordMoves.rows)
    func wordsOfGTK(row: WordMoves) throws {
        guard let gtk = row.gtk else { return }
        let isOther = row.text.unicodeScalars.contains {
            "'’_$".unicodeScalars.contains($0) || 0x3000...0x9FFF ~= $0.value
        }
        #expect(try (stops(in: row.text) == gtk) == !isOther)
    }

    @Test(
        "without ICU, syllables of Hangul and characters of Han are words",
        arguments: [
            ("don't stop-it", WordMoves.Stops([5, 10, 13], [11, 6, 0])),
            ("안녕 a.b", WordMoves.Stops([1, 2, 4, 6], [5, 3, 1, 0])),
            ("你好", WordMoves.Stops([1, 2], [1, 0])),
        ]
    )
    func standardLibrary(text: String, stops: WordMoves.Stops) throws {
        #expect(try self.stops(in: text, types: .builtIn) == stops)
    }

    @Test(
        "a move by words skips characters that a formatter added",
        arguments: [
            (
                FormatterDefinition.mask(MaskDefinition(mask: "+7 ([000]) [000]-[00]")), "91234567", [7, 12, 15],
                [13, 9, 4]
            ),
            (.number(NumberDefinition(.percent)), "12.5", [4], [0]),
        ]
    )
    func formatted(formatter: FormatterDefinition, typed: String, forward: [Int], backward: [Int]) throws {
        var form = try FormDriver { $0.formatter = formatter }
        try form.type(typed)
        for (count, stops) in [(-1, backward), (1, forward)] {
            for stop in stops {
                try form.perform(.moveCaret(.word, count: count, extends: false))
                #expect(try form.field.caret == stop)
            }
            try form.perform(.moveCaret(.word, count: count, extends: false))
            #expect(try form.field.caret == stops.last, "the end")
        }
    }

    @Test("the caret moves by characters, lines and the whole text", arguments: [false, true])
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

    @Test(
        "a move by more characters than there are takes the time of one reading of the text",
        arguments: ["en", "fr", "ar-EG"],
        [#"{"type": "number"}"#, #"{"type": "currency", "currency": "EUR"}"#]
    )
    func manyCharacters(locale: String, formatter: String) throws {
        let decoded = try #require(DefinitionDecoder().decodeFormatter(formatter).value)
        var times: [Duration] = []
        for digits in [1_000, 8_000] {
            var form = try FormDriver(
                [FormDriver.field("a") { $0.formatter = decoded }],
                types: .inAllLanguages,
                locale: locale
            )
            try form.perform(.setText(String(repeating: "7", count: digits), formats: true, validates: false))
            times.append(
                try ContinuousClock().measure {
                    try form.perform(.moveCaret(.character, count: -100_000, extends: false))
                    try form.perform(.moveCaret(.character, count: 100_000, extends: false))
                    try form.perform(.delete(.character, count: -100_000))
                }
            )
            #expect(try form.field.value.isEmpty)
        }
        #expect(times[1] < times[0] * 32 + .milliseconds(50))
    }

    @Test("a selection is extended at the end that moves, and a move without extension collapses it there")
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
        "the caret skips characters that a formatter added",
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

    @Test("a deletion removes the selection, or the characters that the caret would pass")
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

    @Test("a secret text counts as one word and one line")
    func secret() throws {
        var form = try FormDriver { $0.isSecret = true }
        try form.type("two words")
        try form.perform(.moveCaret(.word, count: -1, extends: false))
        #expect(try form.field.caret == 0)
        try form.perform(.moveCaret(.character, count: 1, extends: false))
        #expect(try form.field.caret == 1)
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || properties.numericType != nil || isMark }

    private var isMark: Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
    }
}
