import DBus
import EventLoop
import FormdTesting
import Glibc
import Testing

@Suite("The tools of D-Bus on the private socket", .loop, .timeLimit(.minutes(2)))
struct PrivateSocketToolsTests {
    private let service: Service
    private let session = "/org/formd/Forms1/session/\(getuid())/demo"
    private var name: String { session + "/field/name" }
    /// A form with the number of a payment card.
    private static let payment = """
        {"fields": [{"id": "card", "label": "Card", "validators": [{"type": "creditCard"}]}]}
        """

    init() async throws {
        service = try await Service.start(forms: ["payment": Self.payment])
        let client = try await service.connect(.bus)
        _ = try await client.openSession("sample", [("token", .string("demo"))])
    }

    private func output(_ tool: String, _ arguments: String...) async throws -> String {
        let result = try await Tool.run(tool, arguments)
        #expect(result.status == 0, "\(tool) \(arguments): \(result.errors)")
        return result.output
    }

    private func busctl(_ arguments: String...) async throws -> String {
        let result = try await Tool.run("busctl", ["--address=\(service.daemon.socketAddress)"] + arguments)
        #expect(result.status == 0, "busctl \(arguments): \(result.errors)")
        return result.output
    }

    private func gdbus(_ command: String, _ arguments: String...) async throws -> String {
        let place = ["--address", service.daemon.socketAddress, "--dest", "org.formd.Forms1"]
        let result = try await Tool.run("gdbus", [command] + place + arguments)
        #expect(result.status == 0, "gdbus \(arguments): \(result.errors)")
        return result.output
    }

    @Test("busctl call opens, types, submits")
    func busctlCall() async throws {
        let manager = ["org.formd.Forms1", "/org/formd/Forms1", "org.formd.Forms1.Manager"]
        let opened = try await busctl(
            "call",
            manager[0],
            manager[1],
            manager[2],
            "OpenSession",
            "sa{sv}",
            "sample",
            "1",
            "token",
            "s",
            "second"
        )
        #expect(opened == "o \"/org/formd/Forms1/session/\(getuid())/second\"\n")
        let field = "/org/formd/Forms1/session/\(getuid())/second/field/phone"
        let typed = try await busctl(
            "call",
            manager[0],
            field,
            "org.formd.Forms1.Field",
            "InsertText",
            "s",
            "9161234567"
        )
        #expect(typed == "subt \"+7 (916) 123-45-67\" 18 true 1\n")
        let refused = try await Tool.run(
            "busctl",
            [
                "--address=\(service.daemon.socketAddress)", "call", "org.formd.Forms1",
                "/org/formd/Forms1/session/\(getuid())/second", "org.formd.Forms1.Session", "Submit",
            ]
        )
        #expect(refused.status != 0)
        #expect(refused.errors.contains("Name: Who are you?"), "\(refused.errors)")
    }

    @Test("busctl get-property and set-property")
    func busctlProperties() async throws {
        let place = ["org.formd.Forms1", name, "org.formd.Forms1.Field"]
        _ = try await busctl("set-property", place[0], place[1], place[2], "Text", "s", "Ada")
        #expect(
            try await busctl("get-property", place[0], place[1], place[2], "Text", "Valid") == "s \"Ada\"\nb true\n"
        )
    }

    @Test("busctl shows the brand of a card number while it is typed")
    func busctlCardBrands() async throws {
        let client = try await service.connect(.bus)
        _ = try await client.openSession("payment", [("token", .string("paid"))])
        let card = "/org/formd/Forms1/session/\(getuid())/paid/field/card"
        let place = ["org.formd.Forms1", card, "org.formd.Forms1.Field"]
        for (piece, brands) in [("6", "as 0"), ("221", #"as 1 "unionPay""#), ("26", #"as 2 "discover" "unionPay""#)] {
            _ = try await busctl("call", place[0], place[1], place[2], "InsertText", "s", piece)
            #expect(try await busctl("get-property", place[0], place[1], place[2], "CardBrands") == brands + "\n")
        }
    }

    @Test("busctl introspect shows every member, tree every object")
    func busctlIntrospection() async throws {
        let members = try await busctl("introspect", "org.formd.Forms1", session)
        for member in ["org.formd.Forms1.Session", ".Submit", ".ContentHeight", ".FocusChanged", ".GetManagedObjects"] {
            #expect(members.contains(member), "\(member)")
        }
        let tree = try await busctl("tree", "org.formd.Forms1")
        for path in ["/org/formd/Forms1", session] + SampleForm.fields.map({ "\(session)/field/\($0)" }) {
            #expect(tree.contains("\(path)\n"), "\(path)")
        }
    }

    @Test("busctl monitor shows calls and signals")
    func busctlMonitor() async throws {
        let monitor = try RunningTool("busctl", ["--address=\(service.daemon.socketAddress)", "monitor"])
        try await monitor.waits(for: "Monitoring")
        _ = try await busctl("call", "org.formd.Forms1", name, "org.formd.Forms1.Field", "InsertText", "s", "Ada")
        try await monitor.waits(for: "Member=TextChanged")
        let seen = try await monitor.stop().output
        #expect(seen.contains("Member=InsertText"))
        #expect(seen.contains("Member=PropertiesChanged"))
        #expect(seen.contains("STRING \"Ada\""))
    }

    @Test("gdbus call and introspect")
    func gdbus() async throws {
        let typed = try await gdbus(
            "call",
            "--object-path",
            name,
            "--method",
            "org.formd.Forms1.Field.InsertText",
            "Ada"
        )
        #expect(typed == "('Ada', uint32 3, true, uint64 1)\n")
        let shown = try await gdbus("introspect", "--object-path", session, "--recurse")
        #expect(shown.contains("interface org.formd.Forms1.Session {"))
        #expect(shown.contains("node \(name) {"))
    }

    @Test("gdbus monitor")
    func gdbusMonitor() async throws {
        let monitor = try RunningTool(
            "stdbuf",
            [
                "-oL", "gdbus", "monitor", "--address", service.daemon.socketAddress, "--dest", "org.formd.Forms1",
            ]
        )
        try await monitor.waits(for: "is owned by")
        // gdbus asks for signals only after it has printed the name's owner.
        let isSubscribed = try await eventually {
            for method in ["Focus", "Blur"] {
                _ = try await busctl("call", "org.formd.Forms1", name, "org.formd.Forms1.Field", method)
            }
            return monitor.output.contains("StateChanged")
        }
        #expect(isSubscribed)
        _ = try await busctl("call", "org.formd.Forms1", name, "org.formd.Forms1.Field", "InsertText", "s", "Ada")
        try await monitor.waits(for: "org.formd.Forms1.Field.TextChanged ('Ada', 'Ada', 'user', uint64 ")
        _ = try await monitor.stop()
    }

    @Test("dbus-send --peer")
    func dbusSend() async throws {
        let reply = try await output(
            "dbus-send",
            "--peer=\(service.daemon.socketAddress)",
            "--print-reply",
            "--dest=org.formd.Forms1",
            name,
            "org.formd.Forms1.Field.InsertText",
            "string:Ada"
        )
        #expect(reply.contains("string \"Ada\""))
        let property = try await output(
            "dbus-send",
            "--peer=\(service.daemon.socketAddress)",
            "--print-reply",
            name,
            "org.freedesktop.DBus.Properties.Get",
            "string:org.formd.Forms1.Field",
            "string:Text"
        )
        #expect(property.contains("string \"Ada\""))
    }
}
