import FormdTesting
import Foundation
import Testing

@Suite("formctl and the daemon")
struct FormctlServiceTests {
    // MARK: Waiting

    @Test("wait prints the values when the form is submitted, or if it already was")
    func wait() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let result = try await formctl.shell(
            """
            formctl wait t > \(formctl.daemon.folder.path)/values 2>/dev/null & waiter=$!
            formctl set t name=Ada phone=9123456789; formctl submit t >/dev/null
            wait $waiter; echo "status $?"; cat \(formctl.daemon.folder.path)/values
            formctl wait t --json; formctl close t
            """
        )
        #expect(
            result.output == """
                status 0
                name   Ada
                phone  9123456789
                off    
                note   
                {"name":"Ada","note":"","off":"","phone":"9123456789"}

                """,
            "\(result)"
        )
    }

    @Test("wait reports that the session was closed, and exits with 3 after its timeout")
    func waitInVain() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let late = try await formctl("wait", "t", "--timeout", "1")
        #expect(
            late.status == 3 && late.errors.hasSuffix("\nformctl: the form was not submitted within 1 s\n"),
            "\(late)"
        )
        try await formctl.output("close", "t")
        let result = try await formctl.shell(
            """
            formctl open contact --token u >/dev/null
            formctl wait u --timeout 30 & waiter=$!
            while kill -0 $waiter 2>/dev/null; do formctl close u 2>/dev/null; sleep 0.1; formctl open contact --token u >/dev/null 2>&1; done
            wait $waiter; echo "status $?"
            """
        )
        #expect(result.output == "status 1\n", "\(result)")
    }

    // MARK: The daemon

    @Test("types lists the types for definitions with their providers")
    func types() async throws {
        let formctl = try await Formctl()
        let lines = try await formctl.output("types").split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.contains(["formatter", "mask", "-"]) && lines.contains(["validator", "length", "-"]))
        #expect(
            try await formctl.output("types", "--json").contains(#"{"kind":"formatter","name":"mask","plugin":""}"#)
        )
    }

    @Test("reload makes the daemon find a new form")
    func reload() async throws {
        let formctl = try await Formctl()
        let form = formctl.daemon.folder.path + "/forms/late.json"
        try #"{"title": "Late", "fields": [{"id": "a"}]}"#.write(toFile: form, atomically: true, encoding: .utf8)
        #expect(try await formctl.output("forms") == "contact  Contact")
        try await formctl.output("reload")
        #expect(try await formctl.output("forms") == "contact  Contact\nlate     Late")
    }

    @Test("the lifetime members is accepted")
    func lifetimeMembers() async throws {
        let formctl = try await Formctl()
        let path = try await formctl.output("open", "contact", "--lifetime", "members", "--token", "t")
        #expect(try await formctl.output("sessions").hasPrefix(path))
    }

    @Test("top prints once in a pipe: account, plug-ins and sessions")
    func top() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let lines = try await formctl.output("top").split(separator: "\n")
        #expect(lines.first?.hasPrefix("formd ") == true)
        #expect(lines.contains { $0.hasPrefix("PLUG-IN ") })
        #expect(lines.last?.split(separator: " ").prefix(2) == ["t", "contact"])
        let json = try await formctl.output("top", "--json")
        #expect(json.hasPrefix(#"{"sessions":[{"form":"contact","#) && json.contains(#""statistics":{"#))
        #expect(try await formctl("top", "--interval", "0").status == 2)
    }

    @Test("top updates its table with rates on a terminal, and restores the screen")
    func topOnTerminal() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let screen = try await TerminalScreen(
            "'\(Formctl.program)' --address \(formctl.daemon.socketAddress) top --interval 0.1 >/dev/tty"
        )
        try await screen.waits(for: "SESSION")
        // A rate needs two samples.
        try await screen.waits(for: "rules 0/s")
        try await screen.press("q")
        #expect(try await screen.result().status == 0)
        #expect(screen.isRestored)
    }

    // MARK: Without a daemon

    /// Runs formctl where no daemon is.
    private func alone(_ arguments: String...) async throws -> Tool.Result {
        try await Tool.run(Formctl.program, ["--address", "unix:path=/nonexistent/bus"] + arguments)
    }

    @Test(
        "format needs no daemon: a mask, or a formatter in JSON",
        arguments: [
            ("[000]-[000]", "123456", "123-456"), ("{+7} ([000]) [00]", "91234", "+7 (912) 34"),
            (#"{"type": "currency", "currency": "EUR", "locale": "de"}"#, "1234.5", "1.234,50\u{a0}€"),
            (#" { "type": "date", "format": "dd.MM.yyyy"}"#, "2024-2-29", "29.02.2024"),
        ]
    )
    func format(_ formatter: String, _ text: String, _ formatted: String) async throws {
        let result = try await alone("format", formatter, text)
        #expect(result.output == formatted + "\n" && result.status == 0, "\(result)")
    }

    @Test("a plug-in's formatter needs the daemon, and its absence is reported")
    func formatOfPlugin() async throws {
        let result = try await alone("format", #"{"type": "stars"}"#, "x")
        #expect(result.status == 4)
        #expect(result.errors.hasPrefix("formctl: the formatter is a plug-in's, which only formd asks; "), "\(result)")
        let bus = try await Formctl()("format", #"{"type": "stars"}"#, "x")
        #expect(bus.status == 1 && bus.errors.hasPrefix("formctl: InvalidDefinition: "), "\(bus)")
    }

    @Test("a text that no field could hold is not formatted")
    func formatTooLong() async throws {
        let result = try await Tool.run(
            "sh",
            ["-c", "head -c 65537 /dev/zero | tr '\\0' 1 | \"\(Formctl.program)\" format '[0]' -"]
        )
        #expect(result.status == 1)
        #expect(result.errors == "formctl: the text is longer than 65536 code points\n", "\(result.errors)")
    }

    @Test("new prints a form without errors, with the title that is given")
    func new() async throws {
        let made = try await alone("new", "--title", #"A "good" form"#)
        #expect(made.output.contains(#""title": "A \"good\" form""#))
        let checked = try await Formctl().shell(
            "'\(Formctl.program)' new | formctl check - && formctl new | formctl open --definition -"
        )
        #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked)")
    }

    @Test("--version prints formd's version")
    func version() async throws {
        let daemon = try await Tool.run(BuiltProducts.path(of: "formd"), ["--version"])
        #expect(try await alone("--version").output == daemon.output)
    }

    @Test("every message on standard error begins with formctl:", arguments: [["nothing"], ["get"], ["close", "t"]])
    func prefix(_ arguments: [String]) async throws {
        let result = try await Tool.run(Formctl.program, ["--address", "unix:path=/nonexistent/bus"] + arguments)
        #expect(result.errors.hasPrefix("formctl: "), "\(result)")
    }
}
