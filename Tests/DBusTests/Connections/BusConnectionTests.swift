import DBus
import EventLoop
import FormdTesting
import Testing

@Suite("Connections to a bus", .loop)
struct BusConnectionTests {
    @Test("a connection calls Hello and gets its unique name")
    @LoopActor func hello() async throws {
        let bus = try PrivateBus()
        let connection = try await Connection.openBus(.at(bus.address))
        let name = try #require(connection.uniqueName)
        #expect(name.isUnique)
        #expect(try await connection.owner(of: name) == name)
        await connection.close()
        #expect(!connection.isOpen)
        #expect(connection.ending == .closed)
    }

    @Test("a name has one owner at a time")
    @LoopActor func names() async throws {
        let bus = try PrivateBus()
        let one = try await Connection.openBus(.at(bus.address))
        let other = try await Connection.openBus(.at(bus.address))
        #expect(try await one.requestName("org.formd.Test") == .primaryOwner)
        #expect(try await one.requestName("org.formd.Test") == .alreadyOwner)
        #expect(try await other.requestName("org.formd.Test") == .exists)
        #expect(try await other.releaseName("org.formd.Test") == .notOwner)
        #expect(try await one.releaseName("org.formd.Test") == .released)
        #expect(try await other.requestName("org.formd.Test") == .primaryOwner)
        #expect(try await one.releaseName("org.formd.None") == .nonExistent)
    }

    @Test("calls, replies and errors arrive in order")
    @LoopActor func calls() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        service.answer { call in
            let arguments = try call.arguments()
            if arguments.isEmpty { throw BusError("org.formd.Error.Empty", "nothing to echo") }
            return arguments
        }
        let values: [Value] = [.string("ü🏳️‍🌈"), .properties([("a", .strings(["b"]))])]
        let reply = try await client.call(service.echo(values))
        #expect(try reply.arguments() == values)
        #expect(reply.sender == service.uniqueName)
        await #expect(throws: BusError("org.formd.Error.Empty", "nothing to echo")) {
            try await client.call(service.echo([]))
        }
    }

    @Test("random values arrive unchanged")
    @LoopActor func randomValues() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        service.answer { try $0.arguments() }
        var random = RandomValues(seed: 99)
        for _ in 0..<100 {
            let type = random.type()
            let value = random.value(of: type)
            guard (try? Signature([type])) != nil else { continue }
            #expect(try await client.call(service.echo([value])).arguments() == [value])
        }
    }

    @Test("a call without a handler is answered with UnknownMethod")
    @LoopActor func unhandled() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        let error = await #expect(throws: BusError.self) { try await client.call(service.echo([])) }
        #expect(error?.name == .unknownMethod)
    }

    @Test("a call to a name without an owner fails")
    @LoopActor func unknownService() async throws {
        let bus = try PrivateBus()
        let client = try await Connection.openBus(.at(bus.address))
        let call = try Message.call(destination: "org.formd.Nobody", path: "/", interface: "a.b", member: "C")
        let error = await #expect(throws: BusError.self) { try await client.call(call) }
        #expect(error?.name == .serviceUnknown)
    }

    @Test("a call fails if it is not answered in time, or is cancelled")
    @LoopActor func timeouts() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        service.onMessage = { _ in true }
        let error = await #expect(throws: BusError.self) {
            try await client.call(service.echo([]), timeout: .milliseconds(10))
        }
        #expect(error?.name == .noReply)

        let call = try service.echo([])
        let waiting = Task { @LoopActor in try await client.call(call) }
        await Task.yield()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(try await client.owner(of: .bus) == .bus)
    }

    @Test(
        "signals that match the rules arrive in order, and a task that waits for a reply continues before later signals"
    )
    @LoopActor func signals() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        try await client.addMatch("type='signal',interface='org.formd.Test'")
        var seen: [UInt32] = []
        client.onMessage = { message in
            if message.interface != "org.formd.Test" { return false }
            seen.append((try? message.arguments().first?.uint32) ?? 0)
            return true
        }
        service.onMessage = { [unowned service] call in
            guard call.kind == .call else { return false }
            for number in 1...300 as ClosedRange<UInt32> {
                if number == 150, let reply = try? Message.reply(to: call) { service.send(reply) }
                if let signal = try? Message.signal(
                    path: "/",
                    interface: "org.formd.Test",
                    member: "Tick",
                    arguments: [.uint32(number)]
                ) {
                    service.send(signal)
                }
            }
            return true
        }
        _ = try await client.call(service.echo([]))
        #expect(seen == Array(1..<150))
        #expect(try await eventually { seen.count == 300 })
        #expect(seen == Array(1...300))
        try await client.removeMatch("type='signal',interface='org.formd.Test'")
    }

    @Test("the bus reports that a client has disconnected")
    @LoopActor func vanishing() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        try await service.addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
        let gone = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Message, any Error>) in
            service.onMessage = { message in
                guard message.member == "NameOwnerChanged" else { return false }
                continuation.resume(returning: message)
                return true
            }
            client.closeNow()
        }
        #expect(try gone.arguments().first?.string == client.uniqueName?.string)
    }

    @Test("when the bus ends, the connection and its waiting calls end")
    @LoopActor func lostBus() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        service.onMessage = { _ in true }
        var ends = 0
        client.onDisconnect = { ends += 1 }
        let call = try service.echo([])
        let waiting = Task { @LoopActor in try await client.call(call) }
        try await EventLoop.shared.sleep(for: .milliseconds(5))
        bus.stop()
        let error = await #expect(throws: BusError.self) { try await waiting.value }
        #expect(error?.name == .disconnected)
        #expect(try await eventually { !client.isOpen })
        #expect(ends == 1)
        #expect(client.ending == .disconnected)
        #expect(client.send(call) == 0)
        await #expect(throws: BusError.self) { try await client.call(call) }
    }

    @Test("a call beyond the bus's limits fails with the bus's message")
    @LoopActor func quota() async throws {
        let bus = try PrivateBus(limits: ["max_match_rules_per_connection": 2])
        let client = try await Connection.openBus(.at(bus.address))
        let invalid = await #expect(throws: BusError.self) { try await client.addMatch("nonsense") }
        #expect(invalid?.name == "org.freedesktop.DBus.Error.MatchRuleInvalid")
        try await client.addMatch("member='A'")
        try await client.addMatch("member='B'")
        let error = await #expect(throws: BusError.self) { try await client.addMatch("member='C'") }
        #expect(error?.name == .limitsExceeded)
    }

    @Test("a reply that no bus would accept is replaced with an error, and the connection continues")
    @LoopActor func tooLargeReply() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        // The arguments alone would be small enough.
        let text = String(repeating: "x", count: MessageLimits.bytes - 100)
        service.answer { call in [.string(try call.arguments().isEmpty ? text : "")] }
        let error = await #expect(throws: BusError.self) { try await client.call(service.echo([])) }
        #expect(error?.name == .limitsExceeded)
        #expect(try await client.call(service.echo([.byte(1)])).arguments() == [.string("")])
    }

    @Test("the largest allowed message is sent")
    @LoopActor func largestMessage() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        let text = String(repeating: "x", count: MessageLimits.bytes - 1000)
        service.answer { _ in [.string(text)] }
        #expect(try await client.call(service.echo([])).arguments() == [.string(text)])
    }

    @Test("a call that is too large fails, and later calls do not")
    @LoopActor func tooLargeCall() async throws {
        let bus = try PrivateBus()
        let (client, service) = try await pair(on: bus)
        service.answer { try $0.arguments() }
        client.maximumMessageBytes = 10_000
        let large = Value.string(String(repeating: "x", count: 10_000))
        let error = await #expect(throws: BusError.self) { try await client.call(service.echo([large])) }
        #expect(error?.name == .limitsExceeded)
        #expect(try await client.call(service.echo([.byte(1)])).arguments() == [.byte(1)])
    }

    @Test(
        "after the bus has closed the connection because of a message, the link connects and requests its names again"
    )
    @LoopActor func reconnecting() async throws {
        let bus = try PrivateBus(limits: ["max_message_size": 64 << 10])
        let link = BusLink(to: .at(bus.address)) { connection in
            connection.answer { try $0.arguments() }
            let reply = try await connection.requestName("org.formd.Test")
            #expect(reply == .primaryOwner)
        }
        var losses = 0
        link.onLoss = { losses += 1 }
        try await link.open()
        let first = try #require(link.connection)
        let text = Value.string(String(repeating: "x", count: 100_000))
        first.send(try .signal(path: "/a", interface: "a.b", member: "C", arguments: [text]))
        #expect(try await eventually { link.connection.map { $0 !== first } == true })
        #expect(losses == 1)
        #expect(first.ending == .disconnected)

        let client = try await Connection.openBus(.at(bus.address))
        let call = try Message.call(
            destination: "org.formd.Test",
            path: "/",
            interface: "a.b",
            member: "C",
            arguments: [.byte(7)]
        )
        #expect(try await client.call(call).arguments() == [.byte(7)])
        await link.close()
        #expect(link.connection == nil)
        #expect(losses == 1)
    }

    @Test("the link connects to a restarted bus although the address contains the ID of the previous one")
    @LoopActor func restarted() async throws {
        let bus = try PrivateBus()
        // The bus starts services with such an address.
        let address = BusAddress.at("unix:path=/nonexistent/bus;\(bus.addressWithID)")
        let link = BusLink(to: address) { _ in }
        link.delays = (.milliseconds(1), .milliseconds(2))
        try await link.open()
        try bus.restart()
        await #expect(throws: BusError.self) { try await Connection.openBus(address) }
        #expect(try await eventually { link.connection?.isOpen == true })
        await link.close()
        // A program that the daemon executes has the same environment.
        let next = BusLink(to: address) { _ in }
        try await next.open()
        await next.close()
    }

    @Test("the link tries to connect again until there is a bus, or until it is closed")
    @LoopActor func retrying() async throws {
        let bus = try PrivateBus()
        let link = BusLink(to: .at(bus.address)) { _ in }
        link.delays = (.milliseconds(1), .milliseconds(2))
        var failures = 0
        link.onFailure = { _ in failures += 1 }
        try await link.open()
        bus.stop()
        #expect(try await eventually { failures >= 3 })
        #expect(link.connection == nil)
        await link.close()
        try await EventLoop.shared.sleep(for: .milliseconds(10))
        let tried = failures
        try await EventLoop.shared.sleep(for: .milliseconds(20))
        #expect(failures == tried)
        await #expect(throws: BusError.self) { try await link.open() }
    }

    @Test(
        "connecting fails if there is no bus",
        arguments: ["unix:path=/nonexistent/bus", "autolaunch:", "nonsense", "", "unix:path=/a\0b"]
    )
    @LoopActor func noBus(address: String) async {
        await #expect(throws: BusError.self) { try await Connection.openBus(.at(address)) }
    }

    @LoopActor private func pair(on bus: PrivateBus) async throws -> (client: Connection, service: Connection) {
        (try await .openBus(.at(bus.address)), try await .openBus(.at(bus.address)))
    }
}

extension Connection {
    /// A call that `answer` answers.
    func echo(_ arguments: [Value]) throws -> Message {
        try .call(
            destination: uniqueName,
            path: "/test",
            interface: "org.formd.Test",
            member: "Echo",
            arguments: arguments
        )
    }

    /// Answers every call with what the closure makes of it.
    func answer(_ answer: @escaping @LoopActor (Message) throws -> [Value]) {
        onMessage = { [unowned self] call in
            guard call.kind == .call else { return false }
            do {
                send(try Message.reply(to: call, arguments: answer(call)))
            } catch {
                send(Message.error(to: call, error as? BusError ?? BusError(.failed, "\(error)")))
            }
            return true
        }
    }
}
