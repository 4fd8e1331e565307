import FormdTesting
import Testing

@Suite("formctl watch")
struct FormctlWatchTests {
    @Test(
        "everything that happens is printed in order, until the session is closed",
        arguments: Formctl.Way.allCases,
        ["bus", "members"]
    )
    func order(through way: Formctl.Way, audience: String) async throws {
        let formctl = try await Formctl(through: way)
        try await formctl.output("open", "contact", "--token", "t", "--audience", audience)
        let watcher = try await formctl.watch("t")
        try await formctl.output("type", "t", "name", "Ab")
        try await formctl("validate", "t")
        try await formctl.output("close", "t")

        let result = try await watcher.result()
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        let told = lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
            .filter { !$0.hasSuffix(" PropertiesChanged") }
        let wanted = [
            "name EditingBegan", ". FocusChanged", "name TextChanged", "name TextChanged", ". Validated", ". Closed",
        ]
        #expect(told.filter(wanted.contains) == wanted, "\(told)")
        #expect(lines.contains { $0.hasPrefix(#"name TextChanged text="A" value="A" origin="user" revision="#) })
        #expect(lines.last == #". Closed reason="closed""#)
    }

    @Test("as JSON, every line is an object of its own")
    func json() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let watcher = try await formctl.watch("--json", "t")
        try await formctl.output("set", "t", "note", "two\nlines")
        try await formctl.output("close", "t")
        let lines = try await watcher.result().output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"arguments":{"#) && $0.hasSuffix("}") })
        #expect(lines.contains { $0.contains(#""text":"two\nlines""#) && $0.contains(#""signal":"TextChanged""#) })
        #expect(lines.last == #"{"arguments":{"reason":"closed"},"field":".","signal":"Closed"}"#)
    }

    @Test("every argument has the name that the contract gives it, of a refused focus too")
    func names() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let watcher = try await formctl.watch("t")
        try await formctl("focus", "t", "off")
        try await formctl.output("close", "t")
        let lines = try await watcher.result().output
        #expect(lines.contains(#". FocusRefused field="off" reason="disabled" revision="#), "\(lines)")
        #expect(!lines.contains("argument1"), "\(lines)")
    }

    @Test("an interrupt ends it without an error", arguments: ["INT", "TERM"])
    func interrupt(with signal: String) async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let errors = formctl.daemon.folder.path + "/watching"
        let result = try await formctl.shell(
            """
            "\(Formctl.program)" --address \(formctl.daemon.socketAddress) watch t 2>\(errors) & watcher=$!
            until grep -qs watching \(errors); do sleep 0.02; done
            kill -\(signal) $watcher; wait $watcher; echo "status $?"
            """
        )
        #expect(result.output == "status 0\n", "\(result)")
    }

    @Test("it ends when its output is no longer read, even without further events")
    func closedPipe() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let errors = formctl.daemon.folder.path + "/errors"
        let result = try await formctl.shell(
            """
            { formctl watch t 2>\(errors); echo "status $?" >&2; } | {
                until grep -qs watching \(errors); do sleep 0.02; done
            }
            """
        )
        #expect(result.errors == "status 0\n", "\(result)")
    }

    @Test("the end of the daemon is not mistaken for the end of the session", arguments: Formctl.Way.allCases)
    func daemonGone(through way: Formctl.Way) async throws {
        let formctl = try await Formctl(through: way)
        try await formctl.output("open", "contact", "--token", "t")
        let watcher = try await formctl.watch("t")
        formctl.daemon.send(9)
        let result = try await watcher.result()
        #expect(result.status == 4)
        #expect(result.errors.contains("formctl: "))
    }

    @Test("a daemon that stops closes its sessions, and the reason is printed")
    func daemonStops() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let watcher = try await formctl.watch("t")
        #expect(try await formctl.daemon.stop() == 0)
        let result = try await watcher.result()
        #expect(result.output.hasSuffix(". Closed reason=\"shutdown\"\n"), "\(result)")
        #expect(result.status == 0)
    }

    @Test("an idle session is closed after the time with which it was opened")
    func idle() async throws {
        let formctl = try await Formctl()
        let options = ["--idle", "1", "--idle-grace", "1", "--idle-action", "close"]
        #expect(try await formctl.run(["open", "contact", "--token", "t"] + options).status == 0)
        let watcher = try await formctl.watch("t")
        let result = try await watcher.result()
        #expect(result.output.contains(". IdleWarning seconds=1\n"), "\(result)")
        #expect(result.output.hasSuffix(". Closed reason=\"idle\"\n"), "\(result)")
        #expect(try await formctl("open", "contact", "--idle-grace", "1").status == 2)
    }
}
