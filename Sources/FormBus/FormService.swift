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
        dispatcher = ObjectDispatcher(FormObjects(runtime: runtime, manager: manager, user: user))
        announcer = Announcer(runtime: runtime, report: report)
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
        service.onClientGone = { [weak self] name in self?.runtime.connectionClosed(.bus(name.string)) }
        bus.onMessage = { message in
            service.receive(message)
            return true
        }
        busService = service
        announcer.bus = bus
    }

    /// Finds objects and members for a connection, and serves the calls of all users in turn.
    private var dispatcher: ObjectDispatcher {
        let dispatcher = ObjectDispatcher(self)
        dispatcher.schedule = { [runtime] caller, bytes, serve in
            try runtime.turns.serve(caller.uid, bytes: bytes, serve)
        }
        return dispatcher
    }

    /// Answers on a private socket.
    package func serve(_ server: Server) {
        let peers = PeerBus(server, serving: dispatcher, as: Contract.busName, report: report)
        peers.onPeerGone = { [weak self] caller in
            self?.runtime.connectionClosed(.peer(ObjectIdentifier(caller.connection)))
        }
        self.peers = peers
        announcer.peers = peers
    }

    /// Stops listening on the private socket, and closes the connections that came in there.
    package func closePeers() {
        peers?.close()
    }
}
