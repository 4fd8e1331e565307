import CDBus
import EventLoop

/// The descriptors and timeouts that libdbus wants watched for one connection or server, on the event loop.
///
/// libdbus has one watch for reading and one for writing on the same descriptor, epoll has one entry for it: so the watches
/// of a descriptor share a source.
@LoopActor
@safe
final class WatchSet {
    private var watches: [Int32: Watched] = [:]
    private var timeouts: [OpaquePointer: EventSource] = unsafe [:]
    /// Called after libdbus has been told that something is ready, the time to look at what it read.
    var afterwards: (@LoopActor () -> Void)?

    @safe
    private struct Watched {
        var source: EventSource
        var watches: [OpaquePointer]
    }

    /// Stops watching. libdbus need not remove its watches first.
    func cancel() {
        for watched in watches.values { watched.source.cancel() }
        for unsafetimer in unsafe timeouts.values { timer.cancel() }
        watches = [:]
        unsafe timeouts = [:]
        afterwards = nil
    }

    // MARK: Watches

    /// False if it cannot be watched, which libdbus takes for want of memory.
    func add(watch: OpaquePointer) -> Bool {
        let descriptor = unsafe dbus_watch_get_unix_fd(watch)
        if watches[descriptor] != nil {
            unsafe watches[descriptor]?.watches.append(watch)
        } else {
            let source = try? EventLoop.shared.addIO(descriptor: descriptor, events: []) { [weak self] events in
                self?.handle(descriptor, events)
            }
            guard let source else { return false }
            unsafe watches[descriptor] = Watched(source: source, watches: [watch])
        }
        update(descriptor)
        return true
    }

    func remove(watch: OpaquePointer) {
        let descriptor = unsafe dbus_watch_get_unix_fd(watch)
        unsafe watches[descriptor]?.watches.removeAll { $0 == watch }
        if unsafe watches[descriptor]?.watches.isEmpty == true {
            watches.removeValue(forKey: descriptor)?.source.cancel()
        } else {
            update(descriptor)
        }
    }

    func toggle(watch: OpaquePointer) {
        unsafe update(dbus_watch_get_unix_fd(watch))
    }

    private func update(_ descriptor: Int32) {
        guard let watched = watches[descriptor] else { return }
        var wanted: IOEvents = []
        for unsafewatch in unsafe watched.watches where unsafe dbus_watch_get_enabled(watch) != 0 {
            let flags = unsafe dbus_watch_get_flags(watch)
            if flags & DBUS_WATCH_READABLE.rawValue != 0 { wanted.insert(.readable) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { wanted.insert(.writable) }
        }
        watched.source.setEvents(wanted)
        // Errors and hang-ups are told of whether they are wanted or not: with nothing wanted they would come for ever.
        watched.source.isEnabled = !wanted.isEmpty
    }

    private func handle(_ descriptor: Int32, _ events: IOEvents) {
        var flags: UInt32 = 0
        if events.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if events.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if events.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        if events.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
        // Handling one watch may remove the others, so each is looked up again.
        for unsafewatch in unsafe watches[descriptor]?.watches ?? [] {
            guard unsafe watches[descriptor]?.watches.contains(watch) == true else { continue }
            guard unsafe dbus_watch_get_enabled(watch) != 0 else { continue }
            let relevant =
                unsafe flags & (dbus_watch_get_flags(watch) | DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue)
            if relevant != 0 { unsafe dbus_watch_handle(watch, relevant) }
        }
        afterwards?()
    }

    // MARK: Timeouts

    func add(timeout: OpaquePointer) -> Bool {
        let timer = try? EventLoop.shared.addTimer(after: nil) { [weak self] in unsafe self?.fire(timeout) }
        guard let timer else { return false }
        unsafe timeouts[timeout] = timer
        unsafe toggle(timeout: timeout)
        return true
    }

    func remove(timeout: OpaquePointer) {
        unsafe timeouts.removeValue(forKey: timeout)?.cancel()
    }

    func toggle(timeout: OpaquePointer) {
        guard let timer = unsafe timeouts[timeout] else { return }
        if unsafe dbus_timeout_get_enabled(timeout) != 0 {
            timer.schedule(after: .milliseconds(Int64(unsafe dbus_timeout_get_interval(timeout))))
        } else {
            timer.isEnabled = false
        }
    }

    private func fire(_ timeout: OpaquePointer) {
        unsafe dbus_timeout_handle(timeout)
        // It repeats until libdbus removes or disables it.
        unsafe toggle(timeout: timeout)
        afterwards?()
    }
}

// MARK: - The callbacks

extension WatchSet {
    /// What goes to libdbus as the callbacks' user data: a reference that `release` gives back.
    func retainedUserData() -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(self).toOpaque()
    }

    nonisolated static let release: DBusFreeFunction = { userData in
        guard let userData = unsafe userData else { return }
        unsafe Unmanaged<WatchSet>.fromOpaque(userData).release()
    }

    nonisolated static let addWatch: DBusAddWatchFunction = { watch, userData in
        unsafe enter(watch, userData) { unsafe $0.add(watch: $1) } == true ? 1 : 0
    }

    nonisolated static let removeWatch: DBusRemoveWatchFunction = { watch, userData in
        unsafe enter(watch, userData) { unsafe $0.remove(watch: $1) }
    }

    nonisolated static let toggleWatch: DBusWatchToggledFunction = { watch, userData in
        unsafe enter(watch, userData) { unsafe $0.toggle(watch: $1) }
    }

    nonisolated static let addTimeout: DBusAddTimeoutFunction = { timeout, userData in
        unsafe enter(timeout, userData) { unsafe $0.add(timeout: $1) } == true ? 1 : 0
    }

    nonisolated static let removeTimeout: DBusRemoveTimeoutFunction = { timeout, userData in
        unsafe enter(timeout, userData) { unsafe $0.remove(timeout: $1) }
    }

    nonisolated static let toggleTimeout: DBusTimeoutToggledFunction = { timeout, userData in
        unsafe enter(timeout, userData) { unsafe $0.toggle(timeout: $1) }
    }

    /// libdbus calls back on the thread that calls it, and only the loop's thread does.
    @discardableResult
    private nonisolated static func enter<Result>(
        _ object: OpaquePointer?,
        _ userData: UnsafeMutableRawPointer?,
        _ body: @LoopActor (WatchSet, OpaquePointer) -> Result
    ) -> Result? {
        guard let object = unsafe object, let userData = unsafe userData else { return nil }
        // Nothing is sent anywhere: the callbacks are on the loop's thread already.
        nonisolated(unsafe) let unsentObject = unsafe object
        let set = unsafe Unmanaged<WatchSet>.fromOpaque(userData).takeUnretainedValue()
        return LoopActor.assumeIsolated { unsafe body(set, unsentObject) }
    }
}
