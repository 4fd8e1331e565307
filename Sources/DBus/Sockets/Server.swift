import CDBus
package import EventLoop
import Glibc

/// A socket at which peers connect, without a bus.
@LoopActor
@safe
package final class Server {
    let pointer: OpaquePointer
    private let watches = WatchSet()
    /// In the order in which they came; those that are closed stay until they have ended.
    private var guests: [Guest] = []
    private var isOpen = true
    /// Keeps other servers from the path.
    private var lock: Descriptor?

    package let path: String
    /// Called with each connection that has been authenticated and admitted, before its first message is handed out. The
    /// server keeps it until it ends.
    package var onConnection: (@LoopActor (Connection) -> Void)?
    /// Whether a process with this uid may connect. Only our own by default.
    package var admits: @LoopActor (UInt32) -> Bool = { $0 == geteuid() }
    /// Connections at one time, those that are not authenticated yet among them. For one more, a peer that has not said who
    /// it is makes room, else one that is not in use, the oldest first; if all are in use, the newcomer is turned away.
    package var maximumConnections = 256
    /// The same for the connections of one user.
    package var maximumConnectionsOfUser = 64
    /// Whether closing the connection would cost its owner anything. Asked about authenticated ones.
    package var isInUse: @LoopActor (Connection) -> Bool = { _ in true }
    /// A peer that has not proved who it is by then is turned away.
    package var authenticationTimeout: Duration = .seconds(5)

    /// Listens at a socket, which it creates, in a folder that is ours alone, which it creates too if need be.
    ///
    /// Throws `BusError` if a server is alive at that path, if the folder is open to others, or the system refuses.
    package init(path: String) throws(BusError) {
        lock = try SocketPath.claim(path)
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
        lock = nil
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
    /// A connection that came in here.
    private struct Guest {
        let connection: Connection
        let uid: UInt32
        /// Closes the connection when it fires; `nil` once the peer is authenticated.
        var deadline: EventSource?

        var isAuthenticated: Bool { deadline == nil }
    }

    /// Takes the socket of a peer that has connected. libdbus drops its own connection after this, as it is given no
    /// reference: all that follows, from the peer's first byte on, is done by a `Connection` of ours.
    private func accept(_ pointer: OpaquePointer) {
        guard isOpen, let socket = unsafe ownSocket(of: pointer) else { return }
        guard let uid = PeerCredentials(of: socket)?.uid, admits(uid), makeRoom(for: uid) else {
            Glibc.close(socket)
            return
        }
        guard let connection = try? Connection(accepting: socket, Authentication(uid: uid, guid: guid)),
            let deadline = try? EventLoop.shared.addTimer(
                after: authenticationTimeout,
                handler: { [weak connection] in
                    connection?.closeNow()
                }
            )
        else { return }
        guests.append(Guest(connection: connection, uid: uid, deadline: deadline))
        connection.onAuthenticated = { [weak self, unowned connection] in
            guard let self, let index = guests.firstIndex(where: { $0.connection === connection }) else { return }
            guests[index].deadline = nil
            onConnection?(connection)
        }
        connection.onEnd = { [weak self, unowned connection] in
            self?.guests.removeAll { $0.connection === connection }
        }
    }

    /// Closes a connection that is not in use if there are as many as there may be; false if all are in use.
    private func makeRoom(for uid: UInt32) -> Bool {
        let open = guests.filter(\.connection.isOpen)
        let ofUser = open.filter { $0.uid == uid }
        let crowd = ofUser.count >= maximumConnectionsOfUser ? ofUser : open.count >= maximumConnections ? open : []
        if crowd.isEmpty { return true }
        guard
            let leaving = crowd.first(where: { !$0.isAuthenticated }) ?? crowd.first(where: { !isInUse($0.connection) })
        else { return false }
        leaving.connection.closeNow()
        return true
    }

    /// The identifier by which libdbus knows the server.
    private var guid: String {
        guard let text = unsafe dbus_server_get_id(pointer) else { return "" }
        defer { unsafe dbus_free(text) }
        return unsafe String(cString: text)
    }
}
