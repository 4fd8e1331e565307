import EventLoop

/// A D-Bus message: one that has arrived, or one that is made here to be sent. It never changes.
///
/// A message consists of its header and the encoded bytes of its arguments. Both have been checked, so that sending copies
/// them and reading finds no malformed data.
package final class Message: Sendable {
    package enum Kind: Int32, Sendable {
        case call = 1
        case reply = 2
        case error = 3
        case signal = 4
    }

    let header: MessageHeader
    let body: MessageBody

    init(_ header: MessageHeader, _ body: MessageBody) {
        self.header = header
        self.body = body
    }

    package var kind: Kind { header.kind }

    /// The name of the connection that sent the message. A bus vouches for it; on a peer-to-peer connection the peer can
    /// write any name.
    package var sender: BusName? { header.ends.sender }

    package var destination: BusName? { header.ends.destination }

    package var path: ObjectPath? { header.path }

    package var interface: InterfaceName? { header.interface }

    package var member: MemberName? { header.member }

    package var errorName: ErrorName? { header.errorName }

    /// The serial that the sender gave to a message that has arrived; 0 for a message made here, which gets another serial
    /// each time that it is sent.
    package var serial: UInt32 { header.serial }

    /// The serial of the call that the message answers; 0 if it is not a reply or an error.
    package var replySerial: UInt32 { header.replySerial ?? 0 }

    package var noReplyExpected: Bool { !header.expectsReply }

    /// The descriptors that travel beside the message's bytes.
    var descriptors: [Descriptor] { body.buffer.descriptors }

    /// A length that the message does not exceed when it is sent, in bytes.
    var greatestLength: Int { header.greatestLength + body.buffer.count }

    /// The types of the arguments as a signature writes them. Cheaper than `signature`, which is parsed.
    package var signatureString: String { String(decoding: body.signature, as: UTF8.self) }

    package var signature: Signature { Signature(signatureString) ?? .empty }

    /// Whether the arguments have these types. Makes no string.
    package func hasSignature(_ signature: String) -> Bool {
        body.signature.elementsEqual(signature.utf8)
    }

    /// Whether the message is the call or signal `interface`.`member`.
    package func isMember(_ member: MemberName, of interface: InterfaceName) -> Bool {
        self.member == member && self.interface == interface
    }

    /// The error that an error reply carries; `nil` for other messages. Its text is the first argument, if that is a string.
    package var busError: BusError? {
        guard kind == .error, let name = errorName else { return nil }
        var reader = MessageReader(self)
        return BusError(name, (try? reader.string()) ?? "")
    }

    /// All arguments. Throws if they are more values than `MessageLimits.values`, if a descriptor did not come along, or if there
    /// is not enough memory.
    package func arguments() throws(MessageError) -> [Value] {
        var reader = MessageReader(self)
        var values: [Value] = []
        while !reader.isAtEnd { values.append(try reader.value()) }
        return values
    }

    /// A copy with another sender and destination, and the same serial: on a private socket these are set here, as a bus
    /// would set them.
    package func stamped(sender: BusName?, destination: BusName?) -> Message {
        var header = header
        header.ends = Ends(sender: sender, destination: destination)
        return Message(header, body)
    }
}

/// The arguments of a message, encoded, with their types. They are encoded once, however often the message is sent.
///
/// `@unchecked Sendable` is sound because all properties are constants and nothing writes to the buffer's memory any more.
final class MessageBody: @unchecked Sendable {
    static let empty = MessageBody(WireBuffer(), signature: [])

    /// The arguments in this machine's byte order. They have been checked against the signature.
    let buffer: WireBuffer
    /// The types of the arguments, as the header contains them.
    let signature: [UInt8]

    init(_ buffer: consuming WireBuffer, signature: [UInt8]) {
        self.buffer = buffer
        self.signature = signature
    }
}
