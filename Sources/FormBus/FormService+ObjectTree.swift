package import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// Which objects there are, and for whom.
///
/// What a caller has no role in is not there for it: not listed, and answered as an unknown session.
extension FormService: ObjectTree {
    package func node(at path: ObjectPath, for caller: Caller) throws -> ObjectNode? {
        if let lastField, lastField.path == path, lastField.session.owner == caller.uid, !lastField.session.isClosed,
            lastField.session.form.compiled === lastField.form
        {
            return lastField.node
        }
        guard let location = FormLocation(path) else { return nil }
        switch location {
        case .above(let child):
            return ObjectNode(children: { [child] })
        case .manager:
            // Reload is for those who could as well restart the daemon.
            let access: AccessLevel = caller.uid == user || caller.uid == 0 ? .owner : .anyone
            return ObjectNode(
                interfaces: [Self.interface.bound(to: self)],
                access: access,
                children: { [self] in runtime.accounts[caller.uid].sessions > 0 ? ["session"] : [] }
            )
        case .sessions:
            return ObjectNode(children: { [self] in
                runtime.accounts[caller.uid].sessions > 0 ? [String(caller.uid)] : []
            })
        case .owner(let user):
            guard user == caller.uid else { return nil }
            return ObjectNode(children: { [self] in
                runtime.sessions.sessions(of: user).map(\.identifier.token.description)
            })
        case .session(let identifier):
            return node(of: try session(identifier, for: caller))
        case .fields(let identifier):
            let session = try session(identifier, for: caller)
            return ObjectNode(children: { session.definition.fields.map(\.id) })
        case .field(let name, let identifier):
            let session = try session(identifier, for: caller)
            guard let index = session.definition.indices[name] else {
                throw FormError(.unknownField, "the form has no field \"\(name)\"")
            }
            let field = FieldObject(service: self, session: session, index: index)
            let node = ObjectNode(interfaces: [FieldObject.interface.bound(to: field)], access: .owner)
            lastField = (path, session, session.form.compiled, node)
            return node
        }
    }

    private func session(_ identifier: SessionIdentifier, for caller: Caller) throws -> Session {
        guard identifier.owner == caller.uid, let session = runtime.sessions[identifier] else {
            throw RuntimeError(.unknownSession, "there is no session \(FormPaths.path(of: identifier))")
        }
        return session
    }

    private func node(of session: Session) -> ObjectNode {
        ObjectNode(
            interfaces: [SessionObject.interface.bound(to: SessionObject(service: self, session: session))],
            access: .owner,
            children: { ["field"] },
            managedObjects: { [self] in managedObjects(of: session) }
        )
    }

    private func managedObjects(of session: Session) -> [ManagedObject] {
        session.definition.fields.indices.map { index in
            FieldObject(service: self, session: session, index: index).managed(readableWith: .owner)
        }
    }
}
