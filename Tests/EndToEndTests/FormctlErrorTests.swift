import FormdTesting
import Testing

@Suite("formctl's exit status")
struct FormctlErrorTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let message: String

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let refusals = [
        Refusal(arguments: ["open", "nothing"], message: "UnknownForm"),
        Refusal(arguments: ["open", "contact", "--token", "t"], message: "SessionExists"),
        Refusal(arguments: ["open", "contact", "--token", "no/token"], message: "InvalidArgument"),
        Refusal(arguments: ["open", "contact", "--width=-1"], message: "OutOfRange"),
        Refusal(arguments: ["get", "other"], message: "UnknownSession"),
        Refusal(arguments: ["watch", "other"], message: "UnknownSession"),
        Refusal(arguments: ["close", "other"], message: "UnknownSession"),
        Refusal(arguments: ["get", "/org/formd/Forms1/session/1/t"], message: "UnknownSession"),
        Refusal(arguments: ["get", "t", "nothing"], message: "UnknownField"),
        Refusal(arguments: ["get", "t", "name", "Nothing"], message: "UnknownProperty"),
        Refusal(arguments: ["set", "t", "name", "Id", "other"], message: "PropertyReadOnly"),
        Refusal(arguments: ["format", "{}", "text"], message: ""),
        Refusal(arguments: ["check", "/nonexistent"], message: "cannot read /nonexistent"),
    ]

    @Test("is 1, with a one-line message, if the daemon refuses the call", arguments: Formctl.Way.allCases)
    func refused(through way: Formctl.Way) async throws {
        let formctl = try await Formctl(through: way)
        try await formctl.output("open", "contact", "--token", "t")
        for refusal in Self.refusals {
            let result = try await formctl.run(refusal.arguments)
            #expect(result.status == 1, "\(refusal.arguments): \(result)")
            #expect(result.errors.hasPrefix("formctl: \(refusal.message)"), "\(refusal.arguments): \(result)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(refusal.arguments): \(result)")
            #expect(result.output.isEmpty)
        }
    }

    @Test("is 4, with a hint how to start a daemon, if none is on the bus")
    func noDaemon() async throws {
        let bus = try PrivateBus()
        let result = try await Tool.run(
            Formctl.program,
            ["forms"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        )
        #expect(result.status == 4)
        #expect(result.errors.contains("systemctl --user start formd"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test("is 4 if no process listens at the address", arguments: [["--address", "unix:path=/nonexistent/bus"], []])
    func nobodyListens(options: [String]) async throws {
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        let result = try await Tool.run(Formctl.program, ["forms"] + options, environment: environment)
        #expect(result.status == 4)
        #expect(result.errors.contains("/nonexistent/bus"))
        #expect(result.errors.contains("start formd with"))
    }

    @Test(
        "is 2 if the command line is wrong",
        arguments: [
            ["nothing"], ["open"], ["open", "a", "--definition", "b"], ["get"], ["get", "a b"],
            ["get", "t", "no field"],
            ["get", "a/b"], ["set", "t", "name"], ["set", "t", "name", "A", "B", "C"], ["focus", "t"],
            ["open", "a", "--lifetime", "long"], ["open", "a", "--value", "name"], ["forms", "--address", "nowhere"],
            ["forms", "--session", "--system"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let result = try await Tool.run(Formctl.program, arguments)
        #expect(result.status == 2, "\(result)")
        #expect(!result.errors.isEmpty)
    }

    @Test("is 0 without a message if the reader of a pipe closes it")
    func closedPipe() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let pipe = formctl.daemon.folder.path + "/pipe"
        let result = try await formctl.shell(
            """
            mkfifo \(pipe)
            true < \(pipe) & exec 3> \(pipe); wait $!
            formctl get t name >&3; echo "status $?"
            """
        )
        #expect(result.errors.isEmpty)
        #expect(result.output == "status 0\n", "\(result)")
    }

    @Test("is 1 if the output cannot be written")
    func fullDevice() async throws {
        let result = try await Formctl().shell("formctl forms > /dev/full")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("formctl: cannot write"))
    }

    @Test("in a pipe there are no escape codes")
    func plain() async throws {
        let formctl = try await Formctl()
        #expect(try await !formctl("help").output.contains("\u{1b}"))
        #expect(try await !formctl("nothing").errors.contains("\u{1b}"))
    }
}
