import FormModel
import Testing

@Suite("A bad definition")
struct BadDefinitionTests {
    @Test(
        "is reported exactly, with line and column",
        arguments: [
            ("", "1:1: error: syntax error at line 1, column 1: expected a value, found the end of the text"),
            (
                "{\n  \"fields\": [\n    {\"id\": \"ж\",}\n  ]\n}",
                "3:15: error: syntax error at line 3, column 15: a comma stands before the closing bracket"
            ),
            ("[]", "1:1: error: expected an object, found an array"),
            ("{}", "1:1: error: a form needs the key “fields”"),
            (#"{"fields": []}"#, "1:12: error: /fields: a form needs at least one field"),
            (#"{"fields": {}}"#, "1:12: error: /fields: expected an array, found an object"),
            (#"{"fields": [1]}"#, "1:13: error: /fields/0: expected an object, found a number"),
            (#"{"fields": [{}]}"#, "1:13: error: /fields/0: a field needs the key “id”"),
            (
                #"{"fields": [{"id": "a-b"}]}"#,
                "1:20: error: /fields/0/id: “a-b” is not an identifier: a letter or “_”, then letters, digits or “_”, at most 64 in all"
            ),
            (#"{"fields": [{"id": 1}]}"#, "1:20: error: /fields/0/id: expected an identifier, found a number"),
            (
                "{\"fields\": [{\"id\": \"a\"},\n {\"id\": \"b\"},\n {\"id\": \"a\"}]}",
                "3:9: error: /fields/2/id: the field “a” exists already, at /fields/0"
            ),
            (
                #"{"feilds": [], "fields": [{"id": "a"}]}"#,
                "1:2: error: /feilds: unknown key “feilds”; did you mean “fields”?"
            ),
            (
                #"{"fields": [{"id": "a"}], "fields": [{"id": "a"}]}"#,
                "1:27: error: /fields: the key “fields” appears twice in one object"
            ),
            (
                #"{"title": 1, "fields": [{"id": "a"}]}"#,
                "1:11: error: /title: expected a string or an object of strings by language, found a number"
            ),
            (#"{"$schema": 1, "fields": [{"id": "a"}]}"#, "1:13: error: /$schema: expected a string, found a number"),
            (
                #"{"styles": [], "fields": [{"id": "a"}]}"#,
                "1:12: error: /styles: expected an object of styles by name, found an array"
            ),
            (
                #"{"styles": {"a b": {}, "c": 1}, "fields": [{"id": "a"}]}"#,
                """
                1:13: error: /styles/a b: “a b” is not an identifier: a letter or “_”, then letters, digits or “_”, \
                at most 64 in all
                1:29: error: /styles/c: expected an object, found a number
                """
            ),
            (
                #"{"styles": {"a": {"extends": "b"}, "b": {"extends": "c"}, "c": {"extends": "b"}}, "fields": [{"id": "a", "style": "a"}]}"#,
                "1:76: error: /styles/c/extends: styles extend each other: “b” → “c” → “b”"
            ),
            (
                #"{"styles": {"a": {"extends": "a"}}, "fields": [{"id": "a", "style": "a"}]}"#,
                "1:30: error: /styles/a/extends: the style “a” extends itself"
            ),
            (
                #"{"styles": {"underlined": {"extends": "b"}, "b": {"line": {}}}, "fields": [{"id": "a"}]}"#,
                "1:50: error: /styles/b: styles extend each other: “underlined” → “b” → “underlined”"
            ),
            (
                #"{"styles": {"a": {"extends": "boxx"}}, "fields": [{"id": "a"}]}"#,
                "1:30: error: /styles/a/extends: unknown style “boxx”; did you mean “box”?"
            ),
            (
                #"{"styles": {"a": {"textView": {"textView": {}}}}, "fields": [{"id": "a"}]}"#,
                "1:32: error: /styles/a/textView/textView: unknown key “textView”; known are “actionButton”, “background”, “border”, “clearButton”, “colors”, “height”, “hint”, “layout”, “line”, “placeholders”, “text”"
            ),
            (
                #"{"styles": {"a": {"placeholders": {"bubble": {}, "currency": 1}}}, "fields": [{"id": "a"}]}"#,
                """
                1:36: error: /styles/a/placeholders/bubble: no plug-in provides the placeholder service “bubble”; \
                known are “currency”, “floating”, “native”, “static”
                1:62: error: /styles/a/placeholders/currency: expected an object, found a number
                """
            ),
        ]
    )
    func isReported(_ json: String, expected: String) {
        #expect(findings(json).joined(separator: "\n") == expected)
        #expect(decoder.decode(json, name: "").value == nil)
    }

    @Test("all errors are listed in the order of the text")
    func all() {
        let json = """
            {
              "fields": [
                {"id": "first", "next": "nowhere", "maxLength": -1, "label": {"e": "ё"}, "wrong": 1},
                {"id": "first", "validators": [{"type": "regex", "pattern": "("}]}
              ],
              "styles": {"x": {"background": "#12"}},
              "title": {}
            }
            """
        #expect(
            findings(json) == [
                "3:29: error: /fields/0/next: unknown field “nowhere”; known are “first”",
                "3:53: error: /fields/0/maxLength: -1 is out of range: 0 to 65536 characters",
                "3:67: error: /fields/0/label/e: “e” is not a BCP 47 language tag",
                "3:78: error: /fields/0/wrong: unknown key “wrong”",
                "4:12: error: /fields/1/id: the field “first” exists already, at /fields/0",
                "4:65: error: /fields/1/validators/0/pattern: the pattern cannot be used: missing closing parenthesis at 1",
                "6:34: error: /styles/x/background: “#12” is not a colour: “#RGB”, “#RRGGBB” or “#AARRGGBB”, nor a role: accent, error, text, secondary, disabled, background",
                "7:12: error: /title: the text is in no language",
            ]
        )
    }

    @Test("quoted texts are truncated, and control characters are shown by number")
    func foreignText() {
        let name = "\u{202E}\\n" + String(repeating: "x", count: 100)
        #expect(
            findings(inField: "\"\(name)\": 1").first?.hasSuffix(
                "unknown key “\\u{202E}\\u{A}\(String(repeating: "x", count: 38))…”; known are"
            ) == false
        )
        #expect(
            findings(inField: "\"\(name)\": 1").first?.hasSuffix(
                "unknown key “\\u{202E}\\u{A}\(String(repeating: "x", count: 38))…”"
            ) == true
        )
    }
}

@Suite("The limit")
struct LimitTests {
    @Test("of 1 MiB for a definition")
    func size() {
        let padding = String(repeating: " ", count: 1 << 20)
        #expect(
            findings(#"{"fields": [{"id": "a"}]}"# + padding) == [
                "1:1: error: syntax error at line 1, column 1: the text has 1048601 bytes; the limit is 1048576"
            ]
        )
    }

    @Test("of 1,000 fields")
    func fields() {
        func form(_ count: Int) -> String {
            "{\"fields\": [" + (0..<count).map { "{\"id\": \"f\($0)\"}" }.joined(separator: ",") + "]}"
        }
        #expect(decoder.decode(form(1_000), name: "").value?.fields.count == 1_000)
        #expect(findings(form(1_001)) == ["1:12: error: /fields: there are 1001 fields; the limit is 1000"])
    }

    @Test(
        "of entries of a list",
        arguments: [
            ("validators", 32, #"{"type": "length", "min": 1}"#, "validators"),
            ("inputValidators", 32, #"{"type": "length", "max": 9}"#, "validators"),
            ("placeholders", 16, #""x""#, "placeholders"),
        ]
    )
    func lists(key: String, limit: Int, entry: String, name: String) {
        func list(_ count: Int) -> String {
            "\"\(key)\": [\(Array(repeating: entry, count: count).joined(separator: ", "))]"
        }
        #expect(findings(inField: list(limit)) == [])
        #expect(
            findings(inField: list(limit + 1)) == [
                "error: /\(key): there are \(limit + 1) \(name); the limit is \(limit)"
            ]
        )
    }

    @Test("of 4 KiB for a pattern and a mask")
    func pattern() {
        func members(_ count: Int) -> String {
            let text = String(repeating: "x", count: count - 2) + "é"
            return """
                "validators": [{"type": "regex", "pattern": "\(text)"}], "formatter": {"type": "mask", "mask": "\(text)"}
                """
        }
        #expect(findings(inField: members(4_096)) == [])
        #expect(
            findings(inField: members(4_097)) == [
                "error: /validators/0/pattern: the pattern has 4097 bytes; the limit is 4096",
                "error: /formatter/mask: the pattern has 4097 bytes; the limit is 4096",
            ]
        )
    }

    @Test("of 64 Ki code points for a text")
    func text() {
        func members(_ count: Int) -> String {
            "\"value\": \"\(String(repeating: "é", count: count))\""
        }
        #expect(findings(inField: members(65_536)) == [])
        #expect(
            findings(inField: members(65_537)) == [
                "error: /value: the text has 65537 code points; the limit is 65536"
            ]
        )
    }

    @Test("of languages of a text, parts of a mask, and styles")
    func others() {
        let tags = (0..<257).map { "\"x-\($0)\": \"\"" }.joined(separator: ",")
        #expect(
            findings(inField: "\"hint\": {\(tags)}") == ["error: /hint: there are 257 languages; the limit is 256"]
        )
        let masks = Array(repeating: "\"[0]\"", count: 65).joined(separator: ",")
        #expect(
            findings(inField: #""formatter": {"type": "mask", "mask": "[0]", "affine": [\#(masks)]}"#) == [
                "error: /formatter/affine: there are 65 affine masks; the limit is 64"
            ]
        )
        let styles = (0..<257).map { "\"s\($0)\": {}" }.joined(separator: ",")
        #expect(
            findings("{\"styles\": {\(styles)}, \"fields\": [{\"id\": \"a\"}]}") == [
                "1:12: error: /styles: there are 257 styles; the limit is 256"
            ]
        )
    }

    @Test("of 100 findings, of which warnings take at most half")
    func diagnostics() {
        let unknown = (0..<200).map { "\"x\($0)\": 1" }.joined(separator: ",")
        #expect(findings(inField: unknown).count == 100)
        let fields = (0..<200).map { #"{"id": "f\#($0)", "clearOnRefocus": true, "maxLength": \#($0 < 150 ? 1 : -1)}"# }
        let decoded = decoder.decode("{\"fields\": [\(fields.joined(separator: ","))]}", name: "")
        #expect(decoded.diagnostics.count { $0.severity == .warning } == 50)
        #expect(decoded.diagnostics.count { $0.severity == .error } == 50)
        #expect(decoded.value == nil)
    }
}
