import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

/// What those are told who record a session, and who they are.
@Suite("Recording a session", .loop, .timeLimit(.minutes(2)))
struct RecordingTests {
    /// The operations of a `Performed`, each as its name and arguments.
    private static func operations(_ signal: Client.Signal) -> [(name: String, arguments: [String: Value])] {
        (signal.arguments.first?.elements ?? []).map { operation in
            let members = operation.members ?? []
            return (members.first?.string ?? "", members.last?.properties ?? [:])
        }
    }

    @Test(
        "each operation, also a refused one, is reported after its changes, with bullets for secrets",
        arguments: Transport.allCases
    )
    @LoopActor
    func operations(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.session(transport)
        try await session.client.listen()
        try await session.call("Record")
        let (name, password) = (session.field("name"), session.field("password"))
        try await name.type("Ada")
        #expect(session.client.signals.last?.name == "Performed")
        #expect(session.client.signals.contains { $0.name == "TextChanged" })
        #expect(try await name.refusal("Select", [.uint32(99), .uint32(0)]) != nil)
        try await session.set("Width", .double(300))
        try await password.type("secret")
        try await password.set("Text", .string("secret"))
        let values = [("name", "Grace"), ("password", "secret")].map {
            Value.Entry(.string($0.0), .string($0.1))
        }
        try await session.call("SetValues", [.dictionary(.string, .string, values)])
        _ = try await session.apply([
            ("SetText", [("field", .string("password")), ("text", .string("s")), ("options", .properties([]))]),
            ("Blur", []),
        ])
        let performed = session.client.takeSignals().filter { $0.name == "Performed" }
        let names = performed.map { Self.operations($0).map(\.name) }
        #expect(
            names == [
                ["InsertText"], ["Select"], ["Set"], ["InsertText"], ["Set"], ["SetValues"], ["SetText", "Blur"],
            ]
        )
        let failures = performed.map { $0.arguments[1].string ?? "" }
        #expect(failures == ["", "org.formd.Forms1.Error.OutOfRange", "", "", "", "", ""])
        let bullets = "••••••"
        let all = performed.flatMap(Self.operations).map(\.arguments)
        #expect(all[0] == ["field": .string("name"), "text": .string("Ada")])
        #expect(all[2] == ["property": .string("Width"), "value": .double(300)])
        #expect(all[3]["text"] == .string(bullets) && all[3]["masked"] == .boolean(true))
        #expect(all[4]["value"] == .string(bullets) && all[4]["masked"] == .boolean(true))
        #expect(all[5]["values"]?.entries?.map(\.value) == [.string("Grace"), .string(bullets)])
        #expect(all[6]["text"] == .string("•") && all[7] == [:])
        #expect(performed.last?.arguments.last == .uint64(try await session.revision()))

        // Keys that are sent together are stored together, and have revisions of their own.
        let revision = try await session.revision()
        #expect(await name.type(each: ["a", "b", "c"]) == 3)
        let numbers = session.client.takeSignals().filter { $0.name == "Performed" }.map { $0.arguments.last?.uint64 }
        #expect(numbers == (1...3).map { revision + $0 })

        try await session.call("Unsubscribe")
        try await name.type("!")
        #expect(!session.client.takeSignals().contains { $0.name == "Performed" })
    }

    @Test(
        "only recording connections receive operations, and only as long as their user is an owner",
        .enabled(if: geteuid() == 0, "to be several users takes root"),
        arguments: Transport.allCases
    )
    @LoopActor
    func audience(_ transport: Transport) async throws {
        let service = try await Service.startForEverybody()
        let session = try await service.connect(transport).openSession("sample")
        let guest = try await service.connect(transport, as: 1)
        try await session.call("Grant", [.uint32(1), .string("editor")])
        let seen = session.seen(by: guest)
        try await guest.listen()
        try await seen.call("Subscribe")
        #expect(try await seen.refusal("Record")?.name == .form(.accessDenied))
        try await session.call("Record")
        try await session.field("name").type("Ada")
        try await seen.call("GetValues")
        #expect(!guest.takeSignals().contains { $0.name == "Performed" })

        try await session.call("Grant", [.uint32(1), .string("owner")])
        try await seen.call("Record")
        try await session.field("name").type("!")
        try await seen.call("GetValues")
        #expect(guest.takeSignals().contains { $0.name == "Performed" })
        try await session.call("Grant", [.uint32(1), .string("editor")])
        try await session.field("name").type("?")
        try await seen.call("GetValues")
        let heard = guest.takeSignals().map(\.name)
        #expect(heard.contains("TextChanged") && !heard.contains("Performed"))
    }

    @Test("the definition of a session does not change when a form is installed", arguments: Transport.allCases)
    @LoopActor
    func definition(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.session(transport)
        try service.daemon.write(form: #"{"fields": [{"id": "other"}]}"#, named: "sample")
        try await session.client.manager("Reload")
        #expect(try await session.call("GetDefinition").string() == SampleForm.definition)
    }
}
