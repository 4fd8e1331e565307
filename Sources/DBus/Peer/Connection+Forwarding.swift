import CDBus

extension Connection {
    /// Sends a message as it is: with its own serial if it has one, and without a copy however many connections it goes
    /// to. For what is never replied to by serial here, or is already a reply.
    func forward(_ message: Message) {
        guard isOpen else { return }
        if unsafe dbus_connection_send(pointer, message.pointer, nil) == 0 { outOfMemory() }
        checkOutgoing()
    }
}
