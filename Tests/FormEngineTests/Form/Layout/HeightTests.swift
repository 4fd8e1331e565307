import FormEngine
import FormModel
import FormPlugin
import Testing

@Suite("Heights")
struct HeightTests {
    @Test(
        "the height of a hint depends on its number of lines as in the table",
        arguments: zip(1...6, [15.0, 31, 47, 63, 79, 95])
    )
    func hint(lines: Int, height: Double) throws {
        var form = try FormDriver()
        try form.perform(.setError(Array(repeating: "x", count: lines).joined(separator: "\n")))
        #expect(try form.field.hintHeight == height)
        #expect(try form.field.height == max(77, 57 + height + 5))
    }

    @Test(
        "hints with font 13 and line height 17 have the heights of their table",
        arguments: zip(1...6, [16.0, 33, 50, 67, 84, 101])
    )
    func box(lines: Int, height: Double) throws {
        var form = try FormDriver {
            $0.style.hint.font.size = 13
            $0.style.hint.lineHeight = 17
            $0.style.layout.topMargin = 49
            $0.style.layout.textHeight = 60
            $0.style.layout.hintGap = 6
            $0.style.height = .flexible(minimum: 130, bottomInset: 5, ignoresEmptyHint: false)
        }
        #expect(try form.field.height == 130)
        try form.perform(.setError(Array(repeating: "x", count: lines).joined(separator: "\n")))
        #expect(try form.field.hintHeight == height)
        #expect(try form.field.height == max(130, 115 + height + 5))
    }

    @Test("a text view grows with its text", arguments: zip(1...6, [77.0, 77, 95, 114, 133, 152]))
    func textView(lines: Int, height: Double) throws {
        var form = try FormDriver(.textView)
        try form.perform(.insertText(Array(repeating: "x", count: lines).joined(separator: "\n")))
        #expect(try form.field.textHeight == [20.0, 39, 58, 77, 96, 115][lines - 1])
        #expect(try form.field.height == height)
        #expect(form.form.contentHeight == height)
    }

    @Test(
        "a visible hint and the gap below it add to the height of a text view",
        arguments: zip(1...3, [77.0, 96, 115])
    )
    func textViewWithHint(lines: Int, height: Double) throws {
        var form = try FormDriver(.textView) { $0.visibleHintStates = [.normal] }
        try form.perform(.setHint("Hint"))
        try form.perform(.insertText(Array(repeating: "x", count: lines).joined(separator: "\n")))
        #expect(try form.field.hintHeight == 15)
        #expect(try form.field.height == height)
    }

    @Test("each change of a height is announced once, in the same transaction")
    func causes() throws {
        var form = try FormDriver(.textView) { field in
            field.rules = [.length(9)]
            field.hint = LocalizedText(translations: [
                .init(locale: "en", text: "Hint"), .init(locale: "ru", text: String(repeating: "слово ", count: 20)),
            ])
        }
        let causes: [(FormEngine.Operation, Double)] = [
            (.field(0, .insertText("a\nb\nc")), 95), (.field(0, .focus), 115), (.setLocale("ru"), 147),
            (.setWidth(640), 131), (.blur, 115), (.field(0, .setError("1\n2\n3")), 147),
            (.field(0, .setMetrics(hintLines: nil, textLines: 1)), 109), (.field(0, .resetError), 77),
            (.field(0, .setMetrics(hintLines: nil, textLines: 0)), 95), (.field(0, .reset), 77),
        ]
        var last = 77.0
        for (cause, height) in causes {
            try form.perform(cause)
            #expect(try form.field.height == height, "\(cause)")
            let said = form.events().filter { if case .heightChanged = $0 { true } else { false } }
            #expect(said == (height == last ? [] : [.heightChanged(height, previous: last)]), "\(cause)")
            last = height
        }
    }

    @Test("a text view scrolls exactly when its text is higher than its box")
    func scrolling() throws {
        var form = try FormDriver(.textView) { $0.maxTextHeight = 58 }
        try form.perform(.insertText("1\n2\n3"))
        #expect(try !form.field.scrolls)
        try form.perform(.insertText("\n"))
        #expect(try form.field.scrolls && form.field.textHeight == 58)
    }

    @Test("a fixed height does not change, and with a hint that takes no space the height is the minimum")
    func fixed() throws {
        var form = try FormDriver { $0.style.height = .fixed(height: 40) }
        try form.perform(.setError("a\nb\nc"))
        #expect(try form.field.height == 40)
        var free = try FormDriver { $0.style.layout.hintHeight = 0 }
        try free.perform(.setError("a\nb\nc"))
        #expect(try free.field.height == 77)
    }

    @Test("lines wrap at spaces, and a word that is too long for a line is broken")
    func wrapping() throws {
        var form = try FormDriver(.textView)
        let cases: [(String, Double)] = [
            (String(repeating: "a", count: 36), 20), (String(repeating: "a", count: 37), 39),
            (String(repeating: "a", count: 30) + " bbbbbbb", 39), (String(repeating: "a", count: 36) + "   ", 20),
            ("a\n", 39), ("", 20), (String(repeating: "é", count: 73), 58),
        ]
        for (text, height) in cases {
            try form.perform(.setText(text, formats: true, validates: false))
            #expect(try form.field.textHeight == height, "\(text)")
        }
    }

    @Test("width, hint and the client's measurements take effect at once")
    func measures() throws {
        var form = try FormDriver { $0.visibleHintStates = [.normal] }
        try form.perform(.setHint(String(repeating: "word ", count: 12)))
        #expect(try form.field.height == 93)
        try form.perform(.setWidth(160))
        #expect(try form.field.height == 109)
        try form.perform(.setMetrics(hintLines: 5, textLines: nil))
        #expect(try form.field.height == 141)
        #expect(
            form.events == [
                .field(0, .heightChanged(141, previous: 109)), .session(.heightChanged(141, previous: 109)),
            ]
        )
        try form.perform(.setMetrics(hintLines: 0, textLines: nil))
        #expect(try form.field.height == 109)
    }

    @Test("the viewport follows the focus")
    func viewport() throws {
        var form = try FormDriver((0..<5).map { FormDriver.field("f\($0)") })
        try form.perform(.setViewport(height: 200, keyboardInset: 50))
        try form.perform(.field(3, .focus))
        #expect(form.form.scrollOffset == 77 * 4 - 150)
        try form.perform(.field(0, .focus))
        #expect(form.form.scrollOffset == 0)
    }
}
