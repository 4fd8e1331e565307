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
        if unsafe dbus_connection_send(pointer, outgoing(message).pointer, &serial) == 0 { outOfMemory() }
        checkOutgoing()
        return serial
    }

    /// Sends a method call and waits for the reply.
    ///
    /// Throws the reply's `BusError` if that is an error; `NoReply` if none comes in time, `Disconnected` if the connection
    /// is closed or ends meanwhile, and `CancellationError` if the task is cancelled. The task goes on before any message
    /// that came after the reply is handed out.
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

/// A call that waits for its reply; ends exactly once.
@LoopActor
@safe
private final class PendingReply {
    private var call: OpaquePointer?
    private var continuation: CheckedContinuation<Message, any Error>?
    private weak var connection: Connection?

    func start(
        _ message: Message,
        on connection: Connection,
        timeout: Duration,
        _ continuation: CheckedContinuation<Message, any Error>
    ) {
        self.continuation = continuation
        self.connection = connection
        if Task.isCancelled { return end(.failure(CancellationError())) }
        guard connection.isOpen else { return end(.failure(Self.disconnected)) }

        let outgoing = connection.outgoing(message)
        let isSent = unsafe dbus_connection_send_with_reply(
            connection.pointer,
            outgoing.pointer,
            &call,
            timeout.milliseconds
        )
        if isSent == 0 { outOfMemory() }
        // Without a pending call the connection has ended, but nobody has been told yet.
        guard let call = unsafe call else { return end(.failure(Self.disconnected)) }
        let this = unsafe Unmanaged.passRetained(self).toOpaque()
        let isSet = unsafe dbus_pending_call_set_notify(
            call,
            { _, userData in
                guard let userData = unsafe userData else { return }
                let pending = unsafe Unmanaged<PendingReply>.fromOpaque(userData).takeUnretainedValue()
                LoopActor.assumeIsolated { pending.complete() }
            },
            this,
            { userData in
                guard let userData = unsafe userData else { return }
                unsafe Unmanaged<PendingReply>.fromOpaque(userData).release()
            }
        )
        if isSet == 0 { outOfMemory() }
        connection.checkOutgoing()
    }

    func cancel() {
        if let call = unsafe call { unsafe dbus_pending_call_cancel(call) }
        end(.failure(CancellationError()))
    }

    private func complete() {
        guard let call = unsafe call, let reply = unsafe dbus_pending_call_steal_reply(call) else { return }
        let message = unsafe Message(adopting: reply)
        connection?.hasWokenTask = true
        // When a connection ends, libdbus ends its calls with an error of its own making that calls it a timeout.
        let isConnected = connection.map { unsafe dbus_connection_get_is_connected($0.pointer) != 0 } ?? false
        if !isConnected, message.errorName == .noReply {
            end(.failure(Self.disconnected))
        } else {
            end(.success(message))
        }
    }

    private func end(_ result: Result<Message, any Error>) {
        guard let continuation else { return }
        self.continuation = nil
        if let call = unsafe call { unsafe dbus_pending_call_unref(call) }
        unsafe call = nil
        continuation.resume(with: result)
    }

    private static let disconnected = BusError(.disconnected, "the connection is closed")
}

extension Duration {
    /// As libdbus counts: at least 1, at most "never".
    fileprivate var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds < 0 ? 1 : .max }
        let sum = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return sum.overflow ? .max : Int32(clamping: max(1, sum.partialValue))
    }
}
