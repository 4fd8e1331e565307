import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("A secret", .loop, .timeLimit(.minutes(2)))
struct SecrecyTests {
    /// Unlike everything that formd says by itself.
    private static func random() -> String {
        String((0..<20).map { _ in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".randomElement() ?? "A" })
    }

    /// Whether a text has a piece of a secret that is too long for chance.
    private static func holds(_ text: String, _ secret: String) -> Bool {
        let letters = Array(secret)
        return letters.indices.dropLast(5).contains { text.contains(String(letters[$0..<$0 + 6])) }
    }

    @Test("the reveal button shows a secret in its reply, if no bullets are shown", arguments: Transport.allCases)
    @LoopActor
    func reveal(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let password = session.field("password")
        try await password.type("Tr0ub4dor")
        #expect(try await password.refusal("Reveal")?.name == .form(.accessDenied))
        try await password.set("SecureEntry", .boolean(false))
        #expect(try await password.call("Reveal") == [.string("Tr0ub4dor")])
        #expect(try await password.text() == "•••••••••")
    }

    @Test(
        "a secret is only in the reply to Submit, and in no other message, log or file, whatever clients do",
        arguments: Transport.allCases
    )
    @LoopActor
    func capture(transport: Transport) async throws {
        let service = try await Service.start(arguments: ["--log-level", "debug"])
        let monitor = try await Capture.start(transport, of: service)
        let secret = Self.random()

        let session = try await service.session(transport)
        try await session.call("Record")
        try await session.field("name").type("Ada")
        try await misuse(secret, session)
        try await use(secret, session)
        #expect(try await session.call("Submit").texts()["password"] == secret)
        try expectNoEnvironment(of: service.daemon.processIdentifier, with: secret)
        try await session.field("name").type("the last")

        let messages = try await monitor.messages(until: "the last")
        let sent = messages.filter(\.isOfDaemon)
        #expect(sent.count > 60)
        #expect(messages.filter { !$0.isOfDaemon && $0.text.contains(secret) }.count > 10, "it is in the calls")
        let telling = sent.filter { Self.holds($0.text, secret) }
        #expect(telling.count == 1, "\(telling.map { $0.text.prefix(200) })")
        #expect(telling.first?.kind == .reply)
        #expect(service.daemon.log.count > 1)
        #expect(!Self.holds(service.daemon.log.joined(separator: "\n"), secret))
        for file in try service.daemon.folder.files() { #expect(!Self.holds(file.text, secret), "\(file.name)") }
        try await service.daemon.stop()
        #expect(!Self.holds(service.daemon.log.joined(separator: "\n"), secret))
    }

    @Test(
        "a secret is in formd's memory once while its session is open, and not at all afterwards",
        .enabled(if: geteuid() == 0, "nobody else can read formd's memory"),
        arguments: Transport.allCases
    )
    @LoopActor
    func memory(transport: Transport) async throws {
        let service = try await Service.start()
        let memory = ProcessMemory(of: service.daemon.processIdentifier)
        let secret = Self.random() + Self.random()
        let session = try await service.session(transport)
        try await session.call("Record")
        try await session.field("name").type("Ada")
        try await misuse(secret, session)
        let other = try await use(secret, session)
        #expect(try memory.count(of: secret) == 2, "the texts of the two sessions that have it")
        try await other.call("Close")
        #expect(try memory.count(of: secret) == 1)
        #expect(try await session.call("Submit").texts()["password"] == secret)
        // In builds for debugging libdbus judges each message that is made, and keeps the last one until it judges
        // another.
        try await session.client.manager("ListTypes")
        #expect(try memory.count(of: secret) == 1)
        try await session.call("Close")
        #expect(try memory.count(of: secret) == 0)
        try await service.daemon.stop()
    }

    /// Root can read everything; others nothing of a process whose memory is nobody's business.
    private func expectNoEnvironment(of process: Int32, with secret: String) throws {
        let path = "/proc/\(process)/environ"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = errno
            #expect(reason == EACCES || reason == EPERM, "\(path): error \(reason)")
            return
        }
        let environment = try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() ?? Data()
        #expect(geteuid() == 0, "a process of another user reads \(path)")
        #expect(environment.contains(Data("NOTIFY_SOCKET=".utf8)), "what is read is formd's environment")
        #expect(!Self.holds(String(decoding: environment, as: UTF8.self), secret))
    }

    /// What formd refuses, each with the secret in it.
    @LoopActor
    private func misuse(_ secret: String, _ session: SessionObject) async throws {
        let password = session.field("password")
        let text = Value.string(secret)
        let refused: [BusError?] = [
            try await password.refusal("ReplaceRange", [.uint32(99), .uint32(1), text]),
            try await password.refusal("InsertText", [.string(String(repeating: secret, count: 3_500))]),
            try await password.refusal("SetText", [text, .properties([("none", text)])]),
            try await password.refusal("InsertText", [.array(.string, [text])]),
            try await password.refusal("InsertText", [text, text]),
            try await password.refusal("SetMask", [text]),
            try await session.refusal(
                "SetValues",
                [.dictionary(.string, .string, [.init(.string("password"), text), .init(.string("none"), text)])]
            ),
            try await failure { try await password.set("Text", .array(.string, [text])) },
            try await failure { try await password.set("Value", text) },
            try await failure {
                _ = try await session.apply([
                    ("InsertText", [("field", .string("password")), ("text", text)]),
                    ("Select", [("field", .string("password")), ("start", .uint32(99)), ("length", .uint32(0))]),
                ])
            },
            try await failure {
                _ = try await session.apply([
                    ("InsertText", [("field", .string("password")), ("text", .array(.string, [text]))])
                ])
            },
            try await failure {
                _ = try await session.client.openSession(
                    "sample",
                    [("values", .dictionary(.string, .string, [.init(.string("none"), text)]))]
                )
            },
        ]
        for (place, error) in refused.enumerated() { #expect(error != nil, "\(place)") }
        try await password.set("Enabled", .boolean(false))
        #expect(try await password.refusal("InsertText", [text])?.name == .form(.disabled))
        try await password.set("Enabled", .boolean(true))
    }

    /// Everything that writes the field, and everything that reads it. Returns another session that was opened with the
    /// secret.
    @LoopActor
    @discardableResult
    private func use(_ secret: String, _ session: SessionObject) async throws -> SessionObject {
        let password = session.field("password")
        let text = Value.string(secret)
        let bullets = String(repeating: "•", count: secret.count)
        try await password.call("Focus")
        #expect(try await password.type(secret) == bullets)
        try await password.set("Text", text)
        try await password.call("SetText", [text, .properties([("validate", .boolean(true))])])
        try await password.call("ReplaceRange", [.uint32(3), .uint32(4), text])
        try await password.call("PerformEditAction", [.string("selectAll"), .string("")])
        try await password.call("PerformEditAction", [.string("paste"), text])
        for action in ["copy", "cut"] {
            let refused = try await password.refusal("PerformEditAction", [.string(action), .string("")])
            #expect(refused?.name == .form(.actionDisabled))
        }
        try await password.call("PerformEditAction", [.string("select"), .string("")])
        _ = try await session.apply([
            ("SetText", [("field", .string("password")), ("text", text), ("options", .properties([]))]),
            ("InsertText", [("field", .string("password")), ("text", text)]),
        ])
        let values = Value.dictionary(.string, .string, [.init(.string("password"), text)])
        try await session.call("SetValues", [values])
        let other = try await session.client.openSession("sample", [("values", values)])
        try await other.call("GetSnapshot", [.uint64(0)])

        // A mask's tail and value are of the text.
        try await password.call("SetMask", [.string(#"{"type": "mask", "mask": "[…]"}"#)])
        try await password.call("SetMask", [.string("")])
        try await password.call("SetMode", [.string("\"plain\"")])
        try await password.call("PressReturn")
        try await password.call("Focus")
        try await session.call("Blur")
        try await password.set("SecureEntry", .boolean(false))
        try await password.call("Validate", [.boolean(true)])
        try await session.call("Validate", [.boolean(true)])
        try await password.call("SetError", [.string("no")])
        try await password.call("ResetError")
        for member in ["Undo", "Redo", "GetValues"] as [MemberName] { try await session.call(member) }
        try await session.set("Locale", .string("ru"))
        try await session.client.manager("GetStatistics")
        try await session.client.manager("ListSessions")
        _ = try await session.snapshot()
        try await session.client.call(session.path, .objectManager, "GetManagedObjects")
        try await session.client.call(password.path, "org.freedesktop.DBus.Introspectable", "Introspect")
        try await password.client.call(password.path, .properties, "GetAll", [.string("")])
        #expect(try await password.get("Text") == .string(bullets))
        #expect(try await password.get("Value") == .string(""))
        return other
    }

    @Test("a secret is in no core file, because none is written, and in no memory that another process can read")
    @LoopActor
    func core() async throws {
        let folder = try TemporaryFolder()
        try SampleForm.definition.write(toFile: folder.path + "/sample.json", atomically: true, encoding: .utf8)
        let script = "ulimit -c unlimited; cd $0; \"$@\" & echo pid=$!; wait $!; echo status=$?"
        func run(_ command: [String]) throws -> RunningTool {
            try RunningTool("bash", ["-c", script, folder.path] + command)
        }
        func hasCore() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasPrefix("core") }
        }
        let socket = folder.path + "/bus"
        let daemon = try run([
            BuiltProducts.path(of: "formd"), "--socket", socket, "--forms", folder.path, "--state", "none",
        ])
        try await daemon.waits(for: "is ready")
        let pid = try #require(
            daemon.output.split(separator: "\n").first?.split(separator: "=").last.flatMap { Int32($0) }
        )
        let client = Client(try await Connection.openBus(.at("unix:path=\(socket)")))
        try await client.openSession("sample").field("password").type(Self.random())
        let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
        let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(core.split(separator: " ").filter { $0 == "0" }.count == 2, "\(core)")
        // What cannot be dumped belongs to root, and so cannot be read by processes of the same user either.
        let owner = try FileManager.default.attributesOfItem(atPath: "/proc/\(pid)/mem")[.ownerAccountID] as? Int
        #expect(owner == 0)
        kill(pid, SIGSEGV)
        try await daemon.waits(for: "status=139")
        #expect(try !hasCore())
        #expect(!daemon.errors.contains("core dumped"), "\(daemon.errors)")
        #expect(!daemon.errors.contains("rax"), "the runtime's crash handler prints memory: \(daemon.errors)")
    }
}
