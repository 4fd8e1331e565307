@testable import DBus
import EventLoop
import Glibc
import FormdTesting
import RandomTesting
import Testing

/// An outbox at one end of a socket, an inbox at the other.
@Suite("Streams of messages")
struct StreamTests {
    /// The two ends; the first takes little at once.
    private static func pair() throws -> (Descriptor, Descriptor) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        var room: Int32 = 4096
        setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    /// A message with its number, some text and descriptors: a signal, or the reply to a call with that serial.
    private static func message(
        _ number: UInt32,
        size: Int,
        _ descriptors: [Descriptor],
        isReply: Bool = false
    ) throws -> Message {
        let header =
            isReply
            ? MessageHeader(kind: .reply, replySerial: number)
            : MessageHeader(kind: .signal, path: "/a", interface: "a.b", member: "C")
        return try header.message([
            .uint32(number), .string(String(repeating: "x", count: size)),
            .array(.unixFD, descriptors.map { .unixFD($0) }),
        ])
    }

    @Test(
        "messages arrive complete and in order with their descriptors, however the stream is split",
        arguments: 0..<6 as Range<UInt64>
    )
    func cutting(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (near, far) = try Self.pair()
        var outbox = Outbox()
        var inbox = Inbox()
        var received: UInt32 = 0
        let pipeEnd = Descriptor(owning: dup(near.number))

        func send() throws {
            if outbox.write(to: near.number) == .failed { throw SocketEnded() }
        }

        func receive() throws {
            while case .some = inbox.read(from: far.number) {
                while let message = try inbox.next() {
                    let values = try message.arguments()
                    #expect(values[0] == .uint32(received))
                    for descriptor in values[2].elements ?? [] {
                        let number = try #require(descriptor.descriptor?.number)
                        #expect(fcntl(number, F_GETFD) >= 0)
                    }
                    #expect(message.descriptors.count == values[2].elements?.count)
                    received += 1
                }
            }
        }

        for number in 0..<300 as Range<UInt32> {
            let count = number % 7 == 3 ? Int.random(in: 1...4, using: &generator) : 0
            let size = [0, 10, 300, 5000, 40_000].randomElement(using: &generator) ?? 0
            let message = try Self.message(number, size: size, Array(repeating: pipeEnd, count: count))
            _ = outbox.append(message, serial: nil, sender: nil)
            if Bool.random(using: &generator) { try send() }
            if Bool.random(using: &generator) { try receive() }
        }
        while !outbox.isEmpty {
            try send()
            try receive()
        }
        try receive()
        #expect(received == 300)
        let left = inbox.count
        #expect(left == 0)
    }

    @Test("memory grows with the received bytes, not with the announced length")
    func announcement() throws {
        let (near, far) = try Self.pair()
        var inbox = Inbox()
        let header = MessageHeader(kind: .signal, path: "/a", interface: "a.b", member: "C")
        var bytes = try header.message([.string(String(repeating: "x", count: 1000))]).serialized()
        withUnsafeBytes(of: UInt32(100 << 20).littleEndian) { bytes.replaceSubrange(4..<8, with: $0) }
        #expect(write(near.number, bytes, bytes.count) == bytes.count)
        guard case .some = inbox.read(from: far.number) else { throw SocketEnded() }
        let (message, room) = (try inbox.next(), inbox.capacity)
        #expect(message == nil)
        #expect(room <= 64 << 10)
        inbox.maximumMessage = 1 << 20
        let hasMessage = inbox.hasMessage
        #expect(hasMessage)
        #expect(throws: MessageError.tooLarge(limit: 1 << 20)) { _ = try inbox.next() }
    }

    private struct SocketEnded: Error {}
}
