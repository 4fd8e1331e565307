import FormdTesting
import Foundation
import Testing

@Suite("formctl edits")
struct FormctlEditingTests {
    private static let order = """
        {"fields": [
          {"id": "name", "label": "Name", "required": true},
          {"id": "pin", "extends": "password", "validators": []},
          {"id": "kind", "label": "Kind", "input": {"type": "options", "options": [
            {"value": "a", "label": "Äpfel"}, {"value": "b", "label": "b or c"}, {"value": "日本", "label": "a"}]}},
          {"id": "many", "input": {"type": "options", "multiple": true, "options": ["x", "y", "z"]}},
          {"id": "day", "input": {"type": "date", "format": "dd.MM.yyyy"}},
          {"id": "sure", "input": {"type": "toggle"}},
          {"id": "items", "label": "Item", "repeat": {"min": 1, "max": 3}, "fields": [{"id": "what"}]},
          {"id": "note", "type": "textView"}],
         "pages": [{"title": "Who", "fields": ["name", "pin"]},
          {"title": "What", "fields": ["kind", "many", "day", "sure", "items", "note"]}]}
        """

    /// A session of the form, with the token `s`.
    private func opened() async throws -> Formctl {
        let formctl = try await Formctl()
        let opened = try await formctl.shell("formctl open --definition - --token s <<'END'\n\(Self.order)\nEND")
        try #require(opened.status == 0, "\(opened)")
        return formctl
    }

    // MARK: Texts

    @Test("set takes a text from standard input, without the line break at its end; a hyphen is not a text")
    func standardInput() async throws {
        let formctl = try await opened()
        let result = try await formctl.shell(
            """
            echo 'Two words ' | formctl set s name -; formctl get s name Text
            printf 'a\\nb\\n\\n' | formctl set s note -; formctl get s note Text
            printf - | formctl set s name -; formctl get s name Text
            echo s3cret | formctl type s pin - >/dev/null
            formctl get s pin Text
            printf x | formctl format '[000]A' - ; echo Bo | formctl set s name=- note=-
            """
        )
        #expect(result.output == "Two words \na\\nb\\n\n-\n••••••\n\n", "\(result)")
        #expect(result.errors == "formctl: standard input can be the text of one field only\n")
    }

    @Test("set sets many fields in one transaction, from arguments and files: all of them, or none")
    func many() async throws {
        let formctl = try await opened()
        let before = try await formctl.output("get", "s", ".", "Revision")
        let result = try await formctl.shell(
            """
            printf 'long\\ntext\\n' > \(formctl.daemon.folder.path)/note
            formctl set s name='Ada = Countess' day=2.3.2024 --from-file note=\(formctl.daemon.folder.path)/note
            formctl get s name Text Value; formctl get s note Text
            formctl set s name=Bob nobody=x; echo $?
            formctl get s name Text
            """
        )
        #expect(result.output == "Ada = Countess\nAda = Countess\nlong\\ntext\n1\nAda = Countess\n", "\(result)")
        #expect(result.errors.hasPrefix("formctl: UnknownField: "), "\(result)")
        let after = try await formctl.output("get", "s", ".", "Revision")
        #expect(UInt64(after) == UInt64(before).map { $0 + 1 })
    }

    @Test("get prints several properties in the order they are asked for, raw without escapes")
    func properties() async throws {
        let formctl = try await opened()
        try await formctl.output("set", "s", "note", "a\n\"b\"\\")
        #expect(try await formctl.output("get", "s", "note", "Valid", "Text") == "true\na\\n\"b\"\\\\")
        #expect(try await formctl.output("get", "s", "note", "Text", "--raw") == "a\n\"b\"\\")
        #expect(try await formctl.output("get", "s", "many", "Options", "--raw") == "x\ny\nz")
        #expect(try await formctl.output("get", "s", "note", "--raw").contains("\nType                 textView\n"))
        #expect(try await formctl.output("get", "s", "name", "Valid", "Text", "--json") == #"{"Text":"","Valid":true}"#)
        let unknown = try await formctl("get", "s", "name", "Text", "Colour")
        #expect(unknown.status == 1 && unknown.output.isEmpty)
        #expect(unknown.errors == "formctl: UnknownProperty: there is no property \"Colour\"\n")
    }

    // MARK: Keys and choices

    @Test("press presses keys and buttons, and shows the caret")
    func press() async throws {
        let formctl = try await opened()
        try await formctl.output("type", "s", "name", "abc")
        let steps = [
            ("backspace", "ab|"), ("left", "a|b"), ("delete", "a|"), ("home", "|a"), ("right", "a|"), ("end", "a|"),
        ]
        for (key, line) in steps {
            #expect(try await formctl.output("press", "s", "name", key) == line, "\(key)")
        }
        #expect(try await formctl.output("press", "s", "sure", "toggle", "--json").contains(#""text":"Yes""#))
        try await formctl.output("type", "s", "note", "x")
        #expect(try await formctl.output("press", "s", "note", "return") == "x\\n|")
        let none = try await formctl("press", "s", "name", "action")
        #expect(none.status == 1 && none.errors.hasPrefix("formctl: ActionDisabled: "), "\(none)")
        #expect(try await formctl("press", "s", "name", "escape").status == 2)
    }

    @Test("select chooses by value before label, several at once, a day, and lists the options in aligned columns")
    func select() async throws {
        let formctl = try await opened()
        #expect(
            try await formctl.output("select", "s", "kind", "--list")
                == "0  a     Äpfel\n1  b     b or c\n2  日本  a"
        )
        #expect(try await formctl.output("select", "s", "kind", "--list", "OR") == "1  b  b or c")
        #expect(try await formctl.output("select", "s", "kind", "a") == "Äpfel")
        #expect(try await formctl.output("select", "s", "kind", "b or c") == "b or c")
        #expect(try await formctl.output("select", "s", "many", "z", "x", "--json") == #"{"text":"x and z"}"#)
        #expect(try await formctl.output("select", "s", "many").isEmpty)
        #expect(try await formctl.output("select", "s", "day", "2024-02-29") == "29.02.2024")
        let unknown = try await formctl("select", "s", "kind", "pear")
        #expect(unknown.status == 1 && unknown.errors == "formctl: there is no option \"pear\"; see --list\n")
        #expect(try await formctl("select", "s", "kind").status == 2)
        #expect(try await formctl("select", "s", "name", "x").errors.hasPrefix("formctl: the field has no options"))
    }

    // MARK: The form as a whole

    @Test("rows are listed, added, moved and removed")
    func rows() async throws {
        let formctl = try await opened()
        #expect(try await formctl.output("rows", "s") == "items  Item  [1]  1  3")
        #expect(try await formctl.output("rows", "add", "s", "items") == "2")
        #expect(try await formctl.output("rows", "add", "s", "items", "--at", "0", "--json") == #"{"row":3}"#)
        try await formctl.output("rows", "move", "s", "items", "3", "2")
        #expect(try await formctl.output("rows", "list", "s") == "items  Item  [1, 2, 3]  1  3")
        let full = try await formctl("rows", "add", "s", "items")
        #expect(full.status == 1 && full.errors.hasPrefix("formctl: LimitExceeded: "))
        try await formctl.output("rows", "remove", "s", "items", "1")
        #expect(
            try await formctl.output("rows", "s", "--json")
                == #"[{"group":"items","label":"Item","maximum":3,"minimum":1,"rows":[2,3]}]"#
        )
    }

    @Test("pages are listed and changed; for an invalid page the errors are printed")
    func pages() async throws {
        let formctl = try await opened()
        let refused = try await formctl("pages", "s", "--next")
        #expect(refused.status == 1)
        #expect(refused.errors.hasSuffix("\n  name: Field must be filled\n"), "\(refused)")
        try await formctl.output("set", "s", "name", "Ada")
        #expect(try await formctl.output("pages", "s", "--next") == "1")
        #expect(
            try await formctl.output("pages", "s")
                == "   0  Who   name, pin\n*  1  What  kind, many, day, sure, items_1_what, note"
        )
        #expect(try await formctl.output("pages", "s", "--show", "0", "--json") == #"{"page":0}"#)
        #expect(try await formctl("pages", "s", "--show", "7").errors.hasPrefix("formctl: OutOfRange: "))
        #expect(try await formctl("pages", "s", "--next", "--show", "1").status == 2)
    }

    @Test("undo and redo print the field, or report that there is nothing to undo")
    func history() async throws {
        let formctl = try await opened()
        try await formctl.output("type", "s", "name", "ab")
        #expect(try await formctl.output("undo", "s") == "name")
        #expect(try await formctl.output("get", "s", "name", "Text").isEmpty)
        #expect(try await formctl.output("redo", "s", "--json") == #"{"field":"name"}"#)
        #expect(try await formctl.output("get", "s", "name", "Text") == "ab")
        let none = try await formctl("redo", "s")
        #expect(none.status == 1 && none.errors == "formctl: there is nothing to redo\n")
    }

    @Test("apply carries out a file of operations, and prints what changed")
    func apply() async throws {
        let formctl = try await opened()
        let result = try await formctl.shell(
            """
            echo '[{"method": "SetText", "field": "name", "text": "Ada", "options": {"validate": false}},
              {"method": "SelectOptions", "field": "many", "indices": [0, 2]},
              {"method": "SetValues", "values": {"note": "n"}}, {"method": "FocusField", "field": "pin"}]' | formctl apply s
            echo '[]' | formctl apply s --json --if-revision 1
            """
        )
        let lines = result.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix(#"name Text="Ada" Value="Ada""#) }, "\(result)")
        #expect(lines.contains { $0.hasPrefix(". ") && $0.contains(#"FocusedField="pin""#) }, "\(result)")
        #expect(lines.last == #"{"changes":[],"revision":1}"#)
        #expect(try await formctl.output("get", "s", "many", "Text") == "x and z")
    }

    @Test(
        "a file that is not a list of operations is refused with the position",
        arguments: [
            ("{}", "-: the operations are not an array"), ("[3]", "-:/0: an operation is an object with a \"method\""),
            (#"[{"method": "Reset"}, {"method": "Jump"}]"#, #"-:/1: there is no method "Jump" of a session"#),
            (#"[{"method": "SetText", "field": "name"}]"#, #"-:/0: SetText needs the argument "text""#),
            (#"[{"method": "Reset", "text": ""}]"#, #"-:/0: Reset has no argument "text""#),
            (#"[{"method": "StepUp", "field": "day", "count": -1}]"#, #"-:/0: the argument "count" is not of type u"#),
            ("[{", "-: syntax error at line 1, column 3"),
        ]
    )
    func notApplied(_ operations: String, _ message: String) async throws {
        let formctl = try await opened()
        let result = try await formctl.shell("printf '%s' '\(operations)' | formctl apply s")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("formctl: " + message), "\(result)")
    }

    @Test("apply refuses another revision than the one that is asked for")
    func staleRevision() async throws {
        let result = try await opened().shell("echo '[{\"method\": \"Reset\"}]' | formctl apply s --if-revision 77")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("formctl: StaleRevision: "), "\(result)")
    }
}
