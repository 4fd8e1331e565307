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
        for client in session.followers.keys { tell(client, of: session) }
    }

    /// Forgets a connection that has ended.
    func forget(_ connection: Client.Connection) {
        waiting.remove(connection)
    }

    private func caughtUp(_ connection: Client.Connection) {
        guard waiting.remove(connection) != nil else { return }
        for session in runtime.sessions.all {
            for client in session.followers.keys where client.connection == connection {
                tell(client, of: session)
            }
        }
    }

    private func tell(_ client: Client, of session: Session) {
        guard !isBehind(client) else {
            waiting.insert(client.connection)
            return
        }
        guard let news = session.takeNews(of: client) else { return }
        do {
            let signal = try Self.changed(news, of: session)
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
        try SessionObject.interface.signal("Changed", at: session.path) { writer in
            try writer.append(session.form.revision)
            try writer.appendNamedProperties { try ChangeSummary.write(news, of: session, to: &$0) }
            try writer.append(.strings(news.removed))
            try writer.append(.array("(sa{sv})", events(of: news)))
        }
    }

    private static func events(of news: Follower.News) -> [Value] {
        var events = news.events.map { event in
            var arguments = event.field.map { [("field", Value.string($0))] } ?? []
            let name: MemberName
            switch event.kind {
            case .field(let event):
                name = event.name
                if case .validationFailed(let message) = event { arguments.append(("message", .string(message))) }
            case .session(let event):
                name = event.name
                switch event {
                case .focusRefused(_, let reason): arguments.append(("reason", .string(reason.rawValue)))
                case .validated(let valid, let errors):
                    arguments += [("valid", .boolean(valid)), ("errors", errors.busValue)]
                case .submitted, .submitRequested, .focusChanged, .heightChanged, .pageChanged: break
                }
            }
            return Value.structure([.string(name.string), .properties(arguments)])
        }
        if news.lost > 0 {
            let count = Value.uint32(UInt32(clamping: news.lost))
            events.insert(.structure([.string("Lost"), .properties([("count", count)])]), at: 0)
        }
        return events
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
