import DBus
import EventLoop
import FormdTesting
import Testing

@Suite("Dispatch", .loop)
struct DispatcherTests {
    static let kitchen = ServedLamps.kitchen

    /// The error's name without its usual beginning, and its text.
    @LoopActor static func refusal(_ connection: Connection, _ call: Message) async throws -> String? {
        do {
            _ = try await connection.call(call)
            return nil
        } catch let error as BusError {
            return error.name.string.split(separator: ".").last.map { "\($0): \(error.message)" }
        }
    }

    @LoopActor static func property(_ member: MemberName, _ arguments: String..., value: Value? = nil) throws -> Message
    {
        try .call(
            destination: nil,
            path: kitchen,
            interface: .properties,
            member: member,
            arguments: arguments.map { .string($0) } + (value.map { [.variant($0)] } ?? [])
        )
    }

    @Test("arguments and replies are passed unchanged")
    @LoopActor func echo() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            let values: [Value] = [
                .variant(.structure([.uint32(1), .string("é")])), .properties([("a", .byte(1))]), .strings(["x", ""]),
            ]
            #expect(try await client.call(lamps.call("Echo", values)).arguments() == values)
        }
    }

    @Test("a call without an interface finds the member in any interface")
    @LoopActor func withoutInterface() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            @LoopActor func call(_ member: MemberName, _ arguments: [Value] = []) throws -> Message {
                try .call(
                    destination: nil,
                    path: Self.kitchen,
                    interface: nil,
                    member: member,
                    arguments: arguments
                )
            }
            #expect(try await client.call(call("Dim", [.uint32(2)])).arguments() == [.double(1), .boolean(false)])
            #expect(try await client.call(call("Ping")).arguments() == [])
            #expect(
                try await Self.refusal(client, call("Shine"))
                    == "UnknownMethod: \(Self.kitchen) has no method “Shine”"
            )
        }
    }

    @Test("replies can be sent later and in any order")
    @LoopActor func deferred() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            async let first = client.call(lamps.call("Hold"))
            async let second = client.call(lamps.call("Hold"))
            while lamps.tree.lamps["kitchen"]?.heldCalls.count != 2 { await Task.yield() }
            _ = try await client.call(lamps.call("Release"))
            #expect(Set([try await first.arguments(), try await second.arguments()]) == [[.uint32(0)], [.uint32(1)]])
        }
    }

    @Test("a caller that expects no reply gets none")
    @LoopActor func noReply() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            let caller = Caller.peer(client, uid: 0, name: nil)
            let dispatcher = ObjectDispatcher(lamps.tree)
            var sent = 0
            let outlet = Outlet(send: { _ in sent += 1 }, report: { _ in })
            for member: MemberName in ["Dim", "Forget", "Lie", "Break", "Shine", "Release"] {
                let arguments: [Value] = member == "Dim" ? [.uint32(77)] : []
                let call = try lamps.call(member, arguments, expectsReply: false)
                dispatcher.serve(try Message(serialized: call.serialized()), from: caller, to: outlet)
            }
            #expect(lamps.tree.lamps["kitchen"]?.percent == 77)
            #expect(sent == 0)
        }
    }

    @Test(
        "each member requires its own access level, and a lower one is refused before anything happens",
        arguments: [AccessLevel.anyone, .guest, .owner]
    )
    @LoopActor func access(level: AccessLevel) async throws {
        try await ServedLamps.run { lamps in
            lamps.tree.access = level
            let client = try await lamps.connect()
            let lamp = "org.example.Lamp1"
            let cases: [(Message, AccessLevel, String)] = [
                (try lamps.call("Dim", [.uint32(5)]), .guest, "call Dim"),
                (try lamps.call("Smash"), .owner, "call Smash"),
                (try Self.property("Get", lamp, "Color"), .guest, "read Color"),
                (try Self.property("Get", lamp, "Pin"), .owner, "read Pin"),
                (try Self.property("Get", "", "Pin"), .owner, "read Pin"),
                (try Self.property("Set", lamp, "Color", value: .string("red")), .owner, "write Color"),
                (try Self.property("Get", "org.example.Wiring1", "Volts"), .owner, "read Volts"),
            ]
            for (call, needed, action) in cases {
                let refusal = try await Self.refusal(client, call)
                let expected = "AccessDenied: The caller may not \(action) of \(Self.kitchen)"
                #expect(refusal == (level < needed ? expected : nil))
            }
            #expect(lamps.tree.lamps["kitchen"]?.color == (level < .owner ? "white" : "red"))
            #expect(lamps.tree.lamps["kitchen"]?.percent == (level < .guest ? 0 : 5))
            // Even that a property cannot be written is told to nobody who may not read it.
            let constant = try await Self.refusal(client, Self.property("Set", lamp, "Serial", value: .string("x")))
            #expect(constant?.hasPrefix(level < .guest ? "AccessDenied" : "PropertyReadOnly") == true)
        }
    }

    @Test("GetAll, Introspect and GetManagedObjects omit what the caller may not see")
    @LoopActor func hidden() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            @LoopActor func names(_ level: AccessLevel, _ interface: String) async throws -> Set<String> {
                lamps.tree.access = level
                let all = try await client.call(Self.property("GetAll", interface)).arguments()
                return Set(all[0].properties?.keys.map { $0 } ?? [])
            }
            let open: Set = ["Color", "Serial", "Percent", "Picture"]
            #expect(try await names(.anyone, "org.example.Lamp1") == [])
            #expect(try await names(.guest, "org.example.Lamp1") == open)
            // “Broken” has no value of its type: it is left out as well, and reported.
            #expect(try await names(.owner, "org.example.Lamp1") == open.union(["Pin"]))
            #expect(try await names(.owner, "") == open.union(["Pin", "Volts"]))
            #expect(lamps.reports.contains("Broken at \(Self.kitchen) is “u”, not “s”"))

            lamps.tree.access = .guest
            let xml = try await client.call(
                .call(destination: nil, path: Self.kitchen, interface: .introspectable, member: "Introspect")
            ).arguments()
            #expect(xml[0].string?.contains("org.example.Lamp1\"") == true)
            #expect(xml[0].string?.contains("org.example.Wiring1") == false)

            let objects = try await client.call(
                .call(
                    destination: nil,
                    path: ToyTree.root,
                    interface: .objectManager,
                    member: "GetManagedObjects"
                )
            ).arguments()[0]
            #expect(objects.type.string == "a{oa{sa{sv}}}")
            #expect(
                objects.entries?.map(\.key.objectPath?.string) == ["cellar", "kitchen"].map { "\(ToyTree.root)/\($0)" }
            )
            let interfaces = objects.entries?.first?.value.entries
            #expect(interfaces?.map(\.key.string) == ["org.example.Lamp1"])
            #expect(Set(interfaces?.first?.value.properties?.keys.map { $0 } ?? []) == open)
        }
    }

    @Test("standard interfaces reply to invalid calls with errors")
    @LoopActor func standardErrors() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            let lamp = "org.example.Lamp1"
            let cases: [(Message, String)] = [
                (try Self.property("Get", lamp, "Weight"), "UnknownProperty"),
                (try Self.property("Get", lamp, "a b"), "UnknownProperty"),
                (try Self.property("Get", "org.example.Sun1", "Color"), "UnknownInterface"),
                (try Self.property("Get", "…", "Color"), "UnknownInterface"),
                (try Self.property("GetAll", "org.example.Sun1"), "UnknownInterface"),
                (try Self.property("Get", lamp), "InvalidArgs"),
                (try Self.property("Get", lamp, "Broken"), "Failed"),
                (try Self.property("Set", lamp, "Color", value: .variant(.string("x"))), "InvalidArgs"),
            ]
            for (call, name) in cases {
                #expect(try await Self.refusal(client, call)?.hasPrefix(name + ": ") == true)
            }
        }
    }

    @Test("a caller on a private socket is identified by the connection and its user, whatever sender it writes")
    @LoopActor func callerIsNotForged() async throws {
        try await ServedLamps.run { lamps in
            let client = try Connection.open(address: lamps.address)
            client.senderStamp = ":1.42"
            _ = try await client.call(lamps.call("Dim", [.uint32(1)]))
            let caller = try #require(lamps.tree.callers.last)
            #expect(caller.sender == nil)
            #expect(caller.uid == client.peerUID)
        }
    }

    @Test("calls of senders that must be looked up stay in order and have the sender's user")
    @LoopActor func lookedUp() async throws {
        try await ServedLamps.run(on: .bus, callers: .lookedUp) { lamps in
            let client = try await lamps.connect()
            for percent: UInt32 in 1...20 {
                client.send(try lamps.call("Dim", [.uint32(percent)], expectsReply: false))
            }
            _ = try await client.call(lamps.call("Dim", [.uint32(42)]))
            #expect(lamps.tree.lamps["kitchen"]?.percent == 42)
            #expect(lamps.tree.callers.count == 21)
            #expect(lamps.tree.callers.allSatisfy { $0.sender == client.uniqueName && $0.uid == client.peerUID })
        }
    }

    @Test("a waiting call is admitted or refused when it is served, after the earlier calls")
    @LoopActor func admission() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            var waiting: [@LoopActor () -> Void] = []
            lamps.dispatcher.schedule = { _, _, serve in waiting.append(serve) }
            lamps.dispatcher.admit = { _ in
                if lamps.tree.lamps["kitchen"]?.percent == 42 { throw BusError(.limitsExceeded, "read first") }
            }
            client.send(try lamps.call("Dim", [.uint32(42)], expectsReply: false))
            let second = try lamps.call("Dim", [.uint32(7)])
            let refusal = Task { @LoopActor in try await Self.refusal(client, second) }
            #expect(try await eventually { waiting.count == 2 })
            for serve in waiting { serve() }
            #expect(try await refusal.value == "LimitsExceeded: read first")
            #expect(lamps.tree.lamps["kitchen"]?.percent == 42)
        }
    }
}
