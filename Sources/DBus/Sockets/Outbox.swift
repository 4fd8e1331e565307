import CLinux
import Glibc

/// The bytes that a connection has yet to write.
///
/// One call changes several things, and each is told in a message of its own: properties, events, then the reply. To write
/// each with a system call of its own would wake the reader each time. So what is sent during one turn of the loop is
/// gathered here, as bytes, and written with one system call at the turn's end (`Connection.flush`), or before that when
/// much has come together. Descriptors travel beside the first byte of their message, which is why a write ends before it.
///
/// A socket that takes no more makes the outbox `isBlocked`. The rest is written when the socket is ready again, and a
/// message that was written in part goes on where it stopped. Whoever does not read is disconnected when too much waits
/// (`Connection.maximumOutgoingBytes`).
struct Outbox: ~Copyable {
    /// What is gathered before it is written without waiting for the turn's end.
    static let batchSize = 64 << 10
    /// Memory that an empty outbox keeps.
    private static let keptCapacity = 16 << 10

    private var buffer = WireBuffer()
    /// How much of the buffer has been written.
    private var written = 0
    /// The size of the largest message since the outbox was empty.
    private var largest = 0
    private var lastSerial: UInt32 = 0
    /// Descriptors, and the place in the buffer that they travel with, in order.
    private var attachments: [(place: Int, descriptors: [Descriptor])] = []
    /// The socket took no more the last time.
    private(set) var isBlocked = false

    var count: Int { buffer.count - written }
    var isEmpty: Bool { count == 0 }
    /// The memory that it has, in bytes.
    var room: Int { buffer.capacity }
    /// Whether so much has come together that it should be written now.
    var isFull: Bool { count > Self.batchSize && !isBlocked }
    /// Whether the reader lags behind: its socket is full, and as much again waits here.
    var isCongested: Bool { isBlocked && count > Self.batchSize }
    /// What waits beside the largest message. A limit is compared with this, so that a single message of any size can be
    /// sent to a reader that reads.
    var backlog: Int { count - min(count, largest) }

    /// Adds a message at the end, and gives its serial.
    /// - Parameters:
    ///   - serial: nil: a new one.
    ///   - sender: written on messages that have none.
    mutating func append(_ message: Message, serial: UInt32?, sender: BusName?) -> UInt32 {
        let serial = serial ?? nextSerial()
        makeCompact()
        if !message.descriptors.isEmpty { attachments.append((buffer.count, message.descriptors)) }
        let start = buffer.count
        message.header.encode(message.body, serial: serial, sender: sender, into: &buffer)
        largest = max(largest, buffer.count - start)
        return serial
    }

    private mutating func nextSerial() -> UInt32 {
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        return lastSerial
    }

    /// Bytes that are written go when they are the larger part, so that moving the others costs no more than they did.
    private mutating func makeCompact() {
        guard written > 0, written >= buffer.count / 2 else { return }
        buffer.removeFirst(written)
        for index in attachments.indices { attachments[index].place -= written }
        written = 0
    }

    enum WriteResult {
        case done, blocked
        /// The socket is no good any more.
        case failed
    }

    /// Writes as much as the socket takes.
    mutating func write(to socket: Int32) -> WriteResult {
        isBlocked = false
        while written < buffer.count {
            var numbers: [Int32] = []
            if let first = attachments.first, first.place == written { numbers = first.descriptors.map(\.number) }
            let end = attachments.first { $0.place > written }?.place ?? buffer.count
            let part = unsafe UnsafeRawBufferPointer(rebasing: buffer.contents[written..<end])
            let result = unsafe linux_send(socket, part.baseAddress, part.count, numbers, numbers.count)
            if result == -Int(EAGAIN) {
                isBlocked = true
                return .blocked
            }
            guard result >= 0 else { return .failed }
            written += result
            if !numbers.isEmpty { attachments.removeFirst() }
        }
        clear()
        return .done
    }

    mutating func clear() {
        buffer.removeAll(keepingCapacity: Self.keptCapacity)
        attachments = []
        written = 0
        largest = 0
    }
}
