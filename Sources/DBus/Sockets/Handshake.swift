import CDBus
import EventLoop
import Glibc

/// libdbus's part of a connection to somebody who listens: from an address to a socket at whose other end is somebody who
/// has accepted who we are.
///
/// From then on the socket carries messages, and is the connection's own. Nothing is lost in between: the other side says
/// nothing more until it has been told that the messages begin, which is the last thing that libdbus writes.
@LoopActor
@safe
final class Handshake {
    /// What came of it.
    struct Outcome {
        /// The socket, which the receiver closes; nil if the other side refused or has gone.
        var socket: Int32?
        /// Whether the other side takes descriptors.
        var carriesDescriptors = false
    }

    private let pointer: OpaquePointer
    private let watches = WatchSet()
    private var onEnd: (@LoopActor (Outcome) -> Void)?

    /// Begins; `onEnd` is called once, in a later turn, unless this is let go before. Throws if nobody listens there.
    init(address: String, onEnd: @escaping @LoopActor (Outcome) -> Void) throws(BusError) {
        let failure = LibraryError()
        guard let pointer = unsafe failure.collect({ unsafe dbus_connection_open_private(address, $0) }) else {
            throw failure.busError
        }
        unsafe self.pointer = pointer
        self.onEnd = onEnd
        unsafe dbus_connection_set_exit_on_disconnect(pointer, 0)
        watches.afterwards = { [weak self] in self?.proceed() }
        let isAttached = unsafe watches.attach(
            watches: { unsafe dbus_connection_set_watch_functions(pointer, $0, $1, $2, $3, $4) },
            timeouts: { unsafe dbus_connection_set_timeout_functions(pointer, $0, $1, $2, $3, $4) }
        )
        guard isAttached else {
            throw BusError(.noMemory, "the connection cannot be watched")
        }
    }

    isolated deinit {
        _ = unsafe dbus_connection_set_watch_functions(pointer, nil, nil, nil, nil, nil)
        _ = unsafe dbus_connection_set_timeout_functions(pointer, nil, nil, nil, nil, nil)
        watches.cancel()
        // libdbus ends the process when the last reference to an open connection goes.
        unsafe dbus_connection_close(pointer)
        unsafe dbus_connection_unref(pointer)
    }

    private func proceed() {
        if unsafe dbus_connection_get_is_authenticated(pointer) != 0 {
            end(
                Outcome(
                    socket: unsafe ownSocket(of: pointer),
                    carriesDescriptors: unsafe dbus_connection_can_send_type(pointer, Int32(ValueType.unixFD.code)) != 0
                )
            )
        } else if unsafe dbus_connection_get_is_connected(pointer) == 0 {
            end(Outcome())
        }
    }

    private func end(_ outcome: Outcome) {
        let callback = onEnd
        onEnd = nil
        callback?(outcome)
    }
}

/// The connection's socket by another number: libdbus closes its own with the connection.
func ownSocket(of pointer: OpaquePointer) -> Int32? {
    var socket: Int32 = -1
    guard unsafe dbus_connection_get_unix_fd(pointer, &socket) != 0 else { return nil }
    let duplicate = fcntl(socket, F_DUPFD_CLOEXEC, 3)
    return duplicate < 0 ? nil : duplicate
}
