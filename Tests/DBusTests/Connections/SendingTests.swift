@testable import DBus
import EventLoop
import FormdTesting
import Glibc
import Testing

@Suite("Sending", .loop)
struct SendingTests {
    /// A server with one client that is a bare socket, so that the test says when it reads.
    @LoopActor
    private final class BarePeer {
        let connection: Connection
        private let socket: Int32
        private let folder: TemporaryFolder
        private let server: Server

        init() async throws {
            folder = try TemporaryFolder()
            server = try Server(path: folder.path + "/s/bus")
            var accepted: Connection?
            server.onConnection = { accepted = $0 }
            socket = try connectSocket(server.path)
            let uid = String(geteuid()).utf8.map { "3" + String($0 - 48) }.joined()
            let hello = "\0AUTH EXTERNAL \(uid)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n"
            send(socket, hello, hello.utf8.count, Int32(MSG_NOSIGNAL))
            #expect(try await eventually { accepted != nil })
            connection = try #require(accepted)
            _ = try read(text: "AGREE_UNIX_FD\r\n")
        }

        isolated deinit {
            close(socket)
        }

        /// Sends bytes to the server.
        func write(_ bytes: [UInt8]) {
            send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Sends calls, all at once.
        func call(_ count: Int) throws {
            let call = try Message.call(destination: nil, path: "/", interface: "a.b", member: "C")
            write((0..<count).flatMap { _ in call.serialized() })
        }

        /// What can be read now.
        func readNow() -> [UInt8] {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return bytes }
                bytes += chunk[..<count]
            }
        }

        /// Reads until nothing waits to be written any more.
        func readEverything() async throws -> [UInt8] {
            var bytes: [UInt8] = []
            while connection.hasOutgoing {
                bytes += readNow()
                try await EventLoop.shared.sleep(for: .milliseconds(1))
            }
            return bytes + readNow()
        }

        private func read(text: String) throws -> [UInt8] {
            var bytes: [UInt8] = []
            while !bytes.reversed().starts(with: text.utf8.reversed()) {
                var byte: UInt8 = 0
                guard recv(socket, &byte, 1, 0) == 1 else { break }
                bytes.append(byte)
            }
            return bytes
        }
    }

    private static func signal(_ number: Int, size: Int = 0) throws -> Message {
        let padding = Value.string(String(repeating: "x", count: size))
        return try .signal(
            path: "/a",
            interface: "a.b",
            member: "C",
            arguments: [.uint32(UInt32(number)), padding]
        )
    }

    /// The first argument of each message in a stream.
    private static func numbers(_ stream: [UInt8]) throws -> [UInt32?] {
        var rest = stream[...]
        var numbers: [UInt32?] = []
        while rest.count >= 16 {
            func number(at offset: Int) -> Int {
                let bytes = rest.dropFirst(offset).prefix(4)
                return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            let length = (16 + number(at: 12) + 7) / 8 * 8 + number(at: 4)
            guard rest.count >= length else { break }
            numbers.append(try Message(serialized: Array(rest.prefix(length))).arguments().first?.uint32)
            rest = rest.dropFirst(length)
        }
        #expect(rest.count == 0)
        return numbers
    }

    @Test("messages sent in one iteration are written at its end, in order, with one system call")
    @LoopActor func gathering() async throws {
        let peer = try await BarePeer()
        for number in 0..<100 { peer.connection.send(try Self.signal(number)) }
        #expect(peer.readNow().isEmpty)
        #expect(peer.connection.outgoingBytes > 0)
        await peer.connection.drain(within: .seconds(5))
        #expect(peer.connection.outgoingBytes == 0)
        #expect(try Self.numbers(peer.readNow()) == (0..<100).map { UInt32($0) })
    }

    @Test("a reader that pauses gets everything in order, however the socket splits it")
    @LoopActor func partialWrites() async throws {
        let peer = try await BarePeer()
        var received: [UInt8] = []
        for number in 0..<400 {
            peer.connection.send(try Self.signal(number, size: number * 97 % 9000))
            // Two megabytes: the socket is full again and again.
            if number % 50 == 49 { received += peer.readNow().prefix(Int.max) }
            if number % 7 == 0 { await Task.yield() }
        }
        #expect(peer.connection.hasOutgoing)
        while peer.connection.hasOutgoing {
            received += peer.readNow()
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
        received += peer.readNow()
        #expect(try Self.numbers(received) == (0..<400).map { UInt32($0) })
    }

    @Test("messages with descriptors stay in order with the others")
    @LoopActor func descriptors() async throws {
        let peer = try await BarePeer()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        var expected: [UInt32?] = []
        for number in 0..<300 {
            if number % 9 == 4 {
                peer.connection.send(
                    try Message.signal(
                        path: "/a",
                        interface: "a.b",
                        member: "C",
                        arguments: [.uint32(UInt32(number)), .unixFD(writing)]
                    )
                )
            } else {
                peer.connection.send(try Self.signal(number, size: 3000))
            }
            expected.append(UInt32(number))
        }
        var received: [UInt8] = []
        while peer.connection.hasOutgoing {
            received += peer.readNow()
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
        received += peer.readNow()
        _ = reading
        // Bytes that speak of descriptors which did not come along are no message: they are looked at as bytes.
        var numbers: [UInt32] = []
        var rest = received[...]
        while rest.count >= 16 {
            func number(at offset: Int) -> Int {
                rest.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            let header = (16 + number(at: 12) + 7) / 8 * 8
            numbers.append(UInt32(number(at: header)))
            rest = rest.dropFirst(header + number(at: 4))
        }
        #expect(numbers == expected)
    }

    @Test("a call gets its reply while many bytes wait to be written")
    @LoopActor func repliesBesideBacklog() async throws {
        let peer = try await BarePeer()
        for number in 0..<300 { peer.connection.send(try Self.signal(number, size: 4000)) }
        let call = try Message.call(destination: nil, path: "/", interface: "a.b", member: "C")
        async let reply = peer.connection.call(call)
        var received: [UInt8] = []
        while !peer.connection.hasOutgoing { await Task.yield() }
        while peer.connection.hasOutgoing {
            received += peer.readNow()
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
        received += peer.readNow()
        #expect(try Self.numbers(received).count == 301)
        let serial = try #require(peer.connection.pendingReplies.keys.first)
        let answer = MessageHeader(kind: .reply, replySerial: serial)
        peer.write(try answer.message([.uint32(7)]).serialized())
        #expect(try await reply.arguments() == [.uint32(7)])
    }

    @Test("a peer that reads gets a reply larger than the limit, and the signals after it")
    @LoopActor func oversized() async throws {
        let peer = try await BarePeer()
        peer.connection.maximumOutgoingBytes = 1 << 20
        peer.connection.answer { _ in [.uint32(0), .string(String(repeating: "x", count: 5 << 20))] }
        peer.write(try Message.call(destination: nil, path: "/", interface: "a.b", member: "C").serialized())
        #expect(try await eventually { peer.connection.hasOutgoing })
        for number in 1..<20 { peer.connection.send(try Self.signal(number, size: 10_000)) }
        #expect(peer.connection.isOpen)
        let received = try await peer.readEverything()
        #expect(try Self.numbers(received) == (0..<20).map { UInt32($0) })
    }

    @Test("waiting signals count towards the limit, and replies before them do not")
    @LoopActor func backlog() async throws {
        let peer = try await BarePeer()
        peer.connection.maximumOutgoingBytes = 1 << 20
        peer.connection.answer { _ in [.uint32(0), .string(String(repeating: "x", count: 5 << 20))] }
        peer.write(try Message.call(destination: nil, path: "/", interface: "a.b", member: "C").serialized())
        #expect(try await eventually { peer.connection.isCongested })
        for _ in 0..<100 { peer.connection.send(try Self.signal(1, size: 10_000)) }
        try await EventLoop.shared.sleep(for: .milliseconds(1))
        #expect(!peer.connection.isTooSlow)
        // Nobody could have read what one iteration sends.
        for _ in 0..<300 { peer.connection.send(try Self.signal(1, size: 10_000)) }
        #expect(peer.connection.isOpen)
        try await EventLoop.shared.sleep(for: .milliseconds(1))
        #expect(peer.connection.isTooSlow && peer.connection.isOpen)
        peer.connection.send(try Self.signal(1, size: 10_000))
        #expect(peer.connection.ending == .tooSlow)
    }

    @Test("calls sent in advance are served when the replies to earlier calls are read")
    @LoopActor func backpressure() async throws {
        let peer = try await BarePeer()
        peer.connection.maximumOutgoingBytes = 2 << 20
        var served = 0
        peer.connection.answer { _ in
            served += 1
            return [.uint32(UInt32(served)), .string(String(repeating: "x", count: 1 << 20))]
        }
        try peer.call(10)
        #expect(try await eventually { served > 0 })
        try await EventLoop.shared.sleep(for: .milliseconds(20))
        #expect(served == 1)
        var received: [UInt8] = []
        #expect(
            try await eventually {
                received += peer.readNow()
                return served == 10 && !peer.connection.hasOutgoing
            }
        )
        received += peer.readNow()
        #expect(try Self.numbers(received) == (1...10).map { UInt32($0) })
    }

    @Test("calls that come later because of their priority are served although the peer did not read in between")
    @LoopActor func backpressureBeforeLaterPriority() async throws {
        let peer = try await BarePeer()
        peer.connection.maximumOutgoingBytes = 4 << 20
        peer.connection.charge = { work in
            work()
            return .zero
        }
        let signal = try Self.signal(0, size: 2 << 20)
        var served = 0
        // From the second turn on, others come first; before it, the socket becomes full.
        peer.connection.priority = { served == 0 ? .normal : EventPriority(rawValue: 5) }
        peer.connection.answer { _ in
            served += 1
            if served == 1 {
                EventLoop.shared.post { peer.connection.send(signal) }
            }
            return [.uint32(UInt32(served))]
        }
        try peer.call(200)
        #expect(try await eventually { peer.connection.isCongested })
        #expect(
            try await eventually {
                _ = peer.readNow()
                return served == 200 && !peer.connection.hasOutgoing
            }
        )
    }

    @Test("calls of a peer that has used too much time are served when its rest has ended")
    @LoopActor func rest() async throws {
        let peer = try await BarePeer()
        var (served, rests) = (0, 0)
        var end = EventLoop.now
        peer.connection.charge = { work in
            if EventLoop.now >= end {
                work()
                rests += 1
                end = EventLoop.now + .milliseconds(2)
            }
            return end - EventLoop.now
        }
        peer.connection.answer { _ in
            served += 1
            return [.uint32(UInt32(served))]
        }
        try peer.call(200)
        #expect(try await eventually { served == 200 })
        #expect(rests > 1)
        var hasEnded = false
        peer.connection.onDisconnect = { hasEnded = true }
        try peer.call(200)
        #expect(try await eventually { served > 200 })
        peer.connection.closeNow()
        #expect(try await eventually { hasEnded })
    }

    @Test("messages sent before a connection is closed at once are still written")
    @LoopActor func closing() async throws {
        let peer = try await BarePeer()
        peer.connection.send(try Self.signal(1))
        peer.connection.closeNow()
        #expect(peer.connection.send(try Self.signal(2)) == 0)
        #expect(try Self.numbers(peer.readNow()) == [1])
    }

    @Test("a peer that has closed the socket ends the connection, whatever waits to be written")
    @LoopActor func gone() async throws {
        var peer: BarePeer? = try await BarePeer()
        let connection = try #require(peer?.connection)
        var hasEnded = false
        connection.onDisconnect = { hasEnded = true }
        for number in 0..<300 { connection.send(try Self.signal(number, size: 4000)) }
        peer = nil
        #expect(try await eventually { hasEnded })
        #expect(connection.ending == .disconnected)
        #expect(!connection.hasOutgoing)
    }
}
