/// What a message says beside its arguments.
///
/// All names in it have been checked, for they are of types that are checked when they are made, and so have the
/// arguments: what comes of it is a message that every bus and peer accepts. Builds with assertions let libdbus check
/// each that is made here.
struct MessageHeader: Sendable {
    var kind: Message.Kind
    /// Only calls are answered.
    var expectsReply = false
    var path: ObjectPath?
    var interface: InterfaceName?
    var member: MemberName?
    var errorName: ErrorName?
    /// The serial of the call that is answered.
    var replySerial: UInt32?
    var ends = Message.Ends()
    /// 0 for what did not arrive.
    var serial: UInt32 = 0

    /// The flag that says so.
    static let noReplyExpected: UInt8 = 1

    /// The message with these arguments.
    func message(_ arguments: [Value]) throws -> Message {
        try message { writer in
            for argument in arguments { try writer.append(argument) }
        }
    }

    /// The message with the arguments that `writing` puts in.
    @inline(__always)
    func message(writing: Message.Writing) throws -> Message {
        var writer = MessageWriter()
        try writing(&writer)
        let message = Message(self, writer.finish())
        assert(message.isAcceptedByLibrary, "libdbus does not take this for a message")
        return message
    }

    /// Appends the message to a buffer.
    /// - Parameters:
    ///   - serial: not 0.
    ///   - sender: in place of the header's own, if that has none.
    func encode(_ body: MessageBody, serial: UInt32, sender: BusName? = nil, into buffer: inout WireBuffer) {
        buffer.beginMessage()
        buffer.append(WireFrame.byteOrder)
        buffer.append(UInt8(truncatingIfNeeded: kind.rawValue))
        buffer.append(expectsReply ? 0 : Self.noReplyExpected)
        buffer.append(WireFrame.protocolVersion)
        buffer.append(UInt32(clamping: body.buffer.count))
        buffer.append(serial)

        // In libdbus's order.
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
        // The padding is there even if no arguments follow.
        buffer.align(to: 8)
        buffer.append(body.buffer)
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
