import CLinux
package import EventLoop
import Glibc

/// A listening socket for peer-to-peer connections.
///
/// This class opens the socket itself, because libdbus can neither use an inherited socket nor leave a socket's path in
/// place when it stops listening.
@LoopActor
package final class Server {
    /// The listening socket; `nil` once the server is closed.
    package private(set) var listener: Descriptor?
    private var source: EventSource?
    /// Lets the server accept connections again; not running unless it rests.
    private var restTimer: EventSource?
    private var rests = false
    /// The identifier of the server for its peers.
    private let guid: String
    /// The connections in the order of arrival. A closed one stays until it has ended.
    private var accepted: [AcceptedConnection] = []
    /// Prevents other servers from using the path.
    private var lock: Descriptor?

    package let path: String
    /// Called with each connection when it is authenticated, before its first message is handed out. The server keeps
    /// the connection alive until it ends.
    package var onConnection: (@LoopActor (Connection) -> Void)?
    /// Returns whether a user who could connect to the socket is accepted.
    package var admits: @LoopActor (UInt32) -> Bool
    /// How many connections there may be, and which one is closed for another.
    package var limits = ConnectionLimits()
    /// Returns whether closing the connection would affect its owner. Called for authenticated connections.
    package var isInUse: @LoopActor (Connection) -> Bool = { _ in true }
    /// When the peer of an authenticated connection last sent something; `nil` if that is unknown.
    package var lastUse: @LoopActor (Connection) -> EventLoop.Instant? = { _ in nil }
    /// A peer that has not authenticated within this time is disconnected.
    package var authenticationTimeout: Duration = .seconds(5)
    /// Whether the socket's path remains when the server is closed, because another process owns it.
    package var keepsPath = false

    /// Creates a listening socket. The socket's folder must belong to this user, and must not be accessible to users
    /// whom `access` excludes; it is created if it is missing.
    ///
    /// Throws if another server listens at the path, if the folder is accessible to others, or if the group cannot be
    /// set.
    ///
    /// - Parameter inherited: a socket that already listens at the path (`isListener`), which the server takes over.
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
            restTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.endRest() }
        } catch {
            throw BusError(.failed, "\(error)")
        }
    }

    /// Whether a socket listens at this path.
    package static func isListener(_ descriptor: Descriptor, at path: String) -> Bool {
        SocketPath.isListener(descriptor, at: path)
    }

    /// The address of the socket, in D-Bus's syntax.
    package var address: String { BusAddress.unixPath(path) }

    /// Whether connections are accepted. Otherwise clients wait.
    package var isAccepting: Bool {
        get { source?.isEnabled == true || rests }
        set {
            rests = false
            source?.isEnabled = newValue
        }
    }

    /// Stops listening and removes the socket. Connections stay open.
    package func close() {
        guard listener != nil else { return }
        source?.cancel()
        listener = nil
        if !keepsPath { unsafe unlink(path) }
        lock = nil
    }
}

// MARK: - Accepting

extension Server {
    /// A connection to this server.
    private struct AcceptedConnection {
        let connection: Connection
        let uid: UInt32
        /// Closes the connection when it fires; `nil` once the peer is authenticated.
        var deadline: EventSource?

        var isAuthenticated: Bool { deadline == nil }
    }

    /// Accepts the socket of a peer that has connected.
    private func accept() {
        guard let listener else { return }
        let socket = linux_accept(listener.number)
        guard socket >= 0 else {
            // Otherwise the peer has closed the connection.
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(-socket) { rest() }
            return
        }
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
        accepted.append(AcceptedConnection(connection: connection, uid: uid, deadline: deadline))
        connection.onAuthenticated = { [weak self, unowned connection] in
            guard let self, let index = accepted.firstIndex(where: { $0.connection === connection }) else { return }
            accepted[index].deadline = nil
            onConnection?(connection)
        }
        connection.onEnd = { [weak self, unowned connection] in
            self?.accepted.removeAll { $0.connection === connection }
        }
    }

    /// Lets clients wait for a moment, because the process or the machine has no descriptors or memory left for them.
    private func rest() {
        source?.isEnabled = false
        rests = true
        restTimer?.schedule(after: .milliseconds(100))
    }

    private func endRest() {
        if rests { isAccepting = true }
    }

    /// Closes a connection if the maximum number is reached. Returns `false` if none may be closed.
    private func makeRoom(for uid: UInt32) -> Bool {
        let open = accepted.filter(\.connection.isOpen)
        let choice = limits.makeRoom(for: uid, among: open.map(\.uid), at: .now) { index in
            let connection = open[index].connection
            guard open[index].isAuthenticated else { return .unauthenticated }
            return isInUse(connection) ? .used(last: lastUse(connection)) : .unused
        }
        switch choice {
        case .enough: return true
        case .close(let index): open[index].connection.closeNow()
        case .refuse: return false
        }
        return true
    }
}
