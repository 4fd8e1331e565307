import CDBus
package import EventLoop
import Glibc

/// A socket at which peers connect, without a bus.
@LoopActor
@safe
package final class Server {
    let pointer: OpaquePointer
    private let watches = WatchSet()
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var authenticationTimers: [ObjectIdentifier: EventSource] = [:]
    private var isOpen = true

    package let path: String
    /// Called with each connection that has been authenticated and admitted, before its first message is handed out. The
    /// server keeps it until it ends.
    package var onConnection: (@LoopActor (Connection) -> Void)?
    /// Whether a process with this uid may connect. Only our own by default.
    package var admits: @LoopActor (UInt32) -> Bool = { $0 == geteuid() }
    /// Connections at one time, those not authenticated yet among them; more are turned away.
    package var maximumConnections = 64
    /// A peer that has not proved who it is by then is turned away.
    package var authenticationTimeout: Duration = .seconds(10)

    /// Listens at a socket, which it creates, in a folder that is ours alone, which it creates too if need be.
    ///
    /// Throws `BusError` if a server is alive at that path, if the folder is open to others, or the system refuses.
    package init(path: String) throws(BusError) {
        try SocketPath.prepare(path)
        self.path = path
        let failure = LibraryError()
        let address = BusAddress.unixPath(path)
        guard let pointer = unsafe failure.collect({ unsafe dbus_server_listen(address, $0) }) else {
            throw failure.busError
        }
        unsafe self.pointer = pointer
        try attach()
    }

    isolated deinit {
        close()
        unsafe dbus_server_unref(pointer)
    }

    /// Where to connect, in D-Bus's syntax.
    package var address: String { BusAddress.unixPath(path) }

    /// Stops listening and removes the socket. Connections go on.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe dbus_server_set_new_connection_function(pointer, nil, nil, nil)
        unsafe dbus_server_disconnect(pointer)
        _ = unsafe dbus_server_set_watch_functions(pointer, nil, nil, nil, nil, nil)
        _ = unsafe dbus_server_set_timeout_functions(pointer, nil, nil, nil, nil, nil)
        watches.cancel()
    }

    private func attach() throws(BusError) {
        unsafe dbus_server_set_new_connection_function(
            pointer,
            { _, connection, userData in
                guard let connection = unsafe connection, let userData = unsafe userData else { return }
                let server = unsafe Unmanaged<Server>.fromOpaque(userData).takeUnretainedValue()
                LoopActor.assumeIsolated { unsafe server.accept(connection) }
            },
            Unmanaged.passUnretained(self).toOpaque(),
            nil
        )
        let isAttached = unsafe watches.attach(
            watches: { unsafe dbus_server_set_watch_functions(pointer, $0, $1, $2, $3, $4) },
            timeouts: { unsafe dbus_server_set_timeout_functions(pointer, $0, $1, $2, $3, $4) }
        )
        guard isAttached else {
            throw BusError(.noMemory, "the server cannot be watched")
        }
    }
}

// MARK: - Accepting

extension Server {
    /// libdbus has accepted somebody. What it would do with the connection is done here, from the peer's first byte on, so it
    /// is told to drop it by not being told to keep it; only the socket stays.
    private func accept(_ pointer: OpaquePointer) {
        guard isOpen, connections.count < maximumConnections, let socket = unsafe ownSocket(of: pointer) else { return }
        guard let uid = PeerCredentials(of: socket)?.uid, admits(uid) else {
            Glibc.close(socket)
            return
        }
        guard let connection = try? Connection(accepting: socket, Authentication(uid: uid, guid: guid)) else { return }
        let key = ObjectIdentifier(connection)
        connections[key] = connection
        authenticationTimers[key] = try? EventLoop.shared.addTimer(after: authenticationTimeout) { [weak connection] in
            connection?.closeNow()
        }
        connection.onAuthenticated = { [weak self, unowned connection] in
            self?.authenticationTimers[key] = nil
            self?.onConnection?(connection)
        }
        connection.onEnd = { [weak self] in
            self?.authenticationTimers[key] = nil
            self?.connections[key] = nil
        }
    }

    /// What libdbus calls the server by.
    private var guid: String {
        guard let text = unsafe dbus_server_get_id(pointer) else { return "" }
        defer { unsafe dbus_free(text) }
        return unsafe String(cString: text)
    }
}
