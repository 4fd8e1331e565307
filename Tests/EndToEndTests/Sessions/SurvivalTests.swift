import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("Sessions that survive", .loop)
struct SurvivalTests {
    @Test("after a crash a session is restored completely, except for its secrets, which are not on the disk")
    @LoopActor
    func crash() async throws {
        let survivor = try await Survivor()
        var session = try await survivor.connect().openSession("sample", [("token", .string("t"))])
        try await session.field("name").type("Ada")
        try await session.field("phone").call("Focus")
        try await session.field("phone").type("916")
        try await session.field("password").type("hushhush1")
        try await session.field("note").call("SetError", [.string("too short")])
        try await session.field("note").call("Configure", [.string(#"{"hint": "Say more"}"#)])
        let properties = ["FocusedField", "Revision", "CanUndo", "Width", "State"]
        var before: [Value] = []
        for property in properties { before.append(try await session.get(property)) }
        #expect(try survivor.kept().range(of: Data("Ada".utf8)) != nil)
        #expect(try survivor.kept().range(of: Data("hush".utf8)) == nil)

        try await survivor.crash()
        let client = try await survivor.connect()
        #expect(try await client.manager("ListSessions").first?.elements?.count == 1)
        session = SessionObject(client: client, path: session.path)
        var after: [Value] = []
        for property in properties { after.append(try await session.get(property)) }
        #expect(after == before)
        #expect(try await session.get("Restored") == .boolean(true))
        #expect(try await session.field("phone").text() == "+7 (916) ")
        #expect(try await session.field("password").text() == "")
        #expect(try await session.field("note").get("Error") == .string("too short"))
        #expect(try await session.field("note").get("Hint") == .string("Say more"))
        try await session.field("phone").type("1")
        #expect(try await session.get("Restored") == .boolean(false))
        try await session.call("Close")
        try await survivor.crash()
        #expect(try await survivor.connect().manager("ListSessions").first?.elements?.isEmpty == true)
    }

    @Test("sessions are restored after SIGTERM and leave no files, and a second daemon is told who uses the folder")
    @LoopActor
    func stop() async throws {
        let survivor = try await Survivor()
        let session = try await survivor.connect().openSession("sample", [("token", .string("t"))])
        try await session.field("name").type("Ada")
        let error = await #expect(throws: Daemon.Failure.self) {
            try await Daemon.start(.socket, forms: Survivor.forms, arguments: survivor.arguments)
        }
        #expect(
            error?.description.contains("process \(survivor.daemon.processIdentifier) has the state folder") == true
        )
        #expect(try await survivor.daemon.stop() == 0)
        try await survivor.start()
        let again = session.seen(by: try await survivor.connect())
        #expect(try await again.field("name").text() == "Ada")
        try await again.call("Close")
        for part in ["sessions", "definitions"] {
            let path = "\(survivor.state)/\(part)"
            #expect(try await eventually { try FileManager.default.contentsOfDirectory(atPath: path).isEmpty })
        }
    }

    @Test("sessions that are not to be stored never touch the disk, and only the daemon's user can read the others")
    @LoopActor
    func notStored() async throws {
        let survivor = try await Survivor()
        let client = try await survivor.connect()
        let options: [(String, Value)] = [
            ("durable", .boolean(false)), ("lifetime", .string("connection")), ("lifetime", .string("members")),
        ]
        for option in options {
            let session = try await client.openSession("sample", [("token", .string("passing")), option])
            try await session.field("name").type("Lovelace")
            #expect(try survivor.kept().range(of: Data("Lovelace".utf8)) == nil)
            #expect(!FileManager.default.fileExists(atPath: "\(survivor.state)/sessions/\(getuid())-passing"))
            try await session.call("Close")
        }
        let draft = try await client.openSession("sample", [("draft", .string("mine"))])
        try await draft.field("name").type("Ada")
        try await draft.call("Close")
        let stored = try await client.openSession("sample")
        try await stored.field("name").type("Hopper")
        #expect(try survivor.kept().range(of: Data("Hopper".utf8)) != nil)
        let paths = [""] + (FileManager.default.enumerator(atPath: survivor.state)?.compactMap { $0 as? String } ?? [])
        #expect(Set(["sessions", "definitions", "drafts", "aside", "lock"]).isSubset(of: paths) && paths.count > 7)
        for path in paths {
            var status = stat()
            #expect(lstat("\(survivor.state)/\(path)", &status) == 0)
            let mode: mode_t = status.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o600
            #expect(status.st_mode & 0o777 == mode && status.st_uid == getuid(), "\(path)")
        }
    }

    @Test("with --state none nothing is stored, and drafts are refused with StoreUnavailable")
    @LoopActor
    func stateless() async throws {
        let daemon = try await Daemon.start(.socket, forms: Survivor.forms, arguments: ["--state", "none"])
        let client = Client(try await Connection.openBus(.at(daemon.socketAddress)))
        let before = try daemon.folder.files().map(\.name)
        let session = try await client.openSession("sample")
        try await session.field("name").type("Lovelace")
        #expect(try daemon.folder.files().map(\.name) == before)
        let refusal = try await client.refusal(
            Contract.root,
            Contract.manager.name,
            "OpenSession",
            [.string("sample"), .properties([("draft", .string("mine"))])]
        )
        #expect(refusal?.name == .form(.storeUnavailable))
    }

    @Test(
        "a draft is restored, listed and deleted, also with formctl, which prints its values only on request"
    )
    @LoopActor
    func drafts() async throws {
        let survivor = try await Survivor()
        let client = try await survivor.connect()
        func formctl(_ arguments: String...) async throws -> Tool.Result {
            try await Tool.run(Formctl.program, ["--address", survivor.daemon.socketAddress] + arguments)
        }
        let session = try await client.openSession("sample", [("draft", .string("mine"))])
        try await session.field("name").type("Ada")
        try await session.field("password").type("hushhush1")
        try await session.call("Close")
        let listed = try await client.manager("ListDrafts").first?.elements?.first?.members
        #expect(listed?.prefix(2) == [.string("sample"), .string("mine")])
        try await survivor.crash()
        let again = try await survivor.connect().openSession("sample", [("draft", .string("mine"))])
        #expect(try await again.field("name").text() == "Ada")
        #expect(try await again.field("password").text() == "")
        #expect(try await formctl("drafts").output.hasPrefix("sample  mine  "))
        #expect(try await formctl("drafts", "show", "sample", "mine").output == "name\n")
        #expect(try await formctl("drafts", "show", "sample", "mine", "--values").output == "name=Ada\n")
        #expect(try await formctl("drafts", "discard", "sample", "mine").status == 0)
        let unknown = try await formctl("drafts", "discard", "sample", "mine")
        #expect(unknown.status == 1 && unknown.errors.contains("there is no draft"))
        #expect(try survivor.kept().range(of: Data("hush".utf8)) == nil)
    }

    @Test("when a changed form is opened with a draft, the fields that were left out are listed without values")
    @LoopActor
    func changedForm() async throws {
        let survivor = try await Survivor()
        let client = try await survivor.connect()
        let session = try await client.openSession("sample", [("draft", .string("mine"))])
        try await session.field("name").type("Ada")
        try await session.field("note").type("Lovelace")
        try await session.call("Close")
        try survivor.daemon.write(form: #"{"fields": [{"id": "name", "placeholders": ["Name"]}]}"#, named: "sample")
        try await client.manager("Reload")
        let again = try await client.openSession("sample", [("draft", .string("mine"))])
        #expect(try await again.get("LeftOut") == .array(.string, [.string("note")]))
        #expect(try await again.field("name").text() == "Ada")
        let opened = try await Tool.run(
            Formctl.program,
            ["--address", survivor.daemon.socketAddress, "open", "sample", "--draft", "mine"]
        )
        #expect(opened.status == 0 && opened.errors == "formctl: the form has no place for note of the draft\n")
        #expect(
            survivor.daemon.log.contains { $0.contains("note") }
                && !survivor.daemon.log.contains { $0.contains("Lovelace") }
        )
    }

    /// FORMD_CRASHES: how many there are. `make crash` sets it.
    private static let crashes = ProcessInfo.processInfo.environment["FORMD_CRASHES"].flatMap { Int($0) } ?? 5

    /// What each program types, over and over.
    private static let keys = Array("abcdefghijklmnopqrstuvwxyz").map(String.init)

    static func key(_ place: Int) -> String { keys[place % keys.count] }

    /// How many keys of each program are under way at a time.
    private static let windows = [1, 1, 8]

    @Test(
        "keys in a long text that are sent together are answered, although their signals exceed the limit of unread ones"
    )
    @LoopActor
    func longText() async throws {
        let survivor = try await Survivor()
        let session = try await survivor.connect().openSession("sample", [("token", .string("t"))])
        let note = session.field("note")
        try await note.set("Text", .string(String(repeating: "a", count: 60_000)))
        #expect(await note.type(each: Array(repeating: "b", count: 64)) == 64)
        #expect(try await note.text().utf8.count == 60_064)
        _ = try await survivor.daemon.stop()
    }

    @Test("during many keys no crash loses an acknowledged key or restores an incomplete session")
    @LoopActor
    func storm() async throws {
        let survivor = try await Survivor()
        var random = SystemRandomNumberGenerator()
        // How many keys of each program were acknowledged.
        var acknowledged = [0, 0, 0]
        var paths: [ObjectPath] = []
        for program in acknowledged.indices {
            let session = try await survivor.connect().openSession("sample", [("token", .string("t\(program)"))])
            paths.append(session.path)
        }
        for crash in 0..<Self.crashes {
            var clients: [Client] = []
            for _ in paths { clients.append(try await survivor.connect()) }
            let daemon = survivor.daemon
            let start = EventLoop.now
            let end = Duration.milliseconds(Int.random(in: 1...80, using: &random))
            var typists: [Task<Int, Never>] = []
            for (program, path) in paths.enumerated() {
                let field = SessionObject(client: clients[program], path: path).field("note")
                let (first, window) = (acknowledged[program], Self.windows[program])
                typists.append(
                    Task { @LoopActor in
                        var count = first
                        // Ends when the daemon does.
                        while true {
                            let taken = await field.type(each: (count..<count + window).map(Self.key))
                            count += taken
                            if taken < window { return count }
                            if EventLoop.now - start > end { daemon.send(SIGKILL) }
                        }
                    }
                )
            }
            for (program, typist) in typists.enumerated() { acknowledged[program] = await typist.value }
            daemon.send(SIGKILL)
            _ = try await daemon.exitStatus()
            try await survivor.start()
            let client = try await survivor.connect()
            for (program, path) in paths.enumerated() {
                let session = SessionObject(client: client, path: path)
                let text: String
                do {
                    text = try await session.field("note").text()
                } catch {
                    Issue.record("crash \(crash) program \(program): \(survivor.daemon.log)")
                    throw error
                }
                // The keys that were on their way may have come through.
                let more = text.count - acknowledged[program]
                try #require((0...Self.windows[program]).contains(more), "crash \(crash): \(-more) keys are missing")
                try #require(text == (0..<text.count).map(Self.key).joined())
                acknowledged[program] = text.count
                if text.count > 20_000 {
                    try await session.field("note").call("SetText", [.string(""), .properties([])])
                    acknowledged[program] = 0
                }
            }
        }
        #expect(acknowledged.allSatisfy { $0 > 0 })
        #expect(!survivor.daemon.log.contains { $0.contains("set aside") })
    }

    @Test("after a power failure a daemon restores complete keys, whatever part of the log was written")
    @LoopActor
    func powerLoss() async throws {
        let survivor = try await Survivor()
        let client = try await survivor.connect()
        let session = try await client.openSession("sample", [("token", .string("t"))])
        let field = session.field("note")
        try await field.call("Focus")
        let first = try await session.revision()
        var typed = 0
        for round in 0..<6 {
            let end = typed + Int.random(in: 1...40)
            // Keys are on their way while the folder is copied.
            let typist = Task { @LoopActor in
                for key in typed..<end + 20 { try await field.type(Self.key(key)) }
            }
            #expect(try await eventually { try await session.revision() >= first + UInt64(end) })
            let copy = try TemporaryFolder()
            let state = copy.path + "/state"
            try FileManager.default.copyItem(atPath: survivor.state, toPath: state)
            try await typist.value
            typed = end + 20
            let file = "\(state)/sessions/\(getuid())-t"
            let bytes = try #require(FileManager.default.contents(atPath: file))
            // At first all that was copied, then less of it: what stands behind the whole form is cut anywhere.
            let kept = round == 0 ? bytes : bytes.prefix(bytes.count - Int.random(in: 1...bytes.count / 4))
            try kept.write(to: URL(fileURLWithPath: file))
            let daemon = try await Daemon.start(.socket, forms: Survivor.forms, arguments: ["--state", state])
            let other = SessionObject(
                client: Client(try await Connection.openBus(.at(daemon.socketAddress))),
                path: session.path
            )
            guard let text = try? await other.field("note").text() else {
                // The cut went through the whole form.
                #expect(daemon.log.contains { $0.contains("set aside") })
                continue
            }
            #expect(text == (0..<text.count).map(Self.key).joined())
            #expect(try await other.revision() == first + UInt64(text.count))
            if round == 0 { #expect((end...typed).contains(text.count)) }
            #expect(text.count <= typed)
        }
    }
}
