package import DBus
package import EventLoop
import FormEngine
import FormModel
package import FormRuntime
package import Logging

/// formd on D-Bus: the objects, and who is told of their changes.
///
/// One service answers on a message bus, on a private socket, or on both.
@LoopActor
package final class FormService {
    let runtime: FormRuntime
    let version: String
    /// The daemon's own user.
    let user: UInt32
    let defaultAudience: SessionOptions.Audience
    private let announcer: Announcer
    private let report: @LoopActor (String) -> Void
    private var bus: Connection?
    private var busService: BusService?
    private var peers: PeerBus?
    /// The field that was called last: nearly always it is the next call's, too. Its numbers hold as long as its form's rows.
    var lastField: (path: ObjectPath, session: Session, form: CompiledForm, node: ObjectNode)?

    var limits: Limits { runtime.limits }

    /// - Parameters:
    ///   - user: whose daemon this is.
    ///   - defaultAudience: who gets the signals of a session that does not say.
    package init(
        runtime: FormRuntime,
        version: String,
        user: UInt32,
        defaultAudience: SessionOptions.Audience,
        logger: Logger
    ) {
        self.runtime = runtime
        self.version = version
        self.user = user
        self.defaultAudience = defaultAudience
        report = { logger.warning("\($0)") }
        announcer = Announcer(report: report)
        announcer.service = self
        runtime.observer = announcer
    }

    /// Every interface that formd's objects have, as introspection XML.
    package static var introspectionXML: String {
        IntrospectionDocument(
            interfaces: [
                FormService.interface.description, SessionObject.interface.description,
                FieldObject.interface.description,
            ]
        ).xml
    }

    // MARK: Where it answers

    /// Answers on a message bus. The connection must see `NameOwnerChanged` of those who leave.
    package func serve(_ bus: Connection, callers identity: BusService.Identity) {
        let service = BusService(bus, serving: dispatcher, callers: identity, report: report)
        service.onClientGone = { [weak self] name in self?.runtime.connectionClosed(.bus(name.string)) }
        bus.onMessage = { message in
            service.receive(message)
            return true
        }
        self.bus = bus
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
        let peers = PeerBus(server, serving: dispatcher, as: FormPaths.busName, report: report)
        peers.onPeerGone = { [weak self] caller in
            self?.runtime.connectionClosed(.peer(ObjectIdentifier(caller.connection)))
        }
        self.peers = peers
        announcer.peers = peers
    }

    /// Stops listening on the private socket, and closes what came from there.
    package func closePeers() {
        peers?.close()
    }

    // MARK: Operations

    func client(of call: Call) -> Client {
        let caller = call.caller
        if let bus, caller.connection === bus {
            return Client(user: caller.uid, connection: .bus(caller.sender?.string ?? ""))
        }
        return Client(user: caller.uid, connection: .peer(ObjectIdentifier(caller.connection)))
    }

    /// What may be wanted to make an operation on a session's form.
    func context(for session: Session, field: Int = 0) -> OperationContext {
        OperationContext(
            definition: session.definition,
            field: field,
            compiler: runtime.library.compiler
        )
    }

    /// One operation as a transaction of its own; the call is answered after what it changed was announced.
    func perform(
        _ operation: FormEngine.Operation,
        on session: Session,
        for call: Call,
        reply: @escaping @Sendable (OperationResult) -> [Value]
    ) {
        runtime.perform([operation], on: session) { result in
            switch result {
            case .success(let transaction): call.reply(reply(transaction.results.first ?? .none))
            case .failure(let error): call.fail(error)
            }
        }
    }
}
