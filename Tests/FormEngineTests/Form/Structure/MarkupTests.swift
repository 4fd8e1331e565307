@testable import FormEngine
import FormModel
import Testing

@Suite("Markup")
struct MarkupTests {
    /// The plain text, and each run as its style, the text that it covers and its target.
    static func styled(_ text: String) -> (String, [String]) {
        let styled = TextTemplate(text, hasMarkup: true) { _ in nil }.filled { _ in "" }
        let scalars = Array(styled.text.unicodeScalars)
        return (
            styled.text,
            styled.runs.map { run in
                let covered = String(String.UnicodeScalarView(scalars[run.start..<run.start + run.length]))
                return "\(run.style.rawValue) \(covered)\(run.target.isEmpty ? "" : " -> " + run.target)"
            }
        )
    }

    @Test(
        "markup is removed from the text and announced as runs",
        arguments: [
            ("plain", "plain", []),
            ("a **b c** d", "a b c d", ["strong b c"]),
            ("*a* and **b**", "a and b", ["emphasis a", "strong b"]),
            ("**a *b* c**", "a b c", ["strong a b c", "emphasis b"]),
            ("`a * b` *c*", "a * b c", ["code a * b", "emphasis c"]),
            ("- one\n- **two**\nthree", "one\ntwo\nthree", ["item one", "item two", "strong two"]),
            (
                "see [the *rules*](https://example.org/a?b=1#c), now", "see the rules, now",
                ["link the rules -> https://example.org/a?b=1#c", "emphasis rules"]
            ),
            ("[mail](MAILTO:a@example.org)", "mail", ["link mail -> MAILTO:a@example.org"]),
            ("**ä👍🏽**", "ä👍🏽", ["strong ä👍🏽"]),
            // What is not closed, not opened or not beside a letter is text.
            ("2 * 3 * 4", "2 * 3 * 4", []), ("** a **", "** a **", []), ("*a", "*a", []), ("a*", "a*", []),
            ("*a\nb*", "*a\nb*", []), ("***a***", "***a***", []), ("**a*", "**a*", []), ("`a", "`a", []),
            ("``", "``", []),
            ("*a **b* c**", "a **b c**", ["emphasis a **b"]), ("a - b\n-c", "a - b\n-c", []),
            // Nothing but the two kinds of addresses is a link.
            ("[a](javascript:alert(1))", "[a](javascript:alert(1))", []),
            ("[a](http://example.org)", "[a](http://example.org)", []), ("[a](https://)", "[a](https://)", []),
            ("[a](https://x y)", "[a](https://x y)", []), ("[a](https://\u{202E}x)", "[a](https://\u{202E}x)", []),
            ("[a] (https://x)", "[a] (https://x)", []), ("[a](https://x", "[a](https://x", []),
            ("[a [b](https://x) c](https://y)", "[a b c](https://y)", ["link b -> https://x"]),
            // A backslash makes text of the mark behind it.
            (#"\*a\* \[b](https://x) \`c\` \\ \n"#, #"*a* [b](https://x) `c` \ \n"#, []), ("\\", "\\", []),
        ] as [(String, String, [String])]
    )
    func runs(_ text: String, _ plain: String, _ runs: [String]) {
        let (found, styles) = Self.styled(text)
        #expect(found == plain)
        #expect(styles == runs)
    }

    @Test(
        "64 kB of unclosed marks are parsed in linear time as plain text",
        arguments: [
            "[", "]", "](", "[a](https://", "*", "* ", "*a ", "**a *b ", "`", "`a\n", "{", "{{", "{{a", "\\", "- ",
            "[]()",
        ]
    )
    func hostile(_ mark: String) {
        let text = String(repeating: mark, count: 65_536 / mark.utf8.count)
        let time = ContinuousClock().measure {
            let styled = TextTemplate(text, hasMarkup: true) { _ in nil }.filled { _ in "" }
            #expect(styled.text.utf8.count <= text.utf8.count && styled.runs.count <= DefinitionLimits.markupRuns)
        }
        // A quadratic way takes minutes.
        #expect(time < .seconds(5))
    }

    @Test("a text has at most 1,000 runs, and later markup is plain text")
    func bounds() {
        let (text, runs) = Self.styled(String(repeating: "*a* ", count: 2_000))
        #expect(runs.count == DefinitionLimits.markupRuns)
        #expect(text.prefix(4) == "a a ")
    }

    @Test("markup applies to labels, hints and notes if the form declares it, in each language, and to no other texts")
    func form() throws {
        let fields = """
            "fields": [{"id": "a", "label": {"en": "A *b*", "de": "*A*"}, "hint": "See [it](https://x.y)", "image": "map",
              "placeholders": ["*P*"],
              "input": {"type": "options", "options": [{"value": "*x*"}, {"value": "y", "image": "yes"}]}},
             {"id": "n", "note": "- One", "image": "logo"}]}
            """
        var form = try PartTests.driver(#"{"markup": "basic", "# + fields)
        #expect(form.form.field(0).label == "A b" && form.form.field(0).hint == "See it")
        #expect(form.form.field(0).placeholder == "*P*" && form.form.field(0).options.first == "*x*")
        #expect(form.form.field(1).text == "One")
        func markup(_ field: Int) -> [String] {
            form.form.field(field).markup.map {
                "\($0.source.rawValue) \($0.run.start) \($0.run.length) \($0.run.style.rawValue) \($0.run.target)"
            }
        }
        #expect(
            markup(0) == [
                "label 0 0 image map", "label 2 1 emphasis ", "hint 4 2 link https://x.y", "option 1 0 image yes",
            ]
        )
        #expect(markup(1) == ["text 0 0 image logo", "text 0 3 item "])
        try form.perform(.setLocale("de"))
        #expect(form.form.field(0).label == "A" && markup(0)[1] == "label 0 1 emphasis ")
        try form.perform(.field(0, .setHint("*own*")))
        #expect(form.form.field(0).hint == "*own*" && markup(0).count == 3)
        let plain = try PartTests.driver("{" + fields)
        #expect(plain.form.field(0).label == "A *b*" && plain.form.field(1).text == "- One")
        #expect(plain.form.field(1).markup.map(\.run.target) == ["logo"])
    }
}
