import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

/// The method `Follow` and the signal `Changed`.
@Suite("Following a session", .loop, .timeLimit(.minutes(3)))
struct FollowTests {
    /// A `Changed`, with its parts by name.
    private struct News {
        let revision: UInt64
        /// The properties of each object; "" is the session.
        let changes: [String: [String: Value]]
        let removed: [String]
        let events: [(name: String, arguments: [String: Value])]

        init?(_ arguments: [Value]) {
            guard arguments.count >= 3, let revision = arguments[0].uint64 else { return nil }
            func pairs(_ value: Value) -> [(String, [String: Value])] {
                (value.elements ?? []).compactMap(\.members).map { ($0[0].string ?? "", $0[1].properties ?? [:]) }
            }
            self.revision = revision
            changes = Dictionary(pairs(arguments[1])) { $1 }
            removed = arguments[2].elements?.compactMap(\.string) ?? []
            events = arguments.count > 3 ? pairs(arguments[3]).map { (name: $0.0, arguments: $0.1) } : []
        }
    }

    @LoopActor
    private func follow(_ session: SessionObject, _ options: [(String, Value)] = []) async throws -> News {
        let reply = try await session.call("Follow", [.properties(options)])
        _ = session.client.takeSignals()
        return try #require(News(reply))
    }

    /// The news since the last call. Fails if the session sent any other signal.
    @LoopActor
    private func news(_ session: SessionObject) throws -> [News] {
        try session.client.takeSignals().map { signal in
            #expect(signal.name == "Changed" && signal.path == session.path.string)
            return try #require(News(signal.arguments))
        }
    }

    static let rows = """
        {"fields": [
          {"id": "name", "required": true}, {"id": "blocked", "enabled": false},
          {"id": "item", "label": "Item", "repeat": {"min": 1, "max": 9}, "fields": [{"id": "what"}]}]}
        """

    @Test("a follower gets the state, then one signal for each transaction and no other", arguments: Transport.allCases)
    @LoopActor
    func transactions(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport, options: [("audience", .string("members"))])
        let state = try await follow(session)
        let snapshot = try await session.call("GetSnapshot", [.uint64(0)])
        #expect(state.revision == snapshot[0].uint64 && state.removed.isEmpty)
        #expect(Set(state.changes.keys) == Set(SampleForm.fields + [""]))
        #expect(state.changes["name"]?["Required"] == .boolean(true))

        try await session.field("name").type("Ada")
        var told = try news(session)
        #expect(told.count == 1 && told[0].revision == state.revision + 1)
        #expect(told[0].changes["name"]?["Text"] == .string("Ada"))
        #expect(told[0].changes["name"]?["Revision"] == .uint64(told[0].revision))
        #expect(told[0].changes[""]?["CanUndo"] == .boolean(true))
        _ = try await session.apply([
            ("FocusField", [("field", .string("phone"))]),
            ("InsertText", [("field", .string("")), ("text", .string("9"))]),
        ])
        told = try news(session)
        #expect(told.count == 1 && told[0].changes["phone"]?["Text"] == .string("+7 (9"))
        #expect(told[0].changes[""]?["FocusedField"] == .string("phone"))
        #expect(told[0].events.map(\.name) == ["EditingBegan"])
        #expect(told[0].events[0].arguments == ["field": .string("phone")])

        try await session.call("Unsubscribe")
        try await session.field("name").type("!")
        #expect(try news(session).isEmpty)
        try await session.call("Subscribe")
        try await session.field("name").type("?")
        #expect(session.client.takeSignals().map(\.name).contains("TextChanged"))
    }

    @Test("only the wanted properties are returned and sent, and events", arguments: Transport.allCases)
    @LoopActor
    func properties(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport, options: [("audience", .string("members"))])
        let state = try await follow(session, [("properties", ["State", "Error"].busValue)])
        #expect(state.changes[""] == ["State": .string("editing")])
        #expect(state.changes["name"] == ["State": .string("normal"), "Error": .string("")])
        try await session.field("name").type("Ada")
        #expect(try news(session).isEmpty)
        try await session.field("name").call("SetError", [.string("No")])
        let told = try news(session)
        #expect(told.map(\.changes) == [["name": ["State": .string("error"), "Error": .string("No")]]])
        try await session.field("off").call("Focus")
        #expect(try news(session).map(\.events).first?.map(\.name) == ["FocusRefused"])
        let options = Value.properties([("properties", ["Nothing"].busValue)])
        #expect(try await session.refusal("Follow", [options])?.name == .form(.invalidArgument))
        #expect(
            try await session.refusal("Follow", [.properties([("since", .uint64(1 << 40))])])?.name
                == .form(.outOfRange)
        )
    }

    @Test(
        "added and removed rows and other events are part of the news, also after an interruption",
        arguments: Transport.allCases
    )
    @LoopActor
    func rows(_ transport: Transport) async throws {
        let service = try await Service.start(forms: ["rows": Self.rows])
        let session = try await service.session(transport, form: "rows", options: [("audience", .string("members"))])
        try await session.set("Width", .double(300))
        let start = try await follow(session)
        try await session.call("AddRow", [.string("item"), .int32(-1)])
        var told = try news(session)
        #expect(told.count == 1 && told[0].changes["item_2_what"]?["Id"] == .string("item_2_what"))
        #expect(told[0].changes[""]?["Structure"] != nil)
        try await session.call("RemoveRow", [.string("item"), .uint32(1)])
        told = try news(session)
        #expect(told.map(\.removed) == [["item_1_what"]])

        _ = try await session.refusal("Submit")
        told = try news(session)
        #expect(told[0].events.map(\.name) == ["ValidationFailed", "EditingBegan", "Validated"])
        #expect(told[0].events[0].arguments["field"] == .string("name"))
        #expect(told[0].events[0].arguments["message"]?.string?.isEmpty == false)
        #expect(told[0].events[2].arguments["valid"] == .boolean(false))

        let since = try await follow(session, [("since", .uint64(start.revision))])
        #expect(since.removed == ["item_1_what"])
        #expect(since.changes["item_2_what"] != nil)
        #expect(try await follow(session, [("since", .uint64(since.revision))]).changes.isEmpty)
    }

    @Test(
        "a follower gets IdleWarning and Closed",
        arguments: Transport.allCases
    )
    @LoopActor
    func ending(_ transport: Transport) async throws {
        let idle = Value.properties([("warn", .uint32(1)), ("grace", .uint32(9))])
        let session = try await Service.start().session(
            transport,
            options: [("audience", .string("members")), ("idle", idle)]
        )
        _ = try await follow(session)
        #expect(try await session.client.waits(for: "IdleWarning"))
        #expect(session.client.takeSignals().map(\.name) == ["IdleWarning"])
        try await session.call("Close")
        let ends = session.client.takeSignals()
        #expect(Set(ends.map(\.name)) == ["Closed", "SessionClosed"] && ends.count == 2)
        #expect(ends.first { $0.name == "Closed" }?.arguments == [.string("closed")])
    }

    @Test(
        "a follower that does not read gets fewer signals with the latest values, and stays connected",
        arguments: Transport.allCases
    )
    @LoopActor
    func slow(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.session(transport, options: [("audience", .string("members"))])
        let address = transport == .bus ? service.bus.address : service.daemon.socketAddress
        let follower = try RunningTool("/usr/bin/python3", ["-c", Self.follower, address, session.path.string])
        try await follower.waits(for: "following")
        follower.pause()
        let text = String(repeating: "x", count: 30_000)
        for number in 1...1_000 {
            try await session.field("note").call("SetText", [.string("\(number) \(text)"), .properties([])])
            if number % 100 == 0 {
                try await session.field("off").call("Focus")
            }
        }
        let statistics = try await session.client.manager("GetStatistics").first?.properties
        let held = statistics?["userBytesByPurpose"]?.properties?["connections"]?.uint64
        follower.resume()
        try await follower.waits(for: "1000 events 10")
        let lines = follower.output.split(separator: "\n").filter { $0.hasPrefix("changed") }
        #expect(lines.count < 200, "\(lines.count) signals for 1,000 transactions")
        #expect(held.map { $0 < 1 << 20 } == true, "\(held as Any) bytes wait in the daemon")
        try await session.field("note").call("SetText", [.string("done"), .properties([])])
        try await follower.waits(for: "changed done")
        let result = try await follower.stop()
        #expect(result.errors.isEmpty)
    }

    /// Prints a line for each `Changed`: the beginning of the note's text, and the number of events so far.
    private static let follower = """
        import sys
        from gi.repository import Gio, GLib
        address, path = sys.argv[1:]
        flags = Gio.DBusConnectionFlags
        bus = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        events = 0
        def changed(connection, sender, path, interface, name, arguments):
            global events
            revision, changes, removed, happened = arguments.unpack()
            events += len(happened)
            text = dict(changes).get("note", {}).get("Text", "")
            print("changed", text[:10].split(" ")[0], "events", events, flush=True)
        bus.signal_subscribe(None, "org.formd.Forms1.Session", "Changed", path, None, 0, changed)
        bus.call_sync("org.formd.Forms1", path, "org.formd.Forms1.Session", "Follow",
                      GLib.Variant("(a{sv})", ({},)), None, 0, -1, None)
        print("following", flush=True)
        GLib.MainLoop().run()
        """
}
