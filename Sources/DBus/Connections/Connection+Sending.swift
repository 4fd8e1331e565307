import CDBus
import EventLoop

extension Connection {
    /// Puts a message on its way, and gives its serial: 0 if the connection is closed, and nothing happens. It is written at
    /// the end of the loop's turn, behind everything that was sent before.
    ///
    /// A message can be sent more than once and on several connections: each time it gets a serial of its own.
    @discardableResult
    package func send(_ message: Message) -> UInt32 {
        send(message, serial: nil)
    }

    /// Sends a message that arrived elsewhere, with the serial that it had there.
    func forward(_ message: Message) {
        send(message, serial: message.serial == 0 ? nil : message.serial)
    }

    @discardableResult
    private func send(_ message: Message, serial: UInt32?) -> UInt32 {
        guard isOpen else { return 0 }
        let serial = outbox.append(message, serial: serial, sender: senderStamp)
        if outbox.isFull { flush() }
        if let maximumOutgoingBytes, outgoingBytes > maximumOutgoingBytes {
            close(.tooSlow)
        } else if !isFlushScheduled {
            isFlushScheduled = true
            // It keeps the connection, and with it what was sent, until the turn's end.
            EventLoop.shared.post { [self] in
                isFlushScheduled = false
                flush()
            }
        }
        return serial
    }

    /// Writes what was sent, as much as the socket takes. It goes on by itself when the socket takes more.
    func flush() {
        guard isOpen, isAuthenticated, let descriptor = watches.descriptor else { return }
        while !isLibrarySending {
            switch outbox.write(to: descriptor) {
            case .done: break
            case .blocked: return watches.awaitsWriting = true
            case .failed:
                // Nobody reads any more. What came in before that is still served; then reading meets the end.
                outbox.clear()
            }
            guard let next = outbox.takeForLibrary() else { break }
            lend(next.message, next.serial)
        }
        if watches.awaitsWriting { watches.awaitsWriting = false }
        if !drainWaiters.isEmpty { tellDrained() }
    }

    /// Hands libdbus a message to send.
    private func lend(_ message: Message, _ serial: UInt32) {
        // A copy, for it is given a serial, and may be on its way elsewhere.
        guard let original = unsafe message.libraryPointer, let copy = unsafe dbus_message_copy(original) else {
            outOfMemory()
        }
        defer { unsafe dbus_message_unref(copy) }
        unsafe dbus_message_set_serial(copy, serial)
        if unsafe dbus_connection_send(pointer, copy, nil) == 0 { outOfMemory() }
        isLent = true
    }

    /// Bytes sent and not yet written.
    package var outgoingBytes: Int {
        isLibrarySending ? unsafe outbox.count + Int(dbus_connection_get_outgoing_size(pointer)) : outbox.count
    }

    var hasOutgoing: Bool { isOpen && (!outbox.isEmpty || isLibrarySending) }

    /// Whether libdbus has something to write: the socket is its own until it has written it.
    private var isLibrarySending: Bool {
        if isLent { isLent = unsafe dbus_connection_has_messages_to_send(pointer) != 0 }
        return isLent
    }
}
