import FormdTesting
import Foundation
import Testing

/// `formctl compat` beside the programs whose arguments it takes. zenity needs a graphical screen: `Zenity/record` has
/// written down what it printed.
@Suite("Dialogs of other programs, beside the programs")
struct CompatProgramTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let line: String
        /// What is typed into the original, by tmux's names of keys.
        let original: [String]
        /// What is typed into the form for the same answer.
        let form: [String]

        var testDescription: String { line }
    }

    static let rows = [
        Row(line: "dialog --inputbox 'The text' 8 40", original: ["abc", "Enter"], form: ["abc", "C-s"]),
        Row(line: "whiptail --inputbox 'The text' 8 40 old", original: ["abc", "Enter"], form: ["abc", "C-s"]),
        Row(line: "dialog --passwordbox 'The text' 8 40", original: ["s3", "Enter"], form: ["s3", "C-s"]),
        Row(line: "whiptail --passwordbox 'The text' 8 40", original: ["s3", "Enter"], form: ["s3", "C-s"]),
        Row(
            line: "dialog --menu 'The text' 15 40 5 a Apple 'b c' Pear",
            original: ["b", "Enter"],
            form: ["Down", "C-s"]
        ),
        Row(
            line: "whiptail --default-item 'b c' --menu 'The text' 15 40 5 a Apple 'b c' Pear",
            original: ["Enter"],
            form: ["C-s"]
        ),
        Row(
            line:
                #"dialog --checklist 'The text' 20 40 9 a A on 'b c' B on 'x"y' C on 'x$y' D on "it's" E on '' F on g G off"#,
            original: ["Enter"],
            form: ["C-s"]
        ),
        Row(
            line: #"whiptail --checklist 'The text' 20 40 9 a A on 'b c' B on 'x"y' C on 'x\y' D on g G off"#,
            original: ["Enter"],
            form: ["C-s"]
        ),
        Row(
            line: "dialog --separate-output --checklist 'The text' 15 40 5 a A on 'b c' B on",
            original: ["Enter"],
            form: ["C-s"]
        ),
        Row(
            line: "whiptail --separate-output --checklist 'The text' 15 40 5 a A on 'b c' B on",
            original: ["Enter"],
            form: ["C-s"]
        ),
        Row(line: "whiptail --checklist 'The text' 15 40 5 a A off", original: ["Enter"], form: ["C-s"]),
        Row(
            line: "dialog --form 'The text' 15 40 5 Name: 1 1 '' 1 10 20 30 Fixed: 2 1 no 2 10 0 0 Age: 3 1 7 3 10 5 5",
            original: ["x", "Enter"],
            form: ["x", "C-s"]
        ),
        Row(
            line: "dialog --inputbox 'The text' 8 40",
            original: ["Tab", "Tab", "Enter"],
            form: ["Tab", "Tab", "Enter"]
        ),
        // raspi-config has its options in the middle.
        Row(
            line: "whiptail --menu 'The text' 15 60 5 --cancel-button Finish --ok-button Select a Apple b Pear",
            original: ["Down", "Enter"],
            form: ["Down", "C-s"]
        ),
        Row(
            line: "whiptail --menu 'The text' 15 60 5 -- -a Apple --b Pear",
            original: ["Down", "Enter"],
            form: ["Down", "C-s"]
        ),
        Row(line: "dialog --yesno 'The text' 8 40", original: ["Enter"], form: ["Enter"]),
        Row(line: "dialog --yesno 'The text' 8 40", original: ["n"], form: ["Tab", "Enter"]),
        Row(line: "whiptail --yesno 'The text' 8 40 --defaultno", original: ["Enter"], form: ["Enter"]),
        Row(line: "whiptail --yesno 'The text' 8 40 --yes-button A", original: ["Escape"], form: ["Escape"]),
        Row(line: "dialog --msgbox 'The text' 8 40", original: ["Enter"], form: ["Enter"]),
        Row(line: "whiptail --msgbox 'The text' 8 40", original: ["Escape"], form: ["Escape"]),
        Row(
            line: "dialog --radiolist 'The text' 15 40 5 a Apple off 'b c' Pear on",
            original: ["Enter"],
            form: ["C-s"]
        ),
        Row(
            line: "whiptail --radiolist 'The text' 15 40 5 a Apple off 'b c' Pear on",
            original: ["Enter"],
            form: ["C-s"]
        ),
        Row(
            line: "echo The text >file; dialog --textbox file 8 40",
            original: ["Enter"],
            form: ["Enter"]
        ),
        Row(
            line: "dialog --insecure --passwordform 'The text' 15 40 5 A: 1 1 '' 1 10 20 30 B: 2 1 '' 2 10 20 30",
            original: ["x", "Down", "y", "Enter"],
            form: ["x", "Tab", "y", "C-s"]
        ),
        Row(
            line: "dialog --mixedform 'The text' 15 40 5 A: 1 1 '' 1 10 20 30 0 B: 2 1 no 2 10 20 30 2",
            original: ["x", "Enter"],
            form: ["x", "C-s"]
        ),
        Row(line: "dialog --inputbox 'The text' 8 40", original: ["abc", "Escape"], form: ["abc", "Escape"]),
        Row(line: "whiptail --inputbox 'The text' 8 40", original: ["abc", "Escape"], form: ["abc", "Escape"]),
        Row(
            line: "whiptail --menu 'The text' 15 40 5 a Apple",
            original: ["Tab", "Tab", "Enter"],
            form: ["Tab", "Tab", "Enter"]
        ),
        Row(
            line: "dialog --output-fd 5 --inputbox 'The text' 8 40 5>&2",
            original: ["z", "Enter"],
            form: ["z", "C-s"]
        ),
    ]

    @Test("the form has the output and the exit status of the program", arguments: rows)
    func same(_ row: Row) async throws {
        let original = try await answer("\(row.line) >/dev/tty", row.original)
        // The last command of the line is the program's.
        let formctl = "'\(BuiltProducts.path(of: "formctl"))' compat "
        let commands = row.line.components(separatedBy: "; ")
        let line = (commands.dropLast() + [formctl + (commands.last ?? "")]).joined(separator: "; ")
        let form = try await answer(line, row.form)
        #expect(original.status == form.status)
        #expect(original.errors == form.errors)
        #expect(form.output.isEmpty)
    }

    @Test("--stdout prints on standard output, and a form that cannot run ends with 255")
    func others() async throws {
        let formctl = "'\(BuiltProducts.path(of: "formctl"))' compat"
        let output = try await answer("\(formctl) dialog --stdout --inputbox 'The text' 8 40", ["ab", "C-s"])
        #expect(output.output == "ab" && output.errors.isEmpty && output.status == 0)
        let zenity = try await answer(
            "\(formctl) zenity --forms --text='The text' --add-entry=A --add-entry=B",
            ["x", "C-s"]
        )
        #expect(zenity.output == "x|\n" && zenity.status == 0)
        let question = try await answer("\(formctl) zenity --question --text='The text'", ["Enter"])
        #expect(question.output.isEmpty && question.status == 0)
        let no = try await answer("\(formctl) zenity --question --default-cancel --text='The text'", ["Enter"])
        #expect(no.output.isEmpty && no.status == 1)
        let info = try await answer("\(formctl) zenity --info --text='The text'", ["Enter"])
        #expect(info.output.isEmpty && info.status == 0)
        let wrong = try await Tool.run(BuiltProducts.path(of: "formctl"), ["compat", "dialog", "--nosuch"])
        #expect(wrong.status == 255 && wrong.errors == "formctl: dialog: there is no option \"--nosuch\"\n")
    }

    struct ZenityCase: Decodable, Sendable, CustomTestStringConvertible {
        let arguments: [String]
        /// What is written to standard input.
        let input: String?
        /// What was pressed in zenity, and what is in the form.
        let zenity, form: [String]
        let status: Int32
        let output: String

        var testDescription: String { "\(arguments) \(zenity)" }

        static var all: [ZenityCase] {
            get throws {
                let file = BuiltProducts.project + "/Tests/EndToEndTests/Terminal/Zenity/cases.json"
                return try JSONDecoder().decode([Self].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
            }
        }
    }

    @Test("the recorded output and exit status are those of the real zenity", arguments: try ZenityCase.all)
    func zenity(_ row: ZenityCase) async throws {
        let words = row.arguments.map { "'\($0)'" }.joined(separator: " ")
        let input = row.input.map { "printf '\($0.replacing("\n", with: "\\n"))' | " } ?? ""
        let form = try await answer("\(input)'\(BuiltProducts.path(of: "formctl"))' compat zenity \(words)", row.form)
        #expect(form.status == row.status && form.output == row.output)
    }

    /// Runs a line of shell in a terminal, and types when the text can be read.
    private func answer(
        _ line: String,
        _ keys: [String]
    ) async throws -> (status: Int32?, output: String, errors: String) {
        let screen = try await TerminalScreen(line)
        // A dialog that ends by itself may be gone before it is seen.
        if !keys.isEmpty { try await screen.waits(for: "The text") }
        for key in keys { try await screen.press(key) }
        return try await screen.result()
    }
}
