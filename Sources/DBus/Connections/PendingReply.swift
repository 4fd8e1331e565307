import CDBus
import EventLoop

/// A call that waits for its reply; ends exactly once.
@LoopActor
@safe
final class PendingReply {
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

        let isSent = withExtendedLifetime(connection.outgoing(message)) { message in
            unsafe dbus_connection_send_with_reply(connection.pointer, message.pointer, &call, timeout.milliseconds)
        }
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
        connection.pendingReplies[ObjectIdentifier(self)] = self
        connection.checkOutgoing()
    }

    /// The reply is of no interest any more.
    func cancel() {
        end(.failure(CancellationError()))
    }

    /// There is not going to be a reply. libdbus alone would go on waiting until the time is up.
    func disconnect() {
        end(.failure(Self.disconnected))
    }

    private func complete() {
        guard let call = unsafe call, let reply = unsafe dbus_pending_call_steal_reply(call) else { return }
        connection?.hasWokenTask = true
        end(.success(unsafe Message(adopting: reply)))
    }

    private func end(_ result: Result<Message, any Error>) {
        guard let continuation else { return }
        self.continuation = nil
        connection?.pendingReplies[ObjectIdentifier(self)] = nil
        if let call = unsafe call {
            // Without effect on a call that is complete.
            unsafe dbus_pending_call_cancel(call)
            unsafe dbus_pending_call_unref(call)
        }
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
