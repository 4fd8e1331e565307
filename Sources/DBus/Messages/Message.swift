import EventLoop

/// A D-Bus message that was received, or that was created here to be sent. It is immutable.
///
/// A message consists of its header and the encoded bytes of its arguments. Both have been checked, so sending only
/// copies them, and reading finds no malformed data.
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

    /// The name of the connection that sent the message. A bus writes the true name; on a peer-to-peer connection the
    /// peer can write any name.
    package var sender: BusName? { header.ends.sender }

    package var destination: BusName? { header.ends.destination }

    package var path: ObjectPath? { header.path }

    package var interface: InterfaceName? { header.interface }

    package var member: MemberName? { header.member }

    package var errorName: ErrorName? { header.errorName }

    /// The serial that the sender assigned to a received message; 0 for a message created here, which gets a new serial
    /// each time it is sent.
    package var serial: UInt32 { header.serial }

    /// The serial of the call to which this message is the reply; 0 if it is neither a reply nor an error.
    package var replySerial: UInt32 { header.replySerial ?? 0 }

    package var noReplyExpected: Bool { !header.expectsReply }

    /// The file descriptors that are sent together with the message's bytes.
    var descriptors: [Descriptor] { body.buffer.descriptors }

    /// An upper bound of the message's length when it is sent, in bytes.
    package var greatestLength: Int { header.greatestLength + body.buffer.count }

    /// The signature of the arguments as a string. This is cheaper than `signature`, which parses it.
    package var signatureString: String { String(decoding: body.signature, as: UTF8.self) }

    package var signature: Signature { Signature(signatureString) ?? .empty }

    /// Whether the arguments have this signature. Allocates no string.
    package func hasSignature(_ signature: String) -> Bool {
        body.signature.elementsEqual(signature.utf8)
    }

    /// Whether the message is the call or signal `interface`.`member`.
    package func isMember(_ member: MemberName, of interface: InterfaceName) -> Bool {
        self.member == member && self.interface == interface
    }

    /// The error of an error reply; `nil` for other messages. Its text is the first argument, if that is a string.
    package var busError: BusError? {
        guard kind == .error, let name = errorName else { return nil }
        var reader = MessageReader(self)
        return BusError(name, (try? reader.string()) ?? "")
    }

    /// All arguments. Throws if they contain more values than a limit, if a descriptor is missing, or if there is not
    /// enough memory.
    package func arguments(limit: Int = MessageLimits.values) throws(MessageError) -> [Value] {
        var reader = MessageReader(self, limit: limit)
        var values: [Value] = []
        while !reader.isAtEnd { values.append(try reader.value()) }
        return values
    }

    /// A copy with another sender and destination, and the same serial. On a private socket this side sets the sender
    /// and destination of messages, because there is no bus that does.
    package func stamped(sender: BusName?, destination: BusName?) -> Message {
        var header = header
        header.ends = Ends(sender: sender, destination: destination)
        return Message(header, body)
    }
}

/// The arguments of a message, encoded, with their types. They are encoded once, however often the message is sent.
///
/// `@unchecked Sendable` is sound because all properties are constants and nothing writes to the buffer's memory any
/// more.
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
