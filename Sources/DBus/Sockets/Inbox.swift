import CLinux
import EventLoop
import Glibc

/// The bytes that a connection has received and not yet processed, and the messages in them.
///
/// One read takes as many bytes as there is room for, which is usually everything: the socket is read again only when
/// the event loop reports that there is more. The memory grows with the received bytes, never with the length that a
/// message announces.
///
/// The received bytes are those between `start` and `end`.
@safe
struct Inbox: ~Copyable {
    /// The memory of an inbox without a large message, and therefore the maximum for one read.
    private static let usualCapacity = 16 << 10
    private static let leastRoom = 4 << 10

    /// The largest message that may arrive; a larger one counts as malformed.
    var maximumMessage = MessageLimits.incomingBytes
    /// The number of descriptors that may come with a message.
    var maximumDescriptors = MessageLimits.incomingDescriptors

    private var memory = GrowingMemory()
    private var start = 0
    private var end = 0
    /// The received descriptors whose messages have not been taken out yet.
    private var descriptors: [Descriptor] = []

    /// The number of bytes that were received and not taken out.
    var count: Int { end - start }
    /// The memory that the inbox has allocated, in bytes.
    var capacity: Int { memory.capacity }

    /// The received bytes. Valid until the inbox changes.
    private var contents: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: memory.base.map { unsafe $0 + start }, count: count)
    }

    // MARK: Reading

    enum ReadResult {
        case some, nothing
        /// Nothing more can be read: the other side has gone, has sent descriptors that it may not send, or there is no
        /// memory for its message.
        case end
    }

    /// The memory that the inbox needs for the next read of an incomplete message, in bytes; `nil` if it has enough.
    var nextCapacity: Int? {
        capacity == 0 || capacity - count >= Self.leastRoom ? nil : 2 * capacity
    }

    /// Reads from the socket, once.
    /// - Parameter takesDescriptors: `false` if the peer may not send descriptors yet. A received descriptor is closed
    ///   then, and ends the stream.
    mutating func read(from socket: Int32, takesDescriptors: Bool = true) -> ReadResult {
        guard makeRoom(), let base = unsafe memory.base else { return .end }
        let most = takesDescriptors ? MessageLimits.incomingDescriptors : 0
        let result = unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: most) { numbers in
            var number = most
            let result = unsafe linux_receive(socket, base + end, memory.capacity - end, numbers.baseAddress, &number)
            // The descriptors are open, so they need an owner even if no bytes were received.
            for index in 0..<number { unsafe descriptors.append(Descriptor(owning: numbers[index])) }
            return result
        }
        guard result > 0 else { return result == -Int(EAGAIN) ? .nothing : .end }
        end += result
        // The descriptors of an incomplete message and those of the next message can be waiting together.
        return descriptors.count <= 2 * maximumDescriptors ? .some : .end
    }

    /// Makes room at the end: moves the received bytes to the front, or allocates memory. Returns `false` if that
    /// fails.
    private mutating func makeRoom() -> Bool {
        if capacity - end >= Self.leastRoom { return true }
        if let nextCapacity { return memory.grow(to: nextCapacity) }
        guard let base = unsafe memory.base else { return memory.grow(to: Self.usualCapacity) }
        unsafe base.copyMemory(from: base + start, byteCount: count)
        memory.wipe(count..<end)
        end -= start
        start = 0
        return true
    }

    /// Removes bytes from the front.
    private mutating func drop(_ number: Int) {
        memory.wipe(start..<start + number)
        start += number
        guard start == end else { return }
        start = 0
        end = 0
        memory.shrink(keeping: Self.usualCapacity)
    }

    /// Removes everything, and frees the memory.
    mutating func clear() {
        drop(count)
        memory.shrink(keeping: 0)
        descriptors = []
    }

    // MARK: Taking out

    /// Whether `next` returns a message or throws.
    var hasMessage: Bool {
        guard count >= MessageFrame.prefixLength else { return false }
        guard let frame = try? unsafe MessageFrame(UnsafeRawBufferPointer(contents), limit: maximumMessage) else {
            return true
        }
        return frame.length <= count
    }

    /// Takes out the next complete message; `nil` if there is none. Throws if the next bytes are not a message. It is
    /// then unknown where the next message begins, so nothing more can be read.
    mutating func next() throws(MessageError) -> Message? {
        while count >= MessageFrame.prefixLength {
            let frame = unsafe try MessageFrame(UnsafeRawBufferPointer(contents), limit: maximumMessage)
            guard frame.length <= count else { return nil }
            let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: contents[..<frame.length])
            let message = unsafe try MessageParser.parse(bytes, frame, taking: &descriptors)
            drop(frame.length)
            // The specification requires that unknown kinds of messages are ignored.
            if let message { return message }
        }
        return nil
    }

    /// Takes out a complete line of text, and returns it without its end (CR LF); `nil` if there is none.
    mutating func nextLine() -> [UInt8]? {
        let bytes = unsafe contents
        guard let lineFeed = unsafe bytes.firstIndex(of: UInt8(ascii: "\n")), lineFeed > 0,
            unsafe bytes[lineFeed - 1] == UInt8(ascii: "\r")
        else { return nil }
        let line = unsafe Array(bytes[..<(lineFeed - 1)])
        drop(lineFeed + 1)
        return line
    }

    /// Takes out one byte; `nil` if there is none.
    mutating func nextByte() -> UInt8? {
        guard count > 0 else { return nil }
        let byte = unsafe contents[0]
        drop(1)
        return byte
    }
}
