package import EventLoop

/// Serves an object tree to the clients of a message bus.
///
/// The owner of the connection passes every message to `receive`, in the order in which they arrive, and adds a match rule
/// for `NameOwnerChanged`, so that senders that leave the bus are forgotten.
@LoopActor
package final class BusService {
    /// The way in which the user of a sender becomes known.
    package enum Identity: Sendable {
        /// All clients are of this user, as on a session bus.
        case fixed(uid: UInt32)
        /// The bus is asked once for each sender. The messages of the sender wait for the answer, in order.
        case lookedUp
    }

    private let connection: Connection
    private let dispatcher: ObjectDispatcher
    private let identity: Identity
    private let report: @LoopActor (String) -> Void
    private lazy var outlet = Outlet(send: { [weak self] in self?.send($0) }, report: report)
    private var directory = CallerDirectory<Message>()
    private var unread = UnreadReplies()

    /// The bytes of replies that the clients of one user may leave unread. Their further calls are refused.
    package var unreadLimit = 32 << 20

    /// Called when a client has left the bus. Whatever is bound to its connection ends then.
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

    /// Answers method calls, and notices clients that leave the bus. Ignores other messages.
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
            switch directory.arrived(message, from: sender) {
            case .serve(let uid):
                serve(message, from: sender, uid)
            case .wait(let lookUp):
                if lookUp { self.lookUp(sender) }
            case .refuse:
                refuse(message, BusError(.limitsExceeded, "Too many calls wait until it is known who makes them"))
            }
        case (.lookedUp, nil):
            refuse(message, BusError(.accessDenied, "It is not known who makes this call"))
        }
    }

    /// Serves a call on a bus that several users share.
    private func serve(_ message: Message, from sender: BusName, _ uid: UInt32) {
        guard unread.bytes(of: uid) <= unreadLimit else {
            let unread = "\(unread.bytes(of: uid)) bytes of replies, more than \(unreadLimit)"
            return refuse(message, BusError(.limitsExceeded, "User \(uid) has not read \(unread)"))
        }
        dispatcher.serve(message, from: .client(sender, uid: uid, on: connection), to: outlet)
    }

    private func send(_ reply: Message) {
        _ = connection.send(reply)
        guard case .lookedUp = identity, let client = reply.destination, let uid = directory.user(of: client),
            unread.sent(reply.greatestLength, to: client, of: uid)
        else { return }
        LoopActor.task { [weak self, connection] in
            do {
                let ping = try Message.call(destination: client, path: "/", interface: .peer, member: "Ping")
                _ = try await connection.call(ping)
                self?.unread.answered(client)
            } catch let error as BusError where error.name != .noReply {
                // An error is an answer too.
                self?.unread.answered(client)
            } catch {
                self?.unread.notAnswered(client)
            }
        }
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
                serve(message, from: sender, uid)
            } else {
                refuse(message, BusError(.accessDenied, "It is not known who makes this call"))
            }
        }
    }

    private func noteVanished(_ message: Message) {
        guard message.sender == .bus, message.interface == .bus, message.member == "NameOwnerChanged",
            let arguments = try? message.arguments(), arguments.count == 3,
            let name = arguments[0].string.flatMap({ BusName($0) }), name.isUnique, arguments[2].string == ""
        else { return }
        directory.vanished(name)
        unread.vanished(name)
        onClientGone(name)
    }

    private func refuse(_ message: Message, _ error: BusError) {
        if !message.noReplyExpected { outlet.send(.error(to: message, error)) }
    }
}
