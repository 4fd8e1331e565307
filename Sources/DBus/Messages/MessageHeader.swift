import CDBus

/// What a message that is made here says beside its arguments.
///
/// All names in it have been checked, for they are of types that are checked when they are made, and so have the
/// arguments: what comes of it is a message that every bus and peer accepts. Builds with assertions let libdbus check
/// each.
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

    /// The message with these arguments.
    func message(_ arguments: [Value]) throws -> Message {
        guard arguments.contains(where: \.carriesDescriptor) else {
            return try message { writer in
                for argument in arguments { try writer.append(argument) }
            }
        }
        // Descriptors travel beside the bytes, which is libdbus's business.
        let message = try Message(serialized: Message(self, .empty).serialized())
        guard let pointer = unsafe message.libraryPointer else { outOfMemory() }
        unsafe dbus_message_set_serial(pointer, 0)
        var writer = unsafe AppendingWriter(message, pointer)
        for argument in arguments { try writer.append(argument) }
        return message
    }

    /// The message with the arguments that `writing` puts in.
    @inline(__always)
    func message(writing: Message.Writing) throws -> Message {
        var writer = MessageWriter()
        try writing(&writer)
        return Message(self, writer.finish())
    }

    /// Appends the message to a buffer.
    /// - Parameters:
    ///   - serial: not 0.
    ///   - sender: in place of the header's own, if that has none.
    func encode(_ body: MessageBody, serial: UInt32, sender: BusName? = nil, into buffer: inout WireBuffer) {
        buffer.beginMessage()
        buffer.append(UInt8(ascii: UInt16(1).littleEndian == 1 ? "l" : "B"))
        buffer.append(UInt8(truncatingIfNeeded: kind.rawValue))
        buffer.append(UInt8(truncatingIfNeeded: expectsReply ? 0 : DBUS_HEADER_FLAG_NO_REPLY_EXPECTED))
        buffer.append(UInt8(truncatingIfNeeded: DBUS_MAJOR_PROTOCOL_VERSION))
        buffer.append(UInt32(clamping: body.buffer.count))
        buffer.append(serial)

        // In libdbus's order.
        let fields = buffer.openArray(alignment: 8)
        if let path { buffer.append(field: DBUS_HEADER_FIELD_PATH, .objectPath, path.string) }
        if let destination = ends.destination {
            buffer.append(field: DBUS_HEADER_FIELD_DESTINATION, .string, destination.string)
        }
        if let interface { buffer.append(field: DBUS_HEADER_FIELD_INTERFACE, .string, interface.string) }
        if let member { buffer.append(field: DBUS_HEADER_FIELD_MEMBER, .string, member.string) }
        if let errorName { buffer.append(field: DBUS_HEADER_FIELD_ERROR_NAME, .string, errorName.string) }
        if let replySerial {
            buffer.begin(field: DBUS_HEADER_FIELD_REPLY_SERIAL, .uint32)
            buffer.append(replySerial)
        }
        if let sender = ends.sender ?? sender {
            buffer.append(field: DBUS_HEADER_FIELD_SENDER, .string, sender.string)
        }
        if !body.signature.isEmpty {
            buffer.begin(field: DBUS_HEADER_FIELD_SIGNATURE, .signature)
            buffer.append(signature: body.signature)
        }
        buffer.close(fields)
        // The padding is there even if no arguments follow.
        buffer.align(to: 8)
        buffer.append(body.buffer)
    }
}

extension WireBuffer {
    /// Begins a field of the header: a structure of a byte and a variant.
    fileprivate mutating func begin(field: Int32, _ type: ValueType) {
        align(to: 8)
        append(UInt8(truncatingIfNeeded: field))
        append(signature: type.code)
    }

    fileprivate mutating func append(field: Int32, _ type: ValueType, _ name: String) {
        begin(field: field, type)
        append(name: name)
    }
}

extension Value {
    /// Whether there is a descriptor in it, however deep.
    fileprivate var carriesDescriptor: Bool {
        switch self {
        case .unixFD: true
        case .variant(let content): content.carriesDescriptor
        case .array(let type, let elements): type.canCarryDescriptor && elements.contains(where: \.carriesDescriptor)
        case .structure(let members): members.contains(where: \.carriesDescriptor)
        case .dictionary(_, let type, let entries):
            // A key that is one counts with the values.
            entries.contains { $0.key.carriesDescriptor || type.canCarryDescriptor && $0.value.carriesDescriptor }
        default: false
        }
    }
}

extension ValueType {
    /// Whether there can be a descriptor in values of the type.
    fileprivate var canCarryDescriptor: Bool {
        switch self {
        case .unixFD, .variant: true
        case .array(let element): element.canCarryDescriptor
        case .structure(let members): members.contains(where: \.canCarryDescriptor)
        case .dictionary(let key, let value): key.canCarryDescriptor || value.canCarryDescriptor
        default: false
        }
    }
}
