import DBus
import EventLoop
import FormEngine
import FormRuntime

/// Turns what happened into signals, and sends each to those whom it concerns.
///
/// A session's audience decides on the message bus: everybody, or the connections that subscribed. On the private socket
/// a peer always gets what it subscribed to, and what its match rules name.
@LoopActor
final class Announcer: FormRuntimeObserver {
    var bus: Connection?
    var peers: PeerBus?

    private static let manager = "org.formd.Forms1.Manager"
    private static let sessionInterface = "org.formd.Forms1.Session"
    private static let fieldInterface = "org.formd.Forms1.Field"

    // MARK: FormRuntimeObserver

    func sessionOpened(_ session: Session) {
        let path = FormPaths.path(of: session.identifier)
        send(
            Self.manager,
            "SessionOpened",
            at: FormPaths.root,
            of: session,
            [.path(path), .string(session.form.definition.name)]
        )
    }

    func sessionClosed(_ session: Session, reason: CloseReason) {
        let path = FormPaths.path(of: session.identifier)
        send(Self.sessionInterface, "Closed", at: path, of: session, [.string(reason.rawValue)])
        send(
            Self.manager,
            "SessionClosed",
            at: FormPaths.root,
            of: session,
            [.path(path), .string(reason.rawValue)]
        )
    }

    func typesChanged() {
        guard let signal = Message.signal(FormPaths.root, Self.manager, "TypesChanged", []) else { return }
        bus?.send(signal)
        peers?.deliver(signal) { _ in false }
    }

    func session(_ session: Session, changed changes: [Change], revision: UInt64) {
        for change in changes {
            switch change {
            case .fieldProperties(let index, let properties):
                sendProperties(
                    Self.fieldInterface,
                    at: FormPaths.path(ofField: session.form.definition.fields[index].id, in: session.identifier),
                    of: session,
                    properties.values(of: session.form.field(index))
                )
            case .sessionProperties(let properties):
                sendProperties(
                    Self.sessionInterface,
                    at: FormPaths.path(of: session.identifier),
                    of: session,
                    properties.values(of: session)
                )
            case .field(let index, let event):
                let (name, arguments) = Self.signal(event, of: session.form.field(index))
                send(
                    Self.fieldInterface,
                    name,
                    at: FormPaths.path(ofField: session.form.definition.fields[index].id, in: session.identifier),
                    of: session,
                    arguments + [.uint64(revision)]
                )
            case .session(let event):
                let (name, arguments) = Self.signal(event, of: session.form)
                let path = FormPaths.path(of: session.identifier)
                send(Self.sessionInterface, name, at: path, of: session, arguments + [.uint64(revision)])
            }
        }
    }

    // MARK: What an event is called

    private static func signal(_ event: FieldEvent, of field: FieldReading) -> (String, [Value]) {
        switch event {
        case .stateChanged(let state, let previous):
            ("StateChanged", [.string(state.rawValue), .string(previous.rawValue)])
        case .validationFailed(let message): ("ValidationFailed", [.string(message)])
        case .heightChanged(let height, let previous): ("HeightChanged", [.double(height), .double(previous)])
        case .editingBegan: ("EditingBegan", [])
        case .textChanged(let origin):
            ("TextChanged", [.string(field.text), .string(field.value), .string(origin.rawValue)])
        case .editingEnded: ("EditingEnded", [])
        case .returnPressed: ("ReturnPressed", [])
        case .actionPressed: ("ActionPressed", [])
        }
    }

    private static func signal(_ event: SessionEvent, of form: Form) -> (String, [Value]) {
        switch event {
        case .focusChanged(let field, let previous):
            ("FocusChanged", [.string(form.name(ofField: field)), .string(form.name(ofField: previous))])
        case .heightChanged(let height, let previous): ("HeightChanged", [.double(height), .double(previous)])
        case .validated(let valid, let errors): ("Validated", [.boolean(valid), .messages(errors)])
        case .submitted: ("Submitted", [])
        }
    }

    // MARK: Sending

    private func sendProperties(
        _ interface: String,
        at path: String,
        of session: Session,
        _ properties: [(String, Value)]
    ) {
        send(
            "org.freedesktop.DBus.Properties",
            "PropertiesChanged",
            at: path,
            of: session,
            [.string(interface), .properties(properties), .array(of: .string, [])]
        )
    }

    private func send(_ interface: String, _ name: String, at path: String, of session: Session, _ values: [Value]) {
        guard let signal = Message.signal(path, interface, name, values) else { return }
        if let bus {
            switch session.audience {
            case .bus: bus.send(signal)
            case .members:
                for connection in session.subscribers { bus.send(signal.copy(to: connection)) }
            }
        }
        peers?.deliver(signal) { session.isMember(connection: $0) }
    }
}
