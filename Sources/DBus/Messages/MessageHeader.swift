import CDBus

/// What a message says beside its arguments, and how the two become a message.
///
/// The message is written here, byte by byte, and libdbus reads it as it would one that arrived: so it is checked in
/// full, and whatever is wrong with a name is an error and not the end of the process.
struct MessageHeader {
    var kind: Message.Kind
    /// Only calls are answered.
    var expectsReply = false
    var path: ObjectPath?
    var interface: InterfaceName?
    var member: MemberName?
    /// The serial of the call that is answered.
    var replySerial: UInt32?
    var ends = Message.Ends()

    /// The message with these arguments.
    func message(_ arguments: [Value]) throws -> Message {
        guard arguments.contains(where: \.carriesDescriptor) else {
            return try message { writer in
                for argument in arguments { try writer.append(argument) }
            }
        }
        let message = try message { _ in }
        var writer = AppendingWriter(message)
        for argument in arguments { try writer.append(argument) }
        return message
    }

    /// The message with the arguments that `writing` puts in.
    func message(writing: Message.Writing) throws -> Message {
        var writer = MessageWriter()
        try writing(&writer)
        var buffer = try encoded(bodyLength: writer.body.count, signature: writer.signature)
        buffer.append(writer.body)
        let message = try Message(serialized: buffer.bytes)
        // The connection that sends it gives it a serial of its own.
        unsafe dbus_message_set_serial(message.pointer, 0)
        return message
    }

    private func encoded(bodyLength: Int, signature: [UInt8]) throws(MessageError) -> WireBuffer {
        var buffer = WireBuffer(capacity: 512 + bodyLength)
        buffer.append(UInt8(ascii: UInt16(1).littleEndian == 1 ? "l" : "B"))
        buffer.append(UInt8(truncatingIfNeeded: kind.rawValue))
        buffer.append(UInt8(truncatingIfNeeded: expectsReply ? 0 : DBUS_HEADER_FLAG_NO_REPLY_EXPECTED))
        buffer.append(UInt8(truncatingIfNeeded: DBUS_MAJOR_PROTOCOL_VERSION))
        buffer.append(UInt32(clamping: bodyLength))
        // There is no message without a serial.
        buffer.append(UInt32(1))

        // In libdbus's order.
        let fields = buffer.openArray(alignment: ValueType.structure([]).alignment)
        if let path { try buffer.append(field: DBUS_HEADER_FIELD_PATH, .objectPath, path.string) }
        if let destination = ends.destination {
            try buffer.append(field: DBUS_HEADER_FIELD_DESTINATION, .string, destination.string)
        }
        if let interface { try buffer.append(field: DBUS_HEADER_FIELD_INTERFACE, .string, interface.string) }
        if let member { try buffer.append(field: DBUS_HEADER_FIELD_MEMBER, .string, member.string) }
        if let replySerial {
            buffer.begin(field: DBUS_HEADER_FIELD_REPLY_SERIAL, .uint32)
            buffer.append(replySerial)
        }
        if let sender = ends.sender { try buffer.append(field: DBUS_HEADER_FIELD_SENDER, .string, sender.string) }
        if !signature.isEmpty {
            buffer.begin(field: DBUS_HEADER_FIELD_SIGNATURE, .signature)
            buffer.append(signature: signature)
        }
        buffer.close(fields)
        return buffer
    }
}

extension WireBuffer {
    /// Begins a field of the header: a structure of a byte and a variant.
    fileprivate mutating func begin(field: Int32, _ type: ValueType) {
        align(to: 8)
        append(UInt8(truncatingIfNeeded: field))
        append(signature: CollectionOfOne(type.code))
    }

    fileprivate mutating func append(field: Int32, _ type: ValueType, _ text: String) throws(MessageError) {
        begin(field: field, type)
        try append(text)
    }
}

extension Value {
    /// Whether there is a descriptor in it, however deep.
    fileprivate var carriesDescriptor: Bool {
        switch self {
        case .unixFD: true
        case .variant(let content): content.carriesDescriptor
        case .array(_, let elements): elements.contains(where: \.carriesDescriptor)
        case .structure(let members): members.contains(where: \.carriesDescriptor)
        case .dictionary(_, _, let entries):
            entries.contains { $0.key.carriesDescriptor || $0.value.carriesDescriptor }
        default: false
        }
    }
}
