import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("The lifetime of a session", .loop, .timeLimit(.minutes(2)))
struct LifetimeTests {
    @Test("with the lifetime connection it ends with its opener's connection only", arguments: Transport.allCases)
    @LoopActor
    func connection(_ transport: Transport) async throws {
        let service = try await Service.start()
        let observer = try await service.connect(transport)
        try await observer.listen()
        let bound = [("lifetime", Value.string("connection"))]
        let first = try await service.session(transport, options: bound)
        let second = try await service.session(transport, options: bound)
        let user = try await service.connect(transport)
        try await first.seen(by: user).field("name").type("Ada")

        await user.disconnect()
        try await first.field("name").type("!")
        try await observer.call(Contract.root, .peer, "Ping")
        _ = observer.takeSignals()
        await second.client.disconnect()
        #expect(try await observer.waits(for: "SessionClosed"))
        let closed = observer.takeSignals()
        #expect(closed.map(\.name) == ["Closed", "SessionClosed"])
        #expect(closed.last?.arguments == [.objectPath(second.path), .string("owner-vanished")])
        #expect(try await first.field("name").text() == "Ada!")
    }

    @Test("with the lifetime members it outlives its opener for a while", arguments: Transport.allCases)
    @LoopActor
    func members(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.session(transport, options: [("lifetime", .string("members"))])
        try await session.field("name").type("Ada")
        await session.client.disconnect()
        let next = try await service.connect(transport)
        let seen = session.seen(by: next)
        try await seen.call("Subscribe")
        #expect(try await seen.field("name").text() == "Ada")
    }

    @Test("a detached session outlives its opener", arguments: Transport.allCases)
    @LoopActor
    func detached(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.session(transport)
        try await session.field("name").type("Ada")
        await session.client.disconnect()
        let next = try await service.connect(transport)
        #expect(try await session.seen(by: next).field("name").text() == "Ada")
    }

    @Test("a session is the same on the bus and on the private socket")
    @LoopActor
    func bothWays() async throws {
        let service = try await Service.start()
        let session = try await service.session(.bus)
        try await session.field("name").type("Ada")
        let peer = try await service.connect(.socket)
        #expect(try await session.seen(by: peer).field("name").text() == "Ada")
    }

    @Test("an idle session is closed", arguments: Transport.allCases)
    @LoopActor
    func idle(_ transport: Transport) async throws {
        let service = try await Service.start()
        let other = try await service.session(transport, options: [("idleTimeout", .uint32(0))])
        // Heard even if it comes before this test goes on.
        let client = try await service.connect(transport)
        try await client.listen()
        let session = try await client.openSession("sample", [("idleTimeout", .uint32(1))])
        #expect(try await session.client.waits(for: "SessionClosed"))
        #expect(session.client.signals.last?.arguments == [.objectPath(session.path), .string("idle")])
        try await other.field("name").type("Ada")
    }

    @Test("the end of a submitted session has the reason submitted", arguments: Transport.allCases)
    @LoopActor
    func submitted(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.client.listen()
        try await session.field("name").type("Ada")
        try await session.call("Submit")
        #expect(try await session.get("State") == .string("submitted"))
        try await session.call("Close")
        #expect(session.client.signals.last?.arguments == [.objectPath(session.path), .string("submitted")])
    }

    @Test("TypesChanged is sent when forms and plug-ins are reloaded", arguments: Transport.allCases)
    @LoopActor
    func types(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        try await client.listen()
        try await client.manager("Reload")
        #expect(client.signals.map(\.name) == ["TypesChanged"])
    }
}
