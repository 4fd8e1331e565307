extension Message {
    /// What puts a message's arguments in, when they do not exist as values.
    package typealias Writing = (inout MessageWriter) throws -> Void

    /// Who sends a message and who gets it, as its header says. A bus writes the sender itself.
    package struct Ends: Hashable, Sendable {
        package var sender: BusName?
        package var destination: BusName?

        package init(sender: BusName? = nil, destination: BusName? = nil) {
            self.sender = sender
            self.destination = destination
        }
    }

    /// A method call. `destination` is nil where there is no bus; `interface` may be nil if the member is unambiguous.
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

    /// A signal: to everybody who has a match rule for it, or to `destination` only.
    package static func signal(
        path: ObjectPath,
        interface: InterfaceName,
        member: MemberName,
        destination: BusName? = nil,
        arguments: [Value] = []
    ) throws -> Message {
        try MessageHeader(
            kind: .signal,
            path: path,
            interface: interface,
            member: member,
            ends: Ends(destination: destination)
        ).message(arguments)
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

    /// The answer to a call that was received.
    /// - Parameter ends: nil: back to where the call says that it comes from.
    package static func reply(to call: Message, ends: Ends? = nil, arguments: [Value] = []) throws -> Message {
        try answer(.reply, to: call, ends).message(arguments)
    }

    package static func reply(to call: Message, ends: Ends? = nil, writing: Writing) throws -> Message {
        try answer(.reply, to: call, ends).message(writing: writing)
    }

    /// The error answer to a call that was received. NUL is left out of the text, and what is longer than 4096
    /// characters.
    /// - Parameter ends: nil: back to where the call says that it comes from.
    package static func error(to call: Message, ends: Ends? = nil, name: ErrorName, text: String) -> Message {
        var cleaned = text
        if cleaned.unicodeScalars.count > 4096 { cleaned = String(text.unicodeScalars.prefix(4096)) }
        if cleaned.utf8.contains(0) { cleaned.unicodeScalars.removeAll { $0 == "\0" } }
        var header = answer(.error, to: call, ends)
        header.errorName = name
        var writer = MessageWriter()
        // Cannot fail: it is neither too long nor does it contain NUL.
        try? writer.append(cleaned)
        let message = Message(header, writer.finish())
        assert(message.isAcceptedByLibrary, "libdbus does not take this for a message")
        return message
    }

    package static func error(to call: Message, ends: Ends? = nil, _ error: BusError) -> Message {
        .error(to: call, ends: ends, name: error.name, text: error.message)
    }

    private static func answer(_ kind: Kind, to call: Message, _ ends: Ends?) -> MessageHeader {
        precondition(call.serial != 0, "an answer is to a message that was received")
        return MessageHeader(kind: kind, replySerial: call.serial, ends: ends ?? Ends(destination: call.sender))
    }
}
