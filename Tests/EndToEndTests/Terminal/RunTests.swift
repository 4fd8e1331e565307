import FormdTesting
import Foundation
import Testing

/// `formctl run` in a real terminal.
@Suite("Forms in the terminal")
struct RunTests {
    private static let contact = """
        {
          "title": {"en": "Contact"},
          "fields": [
            {"id": "name", "placeholders": ["Name"], "required": true, "requiredMessage": {"en": "Who are you?"}},
            {
              "id": "phone", "placeholders": ["Phone"],
              "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"}
            },
            {"id": "pin", "label": "PIN", "secret": true},
            {"id": "size", "label": "Size", "input": {"type": "options", "options": ["S", "M", "L"]}},
            {"id": "note", "type": "textView", "placeholders": ["Note"]}
          ]
        }
        """

    private static let program = BuiltProducts.path(of: "formctl")

    private func run(
        _ daemon: Daemon,
        _ arguments: String = "",
        width: Int = 80,
        height: Int = 24,
        environment: [String: String] = [:]
    ) async throws -> TerminalScreen {
        try await TerminalScreen(
            "'\(Self.program)' run --address '\(daemon.socketAddress)' \(arguments) contact",
            width: width,
            height: height,
            environment: environment
        )
    }

    private func daemon() async throws -> Daemon {
        try await Daemon.start(.socket, forms: ["contact": Self.contact])
    }

    @Test("a form is filled in with the keyboard and submitted; its values are on standard output, secrets are not")
    func submission() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon)
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        // Nobody waits for the screen between the keys.
        try await screen.press("C-s")
        try await screen.waits(for: "✗ Who are you?")
        try await screen.type("Ada\t9161234567\t1234\t")
        try await screen.press("Down", "Down", "Tab")
        try await screen.paste("two\nlines")
        try await screen.waits(for: "lines")
        let lines = try await screen.lines()
        #expect(lines.contains("  Name *     Ada"))
        #expect(lines.contains("  Phone      +7 (916) 123-45-67"))
        #expect(lines.contains { $0.contains("(•) M") })
        #expect(lines.contains { $0.contains("••••") })
        try await screen.press("Tab", "Enter")
        let result = try await screen.result()
        #expect(result.status == 0)
        #expect(
            result.output == """
                {"name": "Ada", "phone": "9161234567", "size": "M", "note": "two\\nlines"}

                """
        )
        #expect(result.errors == "")
        #expect(screen.isRestored)
        #expect(try await screen.lines().joined() == "")
    }

    @Test("the mouse chooses, puts the caret and presses buttons")
    func mouse() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon)
        try await screen.waits(for: "▌ Name")
        try await screen.type("Ad")
        try await screen.waits(for: "Ad")
        func line(of text: String) async throws -> Int {
            try #require(try await screen.lines().firstIndex { $0.contains(text) })
        }
        try await screen.click(column: 14, line: try await line(of: "( ) L"))
        try await screen.waits(for: "(•) L")
        // Between the two letters.
        try await screen.click(column: 14, line: try await line(of: "Name"))
        try await screen.waits(for: "▌ Name")
        try await screen.type("xy")
        try await screen.waits(for: "Axyd")
        try await screen.click(column: 14, line: try await line(of: "[ Submit ]"))
        let result = try await screen.result()
        #expect(result.status == 0)
        #expect(result.output.contains(#""name": "Axyd""#))
        #expect(result.output.contains(#""size": "L""#))
    }

    enum End: String, CaseIterable, Sendable {
        case escape, controlC, twice, interrupt, terminate, hangUp, timeout

        var status: Int32 {
            switch self {
            case .escape, .controlC, .twice, .interrupt: 1
            case .terminate: 128 + 15
            case .hangUp: 128 + 1
            case .timeout: 3
            }
        }
    }

    @Test("however it ends, the terminal is restored, and the exit status has the reason", arguments: End.allCases)
    func ends(end: End) async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon, end == .timeout ? "--timeout 2" : "")
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        switch end {
        case .escape:
            try await screen.type("x")
            try await screen.press("Escape")
            try await screen.waits(for: "Leave without submitting?")
            try await screen.press("Enter")
        case .controlC: try await screen.press("C-c")
        case .twice:
            // In one piece, so that they come within a second.
            try await screen.type("x")
            try await screen.send([3, 3])
        case .interrupt: try await screen.signal("INT", to: "formctl")
        case .terminate: try await screen.signal("TERM", to: "formctl")
        case .hangUp: try await screen.signal("HUP", to: "formctl")
        case .timeout: break
        }
        let result = try await screen.result()
        #expect(result.status == end.status)
        #expect(result.output == "")
        #expect(screen.isRestored)
    }

    @Test("the terminal is restored after a crash")
    func crash() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon)
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        try await screen.signal("ABRT", to: "formctl")
        #expect(try await screen.result().status == 128 + 6)
        #expect(screen.isRestored)
    }

    @Test("the terminal is restored while the program is stopped, and redrawn when it continues")
    func stopped() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon)
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        try await screen.type("Ada")
        try await screen.waits(for: "Ada")
        try await screen.signal("TSTP", to: "formctl")
        let deadline = ContinuousClock.now + .seconds(30)
        while try await screen.lines().joined() != "", ContinuousClock.now < deadline {}
        #expect(try await screen.lines().joined() == "")
        try await screen.signal("CONT", to: "formctl")
        try await screen.waits(for: "Ada")
    }

    @Test("labels are above the fields in a small window, and beside them in a larger one")
    func resizing() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon, width: 40, height: 12)
        try await screen.waits(for: "▌ Name *")
        #expect(try await screen.lines().count { $0.contains("Phone") } == 1)
        #expect(!(try await screen.lines().contains { $0.contains("[ Submit ]") }))
        try await screen.resize(100, 30)
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        try await screen.type("Ada")
        try await screen.waits(for: "▌ Name *     Ada")
        try await screen.resize(40, 12)
        try await screen.waits(for: "▌  Ada")
    }

    @Test("NO_COLOR removes colours, but not bold and underlined text", arguments: [true, false])
    func colors(noColor: Bool) async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon, environment: noColor ? ["NO_COLOR": "1"] : [:])
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        let colored = try await screen.colored()
        #expect(colored.contains("[38;5;") == !noColor)
        #expect(colored.contains("\u{1b}["))
    }

    @Test("without a daemon formctl starts one; if that is killed, the form ends with status 4")
    func ownDaemon() async throws {
        let folder = try TemporaryFolder()
        try Self.contact.write(toFile: folder.path + "/contact.json", atomically: true, encoding: .utf8)
        let screen = try await TerminalScreen("'\(Self.program)' run '\(folder.path)/contact.json'")
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        try await screen.type("Ada")
        try await screen.waits(for: "Ada")
        try await screen.signal("KILL", to: "formd")
        let result = try await screen.result()
        #expect(result.status == 4)
        #expect(result.errors == "formctl: formd has ended\n")
        #expect(screen.isRestored)
    }

    @Test("a closed terminal ends the form, and the daemon that it has started")
    func closedTerminal() async throws {
        let folder = try TemporaryFolder()
        try Self.contact.write(toFile: folder.path + "/contact.json", atomically: true, encoding: .utf8)
        let screen = try await TerminalScreen("'\(Self.program)' run '\(folder.path)/contact.json'")
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        let processes = try await screen.processes(named: "formctl") + screen.processes(named: "formd")
        #expect(processes.count == 2)
        try await screen.tmux("kill-server")
        let deadline = ContinuousClock.now + .seconds(60)
        while processes.contains(where: { kill($0, 0) == 0 }), ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(!processes.contains { kill($0, 0) == 0 })
    }

    @Test("a form in Hebrew has its labels on the right, and its words and calendar in Hebrew")
    func rightToLeft() async throws {
        let form = """
            {"title": {"en": "Order", "he": "הזמנה"}, "fields": [
              {"id": "name", "label": {"en": "Name", "he": "שם מלא"}, "value": "דנה"},
              {"id": "phone", "label": {"en": "Phone", "he": "טלפון"}, "value": "5012",
               "formatter": {"type": "mask", "mask": "+972 [00]-[000]-[0000]"}},
              {"id": "day", "label": {"en": "Day", "he": "יום"}, "value": "2026-11-22",
               "input": {"type": "date", "format": "dd.MM.yyyy"}}
            ]}
            """
        let daemon = try await Daemon.start(.socket, forms: ["contact": form])
        let screen = try await run(daemon, "--locale he", width: 70, height: 20)
        try await screen.waits(for: "הנד     אלמ םש ▐")
        #expect(try await screen.lines().contains { $0.hasSuffix("+972 50-12      ןופלט") })
        // Arrows follow the text: this one goes on in it.
        try await screen.press("Home", "Left")
        try await screen.type("X")
        try await screen.waits(for: "הנXד")
        try await screen.press("F1")
        try await screen.waits(for: "─ םישקמ ─┐")
        try await screen.press("Escape")
        // The keys are on the screen again: Escape and Tab in one piece would be another key.
        try await screen.waits(for: "^S")
        try await screen.press("Tab", "Tab", "F4")
        // Weeks begin on Sunday, on the right.
        try await screen.waits(for: "׳ש")
        #expect(try await screen.lines().contains { $0.contains("28  27  26  25  24  23  22") })
        try await screen.press("Left", "Enter", "C-s")
        let result = try await screen.result()
        #expect(result.output.contains("2026-11-23"))
    }

    @Test("a draft continues with its values")
    func draft() async throws {
        let state = try TemporaryFolder()
        let arguments = ["--state", state.path]
        let daemon = try await Daemon.start(.socket, forms: ["contact": Self.contact], arguments: arguments)
        let first = try await run(daemon, "--draft mine")
        try await first.waits(for: "▌ Name")
        try await first.type("Ada")
        try await first.waits(for: "Ada")
        // Ctrl+C asks because something was typed, and confirms its question.
        try await first.press("Tab", "C-c")
        try await first.waits(for: "Leave without submitting?")
        try await first.press("C-c")
        #expect(try await first.result().status == 1)
        let second = try await run(daemon, "--draft mine")
        try await second.waits(for: "▌ Name *     Ada")
    }

    @Test("after a restart of the daemon the form continues as it was")
    func restartedDaemon() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon)
        try await screen.waits(for: "[ Submit ]  [ Cancel ]")
        try await screen.type("Ada")
        try await screen.waits(for: "Ada")
        daemon.send(9)
        _ = try await daemon.exitStatus()
        try await screen.waits(for: "The form service cannot be reached")
        let again = try await Daemon.start(.socket, forms: ["contact": Self.contact], in: daemon.folder)
        try await screen.waits(for: "Tab Next")
        try await screen.type(" L")
        try await screen.waits(for: "Ada L")
        try await screen.press("C-s")
        #expect(try await screen.result().status == 0)
        try await again.stop()
    }

    // MARK: What terminals send

    @Test("keys that terminfo does not list move the caret; replies are not typed, in one piece or in several")
    func sequences() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon)
        try await screen.waits(for: "▌ Name")
        try await screen.type("Ada")
        // Home and End of PuTTY and tmux, Ctrl+A as CSI-u, and what terminals reply.
        for (sequence, typed) in [("[1~", "1"), ("[4~", "2"), ("[7~", "3"), ("[8~", "4"), ("[H", "5"), ("[F", "6")] {
            try await screen.send(Array(("\u{1b}" + sequence + typed).utf8))
        }
        for reply in ["[I", "[12;40R", "[?1;2c", "]11;rgb:0000/0000/0000\u{1b}\\"] {
            try await screen.send(Array(("\u{1b}" + reply).utf8))
            let bytes = Array(("\u{1b}" + reply).utf8)
            try await screen.send(Array(bytes.prefix(2)))
            try await screen.send(Array(bytes.dropFirst(2)))
        }
        try await screen.type("x")
        try await screen.waits(for: "531Ada246x")
        try await screen.press("C-s")
        #expect(try await screen.result().output.contains(#""name": "531Ada246x""#))
    }

    @Test("a daemon that hangs is reported within a second; nothing that ends the form waits for it")
    func hanging() async throws {
        for end in [End.controlC, .timeout, .terminate] {
            let daemon = try await daemon()
            let screen = try await run(daemon, end == .timeout ? "--timeout 5" : "")
            try await screen.waits(for: "[ Submit ]  [ Cancel ]")
            daemon.send(SIGSTOP)
            try await screen.press("BSpace", "Tab")
            try await screen.waits(for: "The form service cannot be reached", within: .seconds(3))
            if end == .controlC { try await screen.press("C-c") }
            if end == .terminate { try await screen.signal("TERM", to: "formctl") }
            let result = try await screen.result(within: .seconds(6))
            #expect(result.status == end.status)
            #expect(screen.isRestored)
            daemon.send(SIGCONT)
        }
    }

    @Test("a hanging daemon that continues is forgotten, and keys typed meanwhile have their effect")
    func continued() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon)
        try await screen.waits(for: "▌ Name")
        daemon.send(SIGSTOP)
        try await screen.type("Ada")
        try await screen.waits(for: "The form service cannot be reached")
        daemon.send(SIGCONT)
        try await screen.waits(for: "Tab Next")
        try await screen.waits(for: "▌ Name *     Ada")
    }

    @Test("selected text is copied to the desktop's clipboard, and pasted")
    func clipboard() async throws {
        let daemon = try await daemon()
        let screen = try await run(daemon)
        try await screen.tmux("set-option", "-s", "set-clipboard", "on")
        try await screen.waits(for: "▌ Name")
        try await screen.type("Ada")
        try await screen.press("S-Home", "C-c", "End", "C-v")
        try await screen.waits(for: "AdaAda")
        #expect(try await screen.tmux("show-buffer") == "Ada")
    }

    // MARK: Reading and filling in

    @Test("all of a review can be read in a small window; an answer leads to its field and back")
    func review() async throws {
        let fields = (1...30).map { #"{"id": "f\#($0)", "label": "Field \#($0)", "value": "\#($0)"}"# }
        let names = (1...30).map { "\"f\($0)\"" }.joined(separator: ",")
        let form = """
            {"fields": [\(fields.joined(separator: ","))],
             "pages": [{"title": "All", "fields": [\(names)]}, {"title": "Check", "review": true}]}
            """
        let daemon = try await Daemon.start(.socket, forms: ["contact": form])
        let screen = try await run(daemon, "--page 2", height: 16)
        try await screen.waits(for: "Field 1 ")
        var seen: Set<String> = []
        for page in 1...4 {
            if page > 1 { try await screen.press("PageDown") }
            // Until fields are shown that were not on the page before, and all of them.
            var lines = try await screen.lines()
            let known = seen
            for _ in 0..<500 {
                seen.formUnion(lines.compactMap { $0.firstMatch(of: /Field \d+/).map { String($0.0) } })
                try await Task.sleep(for: .milliseconds(20))
                let next = try await screen.lines()
                if seen != known, next == lines { break }
                lines = next
            }
            if seen.contains("Field 30") { break }
        }
        #expect(seen.count == 30)
        try await screen.press("Up")
        try await screen.waits(for: "▌ Field 30")
        try await screen.press("Enter")
        try await screen.waits(for: "Enter Check")
        try await screen.type("new")
        try await screen.press("Enter")
        try await screen.waits(for: "▌ Field 30  new")
    }

    @Test("a note that does not fit is shown from its beginning, and can be read to its end")
    func note() async throws {
        let note = (1...39).map { "line \($0)." }.joined(separator: "\\n")
        let form = #"{"fields": [{"id": "about", "note": "\#(note)"}, {"id": "name", "label": "Name"}]}"#
        let daemon = try await Daemon.start(.socket, forms: ["contact": form])
        let screen = try await run(daemon, height: 16)
        try await screen.waits(for: "line 1.")
        try await screen.waits(for: "Tab Next")
        try await screen.press("PageDown")
        try await screen.waits(for: "line 14.")
        try await screen.press("PageDown", "PageDown")
        try await screen.waits(for: "line 39.")
        try await screen.type("Ada")
        try await screen.waits(for: "▌ Name       Ada")
    }

    @Test("the wheel moves the view and leaves no errors on the way")
    func wheel() async throws {
        let fields = (1...30).map { #"{"id": "f\#($0)", "label": "Field \#($0)", "required": true}"# }
        let form = #"{"fields": [\#(fields.joined(separator: ","))]}"#
        let daemon = try await Daemon.start(.socket, forms: ["contact": form])
        let screen = try await run(daemon)
        try await screen.waits(for: "▌ Field 1")
        for _ in 1...20 { try await screen.send(Array("\u{1b}[<65;5;5M".utf8)) }
        try await screen.waits(for: "Field 30")
        #expect(!(try await screen.lines().contains { $0.contains("✗") || $0.contains("▌") }))
        try await screen.type("x")
        try await screen.waits(for: "▌ Field 1 *    x")
    }

    private static let trip = """
        {"title": {"en": "Trip", "de": "Reise"}, "fields": [
          {"id": "count", "label": {"en": "Count", "de": "Anzahl"}, "value": "1", "formatter": {"type": "number"}},
          {"id": "day", "label": "Day", "input": {"type": "date", "format": "dd.MM.yyyy"}, "value": "01.02.2026"},
          {"id": "code", "label": "Code", "maxLength": 5}
        ]}
        """

    @Test("a typed value replaces the one that is there, and a paste that is cut says by how much")
    func replacing() async throws {
        let daemon = try await Daemon.start(.socket, forms: ["contact": Self.trip])
        let screen = try await run(daemon)
        try await screen.waits(for: "▌ Count")
        try await screen.type("2\t03.04.2026\t")
        try await screen.waits(for: "▌ Code")
        try await screen.paste("123456789")
        try await screen.waits(for: "−4 / 9: there is no more room")
        try await screen.press("C-s")
        #expect(try await screen.result().output == #"{"count": 2, "day": "2026-04-03", "code": "12345"}"# + "\n")
    }

    @Test("the form is in the environment's language, and F2 switches it", arguments: ["LC_ALL", "LANGUAGE"])
    func language(variable: String) async throws {
        let daemon = try await Daemon.start(.socket, forms: ["contact": Self.trip])
        let isList = variable == "LANGUAGE"
        let environment = isList ? ["LANGUAGE": "fr:de", "LC_ALL": "en_US.UTF-8"] : ["LC_ALL": "de_CH.UTF-8"]
        let screen = try await run(daemon, environment: environment)
        try await screen.waits(for: "▌ Anzahl")
        try await screen.waits(for: "F2 EN")
        try await screen.press("F2")
        try await screen.waits(for: "▌ Count")
    }

    // MARK: Terminals

    @Test("a terminal that cannot move its cursor is refused with a hint")
    func dumb() async throws {
        let daemon = try await daemon()
        let result = try await run(daemon, environment: ["TERM": "dumb"]).result()
        #expect(result.status == 2)
        #expect(result.errors.contains("“dumb” (TERM)") && result.errors.contains("--noninteractive"))
    }

    @Test("on the Linux console empty fields have a background, and all characters are in its fonts")
    func console() async throws {
        let daemon = try await daemon()
        // tmux does not report the background at the end of a line, so there is a scroll bar behind it.
        let screen = try await run(daemon, height: 8, environment: ["TERM": "linux"])
        try await screen.waits(for: "│ Name")
        let colored = try await screen.colored()
        #expect(colored.contains("[46m"))
        #expect(!(try await screen.lines().joined().contains { "▴▾◂▸▌★☆✗┃…".contains($0) }))
    }

    @Test("on a light background the colours are others", arguments: ["COLORFGBG=0;15", "--color-scheme light", ""])
    func light(way: String) async throws {
        let daemon = try await daemon()
        let isOption = way.hasPrefix("--")
        let environment = way.hasPrefix("COLOR") ? ["COLORFGBG": "0;15"] : [:]
        let screen = try await run(daemon, isOption ? way : "", environment: environment)
        try await screen.waits(for: "▌ Name")
        // The colours of inputs on light and on dark backgrounds.
        #expect(try await screen.colored().contains(way.isEmpty ? "[48;5;237m" : "[48;5;254m"))
    }

    // MARK: Scripts

    @Test(
        "one question needs no definition",
        arguments: [
            (["How?"], ["A", "d", "a"], "Ada\n"), (["N?", "--type", "number", "--default", "3"], ["4"], "4\n"),
            (["Sure?", "--type", "yesno", "--default", "no"], ["Up"], "yes\n"),
            (["Who?", "--type", "password", "--required"], ["s"], "s\n"),
            (
                ["Which?", "--type", "choice", "--option", "a", "--option", "b", "--several"],
                ["Space", "Down", "Space"], "a\nb\n"
            ),
            (["When?", "--type", "date", "--default", "2026-02-28"], [], "2026-02-28\n"),
            (["Mail?", "--type", "email"], ["a", "@", "b", ".", "c", "o"], "a@b.co\n"),
        ] as [([String], [String], String)]
    )
    func ask(arguments: [String], keys: [String], output: String) async throws {
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        let screen = try await TerminalScreen("'\(Self.program)' ask \(words)")
        try await screen.waits(for: "▌ \(arguments[0].dropLast())")
        for key in keys { try await screen.press(key) }
        try await screen.press("C-s")
        let result = try await screen.result()
        #expect(result.status == 0 && result.output == output, "\(result)")
    }

    @Test("several front ends show one session")
    func attached() async throws {
        let daemon = try await daemon()
        let formctl = "'\(Self.program)' --address '\(daemon.socketAddress)'"
        _ = try await Tool.run("sh", ["-c", "\(formctl) open contact --token shared"])
        let one = try await TerminalScreen("\(formctl) run --session shared")
        let other = try await TerminalScreen("\(formctl) run --session shared")
        try await one.waits(for: "▌ Name")
        try await other.waits(for: "▌ Name")
        try await one.type("Ada")
        try await other.waits(for: "▌ Name *     Ada")
        try await one.send([3, 3])
        #expect(try await one.result().status == 1)
        // Leaving has not closed the session.
        try await other.press("C-s")
        #expect(try await other.result().output.contains(#""name": "Ada""#))
    }

    @Test("a kiosk asks a visitor who does nothing, removes the input, says so, and begins anew after a submission")
    func kiosk() async throws {
        let form = #"{"title": "Desk", "fields": [{"id": "name", "label": "Name"}], "end": "Thank you!"}"#
        let daemon = try await Daemon.start(.socket, forms: ["desk": form])
        let screen = try await TerminalScreen(
            "'\(Self.program)' run --address '\(daemon.socketAddress)' --kiosk --idle 2 --idle-grace 2 desk"
        )
        try await screen.waits(for: "▌ Name")
        try await screen.type("Ada")
        // Nothing of this leaves the form.
        try await screen.press("Escape", "C-c", "C-c", "Escape")
        try await screen.waits(for: "Are you still there?")
        try await screen.waits(for: "What was filled in will be removed in 1 s")
        try await screen.press("x")
        try await screen.waits(for: "▌ Name       Ada")
        try await screen.waits(for: "Are you still there?")
        try await screen.waits(for: "What was filled in has been removed")
        #expect(try await !screen.lines().contains { $0.contains("Ada") })
        try await screen.type("Bob")
        try await screen.press("C-s")
        try await screen.waits(for: "Thank you!")
        try await screen.press("Enter")
        try await screen.waits(for: "▌ Name")
        try await screen.type("Eve")
        try await screen.press("C-s")
        try await screen.waits(for: "Thank you!")
        try await screen.tmux("send-keys", "-H", "1b")
        try await screen.waits(for: "▌ Name")
        #expect(screen.written.split(separator: "\n") == [#"{"name": "Bob"}"#, #"{"name": "Eve"}"#])
    }
}
