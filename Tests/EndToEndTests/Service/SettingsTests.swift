import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("The settings of the daemon", .loop, .timeLimit(.minutes(2)))
struct SettingsTests {
    private let folder: TemporaryFolder
    private var file: String { folder.path + "/formd.json" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/formd.json.d",
            withIntermediateDirectories: true
        )
    }

    private func write(_ text: String, dropIn name: String? = nil) throws {
        let path = name.map { file + ".d/" + $0 } ?? file
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func check(_ arguments: [String] = []) async throws -> Tool.Result {
        try await Tool.run(BuiltProducts.path(of: "formd"), ["--config", file, "--check-config"] + arguments)
    }

    @LoopActor
    private func client(of daemon: Daemon) async throws -> Client {
        Client(try await Connection.openBus(.at(daemon.socketAddress)))
    }

    @LoopActor
    private func open(_ client: Client, as token: String) async throws -> [Value] {
        let definition = Value.string(#"{"fields": [{"id": "name", "placeholders": ["Name"]}]}"#)
        return try await client.manager("OpenDefinition", [definition, .properties([("token", .string(token))])])
    }

    @Test(
        "a check prints every problem with its position, and the daemon does not start with one",
        arguments: [
            (#"{"sockets": "/run/x"}"#, #":1:2: error: /sockets: unknown key “sockets”; did you mean “socket”?"#),
            (#"{"limits": {"connections": 0}}"#, ":1:28: error: /limits/connections: 0 is out of range"),
            (#"{"logLevel": "loud"}"#, ":1:14: error: /logLevel: unknown value “loud”"),
            (#"{"state": "here"}"#, "“here” is neither an absolute path nor “none”"),
            (#"{"socketMode": "778", "socket": "/run/x"}"#, "“778” is not octal, or exceeds 777"),
            (#"{"socketMode": "660"}"#, "a group or a mode of the socket needs the path of a socket"),
            (#"{"bundle": {"source": "http://a.example/"}}"#, "“http://a.example/” is not an address that begins"),
            (#"{"bundle": {"publicKeys": ["RWQ"]}}"#, "/bundle/publicKeys/0: “RWQ” is not a public key of minisign"),
            (#"{"bundle": {"name": "../a"}}"#, "/bundle/name: “../a” has other characters"),
            (#"{"bundle": {"source": "https://example.org/a"}}"#, "a bundle needs the key “name”"),
            (#"{"state": "none", }"#, ":1:17: error: a comma stands before the closing bracket"),
        ]
    )
    func problems(text: String, problem: String) async throws {
        try write(text)
        let result = try await check()
        #expect(result.status == EX_CONFIG && result.errors.contains(problem), "\(result.errors)")
        let start = try await Tool.run(BuiltProducts.path(of: "formd"), ["--config", file])
        #expect(start.status == EX_CONFIG && start.errors == result.errors)
    }

    @Test("drop-ins are read after the file by their names, and other files are ignored")
    func dropIns() async throws {
        try write(#"{"limits": {"connections": 5}}"#)
        try write(#"{"limits": {"draftsPerUser": 5}}"#, dropIn: "10-first.json")
        try write("nonsense", dropIn: "README")
        #expect(try await check().status == 0)
        try write(#"{"lim": 1}"#, dropIn: "20-second.json")
        let result = try await check()
        #expect(result.status == EX_CONFIG)
        #expect(result.errors.hasPrefix("\(file).d/20-second.json:1:2: error: /lim: unknown key"))
    }

    @Test("a limit of a drop-in holds, and SIGUSR1 applies a changed one, unless it is wrong")
    @LoopActor
    func limits() async throws {
        try write(#"{"limits": {"sessionsPerUser": 5}}"#)
        try write(#"{"limits": {"sessionsPerUser": 1}}"#, dropIn: "one.json")
        let daemon = try await Daemon.start(.socket, arguments: ["--config", file])
        var client = try await client(of: daemon)
        _ = try await open(client, as: "a")
        await #expect(throws: BusError.self) { try await open(client, as: "b") }

        try write(#"{"limits": {"sessionsPerUser": "two"}}"#, dropIn: "one.json")
        daemon.send(SIGUSR1)
        try await daemon.waits(forLog: "the settings cannot be used: \(file).d/one.json:1:32")
        _ = try await client.manager("ListForms")

        try write(#"{"limits": {"sessionsPerUser": 2}}"#, dropIn: "one.json")
        daemon.send(SIGUSR1)
        #expect(try await eventually { client.isDisconnected })
        client = try await self.client(of: daemon)
        _ = try await open(client, as: "b")
        await #expect(throws: BusError.self) { try await open(client, as: "c") }
    }

    @Test("SIGHUP finds a new form, keeps connections, and reports wrong settings")
    @LoopActor
    func reload() async throws {
        try write("{}")
        let daemon = try await Daemon.start(.socket, forms: [:], arguments: ["--config", file])
        let client = try await client(of: daemon)
        #expect(try await !"\(client.manager("ListForms"))".contains("late"))
        try SampleForm.definition.write(
            toFile: daemon.folder.path + "/forms/late.json",
            atomically: true,
            encoding: .utf8
        )
        try write("{")
        daemon.send(SIGHUP)
        try await daemon.waits(forLog: "the settings cannot be used: \(file):1:2")
        let forms = try await client.manager("ListForms")
        #expect("\(forms)".contains("late"))
    }

    @Test("systemctl service-log-level changes the level of the log while the daemon runs")
    @LoopActor
    func logLevel() async throws {
        let service = try await Service.start()
        let bus = ["--address=" + service.bus.address]
        let object = [Contract.busName.string, "/org/freedesktop/LogControl1", "org.freedesktop.LogControl1"]
        func level() async throws -> String {
            try await Tool.run("busctl", bus + ["get-property"] + object + ["LogLevel"]).output
        }
        #expect(try await level() == "s \"info\"\n")
        let set = try await Tool.run("busctl", bus + ["set-property"] + object + ["LogLevel", "s", "debug"])
        #expect(set.status == 0 && set.errors == "")
        #expect(try await level() == "s \"debug\"\n")
        _ = try await service.session(.bus)
        try await service.daemon.waits(forLog: "<7>")
        let loud = try await Tool.run("busctl", bus + ["set-property"] + object + ["LogLevel", "s", "loud"])
        #expect(loud.status != 0 && loud.errors.contains("there is no such level"))
    }

    @Test("another user cannot change the log's level", .enabled(if: geteuid() == 0, "only root can be another user"))
    @LoopActor
    func foreignLogLevel() async throws {
        let service = try await Service.startForEverybody()
        let client = try await service.connect(.bus, as: 65_534)
        let arguments: [Value] = [
            .string("org.freedesktop.LogControl1"), .string("LogLevel"), .variant(.string("debug")),
        ]
        await #expect(throws: BusError.self) {
            try await client.call(
                "/org/freedesktop/LogControl1",
                "org.freedesktop.DBus.Properties",
                "Set",
                arguments
            )
        }
    }

    @Test("the socket of a socket unit is served, and stays when the daemon stops")
    @LoopActor
    func activation() async throws {
        let first = try await Daemon.start(.socket, stored: [])
        let listener = try #require(first.stored.first)
        first.send(SIGKILL)
        _ = try await first.exitStatus()
        let second = try await Daemon.start(
            .socket,
            in: first.folder,
            stored: [("formd-activation", listener.descriptor)]
        )
        _ = try await client(of: second).manager("ListForms")
        #expect(second.stored.isEmpty)
        #expect(try await second.stop() == 0)
        #expect(FileManager.default.fileExists(atPath: second.socketPath))
    }
}
