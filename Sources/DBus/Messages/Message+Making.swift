extension Message {
    /// A function that writes the arguments of a message one after another, without creating a `Value` for each.
    package typealias Writing = (inout MessageWriter) throws -> Void

    /// The sender and the destination in the header of a message. A bus overwrites the sender.
    package struct Ends: Hashable, Sendable {
        package var sender: BusName?
        package var destination: BusName?

        package init(sender: BusName? = nil, destination: BusName? = nil) {
            self.sender = sender
            self.destination = destination
        }
    }

    /// A method call. `destination` is `nil` on a peer-to-peer connection; `interface` may be `nil` if the object has
    /// only one member of that name.
    package static func call(
        destination: BusName?,
        path: ObjectPath,
        interface: InterfaceName?,
        member: MemberName,
        expectsReply: Bool = true,
        arguments: [Value] = []
    ) throws -> Message {
        try MessageHeader(
            kind: .call,
            expectsReply: expectsReply,
            path: path,
            interface: interface,
            member: member,
            ends: Ends(destination: destination)
        ).message(arguments)
    }

    /// A signal for all connections with a matching rule, or only for `destination`.
    package static func signal(
        path: ObjectPath,
        interface: InterfaceName,
        member: MemberName,
        destination: BusName? = nil,
        arguments: [Value] = []
    ) throws -> Message {
        try signal(path: path, interface: interface, member: member, destination: destination) { writer in
            for argument in arguments { try writer.append(argument) }
        }
    }

    package static func signal(
        path: ObjectPath,
        interface: InterfaceName,
        member: MemberName,
        destination: BusName? = nil,
        writing: Writing
    ) throws -> Message {
        try MessageHeader(
            kind: .signal,
            path: path,
            interface: interface,
            member: member,
            ends: Ends(destination: destination)
        ).message(writing: writing)
    }

    /// The reply to a received call.
    /// - Parameter ends: if `nil`, the reply goes to the sender that the call names.
    package static func reply(to call: Message, ends: Ends? = nil, arguments: [Value] = []) throws -> Message {
        try answer(.reply, to: call, ends).message(arguments)
    }

    package static func reply(to call: Message, ends: Ends? = nil, writing: Writing) throws -> Message {
        try answer(.reply, to: call, ends).message(writing: writing)
    }

    /// The error reply to a received call. The text is cut after 4096 code points, and NULs are removed.
    /// - Parameter ends: if `nil`, the error goes to the sender that the call names.
    package static func error(to call: Message, ends: Ends? = nil, _ error: BusError) -> Message {
        answer(.error, to: call, ends).error(error)
    }

    private static func answer(_ kind: Kind, to call: Message, _ ends: Ends?) -> MessageHeader {
        precondition(call.serial != 0, "only a message that has arrived can be answered")
        return MessageHeader(kind: kind, replySerial: call.serial, ends: ends ?? Ends(destination: call.sender))
    }
}
