import CDBus

extension Message {
    /// A copy with other ends and the same serial: on a private socket nobody but us says who sent what to whom.
    package func stamped(sender: BusName?, destination: BusName?) -> Message {
        guard let pointer = unsafe libraryPointer else {
            var header = header
            header.ends = Ends(sender: sender, destination: destination)
            return Message(header, body)
        }
        guard let copy = unsafe dbus_message_copy(pointer) else { outOfMemory() }
        if serial != 0 { unsafe dbus_message_set_serial(copy, serial) }
        guard unsafe dbus_message_set_sender(copy, sender?.string) != 0,
            unsafe dbus_message_set_destination(copy, destination?.string) != 0
        else { outOfMemory() }
        return unsafe Message(adopting: copy)
    }

    /// What match rules look at.
    /// - Parameters:
    ///   - senders: every name under which the sender is known; so are the destination's.
    func subject(senders: [BusName], destinations: [BusName]) -> MatchRule.Subject {
        MatchRule.Subject(
            kind: kind,
            senders: senders,
            destinations: destinations,
            interface: interface,
            member: member,
            path: path,
            arguments: leadingArguments()
        )
    }

    /// The arguments that a match rule can look at: strings and paths among the first 64.
    private func leadingArguments() -> [MatchRule.Subject.Argument] {
        guard let values = try? arguments() else { return [] }
        return values.prefix(64).map { value in
            switch value {
            case .string(let text): .string(text)
            case .objectPath(let path): .path(path.string)
            default: .other
            }
        }
    }
}
