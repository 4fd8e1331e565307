import DBus
import EventLoop
import FormContract
import FormEngine
import FormModel
import FormRuntime

/// The tree of objects as each caller sees it.
///
/// An object in which the caller has no role does not exist for that caller: it is not listed, and a call to it fails
/// like a call to an unknown session.
@LoopActor
final class FormObjects: ObjectTree {
    private let runtime: FormRuntime
    private let manager: ManagerObject
    private let recorders: any RecordingObserver
    private let log: LogControl?
    /// The user that the daemon runs as.
    private let user: UInt32

    init(
        runtime: FormRuntime,
        manager: ManagerObject,
        recorders: any RecordingObserver,
        log: LogControl?,
        user: UInt32
    ) {
        self.runtime = runtime
        self.manager = manager
        self.recorders = recorders
        self.log = log
        self.user = user
    }

    func node(at path: ObjectPath, for caller: Caller) throws -> ObjectNode? {
        guard let location = FormLocation(path) else {
            guard let log, path == LogControl.path else { return nil }
            return ObjectNode(interfaces: [LogControl.interface.bound(to: log)], gate: .form(access(of: caller)))
        }
        switch location {
        case .above(let child):
            return ObjectNode(children: { [child] })
        case .manager:
            return ObjectNode(
                interfaces: [ManagerObject.interface.bound(to: manager)],
                gate: .form(access(of: caller)),
                children: { [self] in visibleSessions(caller).isEmpty ? [] : ["session"] }
            )
        case .sessions:
            return ObjectNode(children: { [self] in owners(visibleTo: caller).map(String.init) })
        case .owner(let user):
            guard user == caller.uid || owners(visibleTo: caller).contains(user) else { return nil }
            return ObjectNode(children: { [self] in
                visibleSessions(caller).filter { $0.owner == user }.map(\.token.description)
            })
        case .session(let identifier):
            let (session, role) = try session(identifier, for: caller)
            return node(of: session, for: role)
        case .fields(let identifier):
            let (session, _) = try session(identifier, for: caller)
            return ObjectNode(children: { session.form.reading.fields })
        case .field(let name, let identifier):
            let (session, role) = try session(identifier, for: caller)
            guard let index = session.form.index(ofField: name) else {
                throw FormError(.unknownField, "the form has no field \"\(name)\"")
            }
            return node(of: .field(index), in: session, for: role)
        case .focused(let identifier):
            // Which field it is depends on the calls before this one.
            let (session, role) = try session(identifier, for: caller, whenFree: true)
            return node(of: .focusedField, in: session, for: role)
        }
    }

    /// A caller's access to the daemon itself: only users who could also restart it may reload it or change its log.
    private func access(of caller: Caller) -> AccessLevel {
        caller.uid == user || caller.uid == 0 ? .owner : .anyone
    }

    private func node(of subject: OperationSubject, in session: Session, for role: Role) -> ObjectNode {
        let field = FieldObject(runtime: runtime, recorders: recorders, session: session, subject: subject)
        return ObjectNode(
            interfaces: [FieldObject.interface.bound(to: field)],
            gate: .form(role.access),
            deferral: session.say
        )
    }

    private func visibleSessions(_ caller: Caller) -> [SessionIdentifier] {
        runtime.sessions.entries(visibleTo: caller.uid).map(\.identifier)
    }

    /// The owners of the sessions in which a caller has a role, in ascending order.
    private func owners(visibleTo caller: Caller) -> [UInt32] { Set(visibleSessions(caller).map(\.owner)).sorted() }

    /// A session in which the caller has a role. Throws the same error if the caller has none as if the session does
    /// not exist.
    ///
    /// - Parameter whenFree: whether a call that only reads also waits for the transactions before it.
    private func session(
        _ identifier: SessionIdentifier,
        for caller: Caller,
        whenFree: Bool = false
    ) throws -> (Session, Role) {
        guard let (role, place) = runtime.sessions.session(identifier, visibleTo: caller.uid) else {
            throw Self.unknown(identifier)
        }
        switch place {
        case .open(let session) where session.keepsCallsWaiting || whenFree && !session.isFree:
            throw ObjectNotReady { [runtime] bytes, completion in
                try runtime.awaitTurn(of: session, for: caller.uid, bytes: bytes) { completion(.success(())) }
            }
        case .open(let session):
            if caller.uid != session.owner { runtime.accept(session, by: caller.uid) }
            return (session, role)
        case .stored(let stored):
            throw ObjectNotReady { [runtime] bytes, completion in
                try runtime.read(stored, for: caller.uid, bytes: bytes) { result in
                    completion(result.mapError { ($0 as? FormError) ?? Self.unknown(identifier) as any Error })
                }
            }
        }
    }

    private static func unknown(_ identifier: SessionIdentifier) -> RuntimeError {
        RuntimeError(.unknownSession, "there is no session \(identifier.path)")
    }

    private func node(of session: Session, for role: Role) -> ObjectNode {
        let object = SessionObject(runtime: runtime, recorders: recorders, session: session)
        return ObjectNode(
            interfaces: [SessionObject.interface.bound(to: object)],
            gate: .form(role.access),
            children: { ["field", "focused"] },
            managedObjects: { [runtime, recorders] in
                (0..<session.form.fieldCount).map { index in
                    FieldObject(runtime: runtime, recorders: recorders, session: session, subject: .field(index))
                        .managed(at: session.path(ofField: index), readableWith: role.access)
                }
            },
            deferral: session.say
        )
    }
}

extension Role {
    /// The access level of the role.
    var access: AccessLevel {
        switch self {
        case .viewer: .viewer
        case .editor: .editor
        case .owner: .owner
        }
    }
}

extension Gate {
    /// An access check that fails with the contract's own error.
    static func form(_ access: AccessLevel) -> Gate {
        Gate(access, refusal: Contract.Failure.accessDenied.name) { required in
            Role.allCases.first { $0.access == required }?.rawValue
        }
    }
}
