import DBus
import EventLoop
import FormEngine
import FormRuntime

/// `org.formd.Forms1.Session`.
extension SessionObject {
    static let interface = Interface<SessionObject>(
        "org.formd.Forms1.Session",
        transactions + operations + roles + properties + signals
    )

    private static let transactions: [Interface<SessionObject>.Member] = [
        .method(
            "Apply",
            in: [("operations", "a(sa{sv})"), ("options", "a{sv}")],
            out: [("revision", "t"), ("changes", "a(sa{sv})")],
            access: .editor
        ) { try $0.apply($1) },
        .method(
            "GetSnapshot",
            in: [("since", "t")],
            out: [("revision", "t"), ("changes", "a(sa{sv})")],
            access: .viewer
        ) { try $0.snapshot($1) },
        .method("Subscribe", access: .viewer) { try $0.subscribe($1) },
        .method("Unsubscribe", access: .viewer) { $0.unsubscribe($1) },
        .method("Close", access: .owner) { $0.close($1) },
        .method("Explain", out: [("explanations", "a(sa{sv})")], access: .viewer) { $0.explain($1) },
        .method("GetValues", out: [("values", "a{ss}")], access: .viewer) { object, call in
            call.reply([.texts(object.session.form.values(includingSecrets: false))])
        },
    ]

    private static let operations: [Interface<SessionObject>.Member] = OperationMethod.session.map { method in
        let access: AccessLevel = method.name == "Submit" ? .owner : .editor
        return .method(method.name, in: method.inputs, out: method.outputs, access: access) { session, call in
            try session.perform(method, call)
        }
    }

    private static let roles: [Interface<SessionObject>.Member] = [
        .method("Grant", in: [("uid", "u"), ("role", "s")], access: .owner) { _, _ in
            throw BusError.notSupported("Grant is not supported yet: a session has no other members than its owner")
        },
        .method("Revoke", in: [("uid", "u")], access: .owner) { _, _ in
            throw BusError.notSupported("Revoke is not supported yet: a session has no other members than its owner")
        },
    ]

    private static let properties: [Interface<SessionObject>.Member] = SessionProperty.all.map { property in
        let get: Interface<SessionObject>.Getter = { property.content.value(of: $0.session) }
        guard let write = property.write else {
            let emits: PropertyEmission = property.isCounter ? .never : .value
            return .property(property.name, property.content.type, access: .viewer, emits: emits, get: get)
        }
        return .property(
            property.name,
            property.content.type,
            access: .viewer,
            writeAccess: .editor,
            get: get,
            set: { session, value, call in session.set(try write(value), call) }
        )
    }

    private static let signals: [Interface<SessionObject>.Member] = [
        .signal("FocusChanged", [("field", "s"), ("previous", "s"), ("revision", "t")]),
        .signal("FocusRefused", [("field", "s"), ("reason", "s"), ("revision", "t")]),
        .signal("HeightChanged", [("height", "d"), ("previous", "d"), ("revision", "t")]),
        .signal("Validated", [("valid", "b"), ("errors", "a(ss)"), ("revision", "t")]),
        .signal("PageChanged", [("page", "u"), ("previous", "u"), ("revision", "t")]),
        .signal("Submitted", [("revision", "t")]),
        .signal("Closed", [("reason", "s")]),
    ]
}
