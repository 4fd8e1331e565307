import CDBus

extension Connection {
    /// Hands out calls of `org.freedesktop.DBus.Peer` like any other, if they have a destination. libdbus else answers
    /// them itself, without a sender; those of plain peers it always does.
    func takePeerMessages() {
        unsafe dbus_connection_set_route_peer_messages(pointer, 1)
    }

    /// Sends a message as it is: with its own serial if it has one, and without a copy however many connections it goes
    /// to. For what is never replied to by serial here, or is already a reply.
    func forward(_ message: Message) {
        guard isOpen else { return }
        let isSent = withExtendedLifetime(message) {
            unsafe dbus_connection_send(pointer, message.pointer, nil)
        }
        if isSent == 0 { outOfMemory() }
        checkOutgoing()
    }
}
