import CDBus
import EventLoop

extension Connection {
    /// Messages that are handed out in one turn, so that one busy connection does not keep the loop from the others.
    static let messagesPerTurn = 64

    /// Lets libdbus use the loop, and hand its messages here. Everything that it keeps is taken back by `detach`.
    func attach() throws(BusError) {
        do {
            dispatcher = try EventLoop.shared.addDeferred { [weak self] in self?.dispatch() }
        } catch {
            throw BusError(.failed, "\(error)")
        }
        watches.afterwards = { [weak self] in self?.dispatch() }
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe dbus_connection_set_dispatch_status_function(
            pointer,
            { _, status, userData in
                guard let userData = unsafe userData else { return }
                let connection = unsafe Unmanaged<Connection>.fromOpaque(userData).takeUnretainedValue()
                LoopActor.assumeIsolated { connection.note(status) }
            },
            this,
            nil
        )
        let isWatching = unsafe dbus_connection_set_watch_functions(
            pointer,
            WatchSet.addWatch,
            WatchSet.removeWatch,
            WatchSet.toggleWatch,
            watches.retainedUserData(),
            WatchSet.release
        )
        let isTiming = unsafe dbus_connection_set_timeout_functions(
            pointer,
            WatchSet.addTimeout,
            WatchSet.removeTimeout,
            WatchSet.toggleTimeout,
            watches.retainedUserData(),
            WatchSet.release
        )
        guard isWatching != 0, isTiming != 0 else {
            throw BusError(.noMemory, "the connection cannot be watched")
        }
        // Something may have arrived before anybody listened.
        note(unsafe dbus_connection_get_dispatch_status(pointer))
    }

    func detach() {
        unsafe dbus_connection_set_dispatch_status_function(pointer, nil, nil, nil)
        _ = unsafe dbus_connection_set_watch_functions(pointer, nil, nil, nil, nil, nil)
        _ = unsafe dbus_connection_set_timeout_functions(pointer, nil, nil, nil, nil, nil)
        watches.cancel()
        dispatcher?.cancel()
    }

    /// libdbus says whether there is something to hand out.
    private func note(_ status: DBusDispatchStatus) {
        self.status = status
        // What is read while a watch is handled is handed out right after that; the rest takes a turn of its own.
        if status != DBUS_DISPATCH_COMPLETE, !watches.isHandling { dispatcher?.isEnabled = true }
    }

    /// Hands out what has been read, and writes on where the socket was full.
    private func dispatch() {
        if !isAuthenticated, unsafe dbus_connection_get_is_authenticated(pointer) != 0 {
            isAuthenticated = true
            let callback = onAuthenticated
            onAuthenticated = nil
            callback?()
        }
        if hasOutgoing, !isFlushScheduled { flush() }
        hasWokenTask = false
        var handedOut = 0
        while status == DBUS_DISPATCH_DATA_REMAINS, handedOut < Self.messagesPerTurn, !hasWokenTask {
            guard let next = unsafe dbus_connection_pop_message(pointer) else { break }
            unsafe receive(Message(adopting: next))
            handedOut += 1
        }
        // Want of memory is worth another turn, as more messages are.
        if status != DBUS_DISPATCH_COMPLETE { dispatcher?.isEnabled = true }
    }

    private func receive(_ message: Message) {
        switch message.kind {
        case .call:
            // What was read before the connection was closed here is of no interest any more.
            guard isOpen else { return }
            if onMessage?(message) != true { refuse(message) }
        case .signal:
            // libdbus's own announcement; from outside nobody can send one, libdbus takes it for a corrupt message.
            if message.isMember("Disconnected", of: "org.freedesktop.DBus.Local") { return end() }
            guard isOpen else { return }
            _ = onMessage?(message)
        case .reply, .error:
            guard let pending = pendingReplies[message.replySerial] else { return }
            hasWokenTask = true
            pending.complete(message)
        case nil: break
        }
    }

    private func refuse(_ call: Message) {
        guard !call.noReplyExpected else { return }
        let name = "\(call.interface?.string ?? "any interface").\(call.member?.string ?? "")"
        send(.error(to: call, BusError(.unknownMethod, "There is no method \(name) here")))
    }

    private func end() {
        if hasEnded { return }
        hasEnded = true
        isOpen = false
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

    func tellDrained() {
        if drainWaiters.isEmpty || hasOutgoing { return }
        let waiters = drainWaiters
        drainWaiters = []
        for waiter in waiters { waiter() }
    }
}
