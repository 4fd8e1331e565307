import DBus
import EventLoop
import FormContract
import FormEngine
import FormRuntime

/// Sends the signal `Changed` to the connections that follow a session.
///
/// A connection that has not read what it was sent before is told later: the news of its sessions wait in `Follower`,
/// which merges them, and are sent when it has caught up.
@LoopActor
final class FollowerChannel {
    var bus: BusService? {
        didSet { bus?.onCaughtUp = { [weak self] name in self?.caughtUp(.bus(name.string)) } }
    }
    var peers: PeerBus? {
        didSet { peers?.onCaughtUp = { [weak self] peer in self?.caughtUp(.peer(peer)) } }
    }

    /// The connections that read slowly, and for which there are news.
    private var waiting: Set<Client.Connection> = []
    private let runtime: FormRuntime
    private let report: @LoopActor (any Error) -> Void

    /// - Parameter report: receives the errors of signals that could not be created.
    init(runtime: FormRuntime, report: @escaping @LoopActor (any Error) -> Void) {
        self.runtime = runtime
        self.report = report
    }

    /// Tells the followers of a session the news that they have not been told.
    func tell(_ session: Session) {
        var last: (news: Follower.News, signal: Message)?
        for client in Array(session.followers.keys) { tell(client, of: session, &last) }
    }

    /// Forgets a connection that has ended.
    func forget(_ connection: Client.Connection) {
        waiting.remove(connection)
    }

    private func caughtUp(_ connection: Client.Connection) {
        guard waiting.remove(connection) != nil else { return }
        for session in runtime.sessions.all {
            for client in Array(session.followers.keys) where client.connection == connection {
                tell(client, of: session)
            }
        }
    }

    private func tell(_ client: Client, of session: Session) {
        var last: (news: Follower.News, signal: Message)?
        tell(client, of: session, &last)
    }

    /// - Parameter last: what the follower before was told. Most followers are told the same, which is encoded once.
    private func tell(_ client: Client, of session: Session, _ last: inout (news: Follower.News, signal: Message)?) {
        guard !isBehind(client) else {
            waiting.insert(client.connection)
            return
        }
        guard let news = session.takeNews(of: client) else { return }
        do {
            let signal = if let last, last.news == news { last.signal } else { try Self.changed(news, of: session) }
            last = (news, signal)
            session.say(bytes: signal.greatestLength) { [bus, peers] in
                switch client.connection {
                case .bus(let name): if let name = BusName(name) { bus?.send(signal, toFollower: name) }
                case .peer(let peer): peers?.send(signal, toFollower: peer)
                }
            } refuse: { [weak self] _ in
                // The news from before the transactions that could not be stored are back.
                self?.tell(client, of: session)
            }
        } catch {
            report(error)
        }
    }

    private func isBehind(_ client: Client) -> Bool {
        switch client.connection {
        case .bus(let name): BusName(name).flatMap { bus?.isBehind($0) } ?? false
        case .peer(let peer): peers?.isBehind(peer) ?? false
        }
    }

    private static func changed(_ news: Follower.News, of session: Session) throws -> Message {
        try SessionObject.interface.signal(changed, at: session.path) { writer in
            try writer.append(session.form.revision)
            try writer.appendNamedProperties { try ChangeSummary.write(news, of: session, to: &$0) }
            try writer.append(news.removed)
            try writer.appendNamedProperties { writer in
                if news.lost > 0 {
                    try writer.write("Lost") { arguments in
                        arguments.begin(count)
                        arguments.write(UInt32(clamping: news.lost))
                    }
                }
                for event in news.events { try write(event, to: &writer) }
            }
        }
    }

    private static let changed: MemberName = "Changed"
    private static let count = EntryKey("count", .uint32)
    private static let field = EntryKey("field", .string)
    private static let message = EntryKey("message", .string)
    private static let reason = EntryKey("reason", .string)
    private static let valid = EntryKey("valid", .boolean)
    private static let errors = EntryKey("errors", [FieldMessage].busType)

    /// Writes an event with its arguments by name.
    private static func write(_ event: Follower.Event, to writer: inout ValueWriter) throws {
        try writer.write(event.kind.name.string) { arguments in
            if let name = event.field {
                arguments.begin(field)
                try arguments.write(name)
            }
            switch event.kind {
            case .field(.validationFailed(let text)):
                arguments.begin(message)
                try arguments.write(text)
            case .session(.focusRefused(_, let cause)):
                arguments.begin(reason)
                try arguments.write(cause.rawValue)
            case .session(.validated(let isValid, let messages)):
                arguments.begin(valid)
                arguments.write(isValid)
                arguments.begin(errors)
                try arguments.write(messages.busValue, as: [FieldMessage].busType)
            case .field, .session: break
            }
        }
    }
}

extension Follower.Event.Kind {
    fileprivate var name: MemberName {
        switch self {
        case .field(let event): event.name
        case .session(let event): event.name
        }
    }
}

extension Follower {
    /// - Parameter properties: the names of the properties of the Session and Field interfaces that are wanted; `nil`
    ///   for all of them.
    init(properties: [String]?) throws {
        guard let properties else {
            self.init(session: .all, field: .all)
            return
        }
        let session = SessionProperties(SessionProperty.allCases.filter { properties.contains($0.declaration.name) })
        let field = FieldProperties(FieldProperty.allCases.filter { properties.contains($0.declaration.name) })
        let known = Set((SessionProperty.table.map(\.name)) + FieldProperty.table.map(\.name))
        if let unknown = properties.first(where: { !known.contains($0) }) {
            throw BusError.invalidArgument("there is no property \"\(unknown.prefix(80))\"")
        }
        self.init(session: session, field: field)
    }
}
