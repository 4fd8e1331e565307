import CDBus
import EventLoop

extension Connection {
    /// Puts a message on its way, and gives its serial: 0 if the connection is closed, and nothing happens. It is written at
    /// the end of the loop's turn, behind everything that was sent before.
    ///
    /// A message can be sent more than once and on several connections: each time it gets a serial of its own.
    @discardableResult
    package func send(_ message: Message) -> UInt32 {
        send(message, serial: outbox.nextSerial())
    }

    /// Sends a message that arrived elsewhere, with the serial that it had there.
    func forward(_ message: Message) {
        send(message, serial: message.serial == 0 ? outbox.nextSerial() : message.serial)
    }

    @discardableResult
    private func send(_ message: Message, serial: UInt32) -> UInt32 {
        guard isOpen else { return 0 }
        if !unsent.isEmpty || !pass(message, serial) { unsent.append((message, serial)) }
        scheduleFlush()
        return serial
    }

    /// Hands a message to the outbox, or to libdbus. False if it must wait until the outbox is empty.
    private func pass(_ message: Message, _ serial: UInt32) -> Bool {
        switch message.content {
        case .made(let header, let body):
            outbox.append(header, body, serial: serial, sender: senderStamp)
        case .library(let pointer):
            guard unsafe dbus_message_contains_unix_fds(pointer) != 0 else {
                outbox.append(stamped(message).serialized(serial: serial))
                return true
            }
            guard outbox.isEmpty else { return false }
            // Its serial is set, and it may be on its way elsewhere.
            guard let copy = unsafe dbus_message_copy(stamped(message).libraryPointer) else { outOfMemory() }
            defer { unsafe dbus_message_unref(copy) }
            unsafe dbus_message_set_serial(copy, serial)
            if unsafe dbus_connection_send(self.pointer, copy, nil) == 0 { outOfMemory() }
            isLent = true
        }
        return true
    }

    private func stamped(_ message: Message) -> Message {
        guard let senderStamp, message.sender == nil else { return message }
        return message.stamped(sender: senderStamp, destination: message.destination)
    }

    // MARK: Writing

    private func scheduleFlush() {
        if outbox.count > Outbox.batchSize, !outbox.isBlocked { flush() }
        if let maximumOutgoingBytes, outgoingBytes > maximumOutgoingBytes { return close(.tooSlow) }
        if isFlushScheduled { return }
        isFlushScheduled = true
        // It keeps the connection, and with it what was sent, until the turn's end.
        EventLoop.shared.post { [self] in
            isFlushScheduled = false
            flush()
        }
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
                unsent = []
            }
            guard let next = unsent.first else { break }
            // The outbox is empty, so this one can go at least.
            if pass(next.message, next.serial) { unsent.removeFirst() }
            while let next = unsent.first, pass(next.message, next.serial) { unsent.removeFirst() }
        }
        watches.awaitsWriting = false
        tellDrained()
    }

    /// Bytes sent and not yet written.
    package var outgoingBytes: Int {
        isLibrarySending ? unsafe outbox.count + Int(dbus_connection_get_outgoing_size(pointer)) : outbox.count
    }

    var hasOutgoing: Bool { isOpen && (!outbox.isEmpty || !unsent.isEmpty || isLibrarySending) }

    /// Whether libdbus has something to write: the socket is its own until it has written it.
    private var isLibrarySending: Bool {
        if isLent { isLent = unsafe dbus_connection_has_messages_to_send(pointer) != 0 }
        return isLent
    }
}
