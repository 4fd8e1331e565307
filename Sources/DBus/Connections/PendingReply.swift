import EventLoop

/// A call that waits for its reply; ends exactly once.
@LoopActor
final class PendingReply {
    private var continuation: CheckedContinuation<Message, any Error>?
    private var timer: EventSource?
    private weak var connection: Connection?
    private var serial: UInt32 = 0

    func start(
        _ message: Message,
        on connection: Connection,
        timeout: Duration,
        _ continuation: CheckedContinuation<Message, any Error>
    ) {
        self.continuation = continuation
        if Task.isCancelled { return end(.failure(CancellationError())) }
        do {
            timer = try EventLoop.shared.addTimer(after: timeout) { [weak self] in
                self?.end(.failure(BusError(.noReply, "There was no reply within \(timeout)")))
            }
        } catch {
            return end(.failure(error))
        }
        serial = connection.send(message)
        // Sending may have ended the connection, too.
        guard connection.isOpen else { return disconnect() }
        guard serial != 0 else {
            return end(.failure(BusError(.notSupported, "the other side takes no file descriptors")))
        }
        self.connection = connection
        connection.pendingReplies[serial] = self
    }

    func complete(_ reply: Message) {
        end(.success(reply))
    }

    /// The reply is of no interest any more.
    func cancel() {
        end(.failure(CancellationError()))
    }

    /// There is not going to be a reply.
    func disconnect() {
        end(.failure(BusError(.disconnected, "the connection is closed")))
    }

    private func end(_ result: Result<Message, any Error>) {
        guard let continuation else { return }
        self.continuation = nil
        timer = nil
        connection?.pendingReplies[serial] = nil
        continuation.resume(with: result)
    }
}
