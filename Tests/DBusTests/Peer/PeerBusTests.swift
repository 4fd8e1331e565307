@testable import DBus
import EventLoop
import FormdTesting
import Glibc
import Testing

@Suite("The private socket", .loop)
struct PeerBusTests {
    @LoopActor static func driver(_ member: MemberName, _ arguments: [Value], interface: InterfaceName = .bus) throws
        -> Message
    {
        try .call(
            destination: .bus,
            path: "/org/freedesktop/DBus",
            interface: interface,
            member: member,
            arguments: arguments
        )
    }

    @LoopActor static func errorName(_ body: () async throws -> Void) async throws -> String? {
        do {
            try await body()
            return nil
        } catch let error as BusError {
            return error.name.string.split(separator: ".").last.map(String.init)
        }
    }

    /// Collects what arrives until the connection has answered a call that was made after it.
    @LoopActor static func received(by client: Connection, _ body: () async throws -> Void) async throws -> [Message] {
        var messages: [Message] = []
        client.onMessage = { message in
            messages.append(message)
            return true
        }
        try await body()
        _ = try await client.call(
            .call(destination: nil, path: "/", interface: .introspectable, member: "Introspect")
        )
        return messages
    }

    @Test("each connection gets a unique name once")
    @LoopActor func hello() async throws {
        try await ServedLamps.run { lamps in
            let first = try await lamps.connect()
            let second = try await lamps.connect()
            #expect(first.uniqueName == ":p.1")
            #expect(second.uniqueName == ":p.2")
            let again = try await Self.errorName { _ = try await first.call(Self.driver("Hello", [])) }
            #expect(again == "Failed")
        }
    }

    @Test("an incomplete message is counted together with the user's other connections, and then served")
    @LoopActor func partialMessage() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            let other = try await lamps.connect()
            let long = Value.string(String(repeating: "x", count: 1 << 20))
            #expect(try await Self.errorName { _ = try await client.call(Self.driver("GetNameOwner", [long])) } != nil)
            #expect(client.isOpen && other.isOpen)
        }
    }

    @Test("names have the same owners as on a bus")
    @LoopActor func owners() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            let other = try await lamps.connect()
            #expect(try await client.owner(of: ServedLamps.name) == ":p.0")
            #expect(try await client.owner(of: ":p.0") == ":p.0")
            #expect(try await client.owner(of: .bus) == .bus)
            #expect(try await client.owner(of: ":p.1") == ":p.1")
            for name: BusName in ["org.example.Nobody", other.uniqueName ?? ":p.2", ":p.99"] {
                #expect(try await Self.errorName { _ = try await client.owner(of: name) } == "NameHasNoOwner")
                let has = try await client.call(Self.driver("NameHasOwner", [.string(name.string)]))
                #expect(try has.arguments() == [.boolean(false)])
            }
            let malformed = try await Self.errorName {
                _ = try await client.call(Self.driver("GetNameOwner", [.string("?")]))
            }
            #expect(malformed == "NameHasNoOwner")
        }
    }

    @Test("other methods of a bus are not implemented, and there are no other destinations")
    @LoopActor func noBus() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            #expect(try await Self.errorName { _ = try await client.requestName("org.example.X") } == "UnknownMethod")
            let stranger = try Message.call(
                destination: "org.example.Other",
                path: "/",
                interface: .peer,
                member: "Introspect"
            )
            #expect(try await Self.errorName { _ = try await client.call(stranger) } == "ServiceUnknown")
            let plain = try Connection.open(address: lamps.address)
            #expect(try await plain.call(lamps.call("Dim", [.uint32(2)])).sender == ":p.0")
        }
    }

    @Test("a connection that only called Hello is closed for another one; one that called or subscribed is not")
    @LoopActor func room() async throws {
        try await ServedLamps.run { lamps in
            lamps.server?.limits.ofUser = 3
            let caller = try await lamps.connect()
            _ = try await caller.call(lamps.call("Dim", [.uint32(1)]))
            let listener = try await lamps.connect()
            try await listener.addMatch("type='signal'")
            var idlers: [Connection] = []
            for _ in 0..<3 { idlers.append(try await lamps.connect()) }
            #expect(try await eventually { idlers.map(\.isOpen) == [false, false, true] })
            #expect(caller.isOpen && listener.isOpen)
        }
    }

    @Test("a signal reaches each subscriber, and each client that may see it and has a matching rule, once")
    @LoopActor func routing() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            @LoopActor func count(_ audience: PeerBus.Audience) async throws -> Int {
                try await Self.received(by: client) { try lamps.burnOut(audience: { _ in audience }) }.count
            }
            #expect(try await count(.visible) == 0)
            #expect(try await count(.subscribed) == 1)
            try await client.addMatch("type='signal',sender='org.example.Lamps1',arg1='age'")
            try await client.addMatch("type='signal',path_namespace='/org/example'")
            try await client.addMatch("path_namespace='/org/example',type='signal'")
            #expect(try await count(.visible) == 1)
            #expect(try await count(.subscribed) == 1)
            #expect(try await count(.hidden) == 0)
            try await client.removeMatch("type='signal',sender='org.example.Lamps1',arg1='age'")
            try await client.removeMatch("type='signal',path_namespace='/org/example'")
            #expect(try await count(.visible) == 1)
            try await client.removeMatch("type='signal',path_namespace='/org/example'")
            #expect(try await count(.visible) == 0)
            let gone = try await Self.errorName { try await client.removeMatch("type='signal'") }
            #expect(gone == "MatchRuleNotFound")
            #expect(try await Self.errorName { try await client.addMatch("type='x'") } == "MatchRuleInvalid")
        }
    }

    @Test("signals and replies have the daemon's name as their sender")
    @LoopActor func senders() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            try await client.addMatch("")
            let signals = try await Self.received(by: client) { try lamps.burnOut() }
            #expect(signals.map(\.sender) == [":p.0"])
            let reply = try await client.call(lamps.call("Dim", [.uint32(2)]))
            #expect(reply.sender == ":p.0")
            #expect(reply.destination == client.uniqueName)
        }
    }

    @Test("a connection that has not sent anything gets no signals")
    @LoopActor func silent() async throws {
        try await ServedLamps.run { lamps in
            let client = try Connection.open(address: lamps.address)
            while lamps.peerBus?.peerCount != 1 { await Task.yield() }
            let messages = try await Self.received(by: client) { try lamps.burnOut(audience: { _ in .subscribed }) }
            #expect(messages.isEmpty)
            let later = try await Self.received(by: client) { try lamps.burnOut(audience: { _ in .subscribed }) }
            #expect(later.count == 1)
        }
    }

    @Test("the number of match rules is limited")
    @LoopActor func matchRuleLimit() async throws {
        try await ServedLamps.run { lamps in
            let client = try await lamps.connect()
            for index in 0..<512 { try await client.addMatch("arg0='\(index % 7)'") }
            #expect(try await Self.errorName { try await client.addMatch("") } == "LimitsExceeded")
            try await client.removeMatch("arg0='1'")
            try await client.addMatch("")
        }
    }

    @Test("a monitor gets calls, replies and signals, loses its name, and may not send messages")
    @LoopActor func monitor() async throws {
        try await ServedLamps.run { lamps in
            let monitor = try await lamps.connect()
            let client = try await lamps.connect()
            var seen: [Message] = []
            monitor.onMessage = { message in
                seen.append(message)
                return true
            }
            var hasEnded = false
            monitor.onDisconnect = { hasEnded = true }
            let monitoring: InterfaceName = "org.freedesktop.DBus.Monitoring"
            _ = try await monitor.call(
                Self.driver("BecomeMonitor", [.strings([]), .uint32(0)], interface: monitoring)
            )
            _ = try await client.call(lamps.call("Dim", [.uint32(60)]))
            try lamps.burnOut()
            try lamps.burnOut(audience: { _ in .hidden })
            while seen.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(seen.map(\.member) == ["NameLost", "Dim", "BurntOut"])
            #expect(seen.map(\.sender) == [.bus, ":p.2", ":p.0"])
            #expect(try seen[0].arguments() == [.string(":p.1")])

            monitor.send(try lamps.call("Dim", [.uint32(1)]))
            while !hasEnded { try await Task.sleep(for: .milliseconds(1)) }
            #expect(lamps.tree.lamps["kitchen"]?.percent == 60)
            #expect(lamps.reports.count == 1)
        }
    }

    @Test("a client that does not read is disconnected, and others are not")
    @LoopActor func slowReader() async throws {
        var limits = PeerBus.Limits()
        limits.outgoingQueue = 256 << 10
        try await ServedLamps.run(limits: limits) { lamps in
            let reader = try await lamps.connect()
            try await reader.addMatch("type='signal'")
            // A stopped process neither reads nor goes away.
            let sleeper = try RunningTool(
                "gdbus",
                ["monitor", "--address", lamps.address, "--dest", "org.example.Lamps1"]
            )
            try await sleeper.waits(for: "is owned by")
            var received = 0
            reader.onMessage = { _ in
                received += 1
                return true
            }
            var sent = 0
            // gdbus asks for signals only after it has printed the name's owner.
            let isSubscribed = try await eventually {
                try lamps.burnOut()
                sent += 1
                return sleeper.output.contains("BurntOut")
            }
            #expect(isSubscribed)
            sleeper.pause()
            while lamps.gone.isEmpty, sent < 100_000 {
                for _ in 0..<50 { try lamps.burnOut() }
                sent += 50
                while received < sent { try await Task.sleep(for: .milliseconds(1)) }
            }
            #expect(lamps.gone.count == 1)
            #expect(lamps.reports.count == 1)
            #expect(lamps.reports.first?.contains("bytes waited") == true)
            #expect(received == sent)
            #expect(lamps.peerBus?.peerCount == 1)
        }
    }

    @Test("a message above the limit closes only its own connection")
    @LoopActor func tooLarge() async throws {
        var limits = PeerBus.Limits()
        limits.incomingMessage = 64 << 10
        try await ServedLamps.run(limits: limits) { lamps in
            let client = try await lamps.connect()
            let other = try await lamps.connect()
            let text = String(repeating: "x", count: 100 << 10)
            let error = try await Self.errorName {
                _ = try await other.call(
                    lamps.call("Echo", [.variant(.string(text)), .properties([]), .strings([])])
                )
            }
            #expect(error == "Disconnected" || error == "NoReply")
            _ = try await client.call(lamps.call("Dim", [.uint32(1)]))
            #expect(lamps.gone.map(\.sender) == [other.uniqueName])
        }
    }

    @Test(
        "an incomplete message counts for its user together with the other connections, and closes its connection at the limit"
    )
    @LoopActor func halfSentMessage() async throws {
        try await ServedLamps.run { lamps in
            let peerBus = try #require(lamps.peerBus)
            let other = try await lamps.connect()
            var asked: [Int] = []
            peerBus.mayHold = { uid, bytes in
                #expect(uid == geteuid())
                asked.append(bytes)
                #expect(peerBus.heldBytes(of: uid) < bytes)
                return bytes <= 256 << 10
            }
            let text = Value.string(String(repeating: "x", count: 1 << 20))
            await #expect(throws: BusError.self) {
                try await other.call(lamps.call("Echo", [.variant(text), .properties([]), .strings([])]))
            }
            #expect(asked.count > 2)
            #expect(asked == asked.sorted())
            #expect(try await eventually { peerBus.heldBytes(of: geteuid()) == 0 })
        }
    }

    @Test("sent messages reach clients that read when the socket is closed")
    @LoopActor func closing() async throws {
        try await ServedLamps.run { lamps in
            let peerBus = try #require(lamps.peerBus)
            let reader = try await lamps.connect()
            try await reader.addMatch("type='signal'")
            var received = 0
            reader.onMessage = { _ in
                received += 1
                return true
            }
            // More than the socket takes at once.
            for _ in 0..<5_000 { try lamps.burnOut() }
            await peerBus.close(within: .seconds(60))
            #expect(try await eventually { !reader.isOpen })
            #expect(received == 5_000)
        }
    }

    @Test("a client that does not read does not delay the closing of the socket")
    @LoopActor func closingBeforeSleepers() async throws {
        try await ServedLamps.run { lamps in
            let peerBus = try #require(lamps.peerBus)
            for _ in 0..<3 {
                let sleeper = try await lamps.connect()
                try await sleeper.addMatch("type='signal'")
                sleeper.source?.isEnabled = false
            }
            for _ in 0..<5_000 { try lamps.burnOut() }
            await peerBus.close(within: .milliseconds(20))
            #expect(try await eventually { peerBus.peerCount == 0 })
            #expect(lamps.gone.count == 3)
        }
    }

    @Test("a disconnected peer is reported with its name, and the others are still served")
    @LoopActor func disconnect() async throws {
        try await ServedLamps.run { lamps in
            let first = try await lamps.connect()
            let second = try await lamps.connect()
            _ = try await first.call(lamps.call("Dim", [.uint32(1)]))
            let caller = try #require(lamps.tree.callers.last)
            first.closeNow()
            while lamps.gone.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            #expect(lamps.gone.map(\.id) == [caller.id])
            _ = try await second.call(lamps.call("Dim", [.uint32(2)]))
        }
    }
}
