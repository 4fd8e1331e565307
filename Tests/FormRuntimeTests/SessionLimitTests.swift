import EventLoop
import FormRuntime
import FormdTesting
import Testing

@Suite("Limits of a user's sessions", .loop)
struct SessionLimitTests {
    @Test("the number of sessions of each user is limited, and closing one allows another")
    @LoopActor
    func sessions() async throws {
        var limits = Limits()
        limits.sessionsPerUser = 2
        let harness = try RuntimeHarness(limits: limits)
        let form = try harness.form()
        let first = try await harness.open(form, token: "a")
        try await harness.open(form, token: "b")
        let refused = try #require(await harness.refusal(form, token: "c"))
        #expect(refused.code == .limitExceeded)
        #expect(refused.message.contains("2"))
        #expect(try await harness.refusal(form, token: "c", user: 2) == nil)
        harness.runtime.close(first, reason: .closed)
        #expect(try await harness.refusal(form, token: "c") == nil)
        #expect(harness.runtime.sessions.count == 3)
        #expect(harness.runtime.sessions.sessions(of: 1).map(\.identifier.token.description) == ["b", "c"])
    }

    @Test("the number of fields in all sessions is limited")
    @LoopActor
    func fields() async throws {
        var limits = Limits()
        limits.fieldsPerUser = 10
        let harness = try RuntimeHarness(limits: limits)
        let first = try await harness.open(try harness.form(fields: 6), token: "a")
        let refused = try #require(await harness.refusal(harness.form(fields: 5), token: "b"))
        #expect(refused.code == .limitExceeded)
        for number in ["6", "10", "5"] { #expect(refused.message.contains(number), "\(refused.message)") }
        #expect(try await harness.refusal(harness.form(fields: 4), token: "b") == nil)
        #expect(harness.runtime.accounts[1].fields == 10)
        harness.runtime.close(first, reason: .closed)
        #expect(harness.runtime.accounts[1].fields == 4)
        #expect(harness.runtime.accounts.all.reduce(0) { $0 + $1.fields } == 4)
    }

    @Test("a token identifies one session of a user at a time")
    @LoopActor
    func tokens() async throws {
        let harness = try RuntimeHarness()
        let form = try harness.form()
        let session = try await harness.open(form, token: "a")
        #expect(try await harness.refusal(form, token: "a")?.code == .sessionExists)
        #expect(try await harness.refusal(form, token: "a", user: 2) == nil)
        harness.runtime.close(session, reason: .closed)
        harness.runtime.close(session, reason: .idle)
        #expect(try await harness.refusal(form, token: "a") == nil)
        #expect(harness.told == ["opened a", "opened a", "closed a closed", "opened a"])
    }

    @Test("the number of subscribed connections of a session is limited, and one that leaves allows another")
    @LoopActor
    func subscribers() async throws {
        var limits = Limits()
        limits.subscribersPerSession = 2
        let harness = try RuntimeHarness(limits: limits)
        let session = try await harness.open(try harness.form(), token: "a", connection: ":1.0")
        let clients = (1...3).map { Client(user: 1, connection: .bus(":1.\($0)")) }
        try harness.runtime.subscribe(clients[0], to: session)
        try harness.runtime.subscribe(clients[1], to: session)
        #expect(throws: RuntimeError.self) { try harness.runtime.subscribe(clients[2], to: session) }
        // Who hears already takes no more room.
        try harness.runtime.subscribe(clients[1], to: session)
        harness.runtime.connectionClosed(clients[0].connection)
        try harness.runtime.subscribe(clients[2], to: session)
        #expect(session.subscribers.contains(clients[2]))
        #expect(!session.subscribers.contains(clients[0]))
    }

    @Test("a connection that ends closes exactly the sessions that were bound to it")
    @LoopActor
    func boundSessions() async throws {
        let harness = try RuntimeHarness()
        let form = try harness.form()
        try await harness.open(form, token: "bound", connection: ":1.1", lifetime: .connection)
        try await harness.open(form, token: "detached", connection: ":1.1")
        try await harness.open(form, token: "other", connection: ":1.2", lifetime: .connection)
        harness.runtime.connectionClosed(.bus(":1.1"))
        #expect(harness.runtime.sessions.sessions(of: 1).map(\.identifier.token.description) == ["detached", "other"])
        #expect(harness.told.last == "closed bound owner-vanished")
    }

    @Test("a token has 1 to 64 characters that are valid in an object path")
    @LoopActor
    func tokenGrammar() throws {
        for token in ["a", "_", "0", "aZ_9", String(repeating: "x", count: 64)] {
            #expect(try SessionIdentifier.Token(token).description == token)
        }
        for token in ["", "-", "a b", "a/b", "é", "a\u{0}", String(repeating: "x", count: 65)] {
            #expect(throws: RuntimeError.self) { try SessionIdentifier.Token(token) }
        }
        let random = (0..<100).map { _ in SessionIdentifier.Token.random().description }
        #expect(Set(random).count == 100)
        for token in random { #expect(throws: Never.self) { try SessionIdentifier.Token(token) } }
    }
}
