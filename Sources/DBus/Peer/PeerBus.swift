package import EventLoop

/// Serves a private socket, and implements as much of a message bus as the tools for buses need: `busctl`, `gdbus`,
/// `dbus-monitor`. Clients that do not treat it as a bus, and never call `Hello`, are served, too.
///
/// A caller is identified by its connection and by the user that the kernel reports; the sender that a client writes
/// into its messages is ignored. Connections get the unique names `:p.1`, `:p.2`, …; the daemon is `:p.0`, and owns its
/// well-known name. There are no other names, and clients do not see each other.
///
/// A connection is closed when too many unread bytes wait for its client (`Limits.outgoingQueue`) and a signal follows for
/// which its match rules ask. Of what a client is subscribed to, the sender decides: see `slowReaders`.
@LoopActor
package final class PeerBus {
    package struct Limits: Sendable {
        /// The number of match rules of one connection.
        package var matchRules = 512
        /// The largest message that a peer may send, in bytes.
        package var incomingMessage = 16 << 20
        /// The number of bytes of signals that may wait for a peer that does not read.
        package var outgoingQueue = 4 << 20

        package init() {}
    }

    /// Whether a caller gets a signal.
    package enum Audience: Sendable {
        /// The caller may not see it.
        case hidden
        /// The caller gets it if one of its match rules asks for it.
        case visible
        /// The caller gets it in any case.
        case subscribed
    }

    static let ownName: BusName = ":p.0"

    /// Called before a connection of this user uses more memory for an incomplete message, with the resulting number of
    /// bytes of all connections of the user. If it returns `false`, the connection ends.
    package var mayHold: @LoopActor (_ uid: UInt32, _ bytes: Int) -> Bool = { _, _ in true }

    /// Called with the number of bytes that the user's connections use when it has changed: for incomplete messages,
    /// and for messages that wait to be written.
    package var onHeld: @LoopActor (_ uid: UInt32, _ bytes: Int) -> Void = { _, _ in }

    /// When messages of a user are received among those of others.
    package var priority: @LoopActor (_ uid: UInt32) -> EventPriority = { _ in .normal }

    /// Performs the receiving of messages at the expense of a user, and returns how long the user's connections wait before
    /// more of it.
    package var charge: @LoopActor (_ uid: UInt32, @LoopActor () -> Void) -> Duration = { _, work in
        work()
        return .zero
    }

    /// Called when a client has disconnected. Everything that is bound to its connection ends then.
    package var onPeerGone: @LoopActor (Caller) -> Void = { _ in }

    /// Called when everything that was sent to a peer has been written to its socket.
    package var onCaughtUp: @LoopActor (_ peer: ObjectIdentifier) -> Void = { _ in }

    let name: BusName
    let limits: Limits
    private let server: Server
    private let dispatcher: ObjectDispatcher
    private let report: @LoopActor (String) -> Void
    private lazy var driver = ObjectDispatcher(PeerDriver(bus: self))
    private var peers: [Caller.ID: Peer] = [:]
    private var namesGiven: UInt64 = 0
    private var held: [UInt32: Int] = [:]

    /// Serves every connection that the server accepts from now on.
    /// - Parameters:
    ///   - name: the daemon's well-known name.
    ///   - report: logs a sentence, which contains no values.
    package init(
        _ server: Server,
        serving dispatcher: ObjectDispatcher,
        as name: BusName,
        limits: Limits = Limits(),
        report: @escaping @LoopActor (String) -> Void
    ) {
        self.server = server
        self.dispatcher = dispatcher
        self.name = name
        self.limits = limits
        self.report = report
        server.onConnection = { [weak self] connection in self?.accept(connection) }
        server.isInUse = { [weak self] connection in
            self?.peers.values.contains { $0.connection === connection && $0.isInUse } ?? false
        }
        server.lastUse = { [weak self] connection in
            self?.peers.values.first { $0.connection === connection }?.lastUse
        }
    }

    package var peerCount: Int { peers.count }

    /// The memory that a user's connections hold, in bytes.
    package func heldBytes(of uid: UInt32) -> Int { held[uid] ?? 0 }

    /// Stops listening, and closes each connection once everything that was sent to it is written, or when `bound` has
    /// passed.
    package func close(within bound: Duration) async {
        server.close()
        await closeConnections(within: bound)
    }

    /// Closes each connection when everything that was sent to it has been written, or when `bound` has passed. New
    /// clients wait until they are accepted.
    package func closeConnections(within bound: Duration) async {
        server.isAccepting = false
        await withTaskGroup { group in
            for peer in peers.values { group.addTask { await peer.connection.close(within: bound) } }
        }
    }

    /// Stops listening, and closes every connection at once.
    package func close() {
        server.close()
        for peer in peers.values { peer.connection.closeNow() }
    }

    func peer(of caller: Caller) -> Peer? { peers[caller.id] }

    func nextName() -> BusName? {
        namesGiven += 1
        return BusName(":p.\(namesGiven)")
    }
}

// MARK: - Connections

extension PeerBus {
    private func accept(_ connection: Connection) {
        guard let uid = connection.peerUID else { return connection.closeNow() }
        let peer = Peer(connection, uid: uid)
        peers[peer.caller.id] = peer
        connection.limitIncoming(messageBytes: limits.incomingMessage)
        connection.maximumOutgoingBytes = limits.outgoingQueue
        connection.mayHold = { [weak self, unowned connection] bytes in
            guard let self else { return false }
            return mayHold(uid, heldBytes(of: uid) - connection.toldBytes + bytes)
        }
        connection.onHeld = { [weak self] change in
            guard let self else { return }
            let bytes = heldBytes(of: uid) + change
            held[uid] = bytes == 0 ? nil : bytes
            onHeld(uid, bytes)
        }
        connection.priority = { [weak self] in self?.priority(uid) ?? .normal }
        connection.charge = { [weak self] work in
            if let self { return charge(uid, work) }
            work()
            return .zero
        }
        connection.onDrained = { [weak self, unowned connection] in self?.onCaughtUp(ObjectIdentifier(connection)) }
        connection.onMessage = { [weak self, weak peer] message in
            if let self, let peer { receive(message, from: peer) }
            return true
        }
        connection.onDisconnect = { [weak self, weak peer] in
            if let self, let peer { forget(peer) }
        }
    }

    private func receive(_ message: Message, from peer: Peer) {
        if peer.isMonitor {
            report("closed \(peer.description): it sent a message after it became a monitor")
            return peer.connection.closeNow()
        }
        if case .silent = peer.state { peer.state = .open }
        peer.lastUse = .now
        showMonitors(message, of: peer, isReply: false)
        guard message.kind == .call else { return }
        switch message.destination {
        case nil, name, Self.ownName:
            peer.hasCalled = true
            dispatcher.serve(message, from: peer.caller, to: outlet(to: peer, as: Self.ownName))
        case .bus:
            driver.serve(message, from: peer.caller, to: outlet(to: peer, as: BusName.bus))
        case let other?:
            guard !message.noReplyExpected else { return }
            let error = BusError(.serviceUnknown, "There is no \(other) on this socket, only \(name)")
            let outlet = outlet(to: peer, as: BusName.bus)
            outlet.send(.error(to: message, ends: outlet.ends(), error))
        }
    }

    private func outlet(to peer: Peer, as sender: BusName) -> Outlet {
        Outlet(
            send: { [weak self, weak peer] message in
                guard let self, let peer else { return }
                send(message, to: peer)
                showMonitors(message, of: peer, isReply: true)
            },
            report: report,
            ends: { [weak peer] in Message.Ends(sender: sender, destination: peer?.name) }
        )
    }

    func send(_ message: Message, to peer: Peer, endsIfSlow: Bool = true) {
        peer.connection.forward(message, endsIfSlow: endsIfSlow)
    }

    /// Whether a peer has not read what it was sent: its socket is full, and more waits here.
    ///
    /// - Parameter peer: identifies the peer's connection.
    package func isBehind(_ peer: ObjectIdentifier) -> Bool {
        peers[Caller.ID(peer: peer)]?.connection.isCongested ?? false
    }

    /// Sends a signal to one peer, whose sender only does so while the peer is not behind.
    package func send(_ signal: Message, toFollower peer: ObjectIdentifier) {
        guard let peer = peers[Caller.ID(peer: peer)] else { return }
        let signal = signal.stamped(sender: Self.ownName, destination: peer.name)
        peer.connection.forward(signal, endsIfSlow: false)
        showMonitors(signal, of: peer, isReply: true)
    }

    private func forget(_ peer: Peer) {
        guard peers.removeValue(forKey: peer.caller.id) != nil else { return }
        if peer.connection.ending == .tooSlow {
            report("closed \(peer.description): more than \(limits.outgoingQueue) bytes waited for it to read them")
        }
        onPeerGone(peer.caller)
    }
}

// MARK: - Signals

extension PeerBus {
    /// Sends a signal once to each peer that is subscribed, and to each that may see it and has asked for it with a
    /// match rule or as a monitor.
    package func deliver(_ signal: Message, to audience: (Caller) -> Audience) {
        guard !peers.isEmpty else { return }
        lazy var stamped = signal.stamped(sender: Self.ownName, destination: nil)
        lazy var subject = self.subject(of: stamped)
        for peer in peers.values {
            let concern = audience(peer.caller)
            let wants =
                switch (peer.state, concern) {
                case (.silent, _), (_, .hidden): false
                case (.monitor(let rules), _): rules.isEmpty || rules.contains { $0.matches(subject) }
                case (.open, .subscribed): true
                case (.open, .visible): !peer.rules.isEmpty && peer.rules.keys.contains { $0.matches(subject) }
                }
            if wants { send(stamped, to: peer, endsIfSlow: concern != .subscribed) }
        }
    }

    /// The clients for which more than `Limits.outgoingQueue` bytes of signals wait. They should not be subscribed any more.
    package var slowReaders: [Caller] { peers.values.filter(\.connection.isTooSlow).map(\.caller) }

    /// Whether any peer could get a signal with this audience. If none could, the signal need not be created.
    package func couldConcern(_ audience: (Caller) -> Audience) -> Bool {
        for peer in peers.values {
            switch (peer.state, audience(peer.caller)) {
            case (.silent, _), (_, .hidden): continue
            case (.monitor, _), (.open, .subscribed): return true
            case (.open, .visible): if !peer.rules.isEmpty { return true }
            }
        }
        return false
    }

    /// Sends a copy of a message from or to a peer to the monitors of the same user.
    private func showMonitors(_ message: Message, of peer: Peer, isReply: Bool) {
        guard peers.count > 1 else { return }
        let monitors = peers.values.filter { $0.isMonitor && $0.uid == peer.uid && $0 !== peer }
        guard !monitors.isEmpty else { return }
        let seen = isReply ? message : message.stamped(sender: peer.name, destination: message.destination ?? name)
        let subject = subject(of: seen)
        for monitor in monitors {
            guard case .monitor(let rules) = monitor.state else { continue }
            if rules.isEmpty || rules.contains(where: { $0.matches(subject) }) { send(seen, to: monitor) }
        }
    }

    private func subject(of message: Message) -> MatchRule.Subject {
        message.subject(senders: names(of: message.sender), destinations: names(of: message.destination))
    }

    /// All names of a connection: the daemon has two.
    private func names(of end: BusName?) -> [BusName] {
        switch end {
        case nil: []
        case name, Self.ownName: [name, Self.ownName]
        case let other?: [other]
        }
    }
}
