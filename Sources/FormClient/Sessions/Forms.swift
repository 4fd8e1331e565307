public import DBus
public import EventLoop
public import FormContract

/// A connection to formd, over a bus or its private socket.
///
/// If the connection breaks, or the daemon or the bus restarts, the connection is made again as long as this object
/// exists, and followed sessions continue. Only the first connection is not retried.
@LoopActor
public final class Forms {
    /// The address of the bus or the socket.
    public let place: BusAddress
    /// How long the daemon may take to answer. A call that waits longer fails with `NoReply`; if no operation is answered
    /// for as long, the connection is made again.
    public let patience: Duration
    private lazy var link = BusLink(to: place) { [weak self] connection in try await self?.prepare(connection) }
    /// `nil` while there is no connection.
    private(set) var connection: Connection?
    /// The unique name of the daemon, once it has answered. Signals from other senders are ignored.
    private var daemon: BusName?
    private var followed: [ObjectPath: Followed] = [:]
    /// Whether the match rules were added on this connection.
    private var isWatching = false
    /// Receives the daemon's signals, also of sessions that are not followed.
    package var onSignal: (@LoopActor (Message) -> Void)?
    /// Called when the daemon or the connection to it has ended, and when either is there again.
    package var onReach: (@LoopActor (_ isReachable: Bool) -> Void)?

    /// How long a daemon that is gone may take to start again by itself, before a call makes the bus start it.
    private static let successionTime: Duration = .milliseconds(500)

    private struct Followed {
        weak var session: FormSession?
    }

    /// Connects. Throws if there is no bus or socket at this address. The first call reports whether there is a daemon.
    public static func connect(_ place: BusAddress, patience: Duration = .seconds(30)) async throws(BusError) -> Forms {
        let forms = Forms(at: place, patience)
        do {
            try await forms.link.open()
        } catch {
            throw BusError(of: error)
        }
        return forms
    }

    private init(at place: BusAddress, _ patience: Duration) {
        self.place = place
        self.patience = patience
        link.onLoss = { [weak self] in self?.connectionLost() }
    }

    /// Closes the connection after everything has been sent. Sessions stay open, unless their lifetime is bound to the
    /// connection.
    public func disconnect() async {
        for session in sessions { session.end(reason: "disconnected") }
        await link.close()
        connection = nil
    }
}

// MARK: - Sessions

extension Forms {
    /// Opens a session and follows it.
    public func open(_ opening: Opening) async throws(BusError) -> FormSession {
        try await follow(path(ofSession: opening), opening)
    }

    /// Opens a session of an installed form and follows it.
    public func open(form: String, _ options: SessionOption...) async throws(BusError) -> FormSession {
        try await open(.form(form, options))
    }

    /// Opens a session of a definition in JSON, and follows it.
    public func open(definition: String, _ options: SessionOption...) async throws(BusError) -> FormSession {
        try await open(.definition(definition, options))
    }

    /// Follows a session that is open already. All callers that follow one session share one object, which is left when
    /// each of them has called `leave`.
    public func attach(_ path: ObjectPath) async throws(BusError) -> FormSession {
        try await follow(path, nil)
    }

    /// Opens a session without following it, and returns its path.
    public func path(ofSession opening: Opening) async throws(BusError) -> ObjectPath {
        let options = Value.properties(opening.options.map { ($0.name, $0.value) })
        return try await manager(opening.method, .string(opening.form), options).answer()
    }

    /// A session that can be called without being followed.
    public func session(_ path: ObjectPath) -> SessionProxy { SessionProxy(forms: self, path: path) }

    private func follow(_ path: ObjectPath, _ opening: Opening?) async throws(BusError) -> FormSession {
        try await watch()
        let known = followed[path]?.session.flatMap { $0.isClosed ? nil : $0 }
        let session = known ?? FormSession(at: path, on: self)
        followed[path] = Followed(session: session)
        try await session.join(opening)
        return session
    }

    /// Subscribes to the plain signals of a session and its fields, which `onSignal` receives, in place of following it.
    package func subscribe(to path: ObjectPath) async throws(BusError) {
        try await watch("type='signal',sender='\(Contract.busName)',path_namespace='\(path)'")
        try await session(path).call("Subscribe")
    }

    func forget(_ session: FormSession) {
        if followed[session.path]?.session === session { followed[session.path] = nil }
    }

    private var sessions: [FormSession] { followed.values.compactMap(\.session) }
}

// MARK: - Calls

extension Forms {
    /// Calls a method of the manager.
    @discardableResult
    public func manager(_ member: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
        try await call(Contract.root, Contract.manager.name, member, arguments)
    }

    /// The daemon's version.
    public func version() async throws(BusError) -> String {
        let arguments: [Value] = [.string(Contract.manager.name.string), .string("Version")]
        let value: Value = try await call(Contract.root, .properties, "Get", arguments).answer()
        return value.string ?? ""
    }

    /// Whether a daemon is running. Does not start one, as a call over a bus can.
    public func hasDaemon() async -> Bool {
        (try? await connection?.owner(of: Contract.busName)) != nil
    }

    /// Calls a method of any object of the daemon. Throws the daemon's error, `NoReply` after `patience`, and
    /// `Disconnected` without a connection.
    @discardableResult
    public func call(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value] = []
    ) async throws(BusError) -> [Value] {
        try await reply(path, interface, member, arguments) { $0.result }.get()
    }

    /// Calls a method. `take` receives the reply in the order of the daemon's messages, before any later one.
    func reply<Answer: Sendable>(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value],
        take: @escaping @LoopActor (Message) -> Result<Answer, BusError>
    ) async -> Result<Answer, BusError> {
        await withCheckedContinuation { continuation in
            send(path, interface, member, arguments, isAwaited: true) { result in
                continuation.resume(returning: result.flatMap { take($0) })
            }
        }
    }

    /// Calls a method without waiting. `completion` is called once, in the order of the daemon's messages.
    func send(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value],
        isAwaited: Bool,
        completion: @escaping @LoopActor (Result<Message, BusError>) -> Void
    ) {
        guard let connection else { return completion(.failure(.unreachable)) }
        do {
            let call = try Message.call(
                destination: Contract.busName,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments
            )
            connection.call(call, timeout: isAwaited ? patience : nil) { [weak self] result in
                if case .success(let reply) = result { self?.daemon = reply.sender }
                completion(result)
            }
        } catch {
            completion(.failure(BusError(of: error)))
        }
    }
}

// MARK: - The connection

extension Forms {
    private func prepare(_ connection: Connection) async throws {
        connection.onMessage = { [weak self] in self?.receive($0) ?? false }
        self.connection = connection
        daemon = nil
        isWatching = false
        guard !followed.isEmpty || onReach != nil else { return }
        try await watch()
        for session in sessions { session.recover() }
        onReach?(true)
    }

    /// Adds the match rules, once for each connection, and another one. `Changed` comes without a rule.
    private func watch(_ rule: String? = nil) async throws(BusError) {
        guard let connection else { throw .unreachable }
        let name = "sender='\(Contract.busName)',interface='\(Contract.session.name)'"
        let bus = "sender='\(BusName.bus)',interface='\(InterfaceName.bus)'"
        let rules = [
            "type='signal',\(bus),member='NameOwnerChanged',arg0='\(Contract.busName)'",
            "type='signal',\(name),member='Closed'", "type='signal',\(name),member='IdleWarning'",
        ]
        let missing = (isWatching ? [] : rules) + (rule.map { [$0] } ?? [])
        isWatching = true
        do {
            for rule in missing { try await connection.addMatch(rule) }
        } catch {
            if connection === self.connection { isWatching = false }
            throw BusError(of: error)
        }
    }

    private func receive(_ message: Message) -> Bool {
        guard message.kind == .signal else { return false }
        if message.sender == .bus {
            if message.isMember("NameOwnerChanged", of: .bus) { ownerChanged(message) }
        } else if message.sender == daemon {
            if let path = message.path { followed[path]?.session?.receive(message) }
            onSignal?(message)
        }
        return true
    }

    private func ownerChanged(_ message: Message) {
        guard let names = try? message.arguments().compactMap(\.string), names.count == 3,
            names[0] == Contract.busName.string
        else { return }
        daemon = BusName(names[2])
        for session in sessions {
            session.connectionLost()
            session.recover(after: daemon == nil ? Self.successionTime : .zero)
        }
        onReach?(daemon != nil)
    }

    private func connectionLost() {
        connection = nil
        daemon = nil
        for session in sessions { session.connectionLost() }
        onReach?(false)
    }

    /// Makes the connection again, because the daemon does not answer.
    func reconnect() { connection?.closeNow() }
}

extension Message {
    /// The arguments of a reply.
    var result: Result<[Value], BusError> {
        do throws(MessageError) {
            return .success(try arguments())
        } catch {
            return .failure(error.busError)
        }
    }
}

extension BusError {
    init(of error: any Error) {
        self = (error as? any BusErrorConvertible)?.busError ?? BusError(.failed, "\(error)")
    }

    static var unreachable: BusError { BusError(.disconnected, "formd is out of reach") }

    /// The error of the contract; `nil` for a standard error.
    public var failure: Contract.Failure? { Contract.Failure.allCases.first { $0.name == name } }
}
