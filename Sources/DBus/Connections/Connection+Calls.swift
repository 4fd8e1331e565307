import CDBus
import EventLoop

extension Connection {
    /// Puts a message on its way, and gives its serial: 0 if the connection is closed, and nothing happens.
    ///
    /// A message can be sent more than once and on several connections: each time it gets a serial of its own.
    @discardableResult
    package func send(_ message: Message) -> UInt32 {
        guard isOpen else { return 0 }
        var serial: UInt32 = 0
        let isSent = withExtendedLifetime(outgoing(message)) { message in
            unsafe dbus_connection_send(pointer, message.pointer, &serial)
        }
        if isSent == 0 { outOfMemory() }
        checkOutgoing()
        return serial
    }

    /// Sends a method call and waits for the reply.
    ///
    /// Throws the reply's `BusError` if that is an error; `NoReply` if none comes in time, `Disconnected` if the connection
    /// is closed or ends meanwhile, and `CancellationError` if the task is cancelled. A task of the loop goes on before any
    /// message that came after the reply is handed out.
    package func call(_ message: Message, timeout: Duration = .seconds(25)) async throws -> Message {
        let pending = PendingReply()
        let reply = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending.start(message, on: self, timeout: timeout, continuation)
            }
        } onCancel: {
            Task { @LoopActor in pending.cancel() }
        }
        if let error = reply.busError { throw error }
        return reply
    }

    /// The message as it can be sent: itself the first time, then copies.
    func outgoing(_ message: Message) -> Message {
        var message = message
        if message.serial != 0 {
            guard let copy = unsafe dbus_message_copy(message.pointer) else { outOfMemory() }
            message = unsafe Message(adopting: copy)
        }
        if let senderStamp, unsafe dbus_message_set_sender(message.pointer, senderStamp.string) == 0 { outOfMemory() }
        return message
    }

    func checkOutgoing() {
        guard let maximumOutgoingBytes, outgoingBytes > maximumOutgoingBytes else { return }
        close(.tooSlow)
    }
}
