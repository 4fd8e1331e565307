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
        watches.afterwards = { [weak self] in
            self?.tellDrained()
            self?.dispatch()
        }
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe dbus_connection_set_dispatch_status_function(
            pointer,
            { _, status, userData in
                guard status == DBUS_DISPATCH_DATA_REMAINS else { return }
                LoopActor.assumeIsolated { unsafe Connection.from(userData)?.dispatcher?.isEnabled = true }
            },
            this,
            nil
        )
        let isFiltering = unsafe dbus_connection_add_filter(pointer, Self.filter, this, nil)
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
        guard isFiltering != 0, isWatching != 0, isTiming != 0 else {
            throw BusError(.noMemory, "the connection cannot be watched")
        }
        // Something may have arrived before anybody listened.
        if unsafe dbus_connection_get_dispatch_status(pointer) == DBUS_DISPATCH_DATA_REMAINS {
            dispatcher?.isEnabled = true
        }
    }

    func detach() {
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe dbus_connection_remove_filter(pointer, Self.filter, this)
        unsafe dbus_connection_set_dispatch_status_function(pointer, nil, nil, nil)
        _ = unsafe dbus_connection_set_watch_functions(pointer, nil, nil, nil, nil, nil)
        _ = unsafe dbus_connection_set_timeout_functions(pointer, nil, nil, nil, nil, nil)
        watches.cancel()
        dispatcher?.cancel()
    }

    private nonisolated static let filter: DBusHandleMessageFunction = { _, message, userData in
        // libdbus calls back on the thread that dispatches, which is the loop's: nothing is sent anywhere.
        nonisolated(unsafe) let message = unsafe message
        nonisolated(unsafe) let userData = unsafe userData
        return LoopActor.assumeIsolated {
            guard let message = unsafe message, let connection = unsafe from(userData) else {
                return DBUS_HANDLER_RESULT_NOT_YET_HANDLED
            }
            let isHandled = unsafe connection.receive(message)
            return isHandled ? DBUS_HANDLER_RESULT_HANDLED : DBUS_HANDLER_RESULT_NOT_YET_HANDLED
        }
    }

    private static func from(_ userData: UnsafeMutableRawPointer?) -> Connection? {
        guard let userData = unsafe userData else { return nil }
        return unsafe Unmanaged<Connection>.fromOpaque(userData).takeUnretainedValue()
    }

    /// Hands out what has been read.
    private func dispatch() {
        if let onAuthenticated, unsafe dbus_connection_get_is_authenticated(pointer) != 0 {
            self.onAuthenticated = nil
            onAuthenticated()
        }
        hasWokenTask = false
        for _ in 0..<Self.messagesPerTurn {
            let status = unsafe dbus_connection_dispatch(pointer)
            if status == DBUS_DISPATCH_COMPLETE { return }
            // Want of memory is worth another turn, as more messages are.
            if status == DBUS_DISPATCH_NEED_MEMORY || hasWokenTask { break }
        }
        dispatcher?.isEnabled = true
    }

    private func receive(_ pointer: OpaquePointer) -> Bool {
        // libdbus's own announcement; from outside nobody can send one, libdbus takes it for a corrupt message.
        if unsafe dbus_message_is_signal(pointer, "org.freedesktop.DBus.Local", "Disconnected") != 0 {
            end()
            return true
        }
        // What was read before the connection was closed here is of no interest any more.
        guard isOpen else { return true }
        let message = unsafe Message(retaining: pointer)
        guard message.kind == .call || message.kind == .signal else { return true }
        return onMessage?(message) ?? false
    }

    private func end() {
        if hasEnded { return }
        hasEnded = true
        isOpen = false
        if ending == nil { ending = .disconnected }
        for pending in pendingReplies.values { pending.disconnect() }
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
