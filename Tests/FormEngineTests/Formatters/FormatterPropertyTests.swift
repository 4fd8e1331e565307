import FormEngine
import FormModel
import RandomTesting
import Testing
import TextEditing

/// What holds of every kind of formatter, edit by edit.
@Suite("Properties of all formatters under random edits")
struct FormatterPropertyTests {
    private static let definitions =
        FormatterWalkTests.definitions + [
            #"{"type": "blockMask", "mask": "{dd}.{aa}-{..}"}"#,
            #"{"type": "grouping", "groups": [4, 6, 5], "maximum": 15}"#,
            #"{"type": "mask", "mask": "([000]) [099]-[00]{.}[00]"}"#,
            #"{"type": "mask", "mask": "[0000] [0000]", "reversed": true}"#,
        ]

    private static let keys = [
        "1", "2", "3", "4", "5", "9", "0", "٣", ".", ",", "-", "/", ":", " ", "a", "p", "T", "é",
    ]
    private static let pastes = ["12", "345", "1.5", "12,34", "29", "ab1", "9 8 7", "-5", "", "👍1", "0042"]

    @Test(
        "digits never change their order, and the caret stays at the edit",
        arguments: definitions.filter { $0 != FormatterWalkTests.shifted },
        ["en", "de", "ar-EG"]
    )
    func digits(_ json: String, _ locale: String) throws {
        var typist = try Typist(json, locale: locale)
        var random = SeededGenerator(seed: UInt64(json.utf8.count * 31 + locale.utf8.count))
        var failures: [String] = []
        for _ in 0..<RandomCases.count(600) {
            let before = typist.current
            let size = before.text.string.unicodeScalars.count
            if random.next() % 3 == 0 {
                let start = Int.random(in: 0...size, using: &random)
                typist.select(start..<Int.random(in: start...min(size, start + 3), using: &random))
            }
            let range = typist.current.selection
            let head = before.text.string.digits(from: 0, to: range.start)
            let tail = before.text.string.digits(from: range.end, to: size)
            var inserted: [UInt8] = []
            switch random.next() % 8 {
            case 0, 1: typist.delete(forward: false)
            case 2: typist.delete(forward: true)
            case 3:
                let text = random.pick(Self.pastes)
                inserted = text.digits(from: 0, to: .max)
                typist.insert(text, .paste)
            default:
                let text = random.pick(Self.keys)
                inserted = text.digits(from: 0, to: .max)
                typist.insert(text, .key)
            }
            let after = typist.current
            guard after.text != before.text else { continue }
            let caret = after.selection.start
            let (left, right) = (
                after.text.string.digits(from: 0, to: caret), after.text.string.digits(from: caret, to: .max)
            )
            func check(_ isTrue: Bool, _ what: String) {
                if !isTrue { failures.append("\(before) \(range) + \(inserted) → \(after): \(what)") }
            }
            check((left + right).isSubsequence(of: head + inserted + tail), "the order")
            check(right.isSubsequence(of: tail), "what stands behind the caret stood behind the edit")
            check(left.isSubsequence(of: head + inserted), "what stands before the caret stood before the edit")
        }
        report(failures, of: 600)
    }

    @Test("setting a complete value again does not change it", arguments: definitions, ["en", "de"])
    func values(_ json: String, _ locale: String) throws {
        var random = SeededGenerator(seed: UInt64(json.utf8.count * 7 + locale.utf8.count))
        var failures: [String] = []
        var count = 0
        for _ in 0..<RandomCases.count(200) {
            var typist = try Typist(json, locale: locale)
            for _ in 0..<Int.random(in: 1...12, using: &random) { typist.insert(random.pick(Self.keys), .key) }
            typist.run("⏎")
            let value = typist.current.value
            guard !value.isEmpty, typist.current.isComplete else { continue }
            count += 1
            let set = typist.formatter.format(value).value
            if set != value { failures.append("\(typist.current.text): \(value), then \(set)") }
        }
        report(failures, of: count)
    }

    @Test("undo restores each text, and redo the last one", arguments: definitions)
    func undo(_ json: String) throws {
        let decoded = DefinitionDecoder().decodeFormatter(json)
        guard let definition = decoded.value else { throw BadFormatter(diagnostics: decoded.diagnostics) }
        var random = SeededGenerator(seed: UInt64(json.utf8.count))
        for _ in 0..<RandomCases.count(8) {
            let field = FormDriver.field("a") { $0.formatter = definition }
            var form = try FormDriver([field], types: .inAllLanguages, locale: "de")
            try form.perform(.focus)
            var states = [try form.field.state]
            for _ in 0..<40 {
                let size = try form.field.text.unicodeScalars.count
                switch random.next() % 8 {
                case 0, 1: try form.perform(.deleteBackward)
                case 2: try form.perform(.deleteForward)
                case 3: try form.perform(.select(start: Int.random(in: 0...size, using: &random), length: 0))
                case 4: try form.perform(.insertText(random.pick(Self.pastes)))
                default: try form.perform(.insertText(random.pick(Self.keys)))
                }
                let state = try form.field.state
                if state != states.last { states.append(state) }
            }
            var rest = states[...]
            while form.form.canUndo {
                try form.perform(.undo)
                let state = try form.field.state
                while let last = rest.last, last != state { rest.removeLast() }
                #expect(!rest.isEmpty, "“\(state)” was never shown")
            }
            #expect(try form.field.state == states.first)
            while form.form.canRedo { try form.perform(.redo) }
            #expect(try form.field.state == states.last)
        }
    }
}

extension FieldReading {
    /// What an undo brings back, and a redo.
    fileprivate var state: [String] { [text, value] }
}

extension String {
    /// The digits of a range of code points in the shape of ASCII. Without zeros: a date and a number get their own.
    fileprivate func digits(from start: Int, to end: Int) -> [UInt8] {
        unicodeScalars.dropFirst(start).prefix(Swift.max(0, end - start)).compactMap { scalar in
            guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue
            else { return nil }
            return value == 0 ? nil : UInt8(value)
        }
    }
}

extension [UInt8] {
    fileprivate func isSubsequence(of other: [UInt8]) -> Bool {
        var rest = other[...]
        return allSatisfy { digit in
            guard let index = rest.firstIndex(of: digit) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}
