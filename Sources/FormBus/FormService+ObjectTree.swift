package import DBus
package import EventLoop
import FormEngine
import FormRuntime

/// Which objects there are, and for whom.
///
/// What a caller has no role in is not there for it: not listed, and answered as an unknown session.
extension FormService: ObjectTree {
    package func node(at path: ObjectPath, for caller: Caller) throws -> ObjectNode? {
        switch FormLocation(path.description) {
        case nil: return nil
        case .above(let child): return ObjectNode(children: [child])
        case .manager:
            let access: AccessLevel = .owner
            return ObjectNode(interfaces: [Self.interface.bound(to: self)], access: access, children: ["session"])
        case .sessions:
            let hasSessions = runtime.sessions.usage(of: caller.uid).sessions > 0
            return ObjectNode(children: hasSessions ? [String(caller.uid)] : [])
        case .owner(let user):
            guard user == caller.uid else { return nil }
            return ObjectNode(children: runtime.sessions.sessions(of: user).map(\.identifier.token.description))
        case .session(let identifier): return sessionNode(try session(identifier, for: caller))
        case .fields(let identifier):
            let fields = try session(identifier, for: caller).form.definition.fields
            return ObjectNode(children: fields.map(\.id))
        case .field(let name, let identifier):
            return fieldNode(try fieldObject(name, in: try session(identifier, for: caller)))
        }
    }

    private func session(_ identifier: SessionIdentifier, for caller: Caller) throws -> Session {
        guard identifier.owner == caller.uid, let session = runtime.sessions[identifier] else {
            let path = FormPaths.path(of: identifier)
            throw RuntimeError(.unknownSession, "there is no session \(path)")
        }
        return session
    }

    private func fieldObject(_ name: String, in session: Session) throws -> FieldObject {
        guard let index = session.form.definition.indices[name] else {
            throw FormError(.unknownField, "the form has no field \"\(name)\"")
        }
        return FieldObject(service: self, session: session, index: index)
    }

    private func sessionNode(_ session: Session) -> ObjectNode {
        ObjectNode(
            interfaces: [SessionObject.interface.bound(to: SessionObject(service: self, session: session))],
            access: .owner,
            children: ["field"],
            managedObjects: { [self] in managedObjects(of: session) }
        )
    }

    private func fieldNode(_ field: FieldObject) -> ObjectNode {
        ObjectNode(interfaces: [FieldObject.interface.bound(to: field)], access: .owner)
    }

    private func managedObjects(of session: Session) -> [(path: ObjectPath, node: ObjectNode)] {
        session.form.definition.fields.indices.compactMap { index in
            let field = FieldObject(service: self, session: session, index: index)
            return ObjectPath(field.path).map { (path: $0, node: fieldNode(field)) }
        }
    }
}

@LoopActor
extension FieldObject {
    var path: String {
        FormPaths.path(ofField: session.form.definition.fields[index].id, in: session.identifier)
    }
}
