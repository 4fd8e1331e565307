import DBus
import EventLoop
import FormdTesting
import Foundation
import Testing

@Suite("A secret", .loop, .timeLimit(.minutes(2)))
struct SecrecyTests {
    @Test("is nowhere on the bus, in the log or in the process's environment, but in the reply to Submit")
    @LoopActor
    func capture() async throws {
        let service = try await Service.start(arguments: ["--log-level", "debug"])
        let monitor = try RunningTool("dbus-monitor", ["--address", service.bus.address])
        try await monitor.waits(for: "NameLost")
        let secret = String((0..<16).map { _ in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".randomElement() ?? "A" })

        let session = try await service.session(.bus)
        let password = session.field("password")
        try await session.field("name").type("Ada")
        try await password.call("Focus")
        // A letter a call, as a user types: no call carries the secret.
        for letter in secret { #expect(try await !password.type(String(letter)).contains(letter)) }
        try await use(password, of: session)
        let values = try await session.call("Submit").texts()
        #expect(values["password"] == secret)
        try await session.call("Close")
        try await service.daemon.stop()

        try await monitor.waits(for: "SessionClosed")
        let captured = try await monitor.stop().output
        #expect(captured.components(separatedBy: secret).count - 1 == 1, "once, in the reply to Submit")
        let rest = captured.replacingOccurrences(of: secret, with: "")
        for length in [4, secret.count / 2] {
            #expect(!rest.contains(secret.prefix(length)))
            #expect(!rest.contains(secret.suffix(length)))
        }
        #expect(!service.daemon.log.joined().contains(secret.prefix(4)))
    }

    @Test("is not in the environment of the process, nor on the private socket's monitor")
    @LoopActor
    func socketCapture() async throws {
        let service = try await Service.start(arguments: ["--log-level", "debug"])
        let monitor = try RunningTool("busctl", ["--address=\(service.daemon.socketAddress)", "monitor"])
        try await monitor.waits(for: "Monitoring")
        let session = try await service.session(.socket)
        let password = session.field("password")
        try await session.field("name").type("Ada")
        for letter in "XK7QW9ZT" { try await password.type(String(letter)) }
        try await use(password, of: session)
        try await session.call("Submit")
        try await session.field("name").type("the last")
        try await monitor.waits(for: "the last")
        let captured = try await monitor.stop().output
        #expect(captured.components(separatedBy: "XK7QW9ZT").count - 1 == 1, "once, in the reply to Submit")
        #expect(captured.components(separatedBy: "XK7Q").count - 1 == 1)
        let environment = try Data(
            contentsOf: URL(fileURLWithPath: "/proc/\(service.daemon.processIdentifier)/environ")
        )
        #expect(environment.range(of: Data("XK7Q".utf8)) == nil)
        #expect(!service.daemon.log.joined().contains("XK7Q"))
    }

    /// Everything that reads a field, and everything that fails at one.
    @LoopActor
    private func use(_ password: FieldObject, of session: SessionObject) async throws {
        _ = try await session.snapshot()
        try await session.client.call(session.path, .objectManager, "GetManagedObjects")
        try await password.client.call(password.path, .properties, "GetAll", [.string("")])
        try await password.set("SecureEntry", .boolean(false))
        for action in ["copy", "cut"] {
            let refused = try await password.refusal("PerformEditAction", [.string(action), .string("")])
            #expect(refused?.name == .form("ActionDisabled"))
        }
        _ = try await password.refusal("ReplaceRange", [.uint32(99), .uint32(1), .string("x")])
        try await password.call("Select", [.uint32(0), .uint32(3)])
        try await password.call("Select", [.uint32(0), .uint32(0)])
        try await password.call("PressActionButton")
        try await password.call("Validate", [.boolean(true)])
        try await password.call("SetError", [.string("no")])
        try await password.call("ResetError")
        try await session.call("Undo")
        try await session.call("Redo")
        try await session.call("GetValues")
        try await session.client.manager("GetStatistics")
        #expect(try await password.get("Value") == .string(""))
    }
}
