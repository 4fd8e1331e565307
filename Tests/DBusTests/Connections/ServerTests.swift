import CLinux
@testable import DBus
import EventLoop
import FormdTesting
import Glibc
import Testing

@Suite("Peer-to-peer servers", .loop)
struct ServerTests {
    let folder: TemporaryFolder
    let server: Server

    @LoopActor init() throws {
        folder = try TemporaryFolder()
        server = try Server(path: folder.path + "/run/bus")
    }

    @Test("calls and random values are exchanged in both directions")
    @LoopActor func calls() async throws {
        var accepted: Connection?
        server.onConnection = { connection in
            accepted = connection
            connection.answer { try $0.arguments() }
        }
        let client = try Connection.open(address: server.address)
        var random = RandomValues(seed: 7)
        for _ in 0..<100 {
            let type = random.type()
            let value = random.value(of: type)
            guard (try? Signature([type])) != nil else { continue }
            #expect(try await client.call(client.echo([value])).arguments() == [value])
        }
        client.answer { _ in [.string("from the client")] }
        let peer = try #require(accepted)
        #expect(try await peer.call(peer.echo([])).arguments() == [.string("from the client")])
    }

    @Test("the peer's user comes from the socket, and messages to it have this side's name as the sender")
    @LoopActor func identity() async throws {
        var accepted: Connection?
        server.onConnection = { connection in
            accepted = connection
            connection.senderStamp = ":p.0"
            connection.answer { [.string($0.sender?.string ?? "nobody")] }
        }
        let client = try Connection.open(address: server.address)
        client.senderStamp = ":1.42"
        let reply = try await client.call(client.echo([]))
        // The claimed name arrives, which is why nobody may believe it.
        #expect(try reply.arguments() == [.string(":1.42")])
        #expect(reply.sender == ":p.0")
        #expect(accepted?.peerUID == geteuid())
        #expect(accepted?.peerCredentials?.pid == getpid())
        #expect(client.peerUID == geteuid())
    }

    @Test("users that the predicate rejects are refused")
    @LoopActor func refusal() async throws {
        var asked: [UInt32] = []
        var accepted = 0
        server.admits = { uid in
            asked.append(uid)
            return false
        }
        server.onConnection = { _ in accepted += 1 }
        let client = try Connection.open(address: server.address)
        let error = await #expect(throws: BusError.self) { try await client.call(client.echo([])) }
        #expect(error?.name == .disconnected)
        #expect(asked == [geteuid()])
        #expect(accepted == 0)
    }

    @Test("connections beyond the maximum are refused, until others have closed")
    @LoopActor func maximum() async throws {
        server.limits.all = 1
        var accepted: Connection?
        server.onConnection = { connection in
            accepted = connection
            connection.answer { _ in [] }
        }
        let first = try Connection.open(address: server.address)
        _ = try await first.call(first.echo([]))
        let second = try Connection.open(address: server.address)
        await #expect(throws: BusError.self) { try await second.call(second.echo([])) }
        var hasGone = false
        accepted?.onDisconnect = { hasGone = true }
        await first.close()
        #expect(try await eventually { hasGone })
        let third = try Connection.open(address: server.address)
        _ = try await third.call(third.echo([]))
    }

    @Test("a peer that does not authenticate is disconnected")
    @LoopActor func silence() async throws {
        server.authenticationTimeout = .milliseconds(5)
        let descriptor = try connectSocket(server.path)
        defer { close(descriptor) }
        var byte: UInt8 = 0
        #expect(try await eventually { recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0 })
    }

    @Test("a peer has 5 s to authenticate")
    @LoopActor func authenticationTimeout() {
        #expect(server.authenticationTimeout == .seconds(5))
    }

    @Test(
        "a connection that sends descriptors before its authentication is closed",
        arguments: ["", "\0", "\0AUTH EXTERNAL", "\0AUTH EXTERNAL\r\nDATA\r\n"]
    )
    @LoopActor func descriptorsBeforeAuthentication(words: String) async throws {
        let descriptor = try connectSocket(server.path)
        defer { close(descriptor) }
        send(descriptor, words, words.utf8.count, Int32(MSG_NOSIGNAL))
        var answer = [UInt8](repeating: 0, count: 1000)
        try await EventLoop.shared.sleep(for: .milliseconds(5))
        _ = recv(descriptor, &answer, answer.count, Int32(MSG_DONTWAIT))
        #expect(linux_send(descriptor, "A", 1, Array(repeating: 0, count: 253), 253) == 1)
        #expect(try await eventually { recv(descriptor, &answer, 1, Int32(MSG_DONTWAIT)) == 0 })
    }

    @Test("for a new connection, the oldest one that is not authenticated is closed")
    @LoopActor func crowdOfStrangers() async throws {
        server.limits.all = 4
        server.onConnection = { $0.answer { _ in [] } }
        let strangers = try (0..<4).map { _ in try connectSocket(server.path) }
        defer { for stranger in strangers { close(stranger) } }
        var byte: UInt8 = 0
        let client = try Connection.open(address: server.address)
        _ = try await client.call(client.echo([]))
        #expect(try await eventually { recv(strangers[0], &byte, 1, Int32(MSG_DONTWAIT)) == 0 })
        #expect(recv(strangers[1], &byte, 1, Int32(MSG_DONTWAIT)) == -1)
    }

    @Test("for a new connection, one that is not in use is closed, or else one that has been silent for long")
    @LoopActor func idleConnections() async throws {
        server.limits.ofUser = 3
        var accepted: [Connection] = []
        server.onConnection = { connection in
            accepted.append(connection)
            connection.answer { _ in [] }
        }
        server.isInUse = { $0 === accepted.first }
        var clients: [Connection] = []
        for _ in 0..<5 {
            let client = try Connection.open(address: server.address)
            _ = try await client.call(client.echo([]))
            clients.append(client)
        }
        #expect(try await eventually { clients.map(\.isOpen) == [true, false, false, true, true] })
        server.isInUse = { _ in true }
        // One of the three has been silent for long, but not long enough.
        let now = EventLoop.Instant.now
        server.lastUse = { $0 === accepted[3] ? now + .seconds(-50) : now }
        let refused = try Connection.open(address: server.address)
        await #expect(throws: BusError.self) { try await refused.call(refused.echo([])) }
        server.lastUse = { $0 === accepted[3] ? now + .seconds(-60) : now }
        let admitted = try Connection.open(address: server.address)
        _ = try await admitted.call(admitted.echo([]))
        #expect(try await eventually { clients.map(\.isOpen) == [true, false, false, false, true] })
    }

    @Test("the memory of an incomplete message is reported, and permission is requested before it grows")
    @LoopActor func heldBytes() async throws {
        var accepted: Connection?
        var asked: [Int] = []
        server.onConnection = { connection in
            accepted = connection
            connection.mayHold = { bytes in
                asked.append(bytes)
                return bytes <= 1 << 20
            }
        }
        let descriptor = try connectSocket(server.path)
        defer { close(descriptor) }
        let text = Value.string(String(repeating: "x", count: 8 << 20))
        let bytes = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [text]).serialized()
        let half = Array("\0AUTH EXTERNAL\r\nDATA\r\nBEGIN\r\n".utf8) + bytes.prefix(4 << 20)
        var sent = 0
        var held = 0
        #expect(
            try await eventually {
                sent += max(
                    0,
                    send(descriptor, Array(half[sent...]), half.count - sent, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                )
                held = max(held, accepted?.heldBytes ?? 0)
                return accepted?.isOpen == false
            }
        )
        #expect(held > 256 << 10)
        #expect(held <= 1 << 20)
        #expect(asked.last.map { $0 > 1 << 20 } == true)
        #expect(accepted?.heldBytes == 0)
    }

    @Test("a message sent together with the last line of the authentication is served")
    @LoopActor func pipelining() async throws {
        var members: [String] = []
        server.onConnection = { connection in
            connection.onMessage = { message in
                members.append(message.member?.string ?? "")
                return true
            }
        }
        let descriptor = try connectSocket(server.path)
        defer { close(descriptor) }
        let calls = try ["A", "B", "C"].map { member in
            try Message.call(destination: nil, path: "/", interface: nil, member: MemberName(validating: member))
        }
        // The last of them comes in two pieces.
        let bytes = Array("\0AUTH EXTERNAL\r\nDATA\r\nBEGIN\r\n".utf8) + calls.flatMap { $0.serialized() }
        send(descriptor, Array(bytes.dropLast(7)), bytes.count - 7, Int32(MSG_NOSIGNAL))
        #expect(try await eventually { members == ["A", "B"] })
        send(descriptor, Array(bytes.suffix(7)), 7, Int32(MSG_NOSIGNAL))
        #expect(try await eventually { members == ["A", "B", "C"] })
    }

    @Test("descriptors are exchanged in both directions, each with its message")
    @LoopActor func descriptors() async throws {
        server.onConnection = { $0.answer { try $0.arguments() } }
        let client = try Connection.open(address: server.address)
        for round in 0..<20 {
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            let (reading, writing) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
            let padding = Value.string(String(repeating: "x", count: round * 997))
            let reply = try await client.call(client.echo([padding, .unixFD(writing), .unixFD(reading)])).arguments()
            let (there, back) = (try #require(reply[1].descriptor), try #require(reply[2].descriptor))
            #expect(there.number != writing.number)
            #expect(write(there.number, "x", 1) == 1)
            var byte: UInt8 = 0
            #expect(read(back.number, &byte, 1) == 1)
            #expect(byte == UInt8(ascii: "x"))
        }
    }

    @Test("a peer that sends descriptors without permission is disconnected")
    @LoopActor func unwantedDescriptors() async throws {
        server.onConnection = { connection in
            connection.limitIncoming(messageBytes: 10_000)
            connection.answer { _ in [] }
        }
        let client = try Connection.open(address: server.address)
        _ = try await client.call(client.echo([]))
        let open = Descriptor(owning: dup(0))
        let error = await #expect(throws: BusError.self) { try await client.call(client.echo([.unixFD(open)])) }
        #expect(error?.name == .disconnected)
    }

    @Test("a connection with malformed bytes is closed, and others are not")
    @LoopActor func garbage() async throws {
        server.onConnection = { $0.answer { _ in [] } }
        let healthy = try Connection.open(address: server.address)
        _ = try await healthy.call(healthy.echo([]))
        let descriptor = try connectSocket(server.path)
        defer { close(descriptor) }
        let noise = "\0AUTH EXTERNAL\r\nDATA\r\nBEGIN\r\n" + String(repeating: "no D-Bus at all", count: 50)
        send(descriptor, noise, noise.utf8.count, Int32(MSG_NOSIGNAL))
        var received: [UInt8] = []
        #expect(
            try await eventually {
                var byte: UInt8 = 0
                let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
                if count == 1 { received.append(byte) }
                return count == 0
            }
        )
        // The peer was authenticated, so what ended the connection is what came after that.
        #expect(String(decoding: received, as: UTF8.self).contains("OK "))
        _ = try await healthy.call(healthy.echo([]))
    }

    @Test("a peer that sends a message above the limit is disconnected")
    @LoopActor func oversize() async throws {
        var endings: [Connection.Ending?] = []
        server.onConnection = { connection in
            connection.limitIncoming(messageBytes: 10_000)
            connection.onDisconnect = { [unowned connection] in endings.append(connection.ending) }
            connection.answer { _ in [] }
        }
        let client = try Connection.open(address: server.address)
        _ = try await client.call(client.echo([.string(String(repeating: "x", count: 9000))]))
        await #expect(throws: BusError.self) {
            try await client.call(client.echo([.string(String(repeating: "x", count: 11_000))]))
        }
        #expect(try await eventually { endings == [.disconnected] })
    }

    @Test("a peer that does not read is disconnected by the first signal beyond the limit")
    @LoopActor func slowReader() async throws {
        var accepted: Connection?
        server.onConnection = { accepted = $0 }
        let descriptor = try connectSocket(server.path)
        defer { close(descriptor) }
        let uid = String(geteuid()).utf8.map { "3" + String($0 - 48) }.joined()
        let hello = "\0AUTH EXTERNAL \(uid)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n"
        send(descriptor, hello, hello.utf8.count, Int32(MSG_NOSIGNAL))
        #expect(try await eventually { accepted != nil })

        let peer = try #require(accepted)
        peer.maximumOutgoingBytes = 1 << 20
        let text = Value.string(String(repeating: "x", count: 10_000))
        let signal = try Message.signal(path: "/", interface: "a.b", member: "C", arguments: [text])
        var sent = 0
        while peer.isOpen, sent < 1000 {
            #expect(peer.outgoingBytes <= 1 << 20 + 20_000)
            peer.send(signal)
            sent += 1
            try await EventLoop.shared.sleep(for: .zero)
        }
        #expect(peer.ending == .tooSlow)
        #expect(sent > 100)
    }

    @Test("a busy peer does not prevent others from being served")
    @LoopActor func fairness() async throws {
        var served = 0
        server.onConnection = {
            $0.answer { _ in
                served += 1; return []
            }
        }
        let busy = try Connection.open(address: server.address)
        let other = try Connection.open(address: server.address)
        _ = try await other.call(other.echo([]))
        _ = try await busy.call(busy.echo([]))
        for _ in 0..<3000 {
            busy.send(try Message.call(destination: nil, path: "/", interface: "a.b", member: "C", expectsReply: false))
        }
        _ = try await other.call(other.echo([]))
        #expect(served < 3000)
        await busy.drain(within: .seconds(5))
    }

    @Test("closing writes all sent messages first")
    @LoopActor func draining() async throws {
        var received = 0
        server.onConnection = {
            $0.answer { _ in
                received += 1; return []
            }
        }
        let client = try Connection.open(address: server.address)
        let call = try Message.call(destination: nil, path: "/", interface: "a.b", member: "C", expectsReply: false)
        for _ in 0..<2000 { client.send(call) }
        await client.close()
        #expect(client.outgoingBytes == 0)
        #expect(try await eventually { received == 2000 })
    }

    @Test("closing the server removes the socket, and connections continue")
    @LoopActor func closing() async throws {
        server.onConnection = { $0.answer { _ in [] } }
        let client = try Connection.open(address: server.address)
        _ = try await client.call(client.echo([]))
        server.close()
        #expect(access(server.path, F_OK) != 0)
        _ = try await client.call(client.echo([]))
        #expect(throws: BusError.self) { try Connection.open(address: server.address) }
    }
}

@Suite("Sockets of peer-to-peer servers", .loop)
struct SocketPathTests {
    @Test("the socket of a running server is not replaced")
    @LoopActor func living() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/bus"
        let server = try Server(path: path)
        let error = #expect(throws: BusError.self) { try Server(path: path) }
        #expect(error?.message == "another server listens at \(path)")
        #expect(access(path, F_OK) == 0)
        server.close()
    }

    @Test("of servers that start at the same time one gets the socket, and the next one when the first has ended")
    @LoopActor func race() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/bus"
        // The other server has looked at the socket, and does not listen yet.
        var other: Descriptor? = try SocketPath.claim(path)
        #expect(throws: BusError.self) { try Server(path: path) }
        other = nil
        let server = try Server(path: path)
        server.close()
        other = try SocketPath.claim(path)
        #expect(other != nil)
    }

    @Test("a path can be as long as libdbus allows, and not longer")
    @LoopActor func longestPath() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + String(repeating: "x", count: 99 - folder.path.utf8.count - 1)
        let server = try Server(path: path)
        server.close()
        let error = #expect(throws: BusError.self) { try Server(path: path + "x") }
        #expect(error?.message.contains("99 bytes") == true)
    }

    @Test("a stale socket is replaced")
    @LoopActor func dead() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/bus"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(withSocketAddress(path) { bind(descriptor, $0, $1) } == 0)
        close(descriptor)
        #expect(access(path, F_OK) == 0)

        let server = try Server(path: path)
        server.onConnection = { $0.answer { _ in [] } }
        let client = try Connection.open(address: server.address)
        _ = try await client.call(client.echo([]))
    }

    @Test("the folder is created with access for this user only")
    @LoopActor func folder() throws {
        let folder = try TemporaryFolder()
        let server = try Server(path: folder.path + "/new/bus")
        var status = stat()
        #expect(stat(folder.path + "/new", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        server.close()
    }

    @Test("a folder that others can access, a file at the path, and impossible paths are errors")
    @LoopActor func refusals() throws {
        let folder = try TemporaryFolder()
        #expect(mkdir(folder.path + "/open", 0o755) == 0)
        chmod(folder.path + "/open", 0o755)
        let file = open(folder.path + "/file", O_CREAT | O_WRONLY, 0o600)
        close(file)
        let paths = [
            folder.path + "/open/bus", folder.path + "/file", folder.path + "/file/bus", folder.path + "/no/such/bus",
            "relative", "", folder.path + "/a\0b", folder.path + "/" + String(repeating: "x", count: 100),
        ]
        for path in paths {
            #expect(throws: BusError.self, "\(path)") { try Server(path: path) }
        }
        #expect(access(folder.path + "/file", F_OK) == 0)
    }

    @Test("a path with characters that must be escaped in addresses can be used")
    @LoopActor func escaping() async throws {
        let folder = try TemporaryFolder()
        let server = try Server(path: folder.path + "/a b,c;%=ü")
        server.onConnection = { $0.answer { _ in [] } }
        let client = try Connection.open(address: server.address)
        _ = try await client.call(client.echo([]))
        server.close()
    }
}

/// A bare socket, connected to a server.
func connectSocket(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard withSocketAddress(path, { connect(descriptor, $0, $1) }) == 0 else {
        throw SystemError("connect to \(path)", code: errno)
    }
    return descriptor
}

private func withSocketAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
