import CLinux
import EventLoop
import Glibc

/// The bytes that a connection has not written yet.
///
/// One call causes several messages: properties, events, then the reply. A system call for each would wake the reader
/// each time. Therefore the messages of one iteration of the event loop are collected here and written with one system
/// call at its end (`Connection.flush`), or earlier if there are many bytes. Descriptors are sent with the first byte
/// of their message, so a write ends before such a message.
///
/// When the socket accepts no more bytes, the outbox `isBlocked`. Writing continues where it stopped, even within a
/// message, when the socket is writable again.
struct Outbox: ~Copyable {
    /// More bytes than this are written without waiting for the end of the iteration.
    static let batchSize = 64 << 10
    /// The memory that an empty outbox keeps.
    private static let keptCapacity = 16 << 10

    private var buffer = WireBuffer()
    /// The number of bytes of the buffer that have been written.
    private var written = 0
    /// The number of bytes since the outbox was empty that the reader has not asked for.
    private var unsolicited = 0
    private var lastSerial: UInt32 = 0
    /// Descriptors in order, each with the position in the buffer at which it is sent.
    private var attachments: [(place: Int, descriptors: [Descriptor])] = []
    /// Whether the socket accepted no more bytes at the last write.
    private(set) var isBlocked = false

    /// The number of bytes that wait to be written.
    var count: Int { buffer.count - written }
    var isEmpty: Bool { count == 0 }
    /// The memory that the outbox has allocated, in bytes.
    var capacity: Int { buffer.capacity }
    /// Whether so many bytes have been collected that they should be written now.
    var isFull: Bool { count > Self.batchSize && !isBlocked }
    /// Whether the reader is too slow: the socket is full, and more than one batch is waiting here.
    var isCongested: Bool { isBlocked && count > Self.batchSize }
    /// The number of bytes that wait and that the reader has not asked for.
    var backlog: Int { min(count, unsolicited) }

    /// Adds a message at the end, and returns its serial; `nil` if there is not enough memory, and nothing was added.
    /// - Parameters:
    ///   - serial: if `nil`, the message gets the next serial of this connection.
    ///   - sender: the sender of messages that have none.
    ///   - isSolicited: whether the reader has asked for the message.
    mutating func append(
        _ message: Message,
        serial: UInt32?,
        sender: BusName?,
        isSolicited: Bool = false
    ) -> UInt32? {
        removeWritten()
        guard buffer.reserve(message.greatestLength) else { return nil }
        let serial = serial ?? nextSerial()
        let start = buffer.count
        if !message.descriptors.isEmpty { attachments.append((start, message.descriptors)) }
        message.header.encode(message.body, serial: serial, sender: sender, into: &buffer)
        if !isSolicited { unsolicited += buffer.count - start }
        return serial
    }

    private mutating func nextSerial() -> UInt32 {
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        return lastSerial
    }

    /// Removes the written bytes once they are the larger part of the buffer, so that each byte is moved once on
    /// average.
    private mutating func removeWritten() {
        guard written > 0, written >= buffer.count / 2 else { return }
        buffer.removeFirst(written)
        for index in attachments.indices { attachments[index].place -= written }
        written = 0
    }

    enum WriteResult {
        case done, blocked
        /// The other side has closed the connection.
        case failed
    }

    /// Writes as much as the socket accepts, without waiting.
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
        unsolicited = 0
    }
}
