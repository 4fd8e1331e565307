import EventLoop
import FormEngine
import FormRuntime
import FormdTesting
import Testing

@Suite("The lifetime members", .loop)
struct MembersLifetimeTests {
    private func client(_ name: String) -> Client { Client(user: 1, connection: .bus(name)) }

    @Test("a session ends a minute after its last member has left")
    @LoopActor
    func lastOne() async throws {
        let harness = try RuntimeHarness()
        let (runtime, clock) = (harness.runtime, harness.clock)
        let session = try await harness.open(try harness.form(), token: "a", lifetime: .members)
        try runtime.subscribe(client(":1.2"), to: session)
        try runtime.subscribe(client(":1.3"), to: session)
        runtime.connectionClosed(.bus(":1.1"))
        clock.advance(by: 1_000, in: runtime)
        runtime.connectionClosed(.bus(":1.2"))
        clock.advance(by: 1_000, in: runtime)
        #expect(harness.told == ["opened a"])
        runtime.connectionClosed(.bus(":1.3"))
        clock.advance(by: 59, in: runtime)
        #expect(runtime.sessions.count == 1)
        clock.advance(by: 1, in: runtime)
        #expect(harness.told == ["opened a", "closed a owner-vanished"])
    }

    @Test("a session continues if a member subscribes in time, and the next minute is complete")
    @LoopActor
    func comesBack() async throws {
        let harness = try RuntimeHarness()
        let (runtime, clock) = (harness.runtime, harness.clock)
        let session = try await harness.open(try harness.form(), token: "a", lifetime: .members)
        clock.advance(by: 59, in: runtime)
        try runtime.subscribe(client(":1.2"), to: session)
        clock.advance(by: 1_000, in: runtime)
        runtime.unsubscribe(client(":1.2"), from: session)
        clock.advance(by: 30, in: runtime)
        // Edits and departures of others begin no other minute.
        try await harness.perform([.field(0, .insertText("a"))], on: session)
        runtime.connectionClosed(.bus(":1.9"))
        clock.advance(by: 29, in: runtime)
        #expect(!session.isClosed)
        clock.advance(by: 1, in: runtime)
        #expect(session.isClosed)
    }

    @Test("a session ends a minute after it was opened if nobody subscribes, and sessions with other lifetimes do not")
    @LoopActor
    func nobody() async throws {
        let harness = try RuntimeHarness()
        try await harness.open(try harness.form(), token: "a", lifetime: .members)
        try await harness.open(try harness.form(), token: "b")
        harness.clock.advance(by: 60, in: harness.runtime)
        #expect(harness.told.last == "closed a owner-vanished" && harness.runtime.sessions.count == 1)
    }

    @Test("a session also ends when it is idle")
    @LoopActor
    func idle() async throws {
        let harness = try RuntimeHarness()
        let session = try await harness.open(
            try harness.form(),
            token: "a",
            lifetime: .members,
            idleTimeout: 100
        )
        try harness.runtime.subscribe(client(":1.1"), to: session)
        harness.clock.advance(by: 100, in: harness.runtime)
        #expect(harness.told.last == "closed a idle")
    }

    @Test("a session has no members on the bus any more when the bus has ended")
    @LoopActor
    func bus() async throws {
        let harness = try RuntimeHarness()
        let session = try await harness.open(try harness.form(), token: "a", lifetime: .members)
        try harness.runtime.subscribe(client(":1.1"), to: session)
        harness.runtime.busClosed()
        harness.clock.advance(by: 60, in: harness.runtime)
        #expect(session.isClosed)
    }
}
