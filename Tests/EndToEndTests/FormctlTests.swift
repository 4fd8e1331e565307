import FormdTesting
import Glibc
import Testing

@Suite("formctl")
struct FormctlTests {
    // MARK: Sessions

    @Test("step steps as arrow keys do, and submit --document prints the values in their types")
    func stepping() async throws {
        let formctl = try await Formctl()
        let result = try await formctl.shell(
            """
            echo '{"fields": [{"id": "n", "input": {"type": "slider", "min": 0, "max": 3}},
              {"id": "t", "input": {"type": "toggle"}}]}' | formctl open --definition - --token s
            formctl step s n 5; formctl step s n --down; formctl step s t
            formctl step s t
            formctl submit s --document
            """
        )
        #expect(result.output.hasSuffix("\n3\n2\nYes\n{\"n\": 2, \"t\": true}\n"), "\(result)")
        #expect(result.errors == "formctl: no step leads anywhere from there\n")
    }

    @Test("open prints the session's path, and nothing else", arguments: Formctl.Way.allCases)
    func open(through way: Formctl.Way) async throws {
        let formctl = try await Formctl(through: way)
        let result = try await formctl("open", "contact", "--token", "one")
        #expect(result.output == "/org/formd/Forms1/session/\(geteuid())/one\n")
        #expect(result.errors.isEmpty)
        #expect(result.status == 0)

        let random = try await formctl.output("open", "contact")
        #expect(random.hasPrefix("/org/formd/Forms1/session/\(geteuid())/"))
        #expect(try await formctl.output("get", random, "name", "Text").isEmpty)
    }

    @Test("the options of open take effect")
    func openOptions() async throws {
        let formctl = try await Formctl()
        try await formctl.output(
            "open",
            "contact",
            "--token",
            "t",
            "--locale",
            "ru",
            "--width",
            "412.5",
            "--value",
            "name=Ada = Countess",
            "--value",
            "phone=9123456789"
        )
        #expect(try await formctl.output("get", "t", ".", "Locale") == "ru")
        #expect(try await formctl.output("get", "t", ".", "Width") == "412.5")
        #expect(try await formctl.output("get", "t", "name", "Text") == "Ada = Countess")
        #expect(try await formctl.output("get", "t", "phone", "Text") == "+7 (912) 345-67-89")
    }

    @Test("a definition is opened from a file or standard input")
    func openDefinition() async throws {
        let formctl = try await Formctl()
        let result = try await formctl.shell(
            """
            echo '{"title": "Small", "fields": [{"id": "only"}]}' | formctl open --definition - --token small
            formctl get small only Id
            """
        )
        #expect(result.output.split(separator: "\n").last == "only", "\(result)")
    }

    @Test("a session that lives as long as its command is closed when that is interrupted")
    func connectionLifetime() async throws {
        let formctl = try await Formctl()
        let result = try await formctl.shell(
            """
            "\(Formctl.program)" --address \(formctl.daemon.socketAddress) \
                open contact --token brief --lifetime connection >/dev/null & opener=$!
            until formctl get brief name Id 2>/dev/null; do sleep 0.02; done
            formctl sessions
            kill -INT $opener; wait $opener; echo "status $?"
            while formctl get brief name Id >/dev/null 2>&1; do sleep 0.02; done
            formctl sessions
            """
        )
        #expect(result.output.split(separator: "\n").last == "status 0", "\(result)")
    }

    @Test("forms and sessions are listed", arguments: Formctl.Way.allCases)
    func lists(through way: Formctl.Way) async throws {
        let formctl = try await Formctl(through: way)
        #expect(try await formctl.output("forms") == "contact  Contact")
        #expect(try await formctl.output("sessions").isEmpty)
        let path = try await formctl.output("open", "contact", "--token", "a")
        #expect(try await formctl.output("sessions") == "\(path)  contact  \(geteuid())")
        #expect(
            try await formctl.output("sessions", "--json")
                == #"[{"form":"contact","session":"\#(path)","uid":\#(geteuid())}]"#
        )
        try await formctl.output("close", "a")
        #expect(try await formctl.output("sessions").isEmpty)
    }

    // MARK: Properties

    @Test("set sets a text, and with a property's name that property")
    func set() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        try await formctl.output("set", "t", "phone", "9123456789")
        #expect(try await formctl.output("get", "t", "phone", "Text") == "+7 (912) 345-67-89")
        try await formctl.output("set", "t", "name", "Text=not a property")
        #expect(try await formctl.output("get", "t", "name", "Text") == "Text=not a property")
        try await formctl.output("set", "t", "name", "--", "-5")
        #expect(try await formctl.output("get", "t", "name", "Text") == "-5")

        try await formctl.output("set", "t", "name", "MaxLength", "7")
        #expect(try await formctl.output("get", "t", "name", "MaxLength") == "7")
        try await formctl.output("set", "t", ".", "Width", "200")
        #expect(try await formctl.output("get", "t", ".", "Width") == "200")
        let wrong = try await formctl("set", "t", "name", "MaxLength", "many")
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("type u"))
    }

    @Test("get prints a property as it is, all of them as a table, and both as JSON")
    func get() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t", "--value", #"name=say "hi""#)
        #expect(try await formctl.output("get", "t", "name", "Text") == #"say "hi""#)
        #expect(try await formctl.output("get", "t", "name", "Text", "--json") == #""say \"hi\"""#)
        #expect(try await formctl.output("get", "t", "name", "Selection", "--json").hasPrefix("["))

        let table = try await formctl.output("get", "t", "name").split(separator: "\n")
        #expect(table.contains { $0.hasPrefix("Text ") && $0.hasSuffix(#" "say \"hi\"""#) })
        let json = try await formctl.output("--json", "get", "t", "name")
        #expect(json.contains(#""Text":"say \"hi\"""#) && json.contains(#""Presentation":{"#))
        #expect(try await formctl.output("get", "t").contains("ContentHeight"))
    }

    @Test("control characters in a text cannot forge a line or control the terminal")
    func escapes() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        try await formctl.output("set", "t", "note", "one\ntwo\u{1b}[2J\\\u{202e}")
        #expect(try await formctl.output("get", "t", "note", "Text") == #"one\ntwo\u001b[2J\\\u202e"#)
        let table = try await formctl.output("get", "t", "note")
        #expect(table.contains(#""one\ntwo\u001b[2J\\\u202e""#))
        #expect(!table.contains("\u{1b}"))
        #expect(try await formctl.output("get", "t", "note", "Text", "--json").contains(#"one\ntwo"#))
    }

    // MARK: Editing

    @Test("type types character by character, and shows the caret", arguments: Formctl.Way.allCases)
    func type(through way: Formctl.Way) async throws {
        let formctl = try await Formctl(through: way)
        try await formctl.output("open", "contact", "--token", "t")
        #expect(try await formctl.output("type", "t", "phone", "9123456789") == "+7 (912) 345-67-89|")
        #expect(try await formctl.output("get", "t", ".", "FocusedField") == "phone")
        #expect(try await formctl.output("type", "t", "name", "e\u{301}👩‍👩‍👧") == "e\u{301}👩‍👩‍👧|")
        #expect(try await formctl.output("type", "t", "name", "") == "e\u{301}👩‍👩‍👧|")

        let json = try await formctl.output("type", "t", "note", "ab", "--json")
        #expect(json == #"{"refused":"","selection":[2,0],"text":"ab"}"#)
    }

    @Test("characters that a field does not accept are reported")
    func typeRefused() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        try await formctl.output("set", "t", "name", "MaxLength", "2")
        let result = try await formctl("type", "t", "name", "abc")
        #expect(result.output == "ab|\n")
        #expect(result.errors == "formctl: not taken: \"c\"\n")

        let disabled = try await formctl("type", "t", "off", "x")
        #expect(disabled.status == 1)
        #expect(disabled.errors.hasPrefix("formctl: "))
    }

    @Test("focus moves to a field, to the next or previous one, and away")
    func focus() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        #expect(try await formctl.output("focus", "t", "name") == "name")
        #expect(try await formctl.output("focus", "t", "--next") == "phone")
        #expect(try await formctl.output("focus", "t", "--previous") == "name")
        try await formctl.output("blur", "t")
        #expect(try await formctl.output("get", "t", ".", "FocusedField").isEmpty)
        #expect(try await formctl.output("get", "t", "name", "Error") == "Who are you?")
    }

    // MARK: Validating and submitting

    @Test("validate prints the errors and exits with 1, or reports that there are none")
    func validate() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t", "--value", "phone=912")
        let result = try await formctl("validate", "t")
        #expect(result.output == "name: Who are you?\nphone: Enter the whole number\n")
        #expect(result.status == 1)
        let json = try await formctl("validate", "t", "--json")
        #expect(json.output.contains(#""errors":[{"field":"name","message":"Who are you?"},"#))
        #expect(json.output.contains(#""valid":false"#))
        #expect(json.status == 1)

        try await formctl.output("set", "t", "name", "Ada")
        try await formctl.output("set", "t", "phone", "")
        #expect(try await formctl.output("validate", "t") == "valid")
    }

    @Test("submit prints the values, or the errors and exits with 1")
    func submit() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let result = try await formctl("submit", "t")
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("formctl: NotValid: "))
        #expect(result.errors.contains("\n  name: Who are you?\n"))
        #expect(result.status == 1)
        let json = try await formctl("submit", "t", "--json")
        #expect(json.output == #"{"errors":[{"field":"name","message":"Who are you?"}],"valid":false}"# + "\n")
        #expect(json.status == 1)

        try await formctl.output("set", "t", "name", "Ada\nLovelace")
        try await formctl.output("set", "t", "phone", "9123456789")
        let values = try await formctl.output("submit", "t", "--json")
        #expect(values.contains(#""valid":true"#))
        #expect(values.contains(#""phone":"9123456789""#))
    }

    // MARK: Without a session

    @Test("check reports errors with their positions in the file")
    func check() async throws {
        let formctl = try await Formctl()
        let path = formctl.daemon.folder.path + "/broken.json"
        let script = """
            echo '{"fields": [{"id": "a", "colour": "red"}]}' > \(path)
            formctl check \(path); echo "status $?"
            echo '{"fields": [{"id": "a"}]}' | formctl check -; echo "status $?"
            """
        let lines = try await formctl.shell(script).output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("\(path):1:25: error: /fields/0/colour: ") == true, "\(lines)")
        #expect(lines.dropFirst().first == "status 1")
        #expect(lines.last == "status 0")
    }

    @Test("format prints the value as JSON, and whether it is complete")
    func format() async throws {
        let json = try await Formctl().output("format", "[000]-[000]", "12", "--json")
        #expect(json == #"{"complete":false,"formatted":"12","value":"12"}"#)
    }

    @Test("status prints the version and the number of sessions and plug-ins")
    func status() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact")
        let lines = try await formctl.output("status").split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.contains { $0.first == "version" && $0.count == 2 })
        #expect(lines.contains(["sessions", "1"]))
        #expect(lines.contains(["fields", "4"]))
    }
}
