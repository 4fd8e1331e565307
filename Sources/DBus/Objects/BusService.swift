package import EventLoop

/// Serves an object tree to the clients of a message bus.
///
/// The owner of the connection passes every received message to `receive`, in order, and adds a match rule for
/// `NameOwnerChanged`, so that the service can remove what it stores about senders that leave the bus.
@LoopActor
package final class BusService {
    /// How the user ID of a sender is determined.
    package enum Identity: Sendable {
        /// All clients have this user ID, as on a session bus.
        case fixed(uid: UInt32)
        /// The service asks the bus once for each sender. The messages of the sender wait for the answer, in order.
        case lookedUp
    }

    private let connection: Connection
    private let dispatcher: ObjectDispatcher
    private let identity: Identity
    private let report: @LoopActor (String) -> Void
    private lazy var outlet = Outlet(
        send: { [weak self] in self?.send($0) },
        report: report,
        admit: { [weak self] caller in try self?.checkRoom(for: caller.uid) }
    )
    private var directory = CallerDirectory<Message>()
    private var unread = UnreadReplies()

    /// Called when the number of bytes that were sent to a user's clients, and that they may not have read, has
    /// changed. Never called on a bus with a single user.
    package var onUnread: @LoopActor (_ uid: UInt32, _ bytes: Int) -> Void = { _, _ in }

    /// Called when a client that `isBehind` has read everything.
    package var onCaughtUp: @LoopActor (BusName) -> Void = { _ in }

    /// Called when a client has left the bus, to end everything that is bound to its connection.
    package var onClientGone: @LoopActor (BusName) -> Void = { _ in }

    package init(
        _ connection: Connection,
        serving dispatcher: ObjectDispatcher,
        callers identity: Identity,
        report: @escaping @LoopActor (String) -> Void
    ) {
        self.connection = connection
        self.dispatcher = dispatcher
        self.identity = identity
        self.report = report
    }

    /// Handles method calls, and the signal that a client has left the bus. Ignores other messages.
    package func receive(_ message: Message) {
        switch message.kind {
        case .call: admit(message)
        case .signal: noteVanished(message)
        default: break
        }
    }

    private func admit(_ message: Message) {
        switch (identity, message.sender) {
        case (.fixed(let uid), let sender):
            dispatcher.serve(message, from: .client(sender, uid: uid, on: connection), to: outlet)
        case (.lookedUp, let sender?):
            switch directory.arrived(message, of: message.greatestLength, from: sender) {
            case .serve(let uid):
                dispatcher.serve(message, from: .client(sender, uid: uid, on: connection), to: outlet)
            case .wait(let lookUp):
                if lookUp { self.lookUp(sender) }
            case .refuse:
                refuse(
                    message,
                    BusError(.limitsExceeded, "Too many calls wait until the users of their senders are known")
                )
            }
        case (.lookedUp, nil):
            refuse(message, BusError(.accessDenied, "The user of the call's sender is unknown"))
        }
    }

    private func checkRoom(for uid: UInt32) throws(BusError) {
        guard !unread.hasRoom(for: uid) else { return }
        let own = "User \(uid) has not read \(unread.bytes(of: uid)) bytes"
        let all = "\(unread.total) of \(unread.room) bytes are unread"
        throw BusError(.limitsExceeded, "\(own); together with those of others \(all)")
    }

    /// Sends a reply, or a signal to one client or to all.
    package func send(_ message: Message) {
        connection.send(message)
        guard case .lookedUp = identity, let client = message.destination, let uid = directory.user(of: client) else {
            return
        }
        count(message, to: client, of: uid)
    }

    /// Whether a client may not have read what it was sent.
    package func isBehind(_ client: BusName) -> Bool { unread.isBehind(client) }

    /// Sends a signal to one client, whose sender only does so while the client is not behind.
    package func send(_ signal: Message, toFollower client: BusName) {
        let signal = signal.stamped(sender: nil, destination: client)
        guard case .fixed(let uid) = identity else { return send(signal) }
        connection.send(signal)
        count(signal, to: client, of: uid)
    }

    private func count(_ message: Message, to client: BusName, of uid: UInt32) {
        let pings = unread.sent(message.greatestLength, to: client, of: uid)
        if case .lookedUp = identity { onUnread(uid, unread.bytes(of: uid)) }
        if pings { ping(client, of: uid) }
    }

    /// Whether a client reads so slowly that its subscriptions should end.
    package func isSlow(_ client: BusName) -> Bool { unread.isSlow(client) }

    /// Writes the sent messages to the socket now, without waiting for the end of the loop's iteration.
    package func flush() {
        connection.flush()
    }

    private func ping(_ client: BusName, of uid: UInt32) {
        LoopActor.task { [weak self, connection] in
            do {
                let ping = try Message.call(destination: client, path: "/", interface: .peer, member: "Ping")
                _ = try await connection.call(ping)
                self?.noteAnswer(of: client, uid)
            } catch let error as BusError where error.name != .noReply {
                // An error reply shows, too, that the client has read everything before the ping.
                self?.noteAnswer(of: client, uid)
            } catch {
                self?.pingAgain(client, of: uid)
            }
        }
    }

    private func noteAnswer(of client: BusName, _ uid: UInt32) {
        unread.answered(client)
        if case .lookedUp = identity { onUnread(uid, unread.bytes(of: uid)) }
        if unread.isBehind(client) { pingAgain(client, of: uid) } else { onCaughtUp(client) }
    }

    private func pingAgain(_ client: BusName, of uid: UInt32) {
        if unread.pingedAgain(client) { ping(client, of: uid) }
    }

    private func lookUp(_ sender: BusName) {
        LoopActor.task { [weak self, connection] in
            let uid = try? await connection.unixUser(of: sender)
            self?.resolved(sender, uid)
        }
    }

    private func resolved(_ sender: BusName, _ uid: UInt32?) {
        for message in directory.resolved(sender, uid: uid) {
            if let uid {
                dispatcher.serve(message, from: .client(sender, uid: uid, on: connection), to: outlet)
            } else {
                refuse(message, BusError(.accessDenied, "The user of the call's sender is unknown"))
            }
        }
    }

    private func noteVanished(_ message: Message) {
        guard message.sender == .bus, message.interface == .bus, message.member == "NameOwnerChanged",
            let arguments = try? message.arguments(), arguments.count == 3,
            let name = arguments[0].string.flatMap({ BusName($0) }), name.isUnique, arguments[2].string == ""
        else { return }
        let uid = directory.user(of: name)
        directory.vanished(name)
        unread.vanished(name)
        if let uid { onUnread(uid, unread.bytes(of: uid)) }
        onClientGone(name)
    }

    private func refuse(_ message: Message, _ error: BusError) {
        if !message.noReplyExpected { outlet.send(.error(to: message, error)) }
    }
}
