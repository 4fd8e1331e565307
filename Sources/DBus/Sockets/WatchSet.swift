import CDBus
import EventLoop

/// The descriptors of one libdbus connection, watched by the event loop.
///
/// libdbus has one watch for reading and one for writing on the same descriptor, but epoll has only one entry for each
/// descriptor. Therefore the watches of a descriptor share an event source. libdbus can also request timeouts, but only
/// for pending calls of its own, and this module makes none.
@LoopActor
@safe
final class WatchSet {
    private var watched: [Int32: Watched] = [:]
    /// Called each time after libdbus has been told that something is ready.
    var afterwards: (@LoopActor () -> Void)?

    /// The event source of a descriptor, and the watches that share it.
    @LoopActor
    private final class Watched {
        var source: EventSource?
        var watches: [Watch] = []
    }

    /// A watch of libdbus, valid until libdbus removes it from the set.
    @safe
    private struct Watch {
        let pointer: OpaquePointer

        var descriptor: Int32 { unsafe dbus_watch_get_unix_fd(pointer) }
        var flags: UInt32 { unsafe dbus_watch_get_flags(pointer) }
        var isEnabled: Bool { unsafe dbus_watch_get_enabled(pointer) != 0 }
    }

    /// Stops watching. libdbus need not remove its watches first.
    func cancel() {
        for watched in watched.values { watched.source?.cancel() }
        watched = [:]
        afterwards = nil
    }

    /// Adds a watch. Returns `false` if the descriptor cannot be watched; libdbus then reports that it is out of
    /// memory.
    private func add(_ watch: Watch) -> Bool {
        if watched[watch.descriptor] == nil {
            let new = Watched()
            new.source = try? EventLoop.shared.addIO(descriptor: watch.descriptor, events: []) {
                [weak self, unowned new] events in
                self?.handle(new, events)
            }
            guard new.source != nil else { return false }
            watched[watch.descriptor] = new
        }
        watched[watch.descriptor]?.watches.append(watch)
        update(watch)
        return true
    }

    private func remove(_ watch: Watch) {
        guard let present = watched[watch.descriptor] else { return }
        present.watches.removeAll { unsafe $0.pointer == watch.pointer }
        update(watch)
        if present.watches.isEmpty { watched.removeValue(forKey: watch.descriptor)?.source?.cancel() }
    }

    /// Makes the event source of a descriptor wait for the events that libdbus currently needs.
    private func update(_ watch: Watch) {
        guard let watched = watched[watch.descriptor] else { return }
        var wanted: IOEvents = []
        for watch in watched.watches where watch.isEnabled {
            if watch.flags & DBUS_WATCH_READABLE.rawValue != 0 { wanted.insert(.readable) }
            if watch.flags & DBUS_WATCH_WRITABLE.rawValue != 0 { wanted.insert(.writable) }
        }
        watched.source?.setEvents(wanted)
        // epoll reports errors and hang-ups even if no event is requested, and would report them again and again.
        watched.source?.isEnabled = !wanted.isEmpty
    }

    private func handle(_ watched: Watched, _ events: IOEvents) {
        var flags: UInt32 = 0
        if events.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if events.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if events.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        if events.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
        for watch in watched.watches {
            // libdbus may have removed this watch when it handled the one before.
            let isPresent = watched.watches.contains { unsafe $0.pointer == watch.pointer }
            guard isPresent, watch.isEnabled else { continue }
            let relevant = flags & (watch.flags | DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue)
            if relevant != 0 { unsafe dbus_watch_handle(watch.pointer, relevant) }
        }
        afterwards?()
    }
}

// MARK: - Callbacks of libdbus

extension WatchSet {
    /// Makes libdbus call this set, and keep it alive.
    /// - Parameter setFunctions: `dbus_connection_set_watch_functions`, for one connection.
    /// - Throws: `NoMemory` if a descriptor cannot be watched.
    func attach(
        _ setFunctions: (
            DBusAddWatchFunction?, DBusRemoveWatchFunction?, DBusWatchToggledFunction?, UnsafeMutableRawPointer?,
            DBusFreeFunction?
        ) -> dbus_bool_t
    ) throws(BusError) {
        let isAttached = unsafe setFunctions(
            { unsafe WatchSet.enter($0, $1) { $0.add($1) } == true ? 1 : 0 },
            { unsafe WatchSet.enter($0, $1) { $0.remove($1) } },
            { unsafe WatchSet.enter($0, $1) { $0.update($1) } },
            Unmanaged.passRetained(self).toOpaque(),
            { userData in
                guard let userData = unsafe userData else { return }
                unsafe Unmanaged<WatchSet>.fromOpaque(userData).release()
            }
        )
        guard isAttached != 0 else { throw BusError(.noMemory, "libdbus cannot be watched") }
    }

    /// Enters the loop's isolation. libdbus calls back on the thread that calls it, which is always the loop's.
    @discardableResult
    private nonisolated static func enter<Result>(
        _ watch: OpaquePointer?,
        _ userData: UnsafeMutableRawPointer?,
        _ body: @LoopActor (WatchSet, Watch) -> Result
    ) -> Result? {
        guard let watch = unsafe watch, let userData = unsafe userData else { return nil }
        nonisolated(unsafe) let handle = unsafe Watch(pointer: watch)
        let set = unsafe Unmanaged<WatchSet>.fromOpaque(userData).takeUnretainedValue()
        return LoopActor.assumeIsolated { unsafe body(set, handle) }
    }
}

// MARK: - Errors of libdbus

/// Calls a function of libdbus that returns an object or fills in an error.
/// - Throws: that error.
func orThrow(_ function: (UnsafeMutablePointer<DBusError>) -> OpaquePointer?) throws(BusError) -> OpaquePointer {
    var error = unsafe DBusError()
    unsafe dbus_error_init(&error)
    defer { unsafe dbus_error_free(&error) }
    if let object = unsafe function(&error) { return unsafe object }
    guard let name = unsafe error.name, let message = unsafe error.message else { throw BusError(.failed, "") }
    throw unsafe BusError(ErrorName(unchecked: String(cString: name)), String(cString: message))
}
