import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("A daemon that executes its program again on SIGUSR1", .loop, .timeLimit(.minutes(5)))
struct SuccessionTests {
    private static let forms = ["sample": SampleForm.definition]

    @LoopActor
    private func connect(_ daemon: Daemon) async throws -> Client {
        Client(try await Connection.openBus(.at(daemon.socketAddress)))
    }

    /// Sends the signal, and returns when the clients have been left.
    @LoopActor
    private func runAnew(_ daemon: Daemon, _ client: Client) async throws {
        daemon.send(SIGUSR1)
        try #require(try await eventually { client.isDisconnected }, "\(daemon.log)")
    }

    @Test("keeps all sessions, stored on disk or not, the socket and its process ID")
    @LoopActor
    func everySession() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await Daemon.start(.socket, forms: Self.forms, arguments: ["--state", folder.path + "/state"])
        let process = daemon.processIdentifier
        let before = try await connect(daemon)
        let options: [String: (String, Value)] = [
            "kept": ("durable", .boolean(true)), "passing": ("durable", .boolean(false)),
            "bound": ("lifetime", .string("connection")), "shared": ("lifetime", .string("members")),
        ]
        var sessions: [String: SessionObject] = [:]
        for (token, option) in options {
            let session = try await before.openSession("sample", [("token", .string(token)), option])
            try await session.field("name").type("Ada")
            try await session.field("name").type("!")
            try await session.field("password").call("Focus")
            try await session.field("password").type("hushhush1")
            sessions[token] = session
        }
        let socket = try FileManager.default.attributesOfItem(atPath: daemon.socketPath)[.systemFileNumber] as? Int
        try await runAnew(daemon, before)

        // The socket listens without a break: there is no time in which this would be refused.
        let client = try await connect(daemon)
        for (token, session) in sessions {
            let session = session.seen(by: client)
            #expect(try await session.field("name").text() == "Ada!", "\(token)")
            #expect(try await session.get("FocusedField") == .string("password"))
            #expect(try await session.get("CanUndo") == .boolean(true))
            #expect(try await session.get("Restored") == .boolean(true))
            #expect(try await session.field("password").text() == "")
            try await session.call("Subscribe")
            try await session.field("name").type("?")
        }
        #expect(try await client.manager("ListSessions").first?.elements?.count == 4)
        #expect(daemon.processIdentifier == process)
        #expect(
            try FileManager.default.attributesOfItem(atPath: daemon.socketPath)[.systemFileNumber] as? Int == socket
        )
        let told = daemon.notificationsSent.filter { $0.hasSuffix("=1") }
        #expect(told == ["FDSTORE=1", "READY=1", "RELOADING=1", "FDSTORE=1", "READY=1"])

        // A session that was bound to a connection is bound to the one that its user has come back with.
        await client.disconnect()
        let last = try await connect(daemon)
        let bound = try #require(sessions["bound"]).seen(by: last)
        #expect(try await eventually { try await bound.refusal("Validate")?.name == .form(.unknownSession) })
        #expect(try await last.manager("ListSessions").first?.elements?.count == 3)
    }

    /// How often it does so in a storm: a quarter of FORMD_CRASHES, which `make crash` sets.
    private static let rounds = (ProcessInfo.processInfo.environment["FORMD_CRASHES"].flatMap { Int($0) } ?? 20) / 4

    /// Tells programs that they have typed enough.
    @LoopActor
    private final class End {
        var hasCome = false
    }

    @Test("loses no key that was acknowledged while programs type")
    @LoopActor
    func storm() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await Daemon.start(.socket, forms: Self.forms, arguments: ["--state", folder.path + "/state"])
        let rounds = Self.rounds
        let keys = Array("abcdefghijklmnopqrstuvwxyz").map(String.init)
        let key = { (place: Int) in keys[place % keys.count] }
        let end = End()
        var typists: [Task<Bool, any Error>] = []
        for program in 0..<3 {
            let (isKept, window) = (program > 0, program == 2 ? 8 : 1)
            let first = try await connect(daemon)
            let session = try await first.openSession("sample", [("durable", .boolean(isKept))])
            typists.append(
                Task { @LoopActor in
                    var (client, typed) = (first, 0)
                    for _ in 0...rounds {
                        // Ends when the connection does.
                        let field = session.seen(by: client).field("note")
                        var taken = window
                        while taken == window, !end.hasCome {
                            taken = await field.type(each: (typed..<typed + window).map(key))
                            typed += taken
                            // A text has a limit, which a long storm must not reach.
                            if typed > 10_000 { try await EventLoop.shared.sleep(for: .milliseconds(20)) }
                        }
                        var found: String?
                        // The next program may follow while this connects.
                        while found == nil {
                            guard let next = try? await connect(daemon) else { continue }
                            client = next
                            found = try? await session.seen(by: client).field("note").text()
                        }
                        let text = found ?? ""
                        // The keys that were on their way may have come through.
                        guard (0...window).contains(text.count - typed),
                            text == (0..<text.count).map(key).joined()
                        else { return false }
                        typed = text.count
                    }
                    return typed > rounds
                }
            )
        }
        for round in 1...rounds {
            try await EventLoop.shared.sleep(for: .milliseconds(50))
            daemon.send(SIGUSR1)
            let isBack = try await eventually {
                daemon.notificationsSent.filter { $0 == "READY=1" }.count == round + 1
            }
            try #require(isBack, "\(daemon.log)")
        }
        end.hasCome = true
        for typist in typists { #expect(try await typist.value) }
        #expect(!daemon.log.contains { $0.hasPrefix("<3>") })
    }

    @Test("continues if the new program does not run, and executes the file that has replaced its own")
    @LoopActor
    func replacedProgram() async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/formd"
        func install(_ file: String) throws {
            try? FileManager.default.removeItem(atPath: program)
            try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: file)
        }
        let built = BuiltProducts.path(of: "formd")
        try install(built)
        let daemon = try await Daemon.start(.socket, forms: Self.forms, program: program)
        let client = try await connect(daemon)
        let session = try await client.openSession("sample")
        try await session.field("name").type("Ada")
        for other in ["/bin/false", "/etc/hostname", folder.path + "/none"] {
            try install(other)
            let refusals = daemon.log.filter { $0.contains("was not replaced by the new program") }.count
            daemon.send(SIGUSR1)
            #expect(
                try await eventually {
                    daemon.log.filter { $0.contains("was not replaced by the new program") }.count > refusals
                }
            )
            try await session.field("name").type("!")
        }
        // A program that says its version, and is none of a daemon's: that much is believed.
        try install(built)
        try await runAnew(daemon, client)
        let again = try await connect(daemon)
        #expect(try await session.seen(by: again).field("name").text() == "Ada!!!")
    }

    @Test("continues with all sessions if the new program disappears at the last moment")
    @LoopActor
    func lostProgram() async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/formd"
        try FileManager.default.createSymbolicLink(
            atPath: program,
            withDestinationPath: BuiltProducts.path(of: "formd")
        )
        let bus = try PrivateBus()
        let daemon = try await Daemon.start(.busAndSocket(bus), forms: Self.forms, program: program)
        let clients = try await [connect(daemon), Client(try await Connection.openBus(.at(bus.address)))]
        let sessions = [
            try await clients[0].openSession("sample", [("lifetime", .string("connection"))]),
            try await clients[1].openSession("sample"),
        ]
        for session in sessions { try await session.field("name").type("Ada") }
        try FileManager.default.removeItem(atPath: program)
        // It says its version, and is not there any more when it is to be run.
        try "#!/bin/sh\nrm \"$0\"\n".write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        daemon.send(SIGUSR1)
        try await daemon.waits(
            forLog:
                "was not replaced by the new program, and continues: cannot run \(program): No such file or directory"
        )
        let again = try await connect(daemon)
        try await sessions[0].seen(by: again).call("Subscribe")
        #expect(try await eventually { (try? await clients[1].connection.owner(of: Contract.busName)) != nil })
        #expect(try await sessions[0].seen(by: again).field("name").type("!") == "Ada!")
        #expect(try await sessions[1].field("name").type("!") == "Ada!")
        #expect(try await sessions[1].get("Restored") == .boolean(false))
        let told = daemon.notificationsSent.filter { $0.hasSuffix("=1") }
        #expect(told == ["FDSTORE=1", "READY=1", "RELOADING=1", "READY=1"])
    }

    @Test("SIGTERM soon after SIGUSR1 ends the daemon", arguments: [0, 3, 6, 9, 12, 15, 18, 24, 30, 40])
    @LoopActor
    func terminated(milliseconds: Int) async throws {
        let folder = try TemporaryFolder()
        let daemon = try await Daemon.start(.socket, forms: Self.forms, arguments: ["--state", folder.path + "/state"])
        let session = try await connect(daemon).openSession("sample")
        try await session.field("name").type("Ada")
        daemon.send(SIGUSR1)
        try await EventLoop.shared.sleep(for: .milliseconds(milliseconds))
        #expect(try await daemon.stop() == 0)
    }

    @Test("formctl watch continues")
    @LoopActor
    func watching() async throws {
        let daemon = try await Daemon.start(.socket, forms: Self.forms)
        let client = try await connect(daemon)
        let session = try await client.openSession("sample", [("token", .string("t"))])
        let watch = try RunningTool(Formctl.program, ["--address", daemon.socketAddress, "watch", "t"])
        try await watch.waits(for: "watching")
        try await runAnew(daemon, client)
        let again = try await connect(daemon)
        // What it shows shows that it has come back: it is told of keys again.
        let isHeard = try await eventually {
            try await session.seen(by: again).field("name").type("x")
            return watch.output.contains("name TextChanged")
        }
        #expect(isHeard, "\(watch.output)")
        _ = try await watch.stop()
    }

    @Test("formctl wait and record continue")
    @LoopActor
    func waitingAndRecording() async throws {
        let daemon = try await Daemon.start(.socket, forms: Self.forms)
        let client = try await connect(daemon)
        let session = try await client.openSession("sample", [("token", .string("t"))])
        let file = daemon.folder.path + "/recording"
        func formctl(_ arguments: String...) throws -> RunningTool {
            try RunningTool(Formctl.program, ["--address", daemon.socketAddress] + arguments)
        }
        let wait = try formctl("wait", "t")
        try await wait.waits(for: "waiting for")
        let record = try formctl("record", "t", file)
        try await record.waits(for: "recording")
        try await session.field("name").type("a")
        try await runAnew(daemon, client)
        let again = session.seen(by: try await connect(daemon))
        let isRecorded = try await eventually {
            try await again.field("name").type("b")
            return try String(contentsOfFile: file, encoding: .utf8).contains(#""text":"b""#)
        }
        #expect(isRecorded, "\(record.errors)")
        try await again.field("name").call("SetText", [.string("Ada"), .properties([])])
        try await again.call("Submit")
        let waited = try await wait.result()
        #expect(waited.status == 0 && waited.output.contains("Ada"), "\(waited)")
        _ = try await record.stop()
    }

    @Test("without a private socket the name on the bus is requested again, and signals are received")
    @LoopActor
    func bus() async throws {
        let bus = try PrivateBus()
        let daemon = try await Daemon.start(.bus(bus), forms: Self.forms)
        let client = Client(try await Connection.openBus(.at(bus.address)))
        let session = try await client.openSession("sample", [("lifetime", .string("connection"))])
        try await session.field("name").type("Ada")
        let owner = try await client.connection.owner(of: Contract.busName)
        daemon.send(SIGUSR1)
        let isBack = try await eventually { daemon.notificationsSent.filter { $0 == "READY=1" }.count == 2 }
        try #require(isBack, "\(daemon.log)")
        #expect(try await client.connection.owner(of: Contract.busName) != owner)
        try await session.call("Subscribe")
        #expect(try await session.field("name").type("!") == "Ada!")
        #expect(try await client.connection.processID(of: Contract.busName) == UInt32(daemon.processIdentifier))
    }

    @Test("a service manager that stores the socket passes it to the next process, and clients wait meanwhile")
    @LoopActor
    func serviceManager() async throws {
        let folder = try TemporaryFolder()
        let arguments = ["--state", folder.path + "/state"]
        let first = try await Daemon.start(.socket, forms: Self.forms, arguments: arguments, stored: [])
        let before = try await connect(first)
        let session = try await before.openSession("sample", [("token", .string("t"))])
        try await session.field("name").type("Ada")
        let stored = first.stored
        #expect(stored.map(\.name) == ["formd-socket"])
        first.send(SIGKILL)
        _ = try await first.exitStatus()
        // Nobody serves the socket, and nobody is refused.
        let waiting = Task { @LoopActor in try await connect(first) }
        let second = try await Daemon.start(
            .socket,
            forms: Self.forms,
            arguments: arguments,
            in: first.folder,
            stored: stored
        )
        #expect(try await session.seen(by: waiting.value).field("name").text() == "Ada")
        try await second.stop()
        #expect(second.stored.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: second.socketPath))
    }
}
