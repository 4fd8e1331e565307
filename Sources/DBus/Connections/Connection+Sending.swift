import EventLoop

extension Connection {
    /// Puts a message on its way, and gives its serial. It is written at the end of the loop's turn, behind everything that
    /// was sent before. 0 if the connection is closed, or if the message carries descriptors and the other side takes none:
    /// then nothing happens.
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
        guard isOpen, message.descriptors.isEmpty || carriesDescriptors || !isEstablished else { return 0 }
        let serial = outbox.append(message, serial: serial, sender: senderStamp)
        if outbox.isFull { flush() }
        if let maximumOutgoingBytes, outbox.backlog > maximumOutgoingBytes {
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

    /// Writes what was sent, as much as the socket takes, before the turn ends. It goes on by itself when the socket takes
    /// more.
    package func flush() {
        guard isOpen, isEstablished, let socket else { return }
        // Nobody reads any more. What came in before that is still served; then reading meets the end.
        if outbox.write(to: socket) == .failed { outbox.clear() }
        if isHeldBack, !mustWait {
            isHeldBack = false
            dispatcher?.isEnabled = true
        }
        updateEvents()
        tellDrained()
    }

    /// Bytes sent and not yet written.
    package var outgoingBytes: Int { outbox.count }

    var hasOutgoing: Bool { isOpen && !outbox.isEmpty }
}
