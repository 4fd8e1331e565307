import Glibc

/// The bytes that a connection has yet to write.
///
/// # How sending works
///
/// One call changes several things, and each is told in a message of its own: properties, events, then the reply. libdbus
/// would write each with a system call of its own, and wake the reader each time. So what is sent during one turn of the
/// loop is gathered here, as bytes, and written with one system call at the turn's end (`Connection.flush`), or before
/// that when much has come together.
///
/// The socket is libdbus's: it connects, authenticates, reads, and closes it. That works because libdbus writes nothing by
/// itself once the connection is authenticated: messages are taken out of its queue one by one (`Connection.dispatch`)
/// instead of being dispatched by it, so that it answers none. The one exception is a message with descriptors, which
/// libdbus sends. The two take turns on the socket: nothing is handed to libdbus before everything here is written, and
/// nothing here is written before libdbus has written what it was handed. A message with descriptors waits for its turn as
/// it is, and so does what is sent after it (`waiting`).
///
/// A socket that takes no more makes the outbox `isBlocked`. The rest is written when the socket is ready again, and a
/// message that was written in part goes on where it stopped. Whoever does not read is disconnected when too much waits
/// (`Connection.maximumOutgoingBytes`).
///
/// Serials are counted here, from a number that libdbus's own count does not reach.
struct Outbox: ~Copyable {
    /// What is gathered before it is written without waiting for the turn's end.
    static let batchSize = 64 << 10
    /// Memory that an empty outbox keeps.
    private static let keptCapacity = 16 << 10
    private static let firstSerial: UInt32 = 1 << 31

    private var buffer = WireBuffer()
    /// How much of the buffer has been written.
    private var written = 0
    private var lastSerial = Self.firstSerial
    /// A message with descriptors that libdbus cannot have yet, and what was sent after it.
    private var waiting: [(message: Message, serial: UInt32)] = []
    /// The socket took no more the last time.
    private(set) var isBlocked = false

    /// Bytes to write, without those of the messages that wait.
    var count: Int { buffer.count - written }
    var isEmpty: Bool { count == 0 && waiting.isEmpty }
    /// Whether so much has come together that it should be written now.
    var isFull: Bool { count > Self.batchSize && !isBlocked }

    /// Adds a message at the end, and gives its serial.
    /// - Parameters:
    ///   - serial: nil: a new one.
    ///   - sender: written on messages that have none.
    mutating func append(_ message: Message, serial: UInt32?, sender: BusName?) -> UInt32 {
        let serial = serial ?? nextSerial()
        if waiting.isEmpty, !message.carriesDescriptors {
            encode(message, serial: serial, sender: sender)
        } else {
            waiting.append((sender == nil || message.sender != nil ? message : message.stamped(sender: sender), serial))
        }
        return serial
    }

    /// Once everything here is written: takes out the message that libdbus is to send now, if there is one. What waited
    /// for it follows it.
    mutating func takeForLibrary() -> (message: Message, serial: UInt32)? {
        guard count == 0, !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        while let (message, serial) = waiting.first, !message.carriesDescriptors {
            encode(message, serial: serial, sender: nil)
            waiting.removeFirst()
        }
        return next
    }

    private mutating func encode(_ message: Message, serial: UInt32, sender: BusName?) {
        makeCompact()
        if unsafe message.libraryPointer == nil {
            message.header.encode(message.body, serial: serial, sender: sender, into: &buffer)
        } else {
            let isStamped = sender == nil || message.sender != nil
            buffer.append((isStamped ? message : message.stamped(sender: sender)).serialized(serial: serial))
        }
    }

    private mutating func nextSerial() -> UInt32 {
        lastSerial = lastSerial == .max ? Self.firstSerial : lastSerial + 1
        return lastSerial
    }

    /// Bytes that are written go when they are the larger part, so that moving the others costs no more than they did.
    private mutating func makeCompact() {
        guard written > 0, written >= buffer.count / 2 else { return }
        buffer.removeFirst(written)
        written = 0
    }

    enum WriteResult {
        case done, blocked
        /// The socket is no good any more.
        case failed
    }

    /// Writes as much as the socket takes.
    mutating func write(to descriptor: Int32) -> WriteResult {
        isBlocked = false
        while written < buffer.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer.contents[written...])
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let result = unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, flags)
            if result >= 0 {
                written += result
            } else if errno == EAGAIN {
                isBlocked = true
                return .blocked
            } else if errno != EINTR {
                return .failed
            }
        }
        forgetWritten()
        return .done
    }

    mutating func clear() {
        waiting = []
        forgetWritten()
    }

    private mutating func forgetWritten() {
        buffer.removeAll(keepingCapacity: Self.keptCapacity)
        written = 0
    }
}

extension Message {
    fileprivate func stamped(sender: BusName?) -> Message {
        stamped(sender: sender, destination: destination)
    }
}
