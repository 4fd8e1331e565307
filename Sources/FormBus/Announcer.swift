import DBus
import EventLoop
import FormContract
import FormEngine
import FormModel
import FormPlugin
import FormRuntime
import Glibc

/// Converts changes to signals, and sends each signal to the connections that should receive it.
///
/// On the message bus the session's audience determines them: all connections, or those that have subscribed. On the
/// private socket a client gets the signals of the sessions to which it has subscribed; of the other sessions in which
/// its user has a role, those that match its rules.
@LoopActor
final class Announcer: FormRuntimeObserver, RecordingObserver {
    var bus: BusService? {
        didSet { followers.bus = bus }
    }
    var peers: PeerBus? {
        didSet { followers.peers = peers }
    }
    /// Tells the connections that follow a session. They get no other signals of it but `IdleWarning` and `Closed`.
    private(set) lazy var followers = FollowerChannel(runtime: runtime) { [weak self] in self?.report($0) }

    private let runtime: FormRuntime
    private let report: @LoopActor (String) -> Void

    /// - Parameter report: receives a sentence for the log, which never contains a user's value.
    init(runtime: FormRuntime, report: @escaping @LoopActor (String) -> Void) {
        self.runtime = runtime
        self.report = report
    }

    // MARK: FormRuntimeObserver

    func sessionOpened(_ session: Session) {
        send(of: session) {
            try ManagerObject.interface.signal(
                "SessionOpened",
                at: Contract.root,
                [.objectPath(session.path), .string(session.definition.name)]
            )
        }
    }

    func sessionClosed(_ session: Session, reason: CloseReason) {
        let path = session.path
        let reason = Value.string(reason.rawValue)
        sendToAll(of: session) { try SessionObject.interface.signal("Closed", at: path, [reason]) }
        sendToAll(of: session) {
            try ManagerObject.interface.signal("SessionClosed", at: Contract.root, [.objectPath(path), reason])
        }
    }

    func sessionIdles(_ session: Session, secondsLeft: Int) {
        let seconds = Value.uint32(UInt32(clamping: secondsLeft))
        sendToAll(of: session) { try SessionObject.interface.signal("IdleWarning", at: session.path, [seconds]) }
    }

    func subscriptionsEnd(to session: Session, of clients: [Client], reason: SubscriptionEnd) {
        tell(clients, "SubscriptionEnded", reason, of: session)
        tell(clients.filter(session.subscribers.contains), "Closed", reason, of: session)
    }

    /// Sends a signal about the end of a subscription to the connections whose subscription ends.
    private func tell(_ clients: [Client], _ name: MemberName, _ reason: SubscriptionEnd, of session: Session) {
        do {
            let arguments = [Value.string(reason.rawValue)]
            let signal = try SessionObject.interface.signal(name, at: session.path, arguments)
            session.say { [self] in
                send(signal, to: clients)
                peers?.deliver(signal) { clients.contains(Self.client($0)) ? .subscribed : .hidden }
            }
        } catch {
            report(error)
        }
    }

    func typesChanged() {
        do {
            let signal = try ManagerObject.interface.signal("TypesChanged", at: Contract.root, [])
            bus?.send(signal)
            peers?.deliver(signal) { _ in .visible }
        } catch {
            report(error)
        }
    }

    func submissionsWait(_ count: Int, oldest seconds: Int) {
        do {
            let arguments = [Value.uint32(UInt32(clamping: count)), .uint64(UInt64(clamping: seconds))]
            let signal = try ManagerObject.interface.signal("SubmissionsWait", at: Contract.root, arguments)
            bus?.send(signal)
            peers?.deliver(signal) { [geteuid(), 0].contains($0.uid) ? .visible : .hidden }
        } catch {
            report(error)
        }
    }

    func session(_ session: Session, changed changes: [Change], revision: UInt64) {
        // Followers come first, so that a bus delivers what they are told while the other signals are created.
        followers.tell(session)
        endSlowSubscriptions(to: session)
        guard concernsAnybody(session) else { return }
        let path = session.path
        var rest = changes[...]
        while let change = rest.first {
            if case .rows(let added, let removed) = change {
                announce(added: added, removed: removed, of: session, at: path)
                rest.removeFirst()
                continue
            }
            guard let index = change.field else {
                send(of: session) { try Self.signal(of: session, at: path, change, revision) }
                rest.removeFirst()
                continue
            }
            // The changes of one field are adjacent.
            let field = session.form.field(index)
            let path = Contract.path(ofField: field.id, in: path)
            while let change = rest.first, change.field == index {
                send(of: session) { try Self.signal(of: field, at: path, change, revision) }
                rest.removeFirst()
                // The bus can process the first signal while the other ones and the reply are created.
                if rest.count == changes.count - 1 { bus?.flush() }
            }
        }
    }

    // MARK: RecordingObserver

    func performed(_ operations: [Value], failure: String, revision: UInt64, on session: Session) {
        endSlowSubscriptions(to: session)
        do {
            let arguments: [Value] = [
                .array("(sa{sv})", operations), .string(failure), .uint64(revision),
            ]
            let signal = try SessionObject.interface.signal("Performed", at: session.path, arguments)
            send(signal, to: session.recorders)
            peers?.deliver(signal) { session.recorders.contains(Self.client($0)) ? .subscribed : .hidden }
        } catch {
            report(error)
        }
    }

    // MARK: Creating signals

    /// Announces removed field objects, then new ones with all their properties.
    private func announce(added: [Int], removed: [String], of session: Session, at path: ObjectPath) {
        for name in removed {
            let gone = Contract.path(ofField: name, in: path)
            send(of: session) { try ManagedObject.removed(gone, interfaces: [Contract.field], from: path) }
        }
        for index in added {
            let field = FieldObject(runtime: runtime, recorders: self, session: session, subject: .field(index))
            send(of: session) { [report] in
                try field.managed(at: session.path(ofField: index), readableWith: .viewer)
                    .added(to: path, report: report)
            }
        }
    }

    private static func signal(
        of field: FieldReading,
        at path: ObjectPath,
        _ change: Change,
        _ revision: UInt64
    ) throws -> Message? {
        switch change {
        case .fieldProperties(_, let properties):
            try .propertiesChanged(of: Contract.field.name, at: path) { writer in
                try PropertyTable.field.write(field, changed: properties, in: path, to: &writer)
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
            try .propertiesChanged(of: Contract.session.name, at: path) { writer in
                try PropertyTable.session.write(session.form.reading, changed: properties, in: path, to: &writer)
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

    /// Logs that a signal could not be created, which is a bug. The signal is skipped.
    private func report(_ error: any Error) {
        report("a signal could not be created: \(error)")
    }

    /// Sends a signal to everybody but the followers.
    private func send(of session: Session, _ make: () throws -> Message?) {
        send(of: session, to: session.plainSubscribers, make) { Self.audience($0, of: session) }
    }

    /// Sends a signal to everybody who hears of the session.
    private func sendToAll(of session: Session, _ make: () throws -> Message?) {
        send(of: session, to: session.subscribers, make) { caller in
            session.followers[Self.client(caller)] == nil ? Self.audience(caller, of: session) : .subscribed
        }
    }

    private func send(
        of session: Session,
        to subscribers: @autoclosure () -> Set<Client>,
        _ make: () throws -> Message?,
        audience: @escaping @LoopActor (Caller) -> PeerBus.Audience
    ) {
        do {
            guard let signal = try make() else { return }
            let named = session.audience == .bus ? [] : subscribers()
            session.say(bytes: signal.greatestLength) { [self] in
                if session.audience == .bus { bus?.send(signal) } else { send(signal, to: named) }
                peers?.deliver(signal, to: audience)
            }
        } catch {
            report(error)
        }
    }

    /// Ends the subscriptions of clients that do not read, before they are sent what a transaction did. Nobody else is told.
    /// A follower is told less instead, unless it also records the session.
    private func endSlowSubscriptions(to session: Session) {
        let subscribed = session.plainSubscribers.union(session.recorders)
        guard !subscribed.isEmpty else { return }
        let slowPeers = Set(peers?.slowReaders.map(Self.client) ?? [])
        for client in subscribed {
            let isSlow =
                switch client.connection {
                case .bus(let name): BusName(name).map { bus?.isSlow($0) == true } ?? false
                case .peer: slowPeers.contains(client)
                }
            guard isSlow else { continue }
            runtime.unsubscribe(client, from: session)
            report("ended the subscription of a client that does not read: \(client.connection) of user \(client.user)")
            tell([client], "SubscriptionEnded", .slow, of: session)
        }
    }

    /// Sends a signal to each of the clients that are connected to the bus.
    private func send(_ signal: Message, to clients: some Sequence<Client>) {
        guard let bus else { return }
        for client in clients {
            guard case .bus(let name) = client.connection, let name = BusName(name) else { continue }
            bus.send(signal.stamped(sender: nil, destination: name))
        }
    }

    /// A caller on the private socket.
    private static func client(_ peer: Caller) -> Client {
        Client(user: peer.uid, connection: .peer(ObjectIdentifier(peer.connection)))
    }

    private static func audience(_ caller: Caller, of session: Session) -> PeerBus.Audience {
        guard session.members.hasAccepted(caller.uid) else { return .hidden }
        let client = client(caller)
        guard session.followers[client] == nil else { return .hidden }
        return session.subscribers.contains(client) ? .subscribed : .visible
    }

    /// Whether anybody receives the session's signals. Otherwise they are not created, because that takes longer than
    /// the edit.
    private func concernsAnybody(_ session: Session) -> Bool {
        if bus != nil {
            if session.audience == .bus { return true }
            let isHeard = session.subscribers.contains { client in
                if case .bus = client.connection { session.followers[client] == nil } else { false }
            }
            if isHeard { return true }
        }
        return peers?.couldConcern { Self.audience($0, of: session) } ?? false
    }
}

extension FieldEvent {
    /// The signal's name in the interface.
    var name: MemberName {
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

    /// Writes the signal's arguments without the revision, which is the last argument of every signal.
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
    /// The signal's name in the interface.
    var name: MemberName {
        let name =
            switch self {
            case .focusChanged: "FocusChanged"
            case .focusRefused: "FocusRefused"
            case .heightChanged: "HeightChanged"
            case .validated: "Validated"
            case .submitted: "Submitted"
            case .submitRequested: "SubmitRequested"
            case .pageChanged: "PageChanged"
            }
        return MemberName(unchecked: name)
    }

    /// Writes the signal's arguments without the revision, which is the last argument of every signal.
    fileprivate func write(of form: Form, to writer: inout MessageWriter) throws {
        switch self {
        case .focusChanged(let field, let previous):
            try writer.append(form.reading.name(ofField: field))
            try writer.append(form.reading.name(ofField: previous))
        case .focusRefused(let field, let reason):
            try writer.append(form.reading.name(ofField: field))
            try writer.append(reason.rawValue)
        case .heightChanged(let height, let previous):
            try writer.append(height)
            try writer.append(previous)
        case .validated(let valid, let errors):
            try writer.append(valid)
            try writer.append(errors.busValue)
        case .submitted, .submitRequested: break
        case .pageChanged(let page, let previous):
            try writer.append(UInt32(clamping: page))
            try writer.append(UInt32(clamping: previous))
        }
    }
}

extension Change {
    /// The field that has changed; nil if it is the session.
    fileprivate var field: Int? {
        switch self {
        case .fieldProperties(let index, _), .field(let index, _): index
        case .sessionProperties, .session, .rows: nil
        }
    }
}
