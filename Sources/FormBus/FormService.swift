package import DBus
package import EventLoop
import FormContract
package import FormRuntime
package import Logging

/// formd on D-Bus: answers calls to the objects, and announces their changes.
///
/// One service serves a message bus, a private socket, or both.
@LoopActor
package final class FormService {
    private let runtime: FormRuntime
    private let dispatcher: ObjectDispatcher
    private let announcer: Announcer
    private let report: @LoopActor (String) -> Void
    private var busService: BusService?
    private var peers: PeerBus?

    /// - Parameters:
    ///   - user: the user that the daemon runs as.
    ///   - bus: the kind of bus; `nil` if only a private socket is served.
    ///   - log: what `org.freedesktop.LogControl1` shows and changes; `nil` to leave that interface out.
    package init(
        runtime: FormRuntime,
        version: String,
        user: UInt32,
        bus: BusKind?,
        log: LogControl? = nil,
        logger: Logger
    ) {
        self.runtime = runtime
        report = { logger.warning("\($0)") }
        let manager = ManagerObject(runtime: runtime, version: version, bus: bus)
        announcer = Announcer(runtime: runtime, report: report)
        let objects = FormObjects(runtime: runtime, manager: manager, recorders: announcer, log: log, user: user)
        dispatcher = ObjectDispatcher(objects)
        // The calls of all users are served in turn.
        dispatcher.schedule = { caller, bytes, serve in try runtime.turns.serve(caller.uid, bytes: bytes, serve) }
        dispatcher.admit = { [runtime] caller in try runtime.accounts[caller.uid].checkReading() }
        runtime.observer = announcer
        Self.checkInterfaces()
    }

    /// Creates the interfaces, which compares their handlers with the contract. Otherwise the first call would do that.
    package static func checkInterfaces() {
        _ = (ManagerObject.interface, SessionObject.interface, FieldObject.interface)
    }

    /// Serves a message bus. The connection must receive `NameOwnerChanged` for clients that disconnect.
    package func serve(_ bus: Connection, callers identity: BusService.Identity) {
        let service = BusService(bus, serving: dispatcher, callers: identity, report: report)
        service.onUnread = { [runtime] user, bytes in runtime.accounts[user].set(bytes, for: .replies) }
        service.onClientGone = { [weak self] name in self?.closed(.bus(name.string)) }
        bus.onMessage = { message in
            service.receive(message)
            return true
        }
        busService = service
        announcer.bus = service
    }

    /// Handles the loss of the connection to the bus. Sessions continue, except for those that are bound to a client's
    /// connection, and subscriptions from the bus are removed.
    package func busClosed() {
        announcer.bus = nil
        busService = nil
        runtime.accounts.forgetReplies()
        runtime.busClosed()
    }

    /// Serves a private socket.
    package func serve(_ server: Server, limits: PeerBus.Limits = PeerBus.Limits()) {
        let peers = PeerBus(server, serving: dispatcher, as: Contract.busName, limits: limits, report: report)
        peers.onHeld = { [runtime] user, bytes in runtime.accounts[user].set(bytes, for: .connections) }
        peers.charge = { [runtime] user, work in runtime.turns.charge(user, for: work) }
        peers.priority = { [runtime] user in runtime.turns.priority(of: user) }
        peers.mayHold = { [runtime] user, bytes in runtime.accounts[user].hasRoom(forConnections: bytes) }
        peers.onPeerGone = { [weak self] caller in
            self?.closed(.peer(ObjectIdentifier(caller.connection)))
        }
        self.peers = peers
        announcer.peers = peers
    }

    private func closed(_ connection: Client.Connection) {
        runtime.connectionClosed(connection)
        announcer.followers.forget(connection)
    }

    /// Closes the private socket, and closes its connections when their messages have been sent or `bound` has passed.
    package func closePeers(within bound: Duration) async {
        await peers?.close(within: bound)
    }

    /// Closes the connections to the private socket like `closePeers`, but leaves the socket listening for the next
    /// program of the daemon.
    package func leavePeers(within bound: Duration) async {
        await peers?.closeConnections(within: bound)
    }
}
