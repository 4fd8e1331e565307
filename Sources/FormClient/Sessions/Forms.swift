package import DBus
package import EventLoop
package import FormContract

/// A connection to formd, over a bus or its private socket.
///
/// If the connection breaks, or the daemon or the bus restarts, the connection is made again as long as this object
/// exists, and followed sessions continue. Only the first connection is not retried.
@LoopActor
package final class Forms {
    package let place: BusAddress
    private let link: BusLink
    /// `nil` while there is no connection.
    private(set) var connection: Connection?
    /// The unique name of the daemon. Signals from other senders are ignored.
    private var daemon: BusName?
    private var followers: [Follower] = []
    /// The number of connections so far, which identifies the present one. Match rules must be added to each
    /// connection.
    private(set) var connectionNumber = 0
    /// The number of the connection on which the match rule for the daemon's owner changes was added.
    private var watchedConnection = 0

    /// The time limit of a call whose reply is awaited.
    private static let callTimeout: Duration = .seconds(30)

    private struct Follower {
        weak var session: FormSession?
    }

    /// Connects. Throws if there is no bus or socket at this address. The first call reports whether there is a daemon.
    package static func connect(_ place: BusAddress) async throws(BusError) -> Forms {
        let forms = Forms(at: place)
        do {
            try await forms.link.open()
        } catch {
            throw BusError(of: error)
        }
        return forms
    }

    private init(at place: BusAddress) {
        self.place = place
        let preparation = Preparation()
        link = BusLink(to: place) { try await preparation.forms?.prepare($0) }
        preparation.forms = self
        link.onLoss = { [weak self] in self?.connectionLost() }
    }

    /// Gives the link a reference to its owner.
    @LoopActor
    private final class Preparation {
        weak var forms: Forms?
    }

    /// Closes the connection after everything has been sent. Sessions stay open, unless their lifetime is bound to the
    /// connection.
    package func disconnect() async {
        for follower in followers { follower.session?.end(reason: "disconnected") }
        await link.close()
        connection = nil
    }
}

// MARK: - Sessions

extension Forms {
    /// Opens a session and follows it.
    package func open(_ opening: Opening) async throws(BusError) -> FormSession {
        try await follow(path(ofSession: opening), opening)
    }

    /// Opens a session of an installed form and follows it.
    package func open(form: String, _ options: SessionOption...) async throws(BusError) -> FormSession {
        try await open(.form(form, options))
    }

    /// Opens a session of a definition in JSON, and follows it.
    package func open(definition: String, _ options: SessionOption...) async throws(BusError) -> FormSession {
        try await open(.definition(definition, options))
    }

    /// Follows a session that is open already.
    package func attach(_ path: ObjectPath) async throws(BusError) -> FormSession {
        try await follow(path, nil)
    }

    /// Opens a session without following it, and returns its path.
    package func path(ofSession opening: Opening) async throws(BusError) -> ObjectPath {
        let options = Value.properties(opening.options.map { ($0.name, $0.value) })
        return try await manager(opening.method, .string(opening.form), options).answer()
    }

    /// A session that can be called without being followed.
    package func session(_ path: ObjectPath) -> SessionProxy { SessionProxy(forms: self, path: path) }

    private func follow(_ path: ObjectPath, _ opening: Opening?) async throws(BusError) -> FormSession {
        try await watchDaemon()
        if daemon == nil, let connection { await identifyDaemon(on: connection) }
        let session = FormSession(at: path, opening, on: self)
        followers.removeAll { $0.session == nil }
        followers.append(Follower(session: session))
        try await session.begin()
        return session
    }

    func forget(_ session: FormSession) {
        followers.removeAll { $0.session == nil || $0.session === session }
    }
}

// MARK: - Calls

extension Forms {
    /// Calls a method of the manager.
    @discardableResult
    package func manager(_ member: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
        try await call(Contract.root, Contract.manager.name, member, arguments)
    }

    /// The daemon's version.
    package func version() async throws(BusError) -> String {
        let arguments: [Value] = [.string(Contract.manager.name.string), .string("Version")]
        let value: Value = try await call(Contract.root, .properties, "Get", arguments).answer()
        return value.string ?? ""
    }

    /// Whether a daemon is running. Does not start one, as a call over a bus can.
    package func hasDaemon() async -> Bool {
        guard let connection else { return false }
        return (try? await connection.owner(of: Contract.busName)) != nil
    }

    /// Calls a method of any object of the daemon.
    @discardableResult
    package func call(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value] = []
    ) async throws(BusError) -> [Value] {
        try await reply(path, interface, member, arguments).result.get()
    }

    /// Calls a method. Returns the reply without decoding its arguments.
    func reply(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value]
    ) async throws(BusError) -> Message {
        guard let connection else { throw .unreachable }
        do {
            let call = try Self.message(path, interface, member, arguments)
            return try await connection.call(call, timeout: Self.callTimeout)
        } catch {
            throw BusError(of: error)
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
            let call = try Self.message(path, interface, member, arguments)
            connection.call(call, timeout: isAwaited ? Self.callTimeout : nil, completion: completion)
        } catch {
            completion(.failure(BusError(of: error)))
        }
    }

    /// Adds a match rule, so that the bus forwards a session's signals.
    func addMatch(_ rule: String) async throws(BusError) {
        guard let connection else { throw .unreachable }
        do {
            try await connection.addMatch(rule)
        } catch {
            throw BusError(of: error)
        }
    }

    func removeMatch(_ rule: String) async throws(BusError) {
        guard let connection else { throw .unreachable }
        do {
            try await connection.removeMatch(rule)
        } catch {
            throw BusError(of: error)
        }
    }

    private static func message(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value]
    ) throws -> Message {
        try .call(
            destination: Contract.busName,
            path: path,
            interface: interface,
            member: member,
            arguments: arguments
        )
    }
}

// MARK: - The connection

extension Forms {
    private func prepare(_ connection: Connection) async throws {
        connection.onMessage = { [weak self] in self?.receive($0) ?? false }
        self.connection = connection
        connectionNumber += 1
        guard !followers.isEmpty else { return }
        try await watchDaemon()
        resumeSessions()
    }

    /// Watches the daemon's bus name, once for each connection.
    private func watchDaemon() async throws(BusError) {
        guard watchedConnection != connectionNumber else { return }
        watchedConnection = connectionNumber
        let change = "interface='\(InterfaceName.bus)',member='NameOwnerChanged',arg0='\(Contract.busName)'"
        try await addMatch("type='signal',sender='\(BusName.bus)',\(change)")
    }

    /// Gets the unique name of the daemon, if it is running.
    private func identifyDaemon(on connection: Connection) async {
        daemon = try? await connection.owner(of: Contract.busName)
    }

    private func receive(_ message: Message) -> Bool {
        guard message.kind == .signal else { return false }
        if message.sender == .bus {
            if message.isMember("NameOwnerChanged", of: .bus) { ownerChanged(message) }
        } else if message.sender == daemon {
            for follower in followers { follower.session?.receive(message) }
        }
        return true
    }

    private func ownerChanged(_ message: Message) {
        guard let names = try? message.arguments().compactMap(\.string), names.count == 3,
            names[0] == Contract.busName.string
        else { return }
        daemon = BusName(names[2])
        for follower in followers { follower.session?.connectionLost() }
        if daemon != nil { resumeSessions() }
    }

    private func connectionLost() {
        connection = nil
        daemon = nil
        for follower in followers { follower.session?.connectionLost() }
    }

    /// Whether the daemon of the followed sessions is reachable.
    var reachesDaemon: Bool { connection?.isOpen == true && daemon != nil }

    private func resumeSessions() {
        LoopActor.task { [weak self] in
            guard let self, let connection else { return }
            await identifyDaemon(on: connection)
            guard daemon != nil else { return }
            for follower in followers {
                guard let session = follower.session else { continue }
                LoopActor.task { await session.resume() }
            }
        }
    }
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
    package var failure: Contract.Failure? { Contract.Failure.allCases.first { $0.name == name } }
}
