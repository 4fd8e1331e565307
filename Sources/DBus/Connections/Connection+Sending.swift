import EventLoop

extension Connection {
    /// Sends a message, and returns its serial. The message is written at the end of the loop's iteration, after all
    /// messages that were sent before. Returns 0 if it cannot be sent: the connection is closed, the message is larger
    /// than `maximumMessageBytes`, or it carries descriptors and the other side does not accept any. A reply that is
    /// too large is replaced with an error.
    ///
    /// A message can be sent more than once and on several connections. Each time it gets a new serial.
    @discardableResult
    package func send(_ message: Message) -> UInt32 {
        sendOrRefuse(message, serial: nil)
    }

    /// Sends a message that arrived on another connection, with its original serial.
    ///
    /// - Parameter endsIfSlow: whether the connection is closed instead if it `isTooSlow`.
    func forward(_ message: Message, endsIfSlow: Bool = true) {
        _ = sendOrRefuse(message, serial: message.serial == 0 ? nil : message.serial, endsIfSlow: endsIfSlow)
    }

    private func sendOrRefuse(_ message: Message, serial: UInt32?, endsIfSlow: Bool = true) -> UInt32 {
        do {
            return try enqueue(message, serial: serial, endsIfSlow: endsIfSlow)
        } catch {
            // The caller waits for a reply, so an error is sent instead.
            if message.kind == .reply { _ = try? enqueue(message.header.error(error), serial: serial) }
            return 0
        }
    }

    /// - Throws: why the message cannot be sent.
    fileprivate func enqueue(
        _ message: Message,
        serial: UInt32?,
        endsIfSlow: Bool = true
    ) throws(BusError) -> UInt32 {
        guard isOpen else { throw .connectionClosed }
        guard message.descriptors.isEmpty || carriesDescriptors || !isEstablished else {
            throw BusError(.notSupported, "the other side takes no file descriptors")
        }
        guard message.greatestLength <= maximumMessageBytes else {
            throw MessageError.tooLarge(limit: maximumMessageBytes).busError
        }
        let isSolicited = message.replySerial != 0 && !isMonitor
        if endsIfSlow, !isSolicited, isTooSlow {
            close(.tooSlow)
            throw .connectionClosed
        }
        guard !message.body.buffer.isOutOfMemory,
            let serial = outbox.append(
                message,
                serial: serial,
                sender: senderStamp,
                isSolicited: isSolicited
            )
        else { throw MessageError.outOfMemory.busError }
        if outbox.isFull { flush() }
        tellHeldBytes()
        scheduleFlush()
        return serial
    }

    private func scheduleFlush() {
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        // The closure keeps the connection alive until the messages have been written.
        EventLoop.shared.post { [self] in
            isFlushScheduled = false
            flush()
        }
    }

    /// Writes as much of the sent messages as the socket accepts, without waiting for the end of the iteration. The
    /// rest is written when the socket is writable again.
    package func flush() {
        guard isOpen, isEstablished, let socket else { return }
        // If the other side has closed the socket, nobody will read the rest. Messages that it sent before are still
        // handed out; then reading finds the end.
        if outbox.write(to: socket) == .failed { outbox.clear() }
        continueReceiving()
        resumeDrainWaiters()
        if outbox.isEmpty { onDrained?() }
    }

    func endRest() {
        rests = false
        if isOpen { continueReceiving() }
    }

    /// The number of bytes that were sent and are not written yet.
    package var outgoingBytes: Int { outbox.count }

    var hasOutgoing: Bool { isOpen && !outbox.isEmpty }

    /// Whether the other side reads too slowly: its socket is full, and more than 64 KiB are waiting here.
    package var isCongested: Bool { isOpen && outbox.isCongested }

    /// Whether more than `maximumOutgoingBytes` of earlier iterations wait for the other side to read. What one iteration
    /// sends may be more, because nobody could have read it yet.
    var isTooSlow: Bool { maximumOutgoingBytes.map { !isFlushScheduled && outbox.backlog > $0 } ?? false }

    /// Whether the peer must read before it is served again. Otherwise replies that it requests but does not read would
    /// accumulate.
    var mustWait: Bool { isOpen && (rests || maximumOutgoingBytes != nil && isCongested) }
}

// MARK: - Calls

extension Connection {
    /// Sends a method call and waits for the reply.
    ///
    /// Throws the `BusError` of an error reply; `NoReply` if there is no reply in time, `Disconnected` if the
    /// connection is closed or ends meanwhile, `LimitsExceeded` if the call is too large, and `CancellationError` if
    /// the task is cancelled. A task of the loop continues before any message that came after the reply is handed out.
    package func call(_ message: Message, timeout: Duration = .seconds(25)) async throws -> Message {
        let pending = PendingReply(wakesTask: true)
        let reply = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending.start(message, on: self, timeout: timeout) { continuation.resume(with: $0) }
            }
        } onCancel: {
            Task { @LoopActor in pending.cancel() }
        }
        if let error = reply.busError { throw error }
        return reply
    }

    /// Sends a method call without waiting. `completion` is called once: with the reply, in order with the other
    /// messages, or with the error that the waiting `call` would throw. An error may be reported before this function
    /// returns.
    ///
    /// - Parameter timeout: `nil` to wait as long as the connection is open, which needs no timer.
    package func call(
        _ message: Message,
        timeout: Duration?,
        completion: @escaping @LoopActor (Result<Message, BusError>) -> Void
    ) {
        PendingReply(wakesTask: false).start(message, on: self, timeout: timeout) { result in
            switch result {
            case .success(let reply): completion(reply.busError.map { .failure($0) } ?? .success(reply))
            case .failure(let error):
                completion(.failure((error as? any BusErrorConvertible)?.busError ?? BusError(.failed, "\(error)")))
            }
        }
    }
}

/// A call that waits for its reply. It ends exactly once.
@LoopActor
final class PendingReply {
    /// Whether a task is waiting, which must run before later messages are handed out.
    let wakesTask: Bool
    private var completion: (@LoopActor (Result<Message, any Error>) -> Void)?
    private var timer: EventSource?
    private weak var connection: Connection?
    private var serial: UInt32 = 0

    fileprivate init(wakesTask: Bool) {
        self.wakesTask = wakesTask
    }

    /// A connection that is released has not ended its calls.
    isolated deinit {
        completion?(.failure(BusError.connectionClosed))
    }

    fileprivate func start(
        _ message: Message,
        on connection: Connection,
        timeout: Duration?,
        _ completion: @escaping @LoopActor (Result<Message, any Error>) -> Void
    ) {
        self.completion = completion
        if wakesTask, Task.isCancelled { return cancel() }
        do {
            if let timeout {
                timer = try EventLoop.shared.addTimer(after: timeout) { [weak self] in
                    self?.end(.failure(BusError(.noReply, "There was no reply within \(timeout)")))
                }
            }
            serial = try connection.enqueue(message, serial: nil)
        } catch {
            return end(.failure(error))
        }
        // Sending may have ended the connection.
        guard connection.isOpen else { return disconnect() }
        self.connection = connection
        connection.pendingReplies[serial] = self
    }

    func complete(_ reply: Message) {
        end(.success(reply))
    }

    func cancel() {
        end(.failure(CancellationError()))
    }

    /// Fails the call because the connection has ended.
    func disconnect() {
        end(.failure(BusError.connectionClosed))
    }

    private func end(_ result: Result<Message, any Error>) {
        guard let completion else { return }
        self.completion = nil
        timer = nil
        connection?.pendingReplies[serial] = nil
        completion(result)
    }
}

extension BusError {
    fileprivate static var connectionClosed: BusError { BusError(.disconnected, "the connection is closed") }
}
