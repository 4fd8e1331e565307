import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("The daemon as a service", .loop, .timeLimit(.minutes(2)))
struct DaemonTests {
    private static let formd = BuiltProducts.path(of: "formd")

    @LoopActor
    private func run(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Tool.Result {
        try await Tool.run(Self.formd, arguments + ["--state", "none"], environment: environment)
    }

    @Test("it reports that it is ready once it owns its name and listens")
    @LoopActor
    func readiness() async throws {
        let service = try await Service.start()
        // `start` returns when READY=1 has come.
        let client = try await service.connect(.bus)
        #expect(try await client.connection.processID(of: Contract.busName) == UInt32(service.daemon.processIdentifier))
        #expect(FileManager.default.fileExists(atPath: service.daemon.socketPath))
        #expect(service.daemon.notificationsSent.filter { $0 == "READY=1" }.count == 1)
    }

    @Test("SIGTERM ends it with success: sessions are closed, and the socket is removed", arguments: [SIGTERM, SIGINT])
    @LoopActor
    func termination(_ signal: Int32) async throws {
        let service = try await Service.start()
        var heard: [Client] = []
        for transport in Transport.allCases {
            let session = try await service.session(transport)
            try await session.client.listen(under: session.path.string)
            heard.append(session.client)
        }
        service.daemon.send(signal)
        #expect(try await service.daemon.exitStatus() == 0)
        for client in heard {
            #expect(try await client.waits(for: "Closed"))
            #expect(client.signals.filter { $0.name == "Closed" }.map(\.arguments) == [[.string("shutdown")]])
        }
        #expect(!FileManager.default.fileExists(atPath: service.daemon.socketPath))
        #expect(service.daemon.notificationsSent.last == "STOPPING=1")
    }

    @Test("it continues when the program that reads its log has ended")
    @LoopActor
    func unreadLog() async throws {
        let folder = try TemporaryFolder()
        let options = "--state none --socket \(folder.path)/bus --log-level debug"
        let daemon = try RunningTool("bash", ["-c", "exec \(Self.formd) \(options) 2> >(exec true)"])
        let isServed = try await eventually {
            guard let connection = try? await Connection.openBus(.at("unix:path=\(folder.path)/bus")) else {
                return daemon.hasEnded
            }
            // Each session is logged.
            let definition = Value.string(SampleForm.definition)
            let client = Client(connection)
            for _ in 0..<3 { _ = try await client.manager("OpenDefinition", [definition, .properties([])]) }
            return true
        }
        #expect(isServed && !daemon.hasEnded)
    }

    @Test("without free descriptors it waits, and accepts clients when there are some again")
    @LoopActor
    func noDescriptors() async throws {
        let daemon = try await Daemon.start(.socket)
        func limitFiles(to count: String) async throws {
            let process = "\(daemon.processIdentifier)"
            #expect(try await Tool.run("prlimit", ["--pid", process, "--nofile=\(count):"]).status == 0)
        }
        func processorTime() -> Duration {
            var (clock, time) = (clockid_t(), timespec())
            #expect(clock_getcpuclockid(daemon.processIdentifier, &clock) == 0 && clock_gettime(clock, &time) == 0)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        // Below every number that is free.
        try await limitFiles(to: "3")
        let start = processorTime()
        let client = try Connection.open(address: daemon.socketAddress)
        var isServed = false
        let ping = try Message.call(destination: nil, path: "/", interface: .peer, member: "Ping")
        client.call(ping, timeout: nil) { _ in isServed = true }
        try await EventLoop.shared.sleep(for: .milliseconds(500))
        #expect(!isServed)
        let used = processorTime() - start
        #expect(used < .milliseconds(150), "the daemon used \(used)")
        try await limitFiles(to: "1024")
        #expect(try await eventually { isServed })
        await client.close()
    }

    @Test("a subscriber that does not read loses its subscription, and only it is told", arguments: [false, true])
    @LoopActor
    func slowSubscriber(isOnBus: Bool) async throws {
        let fields = (0..<20).map { #"{"id": "f\#($0)", "placeholders": ["P"]}"# }.joined(separator: ", ")
        let forms = ["long": "{\"fields\": [\(fields)]}"]
        let bus = try PrivateBus(.system)
        let daemon = try await Daemon.start(.systemBusAndSocket(bus), forms: forms)
        let address = isOnBus ? bus.address : daemon.socketAddress
        let client = Client(try await Connection.openBus(.at(address)))
        let options: [(String, Value)] = [("lifetime", .string("connection")), ("token", .string("t"))]
        let session = try await client.openSession("long", options)
        try await session.call("Subscribe")
        let slow = try RunningTool(Formctl.program, ["--address", address, "watch", "t"])
        try await slow.waits(for: "watching")
        slow.pause()
        // More than a peer may leave unread, in one transaction.
        for letter in "abcdefghijkl" {
            let text = Value.string(String(repeating: letter, count: 60_000))
            let values = (0..<20).map { Value.Entry(.string("f\($0)"), text) }
            try await session.call("SetValues", [.dictionary(.string, .string, values)])
        }
        #expect(!client.isDisconnected)
        try await daemon.waits(forLog: "ended the subscription of a client that does not read")
        slow.resume()
        _ = try await slow.stop()
    }

    @Test("a second one on the same bus ends, and reports the owner of the name")
    @LoopActor
    func secondOnBus() async throws {
        let service = try await Service.start()
        let second = try await run(["--session"], ["DBUS_SESSION_BUS_ADDRESS": service.bus.address])
        #expect(second.status == 1)
        #expect(second.errors.contains("org.formd.Forms1 is taken"), "\(second.errors)")
        #expect(second.errors.contains("process \(service.daemon.processIdentifier)"), "\(second.errors)")
        try await service.session(.bus).call("Close")
    }

    @Test("a second one on the same socket ends, and the first keeps its socket")
    @LoopActor
    func secondOnSocket() async throws {
        let service = try await Service.start()
        let second = try await run(["--socket", service.daemon.socketPath])
        #expect(second.status == 1)
        #expect(second.errors.contains(service.daemon.socketPath), "\(second.errors)")
        try await service.session(.socket).call("Close")
    }

    @Test("the stale socket of a killed daemon is replaced")
    @LoopActor
    func staleSocket() async throws {
        let first = try await Daemon.start(.socket)
        first.send(SIGKILL)
        #expect(try await first.exitStatus() == -SIGKILL)
        #expect(FileManager.default.fileExists(atPath: first.socketPath))
        let second = try RunningTool(Self.formd, ["--socket", first.socketPath, "--state", "none"])
        try await second.waits(for: "is ready")
        let client = Client(try await Connection.openBus(.at(first.socketAddress)))
        try await client.manager("ListForms")
        _ = try await second.stop()
    }

    @Test("a folder that others can access is refused for the socket")
    @LoopActor
    func openFolder() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        let result = try await run(["--socket", folder.path + "/bus"])
        #expect(result.status == 1)
        #expect(result.errors.contains(folder.path))
    }

    @Test("each line of the log begins with the journal's priority, and the level filters the lines")
    @LoopActor
    func log() async throws {
        var counts: [String: Int] = [:]
        for level in ["debug", "notice", "error"] {
            let daemon = try await Daemon.start(
                .socket,
                forms: ["sample": SampleForm.definition],
                arguments: ["--log-level", level]
            )
            let client = Client(try await Connection.openBus(.at(daemon.socketAddress)))
            try await client.openSession("sample").call("Close")
            try await daemon.stop()
            counts[level] = daemon.log.count
            for line in daemon.log {
                let parts = Array(line.utf8.prefix(3))
                #expect(parts.count == 3 && parts[0] == UInt8(ascii: "<") && parts[2] == UInt8(ascii: ">"), "\(line)")
            }
        }
        #expect(try #require(counts["debug"]) > #require(counts["notice"]))
        #expect(counts["error"] == 0)
    }

    @Test("without ICU numbers and dates of every language are formatted as in English, and that is logged once")
    @LoopActor
    func noLanguages() async throws {
        let folder = try TemporaryFolder()
        let libraries = try #require(
            ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"].first(where: FileManager.default.fileExists)
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: libraries)
        let versions = names.filter { $0.hasPrefix("libicui18n.so.") && $0.split(separator: ".").count == 3 }
        #expect(!versions.isEmpty)
        for version in versions {
            // Another library has the file's name, and none of ICU's functions.
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(version)",
                withDestinationPath: libraries + "/libm.so.6"
            )
        }
        let daemon = try await Daemon.start(.socket, environment: ["LD_LIBRARY_PATH": folder.path])
        let client = Client(try await Connection.openBus(.at(daemon.socketAddress)))
        for locale in ["de", "fr", "de"] {
            let formatter = #"{"type": "number", "locale": "\#(locale)"}"#
            let reply = try await client.manager("Format", [.string(formatter), .string("1234.5")])
            #expect(reply.first == .string("1,234.5"))
        }
        #expect(daemon.log.filter { $0.hasPrefix("<4>") && $0.contains("ICU") }.count == 1, "\(daemon.log)")
    }

    @Test("--introspect prints the contract, --help the options; what it does not know ends with 64")
    @LoopActor
    func commandLine() async throws {
        let contract = try String(
            contentsOfFile: BuiltProducts.project + "/Tests/FormBusTests/Contract/org.formd.Forms1.xml",
            encoding: .utf8
        )
        let introspection = try await run(["--introspect"])
        #expect(introspection.status == 0)
        #expect(introspection.output == contract)
        let help = try await run(["--help"])
        #expect(help.status == 0)
        for option in ["--session", "--system", "--socket", "--forms", "--log-level", "--introspect", "--version"] {
            #expect(help.output.contains(option), "\(option)")
        }
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        for arguments in [
            ["--colour"], ["surplus"], ["--log-level", "loud"], ["--socket"], ["--session", "--system"],
            ["--socket-group", "daemon"], ["--socket-mode", "666"], ["--socket", "/none/bus", "--socket-mode", "9"],
        ] {
            let refused = try await run(arguments)
            #expect(refused.status == 64, "\(arguments)")
            #expect(!refused.errors.isEmpty, "\(arguments)")
        }
    }

    @Test("without a bus it ends with an error that names the reason")
    @LoopActor
    func noBus() async throws {
        let folder = try TemporaryFolder()
        let result = try await run(["--session"], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/none"])
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("<2>"))
        #expect(result.errors.contains(folder.path), "\(result.errors)")
    }

    @Test("if the bus stays unreachable it ends with an error, unless it has a socket", arguments: [false, true])
    @LoopActor
    func busGone(hasSocket: Bool) async throws {
        let bus = try PrivateBus()
        let forms = ["sample": SampleForm.definition]
        let daemon = try await Daemon.start(hasSocket ? .busAndSocket(bus) : .bus(bus), forms: forms)
        bus.stop()
        if hasSocket {
            try await daemon.waits(forLog: "the message bus has been unreachable")
            let client = Client(try await Connection.openBus(.at(daemon.socketAddress)))
            try await client.openSession("sample").call("Close")
        } else {
            #expect(try await daemon.exitStatus() == 1)
            #expect(daemon.log.contains { $0.hasPrefix("<3>") && $0.contains("bus") })
        }
    }

    @Test("when the bus is back the daemon requests its name again, and sessions continue")
    @LoopActor
    func busBack() async throws {
        let service = try await Service.start()
        let before = try await service.connect(.bus)
        let detached = try await before.openSession(
            "sample",
            [("token", .string("t")), ("audience", .string("members"))]
        )
        let bound = try await before.openSession("sample", [("lifetime", .string("connection"))])
        try await detached.call("Subscribe")
        try await detached.field("name").type("Ada")

        try service.bus.restart()
        try await service.daemon.waits(forLog: "is back on the message bus")
        let client = try await service.connect(.bus)
        let session = detached.seen(by: client)
        #expect(try await session.field("name").text() == "Ada")
        #expect(try await session.field("name").type("!") == "Ada!")
        // The new bus gives the same unique names to other clients. They have not subscribed, nor opened anything.
        #expect(client.signals.isEmpty)
        #expect(try await bound.seen(by: client).refusal("Close")?.name == .form(.unknownSession))
        try await session.call("Subscribe")
        try await session.field("name").type("?")
        #expect(client.signals.contains { $0.name == "TextChanged" })
    }

    @Test("a call to a daemon that does not run makes the bus start it, also after it has ended")
    @LoopActor
    func activation() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/forms", withIntermediateDirectories: true)
        try SampleForm.definition.write(toFile: folder.path + "/forms/sample.json", atomically: true, encoding: .utf8)
        let command = "\(Self.formd) --session --forms \(folder.path)/forms --state \(folder.path)/state"
        let bus = try PrivateBus(services: [Contract.busName.string: command])
        let client = Client(try await Connection.openBus(.at(bus.address)))
        let session = try await client.openSession("sample", [("token", .string("t"))])
        try await session.field("name").type("Ada")
        var processes: Set<UInt32> = []
        for _ in 0..<2 {
            let process = try await client.connection.processID(of: Contract.busName)
            processes.insert(process)
            kill(pid_t(process), SIGKILL)
            #expect(try await eventually { (try? await client.connection.owner(of: Contract.busName)) == nil })
            #expect(try await session.field("name").text() == "Ada")
        }
        let last = try await client.connection.processID(of: Contract.busName)
        #expect(!processes.contains(last) && processes.count == 2)
        kill(pid_t(last), SIGTERM)
    }

    @Test("on the system bus the first calls wait until the bus has reported their callers, and keep their order")
    @LoopActor
    func systemBus() async throws {
        let service = try await Service.startForMachine()
        let client = try await service.connect(.bus)
        let other = try await service.connect(.bus)
        try await other.listen()
        async let first = client.manager("ListForms")
        let session = try await client.openSession("sample", [("token", .string("mine"))])
        #expect(try await !first.isEmpty)
        #expect(session.path.string == "/org/formd/Forms1/session/\(getuid())/mine")
        try await session.field("name").type("Ada")
        #expect(try await session.seen(by: other).field("name").text() == "Ada")
        #expect(other.signals == [], "members only is the default there")
    }
}
