package import DBus
package import EventLoop
import FormContract
package import FormRuntime
package import Logging

/// formd on D-Bus: answers calls to the objects, and tells of their changes.
///
/// One service answers on a message bus, on a private socket, or on both.
@LoopActor
package final class FormService {
    private let runtime: FormRuntime
    private let dispatcher: ObjectDispatcher
    private let announcer: Announcer
    private let report: @LoopActor (String) -> Void
    private var busService: BusService?
    private var peers: PeerBus?

    /// - Parameters:
    ///   - user: whose daemon this is.
    ///   - bus: the kind of bus that the service answers on; nil if it answers only on a private socket.
    package init(
        runtime: FormRuntime,
        version: String,
        user: UInt32,
        bus: BusKind?,
        logger: Logger
    ) {
        self.runtime = runtime
        report = { logger.warning("\($0)") }
        let manager = ManagerObject(runtime: runtime, version: version, bus: bus)
        announcer = Announcer(runtime: runtime, report: report)
        let objects = FormObjects(runtime: runtime, manager: manager, recorders: announcer, user: user)
        dispatcher = ObjectDispatcher(objects)
        // The calls of all users are served in turn.
        dispatcher.schedule = { caller, bytes, serve in try runtime.turns.serve(caller.uid, bytes: bytes, serve) }
        dispatcher.admit = { [runtime] caller in try runtime.accounts[caller.uid].checkReading() }
        runtime.observer = announcer
        Self.checkInterfaces()
    }

    /// Makes the interfaces, which compare their handlers with the contract. Otherwise the first call would do so.
    package static func checkInterfaces() {
        _ = (ManagerObject.interface, SessionObject.interface, FieldObject.interface)
    }

    /// Answers on a message bus. The connection must see `NameOwnerChanged` of those who leave.
    package func serve(_ bus: Connection, callers identity: BusService.Identity) {
        let service = BusService(bus, serving: dispatcher, callers: identity, report: report)
        service.onUnread = { [runtime] user, bytes in runtime.accounts[user].set(bytes, for: .replies) }
        service.onClientGone = { [weak self] name in self?.runtime.connectionClosed(.bus(name.string)) }
        bus.onMessage = { message in
            service.receive(message)
            return true
        }
        busService = service
        announcer.bus = service
    }

    /// The bus has closed the connection. Sessions go on, but those that were bound to a client's connection end, and
    /// subscriptions from the bus are forgotten.
    package func busClosed() {
        announcer.bus = nil
        busService = nil
        runtime.accounts.forgetReplies()
        runtime.busClosed()
    }

    /// Answers on a private socket.
    package func serve(_ server: Server) {
        let peers = PeerBus(server, serving: dispatcher, as: Contract.busName, report: report)
        peers.onHeld = { [runtime] user, bytes in runtime.accounts[user].set(bytes, for: .connections) }
        peers.mayHold = { [runtime] user, bytes in runtime.accounts[user].hasRoom(forConnections: bytes) }
        peers.onPeerGone = { [weak self] caller in
            self?.runtime.connectionClosed(.peer(ObjectIdentifier(caller.connection)))
        }
        self.peers = peers
        announcer.peers = peers
    }

    /// Stops listening on the private socket, and closes the connections that came in there once replies and signals are
    /// written, or when `bound` has passed.
    package func closePeers(within bound: Duration) async {
        await peers?.close(within: bound)
    }

    /// Closes the connections to the private socket as `closePeers` does, and goes on listening: those who connect are served
    /// by another program.
    package func leavePeers(within bound: Duration) async {
        await peers?.closeConnections(within: bound)
    }
}
