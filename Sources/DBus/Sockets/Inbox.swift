import CLinux
import Glibc

/// The bytes that a connection has received and not yet handed out, and the messages in them.
///
/// One reading takes what fits, and usually that is everything: the socket is asked again only when it says that there is
/// more. Memory grows with what has come, never with what is announced.
///
/// Between `start` and `end` is what has been received.
@safe
struct Inbox: ~Copyable {
    /// What is read at once, and the memory that an empty inbox keeps.
    private static let usualCapacity = 16 << 10
    private static let leastRoom = 4 << 10

    /// The largest message that is taken; a larger one is malformed.
    var maximumMessage = WireFrame.maximumMessage
    /// The most descriptors that may come with a message.
    var maximumDescriptors = MessageLimits.incomingDescriptors

    private var memory = GrowingMemory()
    private var start = 0
    private var end = 0
    /// Those that have arrived and no message has taken yet.
    private var descriptors: [Descriptor] = []
    private var parser = MessageParser()

    /// Bytes received and not taken out.
    var count: Int { end - start }
    /// Bytes that it has memory for.
    var room: Int { memory.capacity }

    /// What has been received. Valid until the inbox changes.
    private var contents: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: memory.base.map { unsafe $0 + start }, count: count)
    }

    // MARK: Reading

    enum ReadResult {
        case some, nothing
        /// Nothing will come any more: the other side has gone, or sent more descriptors than it may.
        case end
    }

    /// Takes what the socket has, once.
    /// - Parameters:
    ///   - takesDescriptors: false where the peer has none to send yet: any that comes ends the stream.
    ///   - mayHold: asked before more memory than usual is taken, with the number of bytes; false ends the stream.
    mutating func read(
        from socket: Int32,
        takesDescriptors: Bool = true,
        mayHold: (Int) -> Bool = { _ in true }
    ) -> ReadResult {
        guard makeRoom(mayHold) else { return .end }
        guard let base = unsafe memory.base else { outOfMemory() }
        let result = unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.descriptorRoom) { numbers in
            var number = takesDescriptors ? Self.descriptorRoom : 0
            let result = unsafe linux_receive(socket, base + end, memory.capacity - end, numbers.baseAddress, &number)
            // Whatever becomes of the bytes, these are open now.
            for index in 0..<number { unsafe descriptors.append(Descriptor(owning: numbers[index])) }
            return result
        }
        if result > 0 {
            end += result
            // Those of a message that came in part, and those of the next.
            return descriptors.count <= 2 * maximumDescriptors ? .some : .end
        }
        return result == -Int(EAGAIN) ? .nothing : .end
    }

    private static let descriptorRoom = MessageLimits.incomingDescriptors

    /// Makes room for a message that has come in part: the room doubles until the message is whole, or too long.
    private mutating func makeRoom(_ mayHold: (Int) -> Bool) -> Bool {
        if memory.capacity - end >= Self.leastRoom { return true }
        if start > 0, let base = unsafe memory.base {
            unsafe base.copyMemory(from: base + start, byteCount: count)
            end -= start
            start = 0
        }
        if memory.capacity - end >= Self.leastRoom { return true }
        guard memory.capacity == 0 || mayHold(2 * memory.capacity) else { return false }
        memory.grow(to: Self.usualCapacity)
        return true
    }

    /// Says that so many of the first bytes are done with.
    private mutating func drop(_ number: Int) {
        start += number
        guard start == end else { return }
        start = 0
        end = 0
        memory.shrink(keeping: Self.usualCapacity)
    }

    /// Forgets everything.
    mutating func clear() {
        drop(count)
        descriptors = []
    }

    // MARK: Taking out

    /// Whether `next` has something to say.
    var hasMessage: Bool {
        guard count >= WireFrame.prefixLength else { return false }
        guard let frame = try? unsafe WireFrame(UnsafeRawBufferPointer(contents), limit: maximumMessage) else {
            return true
        }
        return frame.length <= count
    }

    /// The next message that has come whole; nil if there is none. Throws `MessageError` if what comes next is no message:
    /// then nothing after it can be read either.
    mutating func next() throws(MessageError) -> Message? {
        while count >= WireFrame.prefixLength {
            let frame = unsafe try WireFrame(UnsafeRawBufferPointer(contents), limit: maximumMessage)
            guard frame.length <= count else { return nil }
            let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: contents[..<frame.length])
            let message = unsafe try parser.parse(bytes, frame, taking: &descriptors)
            drop(frame.length)
            // A kind of message that is not known is passed over.
            if let message { return message }
        }
        return nil
    }

    /// Takes a line of text that has come whole, without its end (CR LF); nil if there is none.
    mutating func nextLine() -> [UInt8]? {
        let bytes = unsafe contents
        guard let lineFeed = unsafe bytes.firstIndex(of: UInt8(ascii: "\n")), lineFeed > 0,
            unsafe bytes[lineFeed - 1] == UInt8(ascii: "\r")
        else { return nil }
        let line = unsafe Array(bytes[..<(lineFeed - 1)])
        drop(lineFeed + 1)
        return line
    }

    /// Takes one byte; nil if there is none.
    mutating func nextByte() -> UInt8? {
        guard count > 0 else { return nil }
        let byte = unsafe contents[0]
        drop(1)
        return byte
    }
}
