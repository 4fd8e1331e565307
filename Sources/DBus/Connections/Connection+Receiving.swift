import EventLoop
import Glibc

extension Connection {
    /// Messages that are handed out in one turn, so that one busy connection does not keep the loop from the others.
    static let messagesPerTurn = 64

    func addDispatcher() throws(BusError) {
        do {
            dispatcher = try EventLoop.shared.addDeferred { [weak self] in self?.handOut() }
        } catch {
            throw BusError(.failed, "\(error)")
        }
    }

    /// Waits for what comes by a socket.
    func watch(_ socket: Int32) throws(BusError) {
        do {
            source = try EventLoop.shared.addIO(descriptor: socket, events: .readable) { [weak self] events in
                self?.handle(events)
            }
        } catch {
            throw BusError(.failed, "\(error)")
        }
    }

    /// What there is to read for: bytes, or the end.
    private static let incoming: IOEvents = [.readable, .hangup, .error]

    private func handle(_ events: IOEvents) {
        // When the peer is gone, a write finds it out and lets go of what waits for it.
        if !events.isDisjoint(with: [.writable, .hangup]) { flush() }
        guard let socket, !events.isDisjoint(with: Self.incoming) else { return }
        let mayHold = mayHold
        let outgoing = outgoingBytes
        let result = inbox.read(from: socket, takesDescriptors: mayReceiveDescriptors) { bytes in
            mayHold?(bytes + outgoing) ?? true
        }
        switch result {
        case .some: break
        case .nothing: return
        case .end: isAtEnd = true
        }
        if case .admitting(let authentication) = stage { admit(authentication, at: socket) }
        handOut()
    }

    /// Tells the loop what is waited for: nothing more is read while there are messages to hand out.
    func updateEvents() {
        var events: IOEvents = []
        if !isAtEnd, !hasIncoming, !mustWait { events.insert(.readable) }
        if outbox.isBlocked { events.insert(.writable) }
        guard events != watchedEvents else { return }
        watchedEvents = events
        source?.setEvents(events)
        // Errors and hang-ups are told of whether they are wanted or not: with nothing wanted they would come for ever.
        source?.isEnabled = !events.isEmpty
    }

    /// A peer has no descriptors to send before it has said who it is and asked whether they are taken.
    private var mayReceiveDescriptors: Bool {
        if case .admitting(let authentication) = stage { authentication.carriesDescriptors } else { true }
    }

    // MARK: Before the first message

    /// libdbus has told the other side who we are, or could not.
    func proceed(_ outcome: Handshake.Outcome) {
        guard isOpen, case .connecting = stage else {
            if let socket = outcome.socket { Glibc.close(socket) }
            return
        }
        stage = .open
        carriesDescriptors = outcome.carriesDescriptors
        socket = outcome.socket
        if let socket, (try? watch(socket)) != nil { return flush() }
        isAtEnd = true
        handOut()
    }

    /// Answers what a peer says of itself.
    private func admit(_ authentication: Authentication, at socket: Int32) {
        var authentication = authentication
        defer { if case .admitting = stage { stage = .admitting(authentication) } }
        if !authentication.hasBegun {
            guard let first = inbox.nextByte() else { return }
            guard first == 0 else { return isAtEnd = true }
            authentication.hasBegun = true
        }
        while let line = inbox.nextLine() {
            switch authentication.receive(line) {
            case .answer(let text):
                guard answer(text + "\r\n", at: socket) else { return isAtEnd = true }
            case .begin:
                stage = .open
                carriesDescriptors = authentication.carriesDescriptors
                let callback = onAuthenticated
                onAuthenticated = nil
                callback?()
                flush()
                return
            case .refuse: return isAtEnd = true
            }
        }
        if inbox.count > Authentication.maximumBytes { isAtEnd = true }
    }

    /// Writes a line; false if the socket does not take it, though nothing was written before.
    private func answer(_ line: String, at socket: Int32) -> Bool {
        var line = line
        return line.withUTF8 { bytes in
            unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                == bytes.count
        }
    }

    // MARK: Messages

    /// Hands out what has been received, some of it now and the rest in other turns.
    private func handOut() {
        hasWokenTask = false
        var handedOut = 0
        while isEstablished, handedOut < Self.messagesPerTurn, !hasWokenTask, !mustWait, let message = next() {
            receive(message)
            handedOut += 1
        }
        if hasIncoming {
            isHeldBack = mustWait
            if !isHeldBack { dispatcher?.isEnabled = true }
        } else if isAtEnd || !isOpen {
            return end()
        }
        updateEvents()
    }

    /// Whether the socket carries messages by now.
    var isEstablished: Bool {
        if case .open = stage { true } else { false }
    }

    /// Whether the peer must read before it is served again: replies must not heap up that it asks for and does not read.
    var mustWait: Bool { isOpen && maximumOutgoingBytes != nil && outbox.isCongested }

    /// Whether there is something to hand out.
    var hasIncoming: Bool { isEstablished && inbox.hasMessage }

    private func next() -> Message? {
        do {
            return try inbox.next()
        } catch {
            // Where the next message begins nobody knows.
            inbox.clear()
            isAtEnd = true
            return nil
        }
    }

    private func receive(_ message: Message) {
        switch message.kind {
        case .call:
            // What was read before the connection was closed here is of no interest any more.
            guard isOpen else { return }
            if onMessage?(message) != true { refuse(message) }
        case .signal:
            guard isOpen else { return }
            _ = onMessage?(message)
        case .reply, .error:
            guard let pending = pendingReplies[message.replySerial] else { return }
            hasWokenTask = true
            pending.complete(message)
        }
    }

    private func refuse(_ call: Message) {
        guard !call.noReplyExpected else { return }
        let name = "\(call.interface?.string ?? "any interface").\(call.member?.string ?? "")"
        send(.error(to: call, BusError(.unknownMethod, "There is no method \(name) here")))
    }

    // MARK: The end

    private func end() {
        if hasEnded { return }
        hasEnded = true
        isOpen = false
        closeSocket()
        inbox.clear()
        outbox.clear()
        // A handshake under way ends with it.
        stage = .ended
        if ending == nil { ending = .disconnected }
        for pending in Array(pendingReplies.values) { pending.disconnect() }
        tellDrained()
        let callbacks = [onDisconnect, onEnd]
        onDisconnect = nil
        onEnd = nil
        onMessage = nil
        onAuthenticated = nil
        for callback in callbacks { callback?() }
    }

    func closeSocket() {
        source?.cancel()
        source = nil
        if let socket { Glibc.close(socket) }
        socket = nil
    }

    func tellDrained() {
        if drainWaiters.isEmpty || hasOutgoing { return }
        let waiters = drainWaiters
        drainWaiters = []
        for waiter in waiters { waiter() }
    }
}
