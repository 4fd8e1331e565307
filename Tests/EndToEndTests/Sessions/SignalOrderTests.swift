import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("The signals for a subscriber", .loop, .timeLimit(.minutes(2)))
struct SignalOrderTests {
    /// What a user and an application do, in an order that makes sense.
    private static let steps: [(String, @LoopActor (SessionObject) async throws -> Void)] = [
        ("focus", { try await $0.field("name").call("Focus") }),
        ("type", { try await $0.field("name").type("A") }),
        ("delete", { try await $0.field("name").call("DeleteBackward") }),
        ("leave an empty required field", { try await $0.call("FocusNext") }),
        ("type into a mask", { try await $0.field("phone").type("916") }),
        ("leave an incomplete field", { try await $0.call("Blur") }),
        (
            "set a text",
            { try await $0.field("name").call("SetText", [.string("Bo"), .properties([(String, Value)]())]) }
        ),
        (
            "set an error",
            { try await $0.field("note").call("SetError", [.string(String(repeating: "long ", count: 30))]) }
        ),
        ("type lines", { try await $0.field("note").type("one\ntwo\nthree") }),
        ("a submission that fails", { _ = try await $0.refusal("Submit") }),
        (
            "several operations",
            {
                _ = try await $0.apply([
                    ("InsertText", [("field", .string("phone")), ("text", .string("1234567"))]),
                    (
                        "SetText",
                        [
                            ("field", .string("name")), ("text", .string("Ada")),
                            ("options", .properties([(String, Value)]())),
                        ]
                    ),
                    ("Validate", [("force", .boolean(true))]),
                ])
            }
        ),
        ("undo", { try await $0.call("Undo") }),
        ("redo", { try await $0.call("Redo") }),
        ("another locale", { try await $0.set("Locale", .string("ru")) }),
        ("a narrow form", { try await $0.set("Width", .double(100)) }),
        ("a submission", { try await $0.call("Submit") }),
        ("reset", { try await $0.call("Reset") }),
    ]

    @Test(
        "PropertiesChanged precedes other signals, once for each object, with one revision, and before the reply",
        arguments: Transport.allCases
    )
    @LoopActor
    func order(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.session(transport)
        try await session.client.listen(under: session.path.string)
        let observer = try await service.connect(transport)
        try await observer.listen(under: session.path.string)

        for (name, step) in Self.steps {
            let before = try await session.revision()
            _ = session.client.takeSignals()
            _ = observer.takeSignals()
            try await step(session)
            let heard = session.client.takeSignals()
            let after = try await session.revision()
            #expect(session.client.signals == [], "\(name): signals came after the reply")
            try await observer.call(session.path, .peer, "Ping")
            #expect(observer.takeSignals() == heard, "\(name)")

            #expect(!heard.isEmpty, "\(name)")
            #expect(after == before + 1, "\(name)")
            var announced: Set<String> = []
            var happened: Set<String> = []
            for signal in heard {
                if signal.name == "PropertiesChanged" {
                    #expect(announced.insert(signal.path).inserted, "\(name): two announcements of \(signal.path)")
                    #expect(!happened.contains(signal.path), "\(name): properties after events of \(signal.path)")
                    #expect(signal.arguments[1].properties?["Revision"] == .uint64(after), "\(name): \(signal)")
                } else {
                    happened.insert(signal.path)
                    #expect(signal.arguments.last == .uint64(after), "\(name): \(signal)")
                }
            }
        }
    }

    @Test("announced values equal those that can be read afterwards", arguments: Transport.allCases)
    @LoopActor
    func truthful(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.client.listen(under: session.path.string)
        var known = try await properties(of: session)
        for (name, step) in Self.steps {
            try await step(session)
            for signal in session.client.takeSignals() where signal.name == "PropertiesChanged" {
                for (property, value) in signal.arguments[1].properties ?? [:] {
                    // Placeholders are announced as soon as they may have changed: to compare all layers costs more.
                    if property != "Placeholders" {
                        #expect(known[signal.path]?[property] != value, "\(name): \(property) did not change")
                    }
                    known[signal.path]?[property] = value
                }
            }
            let now = try await properties(of: session)
            for (path, values) in now {
                for (property, value) in values where property != "Revision" {
                    #expect(known[path]?[property] == value, "\(name): \(property) of \(path)")
                }
            }
            known = now
        }
    }

    /// Every property of every object of a session.
    @LoopActor
    private func properties(of session: SessionObject) async throws -> [String: [String: Value]] {
        var all: [String: [String: Value]] = [:]
        let own = [Value.string(Contract.session.name.string)]
        all[session.path.string] = try await session.client.call(session.path, .properties, "GetAll", own)[0].properties
        for name in SampleForm.fields {
            let field = session.field(name)
            let fields = [Value.string(Contract.field.name.string)]
            all[field.path.string] = try await field.client.call(field.path, .properties, "GetAll", fields)[0]
                .properties
        }
        return all
    }

    @Test("with the audience members only subscribers get signals on the bus")
    @LoopActor
    func members() async throws {
        let service = try await Service.start()
        let session = try await service.session(.bus, options: [("audience", .string("members"))])
        let stranger = try await service.connect(.bus)
        let member = try await service.connect(.bus)
        try await stranger.listen()
        try await session.seen(by: member).call("Subscribe")

        try await session.field("name").call("Focus")
        try await session.field("name").type("Ada")
        for client in [stranger, member] { try await client.call(Contract.root, .peer, "Ping") }
        #expect(stranger.takeSignals() == [])
        #expect(member.takeSignals().contains { $0.name == "TextChanged" && $0.arguments.first == .string("Ada") })

        try await session.seen(by: member).call("Unsubscribe")
        try await session.field("name").type("!")
        try await session.call("Close")
        for client in [stranger, member] { try await client.call(Contract.root, .peer, "Ping") }
        #expect(stranger.takeSignals() == [])
        #expect(member.takeSignals() == [])
    }

    @Test(
        "on the private socket a client gets the signals of sessions that it opened, subscribed to, or matches by a rule"
    )
    @LoopActor
    func peers() async throws {
        let service = try await Service.start()
        let session = try await service.session(.socket)
        _ = session.client.takeSignals()
        let silent = try await service.connect(.socket)
        let member = try await service.connect(.socket)
        let matching = try await service.connect(.socket)
        try await session.seen(by: member).call("Subscribe")
        try await matching.listen(under: session.field("name").path.string)
        try await session.field("name").type("Ada")
        for client in [silent, member, matching] { try await client.call(Contract.root, .peer, "Ping") }
        #expect(session.client.signals.contains { $0.name == "TextChanged" })
        #expect(silent.signals == [])
        #expect(member.signals == session.client.signals)
        #expect(matching.signals.map(\.path).allSatisfy { $0.hasSuffix("/field/name") })
        #expect(matching.signals.contains { $0.name == "TextChanged" })
    }
}
