import EventLoop
import FormRuntime
import FormdTesting
import Testing

@Suite("The members of a session", .loop)
struct MembersTests {
    @Test("a role is granted, replaced and revoked, and the user who opened the session stays its owner")
    @LoopActor
    func roles() async throws {
        let harness = try RuntimeHarness()
        let session = try await harness.open(try harness.form(), token: "a")
        #expect(session.members.role(of: 1) == .owner && session.members.role(of: 2) == nil)
        try await harness.grant(.viewer, to: 2, in: session)
        #expect(session.members.role(of: 2) == .viewer)
        try await harness.grant(.editor, to: 2, in: session)
        #expect(session.members.role(of: 2) == .editor)
        #expect(harness.runtime.sessions.sessions(visibleTo: 2).count == 1)
        try await harness.revoke(2, in: session)
        #expect(session.members.role(of: 2) == nil && harness.runtime.sessions.sessions(visibleTo: 2).isEmpty)
        await #expect(throws: RuntimeError.self) { try await harness.revoke(2, in: session) }
        await #expect(throws: RuntimeError.self) { try await harness.revoke(1, in: session) }
        await #expect(throws: RuntimeError.self) { try await harness.grant(.viewer, to: 1, in: session) }
        #expect(session.members.role(of: 1) == .owner)
    }

    @Test("a role is not granted to an unknown user, nor in a session that has ended")
    @LoopActor
    func refused() async throws {
        let harness = try RuntimeHarness()
        let session = try await harness.open(try harness.form(), token: "a")
        let unknown = RuntimeError(.invalidArgument, "there is no user 4000")
        await #expect(throws: unknown) { try await harness.grant(.viewer, to: 4_000, in: session) }
        #expect(session.members.granted.isEmpty)
        harness.runtime.close(session, reason: .closed)
        await #expect(throws: RuntimeError.self) { try await harness.grant(.viewer, to: 2, in: session) }
    }

    @Test("the number of users with a role is limited, and the error contains the number")
    @LoopActor
    func limit() async throws {
        var limits = Limits()
        limits.membersPerSession = 2
        let harness = try RuntimeHarness(limits: limits)
        let session = try await harness.open(try harness.form(), token: "a")
        try await harness.grant(.viewer, to: 2, in: session)
        try await harness.grant(.viewer, to: 3, in: session)
        let full = RuntimeError(.limitExceeded, "2 users have been granted roles in this session")
        await #expect(throws: full) { try await harness.grant(.viewer, to: 4, in: session) }
        try await harness.grant(.owner, to: 3, in: session)
        #expect(session.members.granted == [2: .viewer, 3: .owner])
    }

    @Test("revoking a role ends the subscriptions of all connections of that user only")
    @LoopActor
    func subscriptions() async throws {
        let harness = try RuntimeHarness()
        let session = try await harness.open(try harness.form(), token: "a", lifetime: .members)
        let guests = [":1.2", ":1.3"].map { Client(user: 2, connection: .bus($0)) }
        try await harness.grant(.viewer, to: 2, in: session)
        for guest in guests { try harness.runtime.subscribe(guest, to: session) }
        let own = Client(user: 1, connection: .bus(":1.4"))
        try harness.runtime.subscribe(own, to: session)
        try await harness.revoke(2, in: session)
        #expect(session.subscribers == [own])
        // The session lives as long as somebody hears it.
        harness.runtime.unsubscribe(own, from: session)
        harness.clock.advance(by: 60, in: harness.runtime)
        #expect(harness.told.last == "closed a owner-vanished")
    }

    @Test("user names and IDs of the machine are looked up")
    func machine() async {
        #expect(await UserDirectory.contains(0))
        #expect(await !UserDirectory.contains(4_294_967_295))
    }
}
