import CDBus
package import EventLoop
import Glibc

/// A listening socket for peer-to-peer connections.
@LoopActor
@safe
package final class Server {
    let pointer: OpaquePointer
    private let watches = WatchSet()
    /// The connections in the order in which they came. A closed one stays until it has ended.
    private var guests: [Guest] = []
    private var isOpen = true
    /// Keeps other servers from the path.
    private var lock: Descriptor?

    package let path: String
    /// Called with each connection when it is authenticated, before its first message is handed out. The server keeps the
    /// connection alive until it ends.
    package var onConnection: (@LoopActor (Connection) -> Void)?
    /// Whether a user may connect who has come through to the socket.
    package var admits: @LoopActor (UInt32) -> Bool
    /// Connections at one time, those that are not authenticated yet among them. For one more, a peer that has not said who
    /// it is makes room, else one that is not in use, the oldest first, else the one that has been silent longest, if that
    /// is long enough; otherwise the newcomer is turned away.
    package var maximumConnections = 256
    /// The same for the connections of one user.
    package var maximumConnectionsOfUser = 64
    /// Whether closing the connection would cost its owner anything. Asked about authenticated ones.
    package var isInUse: @LoopActor (Connection) -> Bool = { _ in true }
    /// When the peer of an authenticated connection last sent something; `nil` if that is unknown.
    package var lastUse: @LoopActor (Connection) -> EventLoop.Instant? = { _ in nil }
    /// How long a connection that is in use must have been silent before it makes room for another.
    package var silence: Duration = .seconds(60)
    /// A peer that has not proved who it is by then is turned away.
    package var authenticationTimeout: Duration = .seconds(5)

    /// Creates a socket and listens at it. The socket's folder must be this user's and must not let others in whom `access`
    /// does not; it is created if it is missing.
    ///
    /// Throws if another server listens at that path, if the folder is open to others, or if the group cannot be set.
    package init(path: String, access: SocketAccess = .ownUser) throws(BusError) {
        lock = try SocketPath.claim(path, for: access)
        self.path = path
        admits = access.admits
        let address = BusAddress.unixPath(path)
        unsafe pointer = try orThrow { unsafe dbus_server_listen(address, $0) }
        do throws(BusError) {
            try SocketPath.open(path, to: access)
        } catch {
            unsafe dbus_server_disconnect(pointer)
            unsafe dbus_server_unref(pointer)
            throw error
        }
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
        try unsafe watches.attach { unsafe dbus_server_set_watch_functions(pointer, $0, $1, $2, $3, $4) }
    }

    isolated deinit {
        close()
        unsafe dbus_server_unref(pointer)
    }

    /// The address of the socket, in D-Bus's syntax.
    package var address: String { BusAddress.unixPath(path) }

    /// Stops listening and removes the socket. Connections stay open.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe dbus_server_set_new_connection_function(pointer, nil, nil, nil)
        unsafe dbus_server_disconnect(pointer)
        _ = unsafe dbus_server_set_watch_functions(pointer, nil, nil, nil, nil, nil)
        watches.cancel()
        lock = nil
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

    private func mostSilent(of guests: [Guest]) -> Guest? {
        let silent = guests.compactMap { guest in lastUse(guest.connection).map { (guest, $0) } }
        guard let (guest, lastUse) = silent.min(by: { $0.1 < $1.1 }), EventLoop.Instant.now - lastUse >= silence else {
            return nil
        }
        return guest
    }

    /// Closes a connection that is not in use if there are as many as there may be; false if all are in use.
    private func makeRoom(for uid: UInt32) -> Bool {
        let open = guests.filter(\.connection.isOpen)
        let ofUser = open.filter { $0.uid == uid }
        let crowd = ofUser.count >= maximumConnectionsOfUser ? ofUser : open.count >= maximumConnections ? open : []
        if crowd.isEmpty { return true }
        guard
            let leaving = crowd.first(where: { !$0.isAuthenticated }) ?? crowd.first(where: { !isInUse($0.connection) })
                ?? mostSilent(of: crowd)
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
