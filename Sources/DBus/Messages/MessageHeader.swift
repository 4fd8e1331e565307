/// The header of a message: everything but its arguments.
///
/// All names have types whose initialisers check them, so every bus and every peer accepts a message with this header.
/// In builds with assertions, libdbus checks each message that is created here.
struct MessageHeader: Sendable {
    var kind: Message.Kind
    /// Whether the sender of a call expects a reply.
    var expectsReply = false
    var path: ObjectPath?
    var interface: InterfaceName?
    var member: MemberName?
    var errorName: ErrorName?
    /// The serial of the call to which this message is the reply.
    var replySerial: UInt32?
    var ends = Message.Ends()
    /// The serial of a received message; 0 for a message that is created here.
    var serial: UInt32 = 0

    /// The flag in the wire format, which is the opposite of `expectsReply`.
    static let noReplyExpected: UInt8 = 1

    /// The message with these arguments.
    func message(_ arguments: [Value]) throws -> Message {
        try message { writer in
            for argument in arguments { try writer.append(argument) }
        }
    }

    /// The message with the arguments that `writing` writes.
    @inline(__always)
    func message(writing: Message.Writing) throws -> Message {
        var writer = MessageWriter()
        try writing(&writer)
        let message = Message(self, try writer.finish())
        assert(message.isAcceptedByLibrary, "libdbus does not take this for a message")
        return message
    }

    /// The message with the text of an error as its argument. The text is cut after 4096 code points, and NULs are
    /// removed.
    func error(_ error: BusError) -> Message {
        var header = self
        header.kind = .error
        header.errorName = error.name
        var text = error.message
        if text.unicodeScalars.count > 4096 { text = String(text.unicodeScalars.prefix(4096)) }
        if text.utf8.contains(0) { text.unicodeScalars.removeAll { $0 == "\0" } }
        do {
            return try header.message([.string(text)])
        } catch {
            return Message(header, .empty)
        }
    }

    /// An upper bound of the header's length when it is sent, in bytes, even if a bus adds the sender.
    package var greatestLength: Int {
        // The fixed fields, and for each other field its padding, code, type, length and NUL. A signature has at most
        // 255 bytes.
        var length = 16 + 9 * 16 + 255
        length += ends.sender?.string.utf8.count ?? NameGrammar.maximumLength
        length += path?.string.utf8.count ?? 0
        length += ends.destination?.string.utf8.count ?? 0
        length += interface?.string.utf8.count ?? 0
        length += member?.string.utf8.count ?? 0
        length += errorName?.string.utf8.count ?? 0
        return length
    }

    /// Appends the message to a buffer.
    /// - Parameters:
    ///   - serial: the serial under which the message is sent; not 0.
    ///   - sender: the sender, if the header has none.
    func encode(_ body: MessageBody, serial: UInt32, sender: BusName? = nil, into buffer: inout WireBuffer) {
        buffer.beginMessage()
        buffer.append(MessageFrame.byteOrder)
        buffer.append(UInt8(truncatingIfNeeded: kind.rawValue))
        buffer.append(expectsReply ? 0 : Self.noReplyExpected)
        buffer.append(MessageFrame.protocolVersion)
        buffer.append(UInt32(clamping: body.buffer.count))
        buffer.append(serial)

        // In the order in which libdbus writes the fields.
        let fields = buffer.openArray(alignment: 8)
        if let path { buffer.append(field: .path, path.string) }
        if let destination = ends.destination {
            buffer.append(field: .destination, destination.string)
        }
        if let interface { buffer.append(field: .interface, interface.string) }
        if let member { buffer.append(field: .member, member.string) }
        if let errorName { buffer.append(field: .errorName, errorName.string) }
        if let replySerial {
            buffer.begin(field: .replySerial)
            buffer.append(replySerial)
        }
        if let sender = ends.sender ?? sender {
            buffer.append(field: .sender, sender.string)
        }
        if !body.signature.isEmpty {
            buffer.begin(field: .signature)
            buffer.append(signature: body.signature)
        }
        if !body.buffer.descriptors.isEmpty {
            buffer.begin(field: .descriptors)
            buffer.append(UInt32(clamping: body.buffer.descriptors.count))
        }
        buffer.close(fields)
        // The padding is written even if no arguments follow.
        buffer.align(to: 8)
        buffer.append(body.buffer)
    }
}

/// The fields of a message's header, with the codes of the specification.
enum HeaderField: UInt8 {
    case path = 1
    case interface = 2
    case member = 3
    case errorName = 4
    case replySerial = 5
    case destination = 6
    case sender = 7
    case signature = 8
    case descriptors = 9
    /// Reserved for sandboxed connections. It is checked in the same way as by libdbus, and otherwise ignored.
    case containerInstance = 10

    var type: ValueType {
        switch self {
        case .path, .containerInstance: .objectPath
        case .interface, .member, .errorName, .destination, .sender: .string
        case .replySerial, .descriptors: .uint32
        case .signature: .signature
        }
    }
}

extension WireBuffer {
    /// Begins a field of the header: a structure of a byte and a variant.
    fileprivate mutating func begin(field: HeaderField) {
        align(to: 8)
        append(field.rawValue)
        append(signature: field.type.code)
    }

    fileprivate mutating func append(field: HeaderField, _ name: String) {
        begin(field: field)
        append(name: name)
    }
}
