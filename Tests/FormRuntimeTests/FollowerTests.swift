import EventLoop
import FormEngine
import FormdTesting
import Testing

@testable import FormRuntime

/// What a connection that does not read is told at last.
@Suite("News for a follower that does not read", .loop)
struct FollowerTests {
    private static let form = """
        {"fields": [
          {"id": "name", "required": true},
          {"id": "item", "label": "Item", "repeat": {"min": 0, "max": 9}, "fields": [{"id": "what"}]}]}
        """
    private let client = Client(user: 1, connection: .bus(":1.9"))

    @LoopActor
    private func follow(_ harness: RuntimeHarness) async throws -> Session {
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.addRow(group: "item", position: nil)], on: session)
        try harness.runtime.subscribe(client, to: session, as: Follower(session: .all, field: .all))
        return session
    }

    private func add(_ session: Session, _ harness: RuntimeHarness) async throws {
        try await harness.perform([.addRow(group: "item", position: nil)], on: session)
    }

    @Test("a client of the private socket that attaches again goes on following")
    @LoopActor
    func attaching() async throws {
        let harness = try RuntimeHarness()
        let session = try await follow(harness)
        let peer = Client(user: 1, connection: .peer(ObjectIdentifier(harness)))
        var options = SessionOptions(audience: .members)
        (options.token, options.attaches) = (session.identifier.token, true)
        func attach() async throws {
            let attached = try await withCheckedThrowingContinuation { continuation in
                harness.runtime.open(session.form.compiled, options: options, for: peer) {
                    continuation.resume(with: $0)
                }
            }
            #expect(attached === session && session.subscribers.contains(peer))
        }
        try await attach()
        #expect(session.followers[peer] == nil)
        try harness.runtime.subscribe(peer, to: session, as: Follower(session: .all, field: .all))
        try await attach()
        #expect(session.followers[peer] != nil)
    }

    @Test("a row that is removed and restored is part of the form with all its properties")
    @LoopActor
    func restored() async throws {
        let harness = try RuntimeHarness()
        let session = try await follow(harness)
        let revision = session.form.revision
        try await harness.perform([.removeRow(group: "item", row: 1)], on: session)
        #expect(session.fields(removedAfter: revision) == ["item_1_what"])
        try await harness.perform([.undo], on: session)
        #expect(session.fields(removedAfter: revision) == [])
        let news = try #require(session.takeNews(of: client))
        #expect(news.removed == [])
        #expect(news.fields.first { $0.name == "item_1_what" }?.properties == .all)
        // Removed, restored and removed again: the connection still knows the row's field.
        for operation in [Operation.removeRow(group: "item", row: 1), .undo, .redo] {
            try await harness.perform([operation], on: session)
        }
        let rest = try #require(session.takeNews(of: client))
        #expect(rest.removed == ["item_1_what"])
        #expect(!rest.fields.contains { $0.name == "item_1_what" })
    }

    @Test("a row that came and went meanwhile is not mentioned")
    @LoopActor
    func passing() async throws {
        let harness = try RuntimeHarness()
        let session = try await follow(harness)
        try await add(session, harness)
        try await harness.perform([.removeRow(group: "item", row: 2)], on: session)
        let news = try #require(session.takeNews(of: client))
        #expect(news.removed == [] && !news.fields.contains { $0.name == "item_2_what" })
        #expect(news.session.contains(.fields))
    }

    @Test("the last 1,000 events are kept, or fewer if they are long, and the others are counted")
    @LoopActor
    func events() async throws {
        let harness = try RuntimeHarness()
        let session = try await follow(harness)
        for _ in 0..<1_003 { try await harness.perform([.validate(force: false)], on: session) }
        var news = try #require(session.takeNews(of: client))
        #expect(news.events.count == 1_000)
        #expect(news.lost > 0)
        let message = String(repeating: "x", count: 4_000)
        try await harness.perform([.setErrors(["name": message])], on: session)
        for _ in 0..<600 { try await harness.perform([.validate(force: false)], on: session) }
        news = try #require(session.takeNews(of: client))
        #expect((1..<600).contains(news.events.count), "\(news.events.count)")
        #expect(news.events.count + news.lost >= 600)
        #expect(session.takeNews(of: client) == nil)
    }
}
