import CLinux
package import EventLoop
import Glibc

/// A listening socket for peer-to-peer connections.
///
/// The socket is opened here and not by libdbus, which can neither go on with one socket that was inherited nor leave a
/// socket's path in place when it stops listening.
@LoopActor
package final class Server {
    /// The listening socket; `nil` once the server is closed.
    package private(set) var listener: Descriptor?
    private var source: EventSource?
    /// The identifier by which peers know the server.
    private let guid: String
    /// The connections in the order in which they came. A closed one stays until it has ended.
    private var guests: [Guest] = []
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
    ///
    /// - Parameter inherited: a socket that listens at the path already (`isListener`), which the server goes on with.
    package init(
        path: String,
        access: SocketAccess = .ownUser,
        inherited: Descriptor? = nil
    ) throws(BusError) {
        self.path = path
        admits = access.admits
        var random = SystemRandomNumberGenerator()
        guid = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
        lock = try inherited == nil ? SocketPath.claim(path, for: access) : SocketPath.lock(path)
        let listener = if let inherited { inherited } else { try SocketPath.listen(at: path) }
        do throws(BusError) {
            try SocketPath.open(path, to: access)
            try watch(listener)
        } catch {
            unsafe unlink(path)
            throw error
        }
        self.listener = listener
    }

    isolated deinit {
        close()
    }

    private func watch(_ listener: Descriptor) throws(BusError) {
        do {
            source = try EventLoop.shared.addIO(descriptor: listener.number, events: .readable) { [weak self] _ in
                self?.accept()
            }
        } catch {
            throw BusError(.failed, "\(error)")
        }
    }

    /// Whether a socket is one that listens at this path.
    package static func isListener(_ descriptor: Descriptor, at path: String) -> Bool {
        SocketPath.isListener(descriptor, at: path)
    }

    /// The address of the socket, in D-Bus's syntax.
    package var address: String { BusAddress.unixPath(path) }

    /// Whether those who connect are accepted. While they are not, they wait.
    package var isAccepting: Bool {
        get { source?.isEnabled == true }
        set { source?.isEnabled = newValue }
    }

    /// Stops listening and removes the socket. Connections stay open.
    package func close() {
        guard listener != nil else { return }
        source?.cancel()
        listener = nil
        unsafe unlink(path)
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

    /// Takes the socket of a peer that has connected.
    private func accept() {
        guard let listener else { return }
        let socket = linux_accept(listener.number)
        // The peer may have gone, or the process may have as many descriptors as it can.
        guard socket >= 0 else { return }
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
}
