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
    private let outlet: Outlet
    private var directory = CallerDirectory<Message>()

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
        outlet = Outlet(send: { [weak connection] in _ = connection?.send($0) }, report: report)
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
                dispatcher.serve(message, from: .client(sender, uid: uid, on: connection), to: outlet)
            case .wait(let lookUp):
                if lookUp { self.lookUp(sender) }
            case .refuse:
                refuse(message, BusError(.limitsExceeded, "Too many calls wait until it is known who makes them"))
            }
        case (.lookedUp, nil):
            refuse(message, BusError(.accessDenied, "It is not known who makes this call"))
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
                dispatcher.serve(message, from: .client(sender, uid: uid, on: connection), to: outlet)
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
        onClientGone(name)
    }

    private func refuse(_ message: Message, _ error: BusError) {
        if !message.noReplyExpected { outlet.send(.error(to: message, error)) }
    }
}
