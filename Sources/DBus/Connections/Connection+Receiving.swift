import EventLoop
import Glibc

extension Connection {
    /// The number of messages that are handed out in one turn, and the time in which one may begin, so that a busy
    /// connection does not keep the loop from others.
    static let messagesPerTurn = 64
    private static let timeOfTurn = Duration.microseconds(250)

    func addDispatcher() throws(BusError) {
        do {
            dispatcher = try EventLoop.shared.addDeferred { [weak self] in self?.charged { self?.handOut() } }
        } catch {
            throw BusError(.failed, "\(error)")
        }
    }

    /// Watches the socket for bytes.
    func watch(_ socket: Int32) throws(BusError) {
        do {
            source = try EventLoop.shared.addIO(descriptor: socket, events: .readable) { [weak self] events in
                // When the peer has gone, writing finds it out, and the messages that wait for the peer are discarded.
                if !events.isDisjoint(with: [.writable, .hangup]) { self?.flush() }
                self?.charged { self?.handle(events) }
            }
        } catch {
            throw BusError(.failed, "\(error)")
        }
    }

    /// Does something at the expense of the peer, which has to wait afterwards if it has used too much.
    private func charged(_ work: @LoopActor () -> Void) {
        // A closed connection has nothing left but its end, for which nobody waits or pays.
        guard let charge, isOpen else { return work() }
        let priority = priority?() ?? .normal
        let isEarly = priority > presentPriority
        if priority != presentPriority {
            presentPriority = priority
            source?.setPriority(priority)
            dispatcher?.setPriority(priority)
        }
        // This comes again after what is ready of others.
        if isEarly {
            return continueReceiving()
        }
        let rest = charge(work)
        guard rest > .zero, isOpen, (try? restTimer.schedule(at: .now + rest)) != nil else { return }
        rests = true
        updateEvents()
    }

    private func handle(_ events: IOEvents) {
        guard let socket, !events.isDisjoint(with: [.readable, .hangup, .error]) else { return }
        switch read(from: socket) {
        case .some: break
        case .nothing: return
        case .end: isAtEnd = true
        }
        if case .admitting(let authentication) = stage { admit(authentication, at: socket) }
        handOut()
    }

    private func read(from socket: Int32) -> Inbox.ReadResult {
        if let capacity = inbox.nextCapacity, let mayHold, !mayHold(capacity + outbox.capacity) { return .end }
        // A peer has no descriptors to send before it is authenticated and has asked whether they are taken.
        let takesDescriptors =
            if case .admitting(let authentication) = stage { authentication.carriesDescriptors } else { true }
        return inbox.read(from: socket, takesDescriptors: takesDescriptors)
    }

    /// Tells the loop which events are waited for. Nothing is read while there are messages to hand out.
    func updateEvents() {
        tellHeldBytes()
        var events: IOEvents = []
        if !isAtEnd, !hasIncoming, !mustWait { events.insert(.readable) }
        if outbox.isBlocked { events.insert(.writable) }
        guard events != watchedEvents else { return }
        watchedEvents = events
        source?.setEvents(events)
        // epoll reports errors and hang-ups even if no event is wanted, and would do so for ever.
        source?.isEnabled = !events.isEmpty
    }
}

// MARK: - Before the first message

extension Connection {
    /// Takes over the socket when libdbus has authenticated us, or has failed to.
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

    /// Answers the lines with which a peer authenticates.
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

    /// Writes a line. False if the socket does not take all of it, which only happens to a peer that reads no answers.
    private func answer(_ line: String, at socket: Int32) -> Bool {
        var line = line
        return line.withUTF8 { bytes in
            unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                == bytes.count
        }
    }
}

// MARK: - Messages

extension Connection {
    /// Hands out messages that have arrived: as many as one turn allows, the rest in later turns.
    func handOut() {
        hasWokenTask = false
        var count = 0
        let deadline = EventLoop.now + Self.timeOfTurn
        while isEstablished, count < Self.messagesPerTurn, !hasWokenTask, !mustWait, EventLoop.now < deadline,
            let message = next()
        {
            receive(message)
            count += 1
        }
        if !hasIncoming, isAtEnd || !isOpen { return end() }
        continueReceiving()
    }

    /// Continues with the messages that have arrived, or else with those that will, unless the peer must wait: then this
    /// is called when it has read, or when its rest has ended.
    func continueReceiving() {
        if hasIncoming, !mustWait { dispatcher?.isEnabled = true }
        updateEvents()
    }

    /// Whether the socket carries messages.
    var isEstablished: Bool {
        if case .open = stage { true } else { false }
    }

    /// Whether a message is to be handed out, or malformed bytes are to be found.
    private var hasIncoming: Bool { isEstablished && inbox.hasMessage }

    private func next() -> Message? {
        do {
            return try inbox.next()
        } catch {
            // It is unknown where the next message begins.
            inbox.clear()
            isAtEnd = true
            return nil
        }
    }

    private func receive(_ message: Message) {
        switch message.kind {
        case .call:
            // The connection may have been closed since the message was read.
            guard isOpen else { return }
            if onMessage?(message) != true { refuse(message) }
        case .signal:
            guard isOpen else { return }
            _ = onMessage?(message)
        case .reply, .error:
            guard let pending = pendingReplies[message.replySerial] else { return }
            hasWokenTask = pending.wakesTask
            pending.complete(message)
        }
    }

    private func refuse(_ call: Message) {
        guard !call.noReplyExpected else { return }
        let name = "\(call.interface?.string ?? "any interface").\(call.member?.string ?? "")"
        send(.error(to: call, BusError(.unknownMethod, "There is no method \(name) here")))
    }
}
