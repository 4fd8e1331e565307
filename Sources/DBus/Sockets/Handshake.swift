import CDBus
import EventLoop
import Glibc

/// The part of a connection that libdbus implements: connecting to an address and authenticating to the server.
///
/// The result is a socket for messages, which belongs to a `Connection` from then on. No byte is lost at the
/// transition: a server sends nothing after the authentication until it gets the first message, and libdbus has written
/// its last byte when it reports that it is authenticated.
@LoopActor
@safe
final class Handshake {
    struct Outcome {
        /// The socket, which the receiver must close; `nil` if the server rejected the authentication or closed the
        /// connection.
        var socket: Int32?
        /// Whether descriptors may be sent.
        var carriesDescriptors = false
    }

    private let pointer: OpaquePointer
    private let watches = WatchSet()
    /// Called once, in a later iteration of the loop, unless the handshake is released before.
    var onEnd: (@LoopActor (Outcome) -> Void)?

    /// Connects. Throws if no process listens at the address.
    init(address: String) throws(BusError) {
        let pointer = unsafe try orThrow { unsafe dbus_connection_open_private(address, $0) }
        unsafe self.pointer = pointer
        unsafe dbus_connection_set_exit_on_disconnect(pointer, 0)
        watches.afterwards = { [weak self] in self?.proceed() }
        try unsafe watches.attach { unsafe dbus_connection_set_watch_functions(pointer, $0, $1, $2, $3, $4) }
    }

    isolated deinit {
        _ = unsafe dbus_connection_set_watch_functions(pointer, nil, nil, nil, nil, nil)
        watches.cancel()
        // libdbus ends the process if the last reference to an open connection is released.
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

/// A duplicate of a connection's socket. libdbus closes its own descriptor together with the connection.
func ownSocket(of pointer: OpaquePointer) -> Int32? {
    var socket: Int32 = -1
    guard unsafe dbus_connection_get_unix_fd(pointer, &socket) != 0 else { return nil }
    let duplicate = fcntl(socket, F_DUPFD_CLOEXEC, 3)
    return duplicate < 0 ? nil : duplicate
}
