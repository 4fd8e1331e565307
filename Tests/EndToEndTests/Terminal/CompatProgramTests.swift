import FormdTesting
import Foundation
import Testing

/// `formctl compat` beside the programs whose arguments it takes. zenity needs a graphical screen: `Zenity/record` has
/// written down what it printed.
@Suite("Dialogs of other programs, beside the programs")
struct CompatProgramTests {
    /// A line of a script that runs one of the programs.
    struct Row: Sendable {
        let line: String
        /// What is typed, by tmux's names of keys, and what is typed into the form if that is different.
        let keys: [String]
        let form: [String]
        /// What is on the screen when it can be typed.
        let ready: String

        init(_ line: String, _ keys: String..., form: [String]? = nil, ready: String = "The text") {
            (self.line, self.keys, self.form, self.ready) = (line, keys, form ?? keys, ready)
        }
    }

    static let rows = [
        Row("dialog --inputbox 'The text' 8 40", "abc", "Enter"),
        Row("whiptail --inputbox 'The text' 8 40 old", "abc", "Enter"),
        Row("dialog --passwordbox 'The text' 8 40", "s3", "Enter"),
        Row("whiptail --passwordbox 'The text' 8 40", "s3", "Enter"),
        Row("dialog --menu 'The text' 15 40 5 a Apple 'b c' Pear", "b", "Enter", form: ["Down", "Enter"]),
        Row("whiptail --default-item 'b c' --menu 'The text' 15 40 5 a Apple 'b c' Pear", "Enter"),
        Row(
            #"dialog --checklist 'The text' 20 40 9 a A on 'b c' B on 'x"y' C on 'x$y' D on "it's" E on '' F on g G off"#,
            "Enter"
        ),
        Row(#"whiptail --checklist 'The text' 20 40 9 a A on 'b c' B on 'x"y' C on 'x\y' D 1 g G off"#, "Enter"),
        Row("dialog --separate-output --checklist 'The text' 15 40 5 a A on 'b c' B on", "Enter"),
        Row("whiptail --separate-output --checklist 'The text' 15 40 5 a A on 'b c' B on", "Enter"),
        Row("whiptail --checklist 'The text' 15 40 5 a A off", "Enter"),
        Row("whiptail --noitem --checklist 'The text' 15 40 5 a on b off", "Enter"),
        Row("whiptail --noitem --menu 'The text' 15 40 5 a A b B", "Down", "Enter"),
        Row("dialog --no-items --menu 'The text' 15 40 5 a b", "Down", "Enter"),
        Row(
            "dialog --form 'The text' 15 40 5 Name: 1 1 '' 1 10 20 30 Fixed: 2 1 no 2 10 0 0 Age: 3 1 7 3 10 5 5",
            "x",
            "Enter",
            form: ["x", "C-s"]
        ),
        Row("dialog --inputbox 'The text' 8 40", "Tab", "Tab", "Enter"),
        Row("dialog --inputbox 'The text' 8 40", "abc", "Escape"),
        Row("whiptail --inputbox 'The text' 8 40", "abc", "Escape"),
        Row("dialog --defaultno --inputbox 'The text' 8 40 x", "Enter"),
        Row("dialog --default-button cancel --menu 'The text' 15 40 5 a A", "Enter"),
        Row("dialog --max-input 3 --inputbox 'The text' 8 40", "abcde", "Enter"),
        Row("dialog --output-separator , --checklist 'The text' 15 40 5 a A on b B on", "Enter"),
        Row(
            "dialog --output-separator , --form 'The text' 15 40 5 A: 1 1 x 1 10 9 9 B: 2 1 y 2 10 9 9",
            "Enter",
            form: ["C-s"]
        ),
        Row("dialog --single-quoted --checklist 'The text' 15 40 5 a A on 'b c' B on", "Enter"),
        Row("dialog --yesno 'The text' 8 40", "n", form: ["Tab", "Enter"]),
        Row("whiptail --yesno 'The text' 8 40 --yes-button A", "Escape"),
        Row("whiptail --msgbox 'The text' 8 40", "Escape"),
        Row("dialog --radiolist 'The text' 15 40 5 a Apple off 'b c' Pear on", "Enter"),
        Row("dialog --radiolist 'The text' 15 40 5 a Apple off b Pear off", "Enter"),
        Row("whiptail --radiolist 'The text' 15 40 5 a Apple off 'b c' Pear on", "Up", "Space", "Enter"),
        Row("dialog --extra-button --inputbox 'The text' 8 40", "y", "Tab", "Tab", "Enter"),
        Row("dialog --extra-button --msgbox 'The text' 8 40", "Tab", "Enter"),
        Row("dialog --extra-button --passwordbox 'The text' 8 40", "s", "Tab", "Tab", "Enter"),
        Row("dialog --help-button --yesno 'The text' 8 40", "Tab", "Tab", "Enter", form: ["Tab", "Enter"]),
        Row(
            "dialog --help-button --item-help --help-tags --menu 'The text' 15 40 5 a A one b B two",
            "Down",
            "Tab",
            "Tab",
            "Enter"
        ),
        Row(
            "dialog --help-button --help-status --checklist 'The text' 15 40 5 a A on b B on",
            "Down",
            "Tab",
            "Tab",
            "Enter"
        ),
        Row(
            "dialog --help-button --help-status --form 'The text' 15 40 5 A: 1 1 '' 1 10 20 30",
            "y",
            "Tab",
            "Tab",
            "Tab",
            "Enter",
            form: ["y", "Tab", "Tab", "Enter"]
        ),
        Row("dialog --output-fd 5 --inputbox 'The text' 8 40 5>&2", "z", "Enter"),
        Row("DIALOG_ESC=9 dialog --inputbox 'The text' 8 40", "Escape"),
        Row("DIALOG_EXTRA=11 dialog --extra-button --yesno 'The text' 8 40", "Tab", "Enter"),
        Row("dialog --timeout 1 --menu 'The text' 15 40 5 a A"),
        Row("whiptail --infobox 'The text' 8 40"),
        Row("dialog --gauge 'The text' 8 40 </dev/null"),
        Row("seq 1 30 100 | whiptail --gauge 'The text' 8 40 0"),
        Row("echo a | dialog --progressbox 'The text' 8 40"),
        Row("echo a | dialog --progressbox 8 40"),
        // The button appears when all of the text was read.
        Row("seq 3 | dialog --programbox 'The text' 9 40", "Enter", ready: "OK"),
        Row("echo 'The text' | dialog --programbox 9 40", "Enter", ready: "OK"),
        Row("dialog --buildlist 'The text' 15 60 5 a A on b B off c C on", "Enter"),
        Row("dialog --rangebox 'The text' 8 40 0 100 50", "Tab", "Tab", "Enter", form: ["Enter"]),
    ]

    /// Lines as scripts of Debian and of Raspberry Pi OS have them: how they set the options, the descriptors and the
    /// labels of buttons.
    static let snippets = [
        // raspi-config
        Row(#"whiptail --msgbox "The text\nThe filesystem will be enlarged upon the next reboot" 20 60 2"#, "Enter"),
        Row("DEFAULT=--defaultno; whiptail --yesno 'The text' $DEFAULT 20 60 2", "Enter"),
        Row("DEFAULT=--defaultno; whiptail --yesno 'The text' $DEFAULT 20 60 2", "Tab", "Enter"),
        Row("whiptail --yesno 'The text' 20 60 2 --yes-button Enable --no-button Disable", "Tab", "Enter"),
        Row(#"value=$(whiptail --menu "The text" 20 60 10 "1" "HDMI-1" "2" "HDMI-2" 3>&1 1>&2 2>&3)"#, "Down", "Enter"),
        Row(#"value=$(whiptail --inputbox "The text" 20 60 "raspberrypi" 3>&1 1>&2 2>&3)"#, "x", "Enter"),
        Row(#"value=$(whiptail --inputbox "The text" 20 60 "14" 3>&1 1>&2 2>&3)"#, "BSpace", "8", "Enter"),
        Row(#"value=$(whiptail --passwordbox "The text" 20 60 3>&1 1>&2 2>&3)"#, "secret", "Enter"),
        Row(
            #"list=DE/Germany/GB/Britain; IFS=/; value=$(whiptail --menu "The text" 20 60 10 ${list} 3>&1 1>&2 2>&3)"#,
            "Down",
            "Enter"
        ),
        Row(mainMenu, "Down", "Down", "Enter"),
        Row(mainMenu, "Tab", "Tab", "Enter"),
        Row(mainMenu, "Escape"),
        Row(
            #"value=$(whiptail --menu "The text" 20 60 10 0 HDMI 1 Jack 2 USB --default-item "1" 3>&1 1>&2 2>&3)"#,
            "Down",
            "Enter"
        ),
        Row(
            #"value=$(whiptail --title "A B" --default-item B2 --menu "The text" 20 60 10 --cancel-button Back --ok-button Select "B1 SD" "Boot from SD" "B2 USB" "Boot from USB" 3>&1 1>&2 2>&3)"#,
            "Enter"
        ),
        Row(
            #"value=$(whiptail --checklist "The text" 20 60 10 "SSH" "Remote shell" OFF "SPI" "Bus" ON 3>&1 1>&2 2>&3)"#,
            "Space",
            "Enter"
        ),
        Row("whiptail --infobox 'Setting up' 20 60; whiptail --msgbox 'The text' 20 60 1", "Enter"),
        Row(
            #"echo The text >licence; whiptail --title "Licence" --textbox licence 20 60 --scrolltext"#,
            "Tab",
            "Enter"
        ),
        // debconf
        Row(
            debconf("--default-item Europe --menu 'The text' 20 60 5 -- Africa '' America '' Europe ''"),
            "Up",
            "Enter"
        ),
        Row(
            debconf("--separate-output --checklist 'The text' 15 60 4 -- 'SSH server' '' on -x '' off"),
            "Down",
            "Space",
            "Enter"
        ),
        Row(debconf("--yesno -- 'The text' 9 60"), "Enter"),
        Row(debconf("--defaultno --yesno -- 'The text' 9 60"), "Enter"),
        Row(debconf("--inputbox -- 'The text' 9 60 -value"), "s", "Enter"),
        Row(debconf("--passwordbox -- 'The text' 9 60"), "s3", "Enter"),
        Row(debconf("--nocancel --inputbox -- 'The text' 9 60 old"), "Tab", "Enter"),
        Row(debconf("--msgbox 'The text' --scrolltext 9 60"), "Tab", "Enter"),
        Row(debconf("--menu 'The text' 20 60 5 -- a '' b ''"), "Escape"),
        Row(
            #"(echo 5; printf 'XXX\n50\nUnpacking\nXXX\n'; sleep 0.3; echo 100) | whiptail --backtitle Packages --gauge -- 'The text' 8 60 0"#
        ),
        Row(debconf("--inputbox 'The text' 9 60 old", "dialog"), "s", "Enter"),
        Row(debconf("--default-item b --menu 'The text' 20 60 5 a 'One' b 'Two'", "dialog"), "Enter"),
        Row(debconf("--separate-output --checklist 'The text' 15 60 4 a '' on b '' on", "dialog"), "Space", "Enter"),
        // The installer's questions about the network, and helpers like them
        Row(
            #"value=$(dialog --stdout --menu "The text" 12 60 2 eth0 "Ethernet" wlan0 "Wireless")"#,
            "Down",
            "Enter"
        ),
        Row(
            #"value=$(dialog --ok-label Go --form "The text" 12 60 3 "IP:" 1 1 "" 1 10 20 0 "Mask:" 2 1 "" 2 10 20 0 2>&1 >/dev/tty)"#,
            "10.0.0.2",
            "Down",
            "255.0.0.0",
            "Enter",
            form: ["10.0.0.2", "Down", "255.0.0.0", "C-s"]
        ),
        Row(
            #"value=$(dialog --insecure --mixedform "The text" 12 60 3 "Net:" 1 1 home 1 10 20 0 2 "Key:" 2 1 "" 2 10 20 0 1 2>&1 >/dev/tty)"#,
            "s3",
            "Enter"
        ),
        Row(
            #"value=$(dialog --passwordform "The text" 12 60 2 "Key:" 1 1 "" 1 10 20 0 "Again:" 2 1 "" 2 10 20 0 2>&1 >/dev/tty)"#,
            "a",
            "Down",
            "b",
            "Enter"
        ),
        Row(
            #"value=$(dialog --output-fd 4 --radiolist "The text" 12 60 2 dhcp "" on static "" off 4>&1 >/dev/tty)"#,
            "Down",
            "Space",
            "Enter"
        ),
        Row(#"value=$(dialog --stdout --calendar "The text" 0 0 5 3 2026)"#, "Enter"),
        Row(#"value=$(dialog --stdout --date-format "%A %d.%m.%Y" --calendar "The text" 0 0 31 2 2026)"#, "Enter"),
        Row(#"value=$(dialog --stdout --timebox "The text" 0 0 5 3 20)"#, "Enter", form: ["C-s"]),
        Row(
            #"value=$(dialog --stdout --rangebox "The text" 8 40 0 100 50)"#,
            "Down",
            "Enter",
            form: ["Right", "Enter"]
        ),
        Row(
            #"value=$(dialog --stdout --inputmenu "The text" 20 40 9 a Apple b Pear)"#,
            "Down",
            "Enter",
            form: ["Down", "C-s"]
        ),
        Row(
            #"value=$(dialog --stdout --inputmenu "The text" 20 40 9 a Apple b Pear)"#,
            "Down",
            "Tab",
            "Enter",
            "x",
            "Enter",
            form: ["Down", "Tab", "xPear", "Tab", "Tab", "Enter"]
        ),
        Row(#"dialog --pause "The text" 10 40 1"#),
        Row(#"dialog --pause "The text" 10 40 9"#, "Tab", "Enter"),
        Row(#"echo The text >log; dialog --tailbox log 9 40"#, "Enter"),
        Row(#"echo The text >file; value=$(dialog --stdout --editbox file 9 40)"#, "Tab", "Enter"),
        Row(#"echo The text >file; dialog --exit-label Done --textbox file 9 40"#, "Enter"),
        Row(
            #"value=$(dialog --stdout --extra-button --extra-label Edit --menu "The text" 12 60 2 a A b B)"#,
            "Down",
            "Tab",
            "Enter",
            form: ["Down", "Tab", "Tab", "Enter"]
        ),
        Row(
            #"value=$(dialog --stdout --help-button --item-help --menu "The text" 12 60 2 a A one b B two)"#,
            "Down",
            "Tab",
            "Tab",
            "Enter"
        ),
        Row(#"value=$(dialog --stdout --title "The text" --fselect /etc/ 8 40)"#, "Enter"),
    ]

    private static let mainMenu = """
        value=$(whiptail --title "Raspberry Pi Software Configuration Tool (raspi-config)" --backtitle "Raspberry Pi" \
        --menu "The text" 20 78 10 --cancel-button Finish --ok-button Select "1 System Options" "Configure system" \
        "2 Display Options" "Configure display" "3 Interface Options" "Configure connections" 3>&1 1>&2 2>&3)
        """

    private static func debconf(_ arguments: String, _ program: String = "whiptail") -> String {
        "value=$(\(program) --backtitle 'Package configuration' --title Configuring --output-fd 4 \(arguments) 4>&1 >/dev/tty)"
    }

    @Test("the form has the output and the exit status of the program", arguments: ["boxes", "snippets"])
    func same(_ name: String) async throws {
        let rows = name == "boxes" ? Self.rows : Self.snippets
        // The programs start and wait more than they work.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, row) in rows.enumerated() {
                if place >= 4 { try await group.next() }
                group.addTask { try await self.compare(row) }
            }
            try await group.waitForAll()
        }
    }

    private func compare(_ row: Row) async throws {
        let formctl = "'\(BuiltProducts.path(of: "formctl"))' compat"
        let functions = ["dialog", "whiptail"].map { "\($0)() { \(formctl) \($0) \"$@\"; }; " }.joined()
        do {
            async let original = answer(of: row.line, row.keys, when: row.ready)
            let form = try await answer(of: functions + row.line, row.form, when: row.ready)
            let program = try await original
            #expect(program == form, "\(row.line) \(row.keys)")
        } catch {
            Issue.record("\(row.line) \(row.keys): \(error)")
        }
    }

    /// The variable `value`, what the line wrote on standard error, and its exit status.
    private func answer(of line: String, _ keys: [String], when ready: String) async throws -> [String] {
        // A line that keeps the output in a variable may draw on standard error.
        let errors = line.contains("value=$(") ? "2>/dev/tty" : ""
        let result = try await answer(
            "{ \(line)\n} >/dev/tty \(errors); status=$?; printf %s \"$value\"; exit $status",
            keys,
            when: ready
        )
        return [result.output, result.errors, result.status.map(String.init) ?? ""]
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

    /// Runs a line of shell in a terminal, and types when it is ready.
    private func answer(
        _ line: String,
        _ keys: [String],
        when ready: String = "The text"
    ) async throws -> (status: Int32?, output: String, errors: String) {
        let screen = try await TerminalScreen(line)
        // A dialog that ends by itself may be gone before it is seen.
        if !keys.isEmpty { try await screen.waits(for: ready) }
        for key in keys { try await screen.press(key) }
        return try await screen.result()
    }
}
