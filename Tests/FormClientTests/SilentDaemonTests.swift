import DBus
import EventLoop
import FormClient
import FormdTesting
import Glibc
import Testing

/// The daemon is stopped where it is: its connection stays, and nothing comes.
@Suite("A daemon that does not answer", .loop, .timeLimit(.minutes(2)))
struct SilentDaemonTests {
    @Test("calls fail after a time, and the session goes on once the daemon answers", arguments: Transport.allCases)
    @LoopActor
    func silent(_ transport: Transport) async throws {
        let service = try await Service.start()
        let forms = try await Forms.connect(service.address(transport), patience: .seconds(1))
        let session = try await forms.open(form: "plain")
        session.focusNext()
        session.keyboard.insert("a")
        _ = try await session.values()
        let watcher = Watcher(session)
        service.daemon.send(SIGSTOP)
        session.keyboard.insert("b")
        // The connection is made again at about the same time.
        let silence: [ErrorName?] = [.noReply, .disconnected]
        let call = await #expect(throws: BusError.self) { try await session.values() }
        #expect(silence.contains(call?.name))
        let other = await #expect(throws: BusError.self) { try await forms.open(form: "plain") }
        #expect(silence.contains(other?.name))
        try await watcher.waits(for: ["lost"])
        #expect(watcher.refusals.map(\.error.name) == [.disconnected], "nobody knows whether the key was performed")
        if transport == .bus { #expect(try await eventually { watcher.failures.contains { $0.name == .noReply } }) }
        session.keyboard.insert("c")
        service.daemon.send(SIGCONT)
        try await watcher.waits(for: ["lost", "resumed"])
        _ = try await session.values()
        #expect(session.field("first").text.hasSuffix("c") && watcher.refusals.count == 1)
    }
}
