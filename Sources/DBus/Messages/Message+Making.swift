import CDBus

// Every name is a checked one and every value is checked on the way in: libdbus ends the process when it is handed anything
// else.

extension Message {
    /// What puts a message's arguments in, when they do not exist as values.
    package typealias Writing = (inout MessageWriter) throws -> Void

    /// A method call. `destination` is nil where there is no bus; `interface` may be nil if the member is unambiguous.
    package static func call(
        destination: BusName?,
        path: ObjectPath,
        interface: InterfaceName?,
        member: MemberName,
        expectsReply: Bool = true,
        arguments: [Value] = []
    ) throws -> Message {
        let pointer = unsafe dbus_message_new_method_call(
            destination?.string,
            path.string,
            interface?.string,
            member.string
        )
        guard let pointer = unsafe pointer else { outOfMemory() }
        unsafe dbus_message_set_no_reply(pointer, expectsReply ? 0 : 1)
        return try unsafe Message(adopting: pointer).filled(arguments)
    }

    /// A signal: to everybody who has a match rule for it, or to `destination` only.
    package static func signal(
        path: ObjectPath,
        interface: InterfaceName,
        member: MemberName,
        destination: BusName? = nil,
        arguments: [Value] = []
    ) throws -> Message {
        try newSignal(path, interface, member, destination).filled(arguments)
    }

    package static func signal(
        path: ObjectPath,
        interface: InterfaceName,
        member: MemberName,
        destination: BusName? = nil,
        writing: Writing
    ) throws -> Message {
        try newSignal(path, interface, member, destination).written(writing)
    }

    /// The answer to a call that was received.
    package static func reply(to call: Message, arguments: [Value] = []) throws -> Message {
        try newReply(call).filled(arguments)
    }

    package static func reply(to call: Message, writing: Writing) throws -> Message {
        try newReply(call).written(writing)
    }

    /// The error answer to a call that was received. NUL is left out of the text, and what is longer than 4096
    /// characters.
    package static func error(to call: Message, name: ErrorName, text: String) -> Message {
        precondition(call.serial != 0, "an answer is to a message that was received")
        var cleaned = text
        if cleaned.unicodeScalars.count > 4096 { cleaned = String(text.unicodeScalars.prefix(4096)) }
        if cleaned.utf8.contains(0) { cleaned.unicodeScalars.removeAll { $0 == "\0" } }
        guard let pointer = unsafe dbus_message_new_error(call.pointer, name.string, cleaned) else { outOfMemory() }
        return unsafe Message(adopting: pointer)
    }

    package static func error(to call: Message, _ error: BusError) -> Message {
        .error(to: call, name: error.name, text: error.message)
    }
}

extension Message {
    private static func newSignal(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ destination: BusName?
    ) -> Message {
        guard let pointer = unsafe dbus_message_new_signal(path.string, interface.string, member.string) else {
            outOfMemory()
        }
        if let destination, unsafe dbus_message_set_destination(pointer, destination.string) == 0 { outOfMemory() }
        return unsafe Message(adopting: pointer)
    }

    private static func newReply(_ call: Message) -> Message {
        precondition(call.serial != 0, "an answer is to a message that was received")
        guard let pointer = unsafe dbus_message_new_method_return(call.pointer) else { outOfMemory() }
        return unsafe Message(adopting: pointer)
    }

    private func filled(_ arguments: [Value]) throws -> Message {
        if arguments.isEmpty { return self }
        var writer = MessageWriter(self)
        for argument in arguments { try writer.append(argument) }
        return self
    }

    private func written(_ writing: Writing) throws -> Message {
        var writer = MessageWriter(self)
        try writing(&writer)
        return self
    }
}
