package import DBus
package import EventLoop
import FormEngine
import FormModel
package import FormRuntime
package import Logging

/// formd on D-Bus: the objects, and who is told of their changes.
///
/// One service answers on any number of connections: one to a message bus, and those of the private socket.
@LoopActor
package final class FormService {
    let runtime: FormRuntime
    let version: String
    private let defaultAudience: SessionOptions.Audience
    private let announcer: Announcer

    var limits: Limits { runtime.limits }

    /// - Parameter defaultAudience: who gets the signals of a session that does not say.
    package init(
        runtime: FormRuntime,
        version: String,
        defaultAudience: SessionOptions.Audience,
        logger: Logger
    ) {
        self.runtime = runtime
        self.version = version
        self.defaultAudience = defaultAudience
        announcer = Announcer()
        runtime.observer = announcer
    }

    /// Signals go to this message bus, too.
    package func announce(on bus: Connection) {
        announcer.bus = bus
    }

    /// Signals go to the peers of this socket, too.
    package func announce(on peers: PeerBus) {
        announcer.peers = peers
    }

    /// A client is gone: what lived as long as it did goes with it.
    package func clientVanished(_ connection: String) {
        runtime.connectionClosed(connection)
    }

    /// What may be wanted to make an operation on a session's form.
    func context(for session: Session, field: Int = 0) -> OperationContext {
        OperationContext(
            definition: session.form.definition,
            field: field,
            decoder: runtime.library.compiler.decoder
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

extension Call {
    var client: Client { Client(user: caller.uid, connection: caller.name) }
}
