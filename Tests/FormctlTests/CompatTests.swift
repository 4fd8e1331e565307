import FormEngine
import FormModel
import FormPresentation
import Glibc
import Testing

@testable import formctl

@Suite("Dialogs of other programs as forms")
struct CompatTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let program: String
        let arguments: [String]
        /// What `formctl run` prints of the form.
        let values: String
        /// What the program would have printed.
        let output: String

        var testDescription: String { ([program] + arguments).joined(separator: " ") + " ← " + values }

        init(_ program: String, _ arguments: String..., values: String, output: String) {
            (self.program, self.arguments, self.values, self.output) = (program, arguments, values, output)
        }

        /// The output of the dialog for the values.
        var printed: String? {
            get throws {
                let dialog = try dialog
                return dialog.answers(in: values).map(dialog.print)
            }
        }

        var dialog: CompatDialog {
            get throws {
                switch program {
                case "zenity": try ZenityArguments.dialog(arguments) { "a\nb\nc\nd" }
                case "dialog": try DialogArguments.dialog(.dialog, arguments)
                default: try DialogArguments.dialog(.whiptail, arguments)
                }
            }
        }
    }

    private static let fruit = ["Text", "15", "40", "5", "a", "Apple", "on", "b c", "Banana", "off", "c\"", "$", "on"]

    static let rows = [
        Row("dialog", "--inputbox", "Text", "8", "40", "old", values: #"{"answer1": "new\\"}"#, output: "new\\"),
        Row("dialog", "--inputbox", "Text", "8", "40", values: "{}", output: ""),
        Row("dialog", "--title", "T", "--passwordbox", "Text", "8", "40", values: #"{"answer1": "s"}"#, output: "s"),
        Row("dialog", "--menu", "T", "9", "9", "9", "a", "A", "b c", "B", values: #"{"answer1": "1"}"#, output: "b c"),
        Row(
            "dialog",
            "--checklist",
            "T",
            "9",
            "9",
            "9",
            "a",
            "A",
            "on",
            "b c",
            "B",
            "on",
            "x$y",
            "C",
            "off",
            "",
            "D",
            "on",
            values: #"{"answer1": ["0", "1", "2", "3"]}"#,
            output: #"a "b c" "x\$y" """#
        ),
        Row(
            "dialog",
            "--separate-output",
            "--checklist",
            "T",
            "9",
            "9",
            "9",
            "a",
            "A",
            "on",
            "b c",
            "B",
            "on",
            values: #"{"answer1": ["0", "1"]}"#,
            output: "a\nb c\n"
        ),
        Row(
            "dialog",
            "--separator",
            ",",
            "--no-items",
            "--checklist",
            "T",
            "9",
            "9",
            "9",
            "a",
            "on",
            "b",
            "on",
            values: #"{"answer1": ["0", "1"]}"#,
            output: ",a,b"
        ),
        Row(
            "dialog",
            "--form",
            "T",
            "9",
            "9",
            "9",
            "Name:",
            "1",
            "1",
            "",
            "1",
            "9",
            "20",
            "30",
            "Fixed",
            "2",
            "1",
            "no",
            "2",
            "9",
            "0",
            "0",
            "Age:",
            "3",
            "1",
            "7",
            "3",
            "9",
            "5",
            "5",
            values: #"{"answer1": "Ada"}"#,
            output: "Ada\n\n"
        ),
        Row("whiptail", "--menu", "T", "9", "9", "9", "a", "A", "b c", "B", values: #"{"answer1": "0"}"#, output: "a"),
        Row(
            "whiptail",
            "--checklist",
            "T",
            "9",
            "9",
            "9",
            "a",
            "A",
            "ON",
            "b\"c",
            "B",
            "OFF",
            values: #"{"answer1": ["0", "1"]}"#,
            output: #""a" "b"c""#
        ),
        Row("whiptail", "--checklist", "T", "9", "9", "9", "a", "A", "OFF", values: "{}", output: ""),
        Row("zenity", "--entry", "--text=Who?", "--entry-text", "old", values: #"{"answer1": "a|b"}"#, output: "a|b\n"),
        Row("zenity", "--password", values: #"{"answer1": "s"}"#, output: "s\n"),
        Row("zenity", "--password", "--username", values: #"{"answer1": "ada", "answer2": "s"}"#, output: "ada|s\n"),
        Row(
            "zenity",
            "--calendar",
            "--date-format=%A %d.%m.%Y",
            values: #"{"answer1": "2024-02-29"}"#,
            output: "Thursday 29.02.2024\n"
        ),
        Row(
            "zenity",
            "--list",
            "--column=A",
            "--column",
            "B",
            "1",
            "one",
            "2",
            "two",
            values: #"{"answer1": "1"}"#,
            output: "2\n"
        ),
        Row("zenity", "--list", "--column=A", "--column=B", values: #"{"answer1": "1"}"#, output: "c\n"),
        Row(
            "zenity",
            "--list",
            "--checklist",
            "--column=",
            "--column=A",
            "--separator=:",
            "TRUE",
            "x",
            "FALSE",
            "y",
            values: #"{"answer1": ["0", "1"]}"#,
            output: "x:y\n"
        ),
        Row(
            "zenity",
            "--list",
            "--print-column=ALL",
            "--column=A",
            "--column=B",
            "1",
            "one",
            values: #"{"answer1": "0"}"#,
            output: "1|one\n"
        ),
        Row(
            "zenity",
            "--forms",
            "--add-entry=Name",
            "--add-calendar=Day",
            "--add-list=Size",
            "--list-values=S|L",
            "--forms-date-format=%d/%m/%y",
            "--separator=,",
            "--add-password=PIN",
            values: #"{"answer1": "Ada", "answer2": "2024-02-29", "answer3": "1"}"#,
            output: "Ada,29/02/24,L,\n"
        ),
    ]

    @Test("the dialogs have the program's output, and their forms have no errors", arguments: rows)
    func output(_ row: Row) throws {
        let dialog = try row.dialog
        #expect(try row.printed == row.output)
        let decoded = DefinitionDecoder().decode(dialog.definition, name: "")
        #expect(decoded.diagnostics.map(\.description) == [], "\(dialog.definition)")
    }

    @Test("a form has the title, the text, the initial values and the chosen options")
    func definition() throws {
        let list = try DialogArguments.dialog(.dialog, ["--title", "T", "--checklist"] + Self.fruit)
        #expect(
            list.definition == #"""
                {
                  "title": "T",
                  "fields": [
                    {"id": "text", "note": "Text"},
                    {
                      "id": "answer1",
                      "input": {
                        "type": "options",
                        "options": [
                          {"value": "0", "label": "a    Apple"},
                          {"value": "1", "label": "b c  Banana"},
                          {"value": "2", "label": "c\"   $"}
                        ],
                        "display": "list",
                        "multiple": true
                      },
                      "value": "[\"0\", \"2\"]"
                    }
                  ]
                }
                """#
        )
        let calendar = try ZenityArguments.dialog(["--calendar", "--day=5", "--month=3", "--year=2026"])
        #expect(calendar.definition.contains(#""value": "2026-03-05""#))
        let menu = try DialogArguments.dialog(
            .whiptail,
            ["--default-item", "b", "--notags", "--menu", "T\\nU", "9", "9", "9", "a", "A", "b", "B"]
        )
        #expect(menu.definition.contains(#""value": "1""#) && menu.definition.contains(#""label": "B""#))
        #expect(menu.definition.contains(#""note": "T\nU""#))
    }

    @Test(
        "the position and the timeout come from the arguments",
        arguments: [
            ("dialog --inputbox T 8 40", 2, 255), ("dialog --stdout --inputbox T 8 40", 1, 255),
            ("whiptail --output-fd 5 --inputbox T 8 40", 5, 255), ("zenity --entry", 1, 5),
        ] as [(String, Int, Int)]
    )
    func descriptor(_ line: String, _ descriptor: Int, _ timeoutStatus: Int) throws {
        let words = line.split(separator: " ").map(String.init)
        let dialog =
            words[0] == "zenity"
            ? try ZenityArguments.dialog(Array(words.dropFirst()))
            : try DialogArguments.dialog(words[0] == "dialog" ? .dialog : .whiptail, Array(words.dropFirst()))
        #expect(dialog.descriptor == descriptor && dialog.timeoutStatus == timeoutStatus)
    }

    @Test(
        "arguments that the program would not accept are refused",
        arguments: [
            ("dialog", "--nosuch", "there is no option"), ("dialog", "", "there is no box"),
            ("dialog", "--inputbox T 8", "--inputbox needs a text"),
            ("dialog", "--inputbox T x 8", "\"x\" is no number"),
            ("dialog", "--title", "--title needs a value"), ("dialog", "--timeout x", "--timeout: \"x\" is no number"),
            ("dialog", "--rangebox T 8 9 7 5", "7 to 5 is empty"), ("dialog", "--timebox T 8 9 90", "90 is not within"),
            ("dialog", "--menu T 9 9 9 a", "takes 2 arguments for each entry"), ("dialog", "--menu T 9 9 9", "takes 2"),
            ("dialog", "--inputbox T 8 9 --inputbox T 8 9", "only one box"),
            ("whiptail", "--form T 9 9 9", "no option"),
            ("dialog", "--mixedgauge T 9 9 0", "--mixedgauge is not supported"),
            ("dialog", "--prgbox T ls 9 9", "--prgbox is not supported"),
            ("dialog", "--treeview T 9 9 9 a A on 0", "--treeview is not supported"),
            ("dialog", "--item-help --menu T 9 9 9 a A", "takes 3 arguments for each entry"),
            ("dialog", "--default-button extra --yesno T 9 9", "\"extra\" is not supported"),
            ("dialog", "--textbox /nonesuch 9 9", "cannot read /nonesuch"),
            ("zenity", "--notification", "--notification is not supported"),
            ("zenity", "--scale --min-value=5 --max-value=5", "range 5 to 5 is empty"),
            ("zenity", "--list", "no columns"),
            ("zenity", "--list --column=A --column=B a b c", "3 cells do not make rows"),
            ("zenity", "--forms", "no fields"), ("zenity", "--entry --password", "only one dialog"),
            ("zenity", "--forms --list-values=a", "comes after the list"), ("zenity", "", "none of --forms"),
        ]
    )
    func refused(_ program: String, _ line: String, _ words: String) throws {
        let arguments = line.split(separator: " ").map(String.init)
        let error = #expect(throws: CompatMistake.self) {
            switch program {
            case "zenity": _ = try ZenityArguments.dialog(arguments)
            case "dialog": _ = try DialogArguments.dialog(.dialog, arguments)
            default: _ = try DialogArguments.dialog(.whiptail, arguments)
            }
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    /// The days are dialog's own, seen with its clock set to these days.
    @Test(
        "a calendar begins at today's day if the month does not have the given one",
        arguments: [
            (today: 15, year: 2026, day: 31, first: "2026-02-15"), (29, 2026, 31, "2026-03-01"),
            (31, 2026, 31, "2026-03-03"), (31, 2028, 30, "2028-03-02"), (29, 2028, 0, "2028-02-29"),
            (31, 2026, 28, "2026-02-28"),
        ]
    )
    func firstDay(_ today: Int, _ year: Int, _ day: Int, _ first: String) {
        var now = tm()
        (now.tm_year, now.tm_mday) = (126, Int32(today))
        #expect(Day.orToday(year: year, month: 2, day: day, now: now).text == first)
    }
}
