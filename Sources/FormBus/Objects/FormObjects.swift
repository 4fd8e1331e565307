import DBus
import EventLoop
import FormContract
import FormEngine
import FormModel
import FormRuntime

/// Which objects there are, and for whom.
///
/// An object in which the caller has no role is not there for that caller: it is not listed, and a call to it is answered as
/// one to an unknown session.
@LoopActor
final class FormObjects: ObjectTree {
    private let runtime: FormRuntime
    private let manager: ManagerObject
    /// The daemon's own user.
    private let user: UInt32

    init(runtime: FormRuntime, manager: ManagerObject, user: UInt32) {
        self.runtime = runtime
        self.manager = manager
        self.user = user
    }

    func node(at path: ObjectPath, for caller: Caller) throws -> ObjectNode? {
        guard let location = FormLocation(path) else { return nil }
        switch location {
        case .above(let child):
            return ObjectNode(children: { [child] })
        case .manager:
            // Reload is for those who could as well restart the daemon.
            let access: AccessLevel = caller.uid == user || caller.uid == 0 ? .owner : .anyone
            return ObjectNode(
                interfaces: [ManagerObject.interface.bound(to: manager)],
                access: access,
                children: { [self] in hasSessions(caller) ? ["session"] : [] }
            )
        case .sessions:
            return ObjectNode(children: { [self] in hasSessions(caller) ? [String(caller.uid)] : [] })
        case .owner(let user):
            guard user == caller.uid else { return nil }
            return ObjectNode(children: { [self] in
                runtime.sessions.sessions(of: user).map(\.identifier.token.description)
            })
        case .session(let identifier):
            return node(of: try session(identifier, for: caller))
        case .fields(let identifier):
            let session = try session(identifier, for: caller)
            return ObjectNode(children: { session.form.reading.fields })
        case .field(let name, let identifier):
            let session = try session(identifier, for: caller)
            guard let index = session.form.index(ofField: name) else {
                throw FormError(.unknownField, "the form has no field \"\(name)\"")
            }
            let field = FieldObject(runtime: runtime, session: session, index: index)
            return ObjectNode(interfaces: [FieldObject.interface.bound(to: field)], access: .owner)
        }
    }

    private func hasSessions(_ caller: Caller) -> Bool { runtime.accounts[caller.uid].sessions > 0 }

    private func session(_ identifier: SessionIdentifier, for caller: Caller) throws -> Session {
        guard identifier.owner == caller.uid, let session = runtime.sessions[identifier] else {
            let path = Contract.path(ofSession: identifier.token.description, owner: identifier.owner)
            throw RuntimeError(.unknownSession, "there is no session \(path)")
        }
        return session
    }

    private func node(of session: Session) -> ObjectNode {
        let object = SessionObject(runtime: runtime, session: session)
        return ObjectNode(
            interfaces: [SessionObject.interface.bound(to: object)],
            access: .owner,
            children: { ["field"] },
            managedObjects: { [runtime] in
                (0..<session.form.fieldCount).map { index in
                    FieldObject(runtime: runtime, session: session, index: index).managed(readableWith: .owner)
                }
            }
        )
    }
}
