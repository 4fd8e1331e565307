import DBus
import EventLoop
import FormEngine
import FormModel
import FormPlugin
import FormRuntime

/// Turns what happened into signals, and sends each to those whom it concerns.
///
/// A session's audience decides on the message bus: everybody, or the connections that subscribed. On the private socket
/// a peer gets what it subscribed to, and of its own user's sessions what its match rules name.
@LoopActor
final class Announcer: FormRuntimeObserver {
    weak var service: FormService?
    var bus: Connection?
    var peers: PeerBus?

    private let report: @LoopActor (String) -> Void

    /// - Parameter report: takes a sentence for the log, never a value.
    init(report: @escaping @LoopActor (String) -> Void) {
        self.report = report
    }

    // MARK: FormRuntimeObserver

    func sessionOpened(_ session: Session) {
        let arguments: [Value] = [
            .objectPath(FormPaths.path(of: session.identifier)), .string(session.form.definition.name),
        ]
        send(.manager("SessionOpened", arguments), of: session)
    }

    func sessionClosed(_ session: Session, reason: CloseReason) {
        let path = FormPaths.path(of: session.identifier)
        send(.session("Closed", [.string(reason.rawValue)], path), of: session)
        send(.manager("SessionClosed", [.objectPath(path), .string(reason.rawValue)]), of: session)
    }

    func typesChanged() {
        guard let signal = make(.manager("TypesChanged", [])) else { return }
        bus?.send(signal)
        peers?.deliver(signal) { _ in .visible }
    }

    func session(_ session: Session, changed changes: [Change], revision: UInt64) {
        guard let service, concernsAnybody(session) else { return }
        for change in changes {
            switch change {
            case .fieldProperties(let index, let properties):
                let field = FieldObject(service: service, session: session, index: index)
                let signal = reporting {
                    try FieldObject.interface.propertiesChanged(
                        properties.names,
                        of: field,
                        at: field.path,
                        readableWith: .viewer
                    )
                }
                if let signal { send(signal, of: session) }
            case .sessionProperties(let properties):
                let signal = reporting {
                    try SessionObject.interface.propertiesChanged(
                        properties.names,
                        of: SessionObject(service: service, session: session),
                        at: FormPaths.path(of: session.identifier),
                        readableWith: .viewer
                    )
                }
                if let signal { send(signal, of: session) }
            case .field(let index, let event):
                let field = FieldObject(service: service, session: session, index: index)
                send(.field(event.signal(of: field.reading, revision: revision), field.path), of: session)
            case .session(let event):
                let path = FormPaths.path(of: session.identifier)
                send(.session(event.signal(of: session.form, revision: revision), path), of: session)
            }
        }
    }

    // MARK: Sending

    /// A signal before it is a message: which interface declares it, where it comes from.
    private enum Signal {
        case manager(MemberName, [Value])
        case session((MemberName, [Value]), ObjectPath)
        case field((MemberName, [Value]), ObjectPath)

        static func session(_ name: MemberName, _ arguments: [Value], _ path: ObjectPath) -> Signal {
            .session((name, arguments), path)
        }
    }

    private func make(_ signal: Signal) -> Message? {
        reporting {
            switch signal {
            case .manager(let name, let arguments):
                try FormService.interface.signal(name, at: FormPaths.root, arguments)
            case .session(let (name, arguments), let path):
                try SessionObject.interface.signal(name, at: path, arguments)
            case .field(let (name, arguments), let path):
                try FieldObject.interface.signal(name, at: path, arguments)
            }
        }
    }

    /// A signal that cannot be made is a mistake of ours: it is missing, and the log says so.
    private func reporting(_ make: () throws -> Message?) -> Message? {
        do {
            return try make()
        } catch {
            report("a signal could not be made: \(error)")
            return nil
        }
    }

    private func send(_ signal: Signal, of session: Session) {
        guard let message = make(signal) else { return }
        send(message, of: session)
    }

    private func send(_ signal: Message, of session: Session) {
        if let bus {
            switch session.audience {
            case .bus: bus.send(signal)
            case .members:
                for case .bus(let name) in session.subscribers {
                    guard let name = BusName(name) else { continue }
                    bus.send(signal.stamped(sender: nil, destination: name))
                }
            }
        }
        peers?.deliver(signal) { Self.audience($0, of: session) }
    }

    private static func audience(_ caller: Caller, of session: Session) -> PeerBus.Audience {
        guard caller.uid == session.owner else { return .hidden }
        return session.subscribers.contains(.peer(ObjectIdentifier(caller.connection))) ? .subscribed : .visible
    }

    /// Signals that nobody would get are not made: making them costs more than the edit itself.
    private func concernsAnybody(_ session: Session) -> Bool {
        if bus != nil {
            if session.audience == .bus { return true }
            for case .bus in session.subscribers { return true }
        }
        return peers?.couldConcern { Self.audience($0, of: session) } ?? false
    }
}

extension FieldEvent {
    /// The signal's name and arguments.
    fileprivate func signal(of field: FieldReading, revision: UInt64) -> (MemberName, [Value]) {
        let revision = Value.uint64(revision)
        return switch self {
        case .stateChanged(let state, let previous):
            ("StateChanged", [.string(state.rawValue), .string(previous.rawValue), revision])
        case .validationFailed(let message): ("ValidationFailed", [.string(message), revision])
        case .heightChanged(let height, let previous):
            ("HeightChanged", [.double(height), .double(previous), revision])
        case .editingBegan: ("EditingBegan", [revision])
        case .textChanged(let origin):
            ("TextChanged", [.string(field.text), .string(field.value), .string(origin.rawValue), revision])
        case .editingEnded: ("EditingEnded", [revision])
        case .returnPressed: ("ReturnPressed", [revision])
        case .actionPressed: ("ActionPressed", [revision])
        }
    }
}

extension SessionEvent {
    /// The signal's name and arguments.
    fileprivate func signal(of form: Form, revision: UInt64) -> (MemberName, [Value]) {
        let revision = Value.uint64(revision)
        return switch self {
        case .focusChanged(let field, let previous):
            (
                "FocusChanged",
                [.string(form.name(ofField: field)), .string(form.name(ofField: previous)), revision]
            )
        case .heightChanged(let height, let previous):
            ("HeightChanged", [.double(height), .double(previous), revision])
        case .validated(let valid, let errors): ("Validated", [.boolean(valid), .messages(errors), revision])
        case .submitted: ("Submitted", [revision])
        }
    }
}
