/// A D-Bus message: one that arrived, or one that is made here to be sent. Nobody changes it once it is made.
///
/// It is its header and the bytes of its arguments, all of which have been checked: so sending it means to write them, and
/// reading it meets nothing that is no D-Bus.
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

    /// Who sent it, as the bus knows it. On a peer-to-peer connection a claim that anybody can make.
    package var sender: BusName? { header.ends.sender }

    package var destination: BusName? { header.ends.destination }

    package var path: ObjectPath? { header.path }

    package var interface: InterfaceName? { header.interface }

    package var member: MemberName? { header.member }

    package var errorName: ErrorName? { header.errorName }

    /// 0 for what did not arrive: each time that a message is sent it gets a serial of its own.
    package var serial: UInt32 { header.serial }

    /// The serial of the call that it answers; 0 if it is no answer.
    package var replySerial: UInt32 { header.replySerial ?? 0 }

    package var noReplyExpected: Bool { !header.expectsReply }

    /// What travels beside its bytes.
    var descriptors: [Descriptor] { body.buffer.descriptors }

    /// The arguments' types as a signature writes them, without the cost of a parsed `Signature`.
    package var signatureString: String { String(decoding: body.signature, as: UTF8.self) }

    package var signature: Signature { Signature(signatureString) ?? .empty }

    /// Compares without making a string.
    package func hasSignature(_ signature: String) -> Bool {
        body.signature.elementsEqual(signature.utf8)
    }

    /// Whether it is the call or signal `interface`.`member`.
    package func isMember(_ member: MemberName, of interface: InterfaceName) -> Bool {
        self.member == member && self.interface == interface
    }

    /// The error that an error reply carries; nil for other messages. The text is the first argument, if that is a string.
    package var busError: BusError? {
        guard kind == .error, let name = errorName else { return nil }
        var reader = MessageReader(self)
        return BusError(name, (try? reader.string()) ?? "")
    }

    /// All arguments. Throws only for more values than `MessageLimits.values`, or a descriptor that did not come along.
    package func arguments() throws(MessageError) -> [Value] {
        var reader = MessageReader(self)
        var values: [Value] = []
        while !reader.isAtEnd { values.append(try reader.value()) }
        return values
    }

    /// A copy with other ends and the same serial: on a private socket nobody but us says who sent what to whom.
    package func stamped(sender: BusName?, destination: BusName?) -> Message {
        var header = header
        header.ends = Ends(sender: sender, destination: destination)
        return Message(header, body)
    }
}
