import Formatters
import FormEngine
import FormModel
import RandomTesting
import Testing
import TextEditing

/// What holds of every formatter whatever is done to it.
@Suite("Formatters under random edits")
struct FormatterWalkTests {
    static let definitions = [
        #"{"type": "number"}"#,
        #"{"type": "number", "maximumIntegerDigits": 6, "maximumFractionDigits": 2, "minimum": -5000}"#,
        #"{"type": "number", "minimum": 10, "maximum": 2000, "outOfRange": "refuse"}"#,
        #"{"type": "number", "minimum": -10, "maximum": 200, "outOfRange": "clampOnBlur", "hideZeroFraction": true}"#,
        #"{"type": "number", "grouping": false, "suffix": " руб.", "prefix": "≈ "}"#,
        #"{"type": "currency", "currency": "EUR"}"#,
        #"{"type": "currency", "currency": "JPY", "minimum": 1}"#,
        #"{"type": "percent", "minimum": 0, "maximum": 100}"#,
        shifted,
        #"{"type": "date"}"#,
        #"{"type": "date", "format": "dd.MM.yy", "pad": false}"#,
        #"{"type": "date", "format": "yyyyMMdd", "maximum": "2024-02-29"}"#,
        #"{"type": "date", "format": "d MMMM yyyy"}"#,
        #"{"type": "time"}"#,
        #"{"type": "time", "format": "a hh:mm:ss"}"#,
        #"{"type": "dateTime"}"#,
        #"{"type": "dateTime", "format": "LLL d, yyyy h:mm a"}"#,
        #"{"type": "enum", "values": ["One", "Two", "Three", "Øne", "é"]}"#,
        #"{"type": "regexInput", "pattern": "[A-Zé]{0,3}-?\\d*"}"#,
    ]
    /// It writes zeros that nobody typed.
    static let shifted =
        #"{"type": "number", "entry": "rightToLeft", "minimum": -50, "maximum": 9000, "outOfRange": "refuse"}"#
    private static let locales = [
        "en", "ru", "de", "fr", "hi", "ar", "ar-EG", "fa", "ja", "ko", "pl", "de-CH", "sv", "tr",
    ]

    private static let pieces = [
        "0", "1", "2", "3", "5", "9", ".", ",", "-", "−", "+", "/", ":", " ", "p", "a", "t", "O", "é", "A", "€", "%",
        "1234.5", "1.234,5", "-5", "(7)", "29.02.2024", "2024-02-29", "09:30", "Two", "٣", "९", "５", "\u{301}", "\u{0}",
        "👨‍👩‍👧", "\u{202E}", "\u{200F}", "\r\n", "999999999999999999999", "00000", "🇩🇪", "‘",
    ]

    /// These know no languages.
    private static let masks = [
        #"{"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"}"#,
        #"{"type": "mask", "mask": "[099]{.}[099]"}"#,
        #"{"type": "mask", "mask": "[0000] [0000]", "affine": ["[00]-[00]", "[AA] [00]"]}"#,
        #"{"type": "mask", "mask": "[000] [000]", "reversed": true}"#,
        #"{"type": "blockMask", "mask": "{dd}.{aa}-{..}"}"#,
        #"{"type": "grouping", "groups": [4, 6, 5], "maximum": 15}"#,
    ]

    @Test("with masks the text is formatted, the caret is inside it, and the value is preserved", arguments: masks)
    func walk(_ json: String) throws {
        try walk(json, "en")
    }

    @Test(
        "with other formatters the text is formatted, the caret is inside it, and the value is preserved",
        arguments: definitions,
        locales
    )
    func walk(_ json: String, _ locale: String) throws {
        var typist = try Typist(json, locale: locale)
        let formatter = typist.formatter
        var generator = SeededGenerator(
            seed: UInt64(json.utf8.count * 131 + locale.utf8.reduce(0) { $0 * 7 + Int($1) })
        )
        for step in 0..<RandomCases.count(450) {
            let before = typist.current
            switch generator.next() % 12 {
            case 0: typist.delete(forward: true)
            case 1, 2: typist.delete(forward: false)
            case 3:
                let count = before.text.string.unicodeScalars.count
                let start = Int(generator.next() % UInt64(count + 1))
                let range = start..<(start + Int(generator.next() % UInt64(count - start + 1)))
                typist.select(range.splittingNothing(of: before.text.string))
            case 4: typist.run("⏎")
            case 5: typist.insert(Self.pieces.randomElement(using: &generator) ?? "", .paste)
            default: typist.insert(Self.pieces.randomElement(using: &generator) ?? "", .key)
            }
            let current = typist.current
            // Much is checked, and a note costs more than a check.
            func check(_ isTrue: Bool, _ what: String) {
                if !isTrue { Issue.record("step \(step): “\(before.text)” → “\(current.text)”: \(what)") }
            }
            let count = current.text.string.unicodeScalars.count
            check(current.selection.start >= 0 && current.selection.end <= count, "the caret is in the text")
            check(!current.text.isEmpty || current.value.isEmpty, "an empty text has no value")
            let finished = formatter.finish(current)
            check(formatter.finish(finished) == finished, "what is finished stays so")
            _ = formatter.tail(of: current)
            guard current.isComplete else { continue }
            check(formatter.canComplete(current), "what is complete can be")
            check(formatter.complaint(about: current, today: .epoch) == nil, "what is complete will do")
            let again = formatter.format(current.value)
            check(again.value == current.value && again.isComplete, "the value survives")
            check(formatter.format(again.value) == again, "formatting twice is formatting once")
        }
    }

    @Test(
        "very long and unusual texts do not trap",
        arguments: definitions,
        [
            String(repeating: "9", count: 4_096), String(repeating: "1,", count: 2_048),
            String(repeating: " ", count: 4_096) + "1", String(repeating: "-", count: 4_096),
            String(repeating: ".", count: 4_096), String(repeating: "٣", count: 4_096),
            String(repeating: "(", count: 4_096), String(repeating: "€", count: 4_096),
            String(repeating: "a\u{301}", count: 2_048), String(repeating: "\u{200E}", count: 4_096),
        ]
    )
    func longTexts(_ json: String, _ text: String) throws {
        var typist = try Typist(json, locale: "de")
        typist.insert(text, .paste)
        typist.insert(text, .key)
        let formatted = typist.formatter.format(text)
        typist = Typist(typist.formatter, text: text)
        typist.run("⇤⌦⇥⌫1⏎")
        #expect(formatted.text.string.unicodeScalars.count <= 2 * text.unicodeScalars.count + 64)
    }
}

extension Range<Int> {
    /// Grown outwards to the boundaries of clusters.
    fileprivate func splittingNothing(of text: String) -> Range<Int> {
        var boundaries = [0]
        for character in text { boundaries.append((boundaries.last ?? 0) + character.unicodeScalars.count) }
        let lower = boundaries.last { $0 <= lowerBound } ?? 0
        let upper = boundaries.first { $0 >= upperBound } ?? lower
        return lower..<Swift.max(lower, upper)
    }
}
