import Formatters
import FormEngine
import FormModel
import Testing
import TextEditing

@Suite("The formatter enum")
struct EnumTests {
    private static let numbers = #"{"type": "enum", "values": ["One", "Two", "Three"]}"#

    @Test(
        "the text is completed when only one value is possible",
        arguments: [
            ("t", "T|"), ("tw", "Two|"), ("th", "Three|"), ("o", "One|"), ("x", "|"), ("tx", "T|"), ("TWO", "Two|"),
            ("tw⌫", "Tw|"), ("tw⌫⌫", "T|"), ("tw⌫⌫h", "Three|"), ("tw⌫o", "Two|"), ("«three»", "Three|"),
            ("«four»", "|"), ("tw▣o", "One|"), ("tw▣⌫", "|"), ("tw⌫⏎", "Two|"), ("t⏎", "T|"),
            ("tw⇤⌦", "|wo"), ("tw⇤⌦t", "Two|"), ("tw‹‹h", "Three|"),
        ] as [(String, String)]
    )
    func typing(_ script: String, _ shown: String) throws {
        var typist = try Typist(Self.numbers)
        typist.run(script)
        #expect(typist.shown == shown)
    }

    @Test(
        "the tail is what follows the typed characters, whatever they are made of",
        arguments: [("🇩🇪 Germany", "🇩🇪 Germa", "ny"), ("e\u{301}tat", "e\u{301}t", "at"), ("👨‍👩‍👧 family", "👨‍👩‍👧", " family")]
    )
    func tail(_ value: String, _ typed: String, _ tail: String) throws {
        let formatter = try makeFormatter(#"{"type": "enum", "values": ["\#(value)"]}"#)
        let current = FormattedText(
            text: FormText(typed),
            selection: TextSelection(start: 0),
            value: typed,
            isComplete: false
        )
        #expect(formatter.tail(of: current) == tail)
    }

    @Test("a value can be complete although others begin with it")
    func prefixes() throws {
        var typist = try Typist(#"{"type": "enum", "values": ["a", "ab", "abc"]}"#)
        typist.run("A")
        #expect(typist.shown == "a|" && typist.current.isComplete)
        typist.run("bc")
        #expect(typist.shown == "abc|" && typist.current.isComplete)
    }

    @Test("the comparison can be case-sensitive")
    func caseSensitive() throws {
        var typist = try Typist(#"{"type": "enum", "values": ["TV", "tv"], "caseSensitive": true}"#)
        typist.run("t")
        #expect(typist.shown == "tv|")
    }

    @Test(
        "a text that is not one of the values has a complaint",
        arguments: [("Tw", "Choose one of the listed values"), ("two", nil), ("", nil)] as [(String, String?)]
    )
    func complaints(_ text: String, _ message: String?) throws {
        let formatter = try makeFormatter(Self.numbers)
        #expect(formatter.complaint(about: formatter.format(text), today: .epoch)?.text(in: "en") == message)
    }

    @Test("the tail contains the rest of the only possible value")
    func tail() throws {
        var typist = try Typist(Self.numbers)
        typist.run("tw⌫")
        #expect(typist.formatter.tail(of: typist.current) == "o")
        #expect(typist.formatter.canComplete(typist.current))
        #expect(!typist.formatter.canComplete(typist.formatter.format("x")))
    }
}

@Suite("The formatter regexInput")
struct RegexInputTests {
    @Test(
        "a character is refused if the text could no longer match",
        arguments: [
            (#"\\d*"#, "12a3", "123"), (#"[1-6]\\d{0,5}"#, "7123456789", "123456"), (#"[1-6]\\d{0,5}"#, "12⇤⌦⇤9", "2"),
            (#"ab+c"#, "abbcx", "abbc"), (#"ab+c"#, "b", ""), (#"[A-Z]{2}-\\d{3}"#, "AB123", "AB"),
            (#"[A-Z]{2}-\\d{3}"#, "AB-1234", "AB-123"), (#"(?x) a b # comment"#, "abc", "ab"), (#"a|bc"#, "ac", "a"),
            (#"a|bc"#, "bc", "bc"), (#"\\d+(\\.\\d{1,2})?"#, "1.234", "1.23"),
            (#"@everything"#, "anything", "anything"),
            (#"é+"#, "ée", "é"), (#"\\p{Han}*"#, "漢a字", "漢字"),
        ] as [(String, String, String)]
    )
    func typing(_ pattern: String, _ script: String, _ text: String) throws {
        var typist = try Typist(#"{"type": "regexInput", "pattern": "\#(pattern)"}"#)
        typist.run(script)
        #expect(typist.current.text.string == text)
    }

    @Test("every deletion is accepted, and the complaint states that the text does not match")
    func deletion() throws {
        var typist = try Typist(#"{"type": "regexInput", "pattern": "ab\\d+"}"#)
        typist.run("ab1⇤⌦")
        #expect(typist.shown == "|b1")
        #expect(typist.formatter.complaint(about: typist.current, today: .epoch)?.text(in: "en") == "Wrong format")
        #expect(!typist.formatter.canComplete(typist.current))
        typist.run("a")
        #expect(typist.shown == "a|b1" && typist.current.isComplete)
    }

    @Test("the text is complete when the pattern matches it completely", arguments: [("12", false), ("123", true)])
    func completeness(_ text: String, _ isComplete: Bool) throws {
        var typist = try Typist(#"{"type": "regexInput", "pattern": "\\d{3}"}"#)
        typist.run(text)
        #expect(typist.current.isComplete == isComplete)
        #expect(typist.formatter.canComplete(typist.current))
    }

    @Test(
        "matching has a time limit, and a text that could not be matched in time is accepted",
        arguments: [#"(a+)+b"#, #"(a|aa)+b"#, #".*[^=]*+=c"#]
    )
    func hostile(_ pattern: String) throws {
        var typist = try Typist(#"{"type": "regexInput", "pattern": "\#(pattern)"}"#)
        let text = String(repeating: "a", count: 20_000)
        let duration = ContinuousClock().measure { typist.insert(text, .paste) }
        #expect(duration < .seconds(1))
        #expect(typist.current.text.string == text)
    }
}
