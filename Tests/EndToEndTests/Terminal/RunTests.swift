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
        case escape, controlC, interrupt, terminate, hangUp, timeout

        var status: Int32 {
            switch self {
            case .escape, .controlC, .interrupt: 1
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
        try await first.press("Tab", "C-c")
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
}
