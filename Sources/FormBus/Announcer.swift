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
        send(of: session) {
            try FormService.interface.signal(
                "SessionOpened",
                at: FormPaths.root,
                [.objectPath(FormPaths.path(of: session.identifier)), .string(session.form.definition.name)]
            )
        }
    }

    func sessionClosed(_ session: Session, reason: CloseReason) {
        let path = FormPaths.path(of: session.identifier)
        let reason = Value.string(reason.rawValue)
        send(of: session) { try SessionObject.interface.signal("Closed", at: path, [reason]) }
        send(of: session) {
            try FormService.interface.signal("SessionClosed", at: FormPaths.root, [.objectPath(path), reason])
        }
    }

    func typesChanged() {
        let signal = reporting { try FormService.interface.signal("TypesChanged", at: FormPaths.root, []) }
        guard let signal else { return }
        bus?.send(signal)
        peers?.deliver(signal) { _ in .visible }
    }

    func session(_ session: Session, changed changes: [Change], revision: UInt64) {
        guard let service, concernsAnybody(session) else { return }
        let object = SessionObject(service: service, session: session)
        for change in changes {
            if case .rows(let added, let removed) = change {
                announce(added: added, removed: removed, of: session, service)
                continue
            }
            send(of: session) {
                switch change {
                case .rows: return nil
                case .fieldProperties(let index, let properties):
                    let field = FieldObject(service: service, session: session, index: index)
                    return try FieldObject.interface.propertiesChanged(
                        properties.names,
                        of: field,
                        at: field.path,
                        readableWith: .viewer
                    )
                case .sessionProperties(let properties):
                    return try SessionObject.interface.propertiesChanged(
                        properties.names,
                        of: object,
                        at: FormPaths.path(of: session.identifier),
                        readableWith: .viewer
                    )
                case .field(let index, let event):
                    let field = FieldObject(service: service, session: session, index: index)
                    let (name, arguments) = event.signal(of: field.reading, revision: revision)
                    return try FieldObject.interface.signal(name, at: field.path, arguments)
                case .session(let event):
                    let (name, arguments) = event.signal(of: session.form, revision: revision)
                    let path = FormPaths.path(of: session.identifier)
                    return try SessionObject.interface.signal(name, at: path, arguments)
                }
            }
        }
    }

    /// Objects that are gone, then new ones with all their properties.
    private func announce(added: [Int], removed: [String], of session: Session, _ service: FormService) {
        let path = FormPaths.path(of: session.identifier)
        for name in removed {
            let gone = FormPaths.path(ofField: name, in: session.identifier)
            send(of: session) {
                try ManagedObject.removed(gone, interfaces: [FieldObject.interface.description], from: path)
            }
        }
        for index in added {
            let field = FieldObject(service: service, session: session, index: index)
            send(of: session) {
                try field.managed(readableWith: .viewer).added(to: path, report: { [weak self] in self?.report($0) })
            }
        }
    }

    // MARK: Sending

    /// A signal that cannot be made is a mistake of ours: it is missing, and the log says so.
    private func reporting(_ make: () throws -> Message?) -> Message? {
        do {
            return try make()
        } catch {
            report("a signal could not be made: \(error)")
            return nil
        }
    }

    /// Sends what `make` makes, if anything.
    private func send(of session: Session, _ make: () throws -> Message?) {
        if let signal = reporting(make) { send(signal, of: session) }
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
        case .dateChanged: ("DateChanged", [.string(field.date), revision])
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
        case .pageChanged(let page, let previous):
            (
                "PageChanged",
                [.uint32(UInt32(clamping: page)), .uint32(UInt32(clamping: previous)), revision]
            )
        }
    }
}
