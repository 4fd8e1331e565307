import CDBus
import EventLoop

/// The descriptors and timeouts that libdbus wants watched for one connection or server, on the event loop.
///
/// libdbus has one watch for reading and one for writing on the same descriptor, epoll has one entry for it: so the watches
/// of a descriptor share a source.
@LoopActor
@safe
final class WatchSet {
    private var watched: [Int32: Watched] = [:]
    private var timeouts: [Handle: EventSource] = [:]
    /// Called after libdbus has been told that something is ready, the time to look at what it read.
    var afterwards: (@LoopActor () -> Void)?

    /// A descriptor, and what libdbus wants to know of it.
    @LoopActor
    private final class Watched {
        var source: EventSource?
        var watches: [Handle] = []
    }

    /// A watch or timeout of libdbus, which exists until libdbus removes it from here.
    @safe
    struct Handle: Hashable {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) {
            unsafe self.pointer = pointer
        }

        static func == (one: Handle, other: Handle) -> Bool {
            unsafe one.pointer == other.pointer
        }

        func hash(into hasher: inout Hasher) {
            unsafe hasher.combine(pointer)
        }
    }

    /// Stops watching. libdbus need not remove its watches first.
    func cancel() {
        for watched in watched.values { watched.source?.cancel() }
        for timer in timeouts.values { timer.cancel() }
        watched = [:]
        timeouts = [:]
        afterwards = nil
    }

    // MARK: Watches

    /// False if it cannot be watched, which libdbus takes for want of memory.
    func add(watch: Handle) -> Bool {
        let descriptor = watch.descriptor
        if let present = watched[descriptor] {
            present.watches.append(watch)
            update(present)
            return true
        }
        let new = Watched()
        new.watches = [watch]
        new.source = try? EventLoop.shared.addIO(descriptor: descriptor, events: []) {
            [weak self, unowned new] events in
            self?.handle(new, events)
        }
        guard new.source != nil else { return false }
        watched[descriptor] = new
        update(new)
        return true
    }

    func remove(watch: Handle) {
        let descriptor = watch.descriptor
        guard let present = watched[descriptor] else { return }
        present.watches.removeAll { $0 == watch }
        if present.watches.isEmpty {
            present.source?.cancel()
            watched[descriptor] = nil
        } else {
            update(present)
        }
    }

    func toggle(watch: Handle) {
        if let present = watched[watch.descriptor] { update(present) }
    }

    private func update(_ watched: Watched) {
        var wanted: IOEvents = []
        for watch in watched.watches where watch.isWatchEnabled {
            if watch.flags & DBUS_WATCH_READABLE.rawValue != 0 { wanted.insert(.readable) }
            if watch.flags & DBUS_WATCH_WRITABLE.rawValue != 0 { wanted.insert(.writable) }
        }
        watched.source?.setEvents(wanted)
        // Errors and hang-ups are told of whether they are wanted or not: with nothing wanted they would come for ever.
        watched.source?.isEnabled = !wanted.isEmpty
    }

    private func handle(_ watched: Watched, _ events: IOEvents) {
        var flags: UInt32 = 0
        if events.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if events.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if events.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        if events.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
        for watch in watched.watches {
            // Handling one watch may have removed the other.
            guard watched.watches.contains(watch), watch.isWatchEnabled else { continue }
            let relevant = flags & (watch.flags | DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue)
            if relevant != 0 { unsafe dbus_watch_handle(watch.pointer, relevant) }
        }
        afterwards?()
    }

    // MARK: Timeouts

    func add(timeout: Handle) -> Bool {
        let timer = try? EventLoop.shared.addTimer(after: nil) { [weak self] in self?.fire(timeout) }
        guard let timer else { return false }
        timeouts[timeout] = timer
        toggle(timeout: timeout)
        return true
    }

    func remove(timeout: Handle) {
        timeouts.removeValue(forKey: timeout)?.cancel()
    }

    func toggle(timeout: Handle) {
        guard let timer = timeouts[timeout] else { return }
        if let interval = timeout.interval {
            timer.schedule(after: interval)
        } else {
            timer.isEnabled = false
        }
    }

    private func fire(_ timeout: Handle) {
        unsafe dbus_timeout_handle(timeout.pointer)
        // It repeats until libdbus removes or disables it.
        if timeouts[timeout] != nil { toggle(timeout: timeout) }
        afterwards?()
    }
}

extension WatchSet.Handle {
    fileprivate var descriptor: Int32 { unsafe dbus_watch_get_unix_fd(pointer) }
    fileprivate var flags: UInt32 { unsafe dbus_watch_get_flags(pointer) }
    fileprivate var isWatchEnabled: Bool { unsafe dbus_watch_get_enabled(pointer) != 0 }

    /// A timeout's interval; nil while it is disabled.
    fileprivate var interval: Duration? {
        guard unsafe dbus_timeout_get_enabled(pointer) != 0 else { return nil }
        return unsafe .milliseconds(Int64(dbus_timeout_get_interval(pointer)))
    }
}

// MARK: - The callbacks

extension WatchSet {
    /// libdbus's way to set the callbacks for the watches, or for the timeouts, of a connection or server.
    typealias Setter = (
        (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> dbus_bool_t)?,
        (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
        (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
        UnsafeMutableRawPointer?, DBusFreeFunction?
    ) -> dbus_bool_t

    /// Has libdbus call this set, which it then keeps. False where it lacks the memory.
    func attach(watches setWatches: Setter, timeouts setTimeouts: Setter) -> Bool {
        let watching = unsafe setWatches(
            Self.addWatch,
            Self.removeWatch,
            Self.toggleWatch,
            retainedUserData(),
            Self.release
        )
        let timing = unsafe setTimeouts(
            Self.addTimeout,
            Self.removeTimeout,
            Self.toggleTimeout,
            retainedUserData(),
            Self.release
        )
        return watching != 0 && timing != 0
    }

    /// What goes to libdbus as the callbacks' user data: a reference that `release` gives back.
    private func retainedUserData() -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(self).toOpaque()
    }

    private nonisolated static let release: DBusFreeFunction = { userData in
        guard let userData = unsafe userData else { return }
        unsafe Unmanaged<WatchSet>.fromOpaque(userData).release()
    }

    private nonisolated static let addWatch: DBusAddWatchFunction = { watch, userData in
        unsafe enter(watch, userData) { $0.add(watch: $1) } == true ? 1 : 0
    }

    private nonisolated static let removeWatch: DBusRemoveWatchFunction = { watch, userData in
        unsafe enter(watch, userData) { $0.remove(watch: $1) }
    }

    private nonisolated static let toggleWatch: DBusWatchToggledFunction = { watch, userData in
        unsafe enter(watch, userData) { $0.toggle(watch: $1) }
    }

    private nonisolated static let addTimeout: DBusAddTimeoutFunction = { timeout, userData in
        unsafe enter(timeout, userData) { $0.add(timeout: $1) } == true ? 1 : 0
    }

    private nonisolated static let removeTimeout: DBusRemoveTimeoutFunction = { timeout, userData in
        unsafe enter(timeout, userData) { $0.remove(timeout: $1) }
    }

    private nonisolated static let toggleTimeout: DBusTimeoutToggledFunction = { timeout, userData in
        unsafe enter(timeout, userData) { $0.toggle(timeout: $1) }
    }

    /// libdbus calls back on the thread that calls it, and only the loop's thread does.
    @discardableResult
    private nonisolated static func enter<Result>(
        _ object: OpaquePointer?,
        _ userData: UnsafeMutableRawPointer?,
        _ body: @LoopActor (WatchSet, Handle) -> Result
    ) -> Result? {
        guard let object = unsafe object, let userData = unsafe userData else { return nil }
        nonisolated(unsafe) let handle = unsafe Handle(object)
        let set = unsafe Unmanaged<WatchSet>.fromOpaque(userData).takeUnretainedValue()
        return LoopActor.assumeIsolated { unsafe body(set, handle) }
    }
}
