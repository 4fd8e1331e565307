import EventLoop

extension Connection {
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
}
