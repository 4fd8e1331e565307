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
    var bus: Connection?
    var peers: PeerBus?

    /// Whose objects come and go.
    weak var service: FormService?

    let report: @LoopActor (String) -> Void

    /// Where the last signal came from. Most come from the field in which somebody types.
    private var lastSession: (identifier: SessionIdentifier, path: ObjectPath)?
    private var lastField: (id: String, session: ObjectPath, path: ObjectPath)?

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
                [.objectPath(FormPaths.path(of: session.identifier)), .string(session.definition.name)]
            )
        }
    }

    func sessionClosed(_ session: Session, reason: CloseReason) {
        service?.lastField = nil
        let path = FormPaths.path(of: session.identifier)
        let reason = Value.string(reason.rawValue)
        send(of: session) { try SessionObject.interface.signal("Closed", at: path, [reason]) }
        send(of: session) {
            try FormService.interface.signal("SessionClosed", at: FormPaths.root, [.objectPath(path), reason])
        }
    }

    func typesChanged() {
        do {
            let signal = try FormService.interface.signal("TypesChanged", at: FormPaths.root, [])
            bus?.send(signal)
            peers?.deliver(signal) { _ in .visible }
        } catch {
            report(error)
        }
    }

    func session(_ session: Session, changed changes: [Change], revision: UInt64) {
        guard concernsAnybody(session) else { return }
        let path = path(of: session)
        var rest = changes[...]
        while let change = rest.first {
            if case .rows(let added, let removed) = change {
                announce(added: added, removed: removed, of: session)
                rest.removeFirst()
                continue
            }
            guard let index = change.field else {
                send(of: session) { try Self.signal(of: session, at: path, change, revision) }
                rest.removeFirst()
                continue
            }
            // What happened to one field comes in a row.
            let field = session.form.field(index)
            let path = self.path(ofField: field.id, below: path)
            while let change = rest.first, change.field == index {
                send(of: session) { try Self.signal(of: field, at: path, change, revision) }
                rest.removeFirst()
                // The bus sorts out the first signal while the others and the reply are made.
                if rest.count == changes.count - 1 { bus?.flush() }
            }
        }
    }

    private func path(of session: Session) -> ObjectPath {
        if let lastSession, lastSession.identifier == session.identifier { return lastSession.path }
        let path = FormPaths.path(of: session.identifier)
        lastSession = (session.identifier, path)
        return path
    }

    private func path(ofField id: String, below session: ObjectPath) -> ObjectPath {
        if let lastField, lastField.id == id, lastField.session == session { return lastField.path }
        let path = FormPaths.path(ofField: id, below: session)
        lastField = (id, session, path)
        return path
    }

    // MARK: Making signals

    private static func signal(
        of field: FieldReading,
        at path: ObjectPath,
        _ change: Change,
        _ revision: UInt64
    ) throws -> Message? {
        switch change {
        case .fieldProperties(_, let properties):
            try .propertiesChanged(of: FieldObject.interface.description.name, at: path) { writer in
                try ChangingProperties.field.write(field, changed: properties, to: &writer)
            }
        case .field(_, let event):
            try FieldObject.interface.signal(event.name, at: path) { writer in
                try event.write(of: field, to: &writer)
                try writer.append(revision)
            }
        case .sessionProperties, .session, .rows: nil
        }
    }

    private static func signal(
        of session: Session,
        at path: ObjectPath,
        _ change: Change,
        _ revision: UInt64
    ) throws -> Message? {
        switch change {
        case .sessionProperties(let properties):
            try .propertiesChanged(of: SessionObject.interface.description.name, at: path) { writer in
                try ChangingProperties.session.write(session, changed: properties, to: &writer)
            }
        case .session(let event):
            try SessionObject.interface.signal(event.name, at: path) { writer in
                try event.write(of: session.form, to: &writer)
                try writer.append(revision)
            }
        case .fieldProperties, .field, .rows: nil
        }
    }

    // MARK: Sending

    /// A signal that cannot be made is a mistake of ours: it is missing, and the log says so.
    private func report(_ error: any Error) {
        report("a signal could not be made: \(error)")
    }

    /// Sends what `make` makes.
    func send(of session: Session, _ make: () throws -> Message?) {
        do {
            if let signal = try make() { send(signal, of: session) }
        } catch {
            report(error)
        }
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
    /// One of the names that the interface declares.
    fileprivate var name: MemberName {
        let name =
            switch self {
            case .stateChanged: "StateChanged"
            case .validationFailed: "ValidationFailed"
            case .heightChanged: "HeightChanged"
            case .editingBegan: "EditingBegan"
            case .textChanged: "TextChanged"
            case .editingEnded: "EditingEnded"
            case .returnPressed: "ReturnPressed"
            case .actionPressed: "ActionPressed"
            case .dateChanged: "DateChanged"
            }
        return MemberName(unchecked: name)
    }

    /// Writes the signal's arguments but the revision, which comes last in all of them.
    fileprivate func write(of field: FieldReading, to writer: inout MessageWriter) throws {
        switch self {
        case .stateChanged(let state, let previous):
            try writer.append(state.rawValue)
            try writer.append(previous.rawValue)
        case .validationFailed(let message):
            try writer.append(message)
        case .heightChanged(let height, let previous):
            try writer.append(height)
            try writer.append(previous)
        case .textChanged(let origin):
            try writer.append(field.text)
            try writer.append(field.value)
            try writer.append(origin.rawValue)
        case .dateChanged:
            try writer.append(field.date)
        case .editingBegan, .editingEnded, .returnPressed, .actionPressed: break
        }
    }
}

extension SessionEvent {
    /// One of the names that the interface declares.
    fileprivate var name: MemberName {
        let name =
            switch self {
            case .focusChanged: "FocusChanged"
            case .focusRefused: "FocusRefused"
            case .heightChanged: "HeightChanged"
            case .validated: "Validated"
            case .submitted: "Submitted"
            case .pageChanged: "PageChanged"
            }
        return MemberName(unchecked: name)
    }

    /// Writes the signal's arguments but the revision, which comes last in all of them.
    fileprivate func write(of form: Form, to writer: inout MessageWriter) throws {
        switch self {
        case .focusChanged(let field, let previous):
            try writer.append(form.name(ofField: field))
            try writer.append(form.name(ofField: previous))
        case .focusRefused(let field, let reason):
            try writer.append(form.name(ofField: field))
            try writer.append(reason.rawValue)
        case .heightChanged(let height, let previous):
            try writer.append(height)
            try writer.append(previous)
        case .validated(let valid, let errors):
            try writer.append(valid)
            try writer.append(.messages(errors))
        case .submitted: break
        case .pageChanged(let page, let previous):
            try writer.append(UInt32(clamping: page))
            try writer.append(UInt32(clamping: previous))
        }
    }
}

extension Change {
    /// Whose change it is; nil: the session's.
    fileprivate var field: Int? {
        switch self {
        case .fieldProperties(let index, _), .field(let index, _): index
        case .sessionProperties, .session, .rows: nil
        }
    }
}
