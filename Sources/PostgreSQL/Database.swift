package import EventLoop
package import Logging
package import PostgreSQLAddress

/// One connection to one database, in a process of its own, `formd-postgresql`: neither a hostile server nor a fault of
/// PostgreSQL's library can harm formd.
///
/// The connection is made at the first request, or by `start`. A connection that is lost is made again after a while; until
/// then requests fail at once. Requests are performed in their order, and the next one is sent before the last one is
/// answered.
@LoopActor
package final class Database {
    package let address: DatabaseAddress
    /// Called when another connection has sent a notification on a channel to which this one listens. The server forgets
    /// `LISTEN` with the connection: see `onState`.
    package var onNotification: (@LoopActor (_ channel: String, _ payload: String) -> Void)?
    /// Called with `true` when a connection is made, before the requests that waited for it are answered, and with `false`
    /// when it is lost, after its requests have failed.
    package var onState: (@LoopActor (_ isConnected: Bool) -> Void)?

    private let launcher: String
    private let limits: DatabaseLimits
    private let loop: EventLoop
    private let logger: Logger

    private enum State {
        case idle
        case connecting(DatabaseProcess)
        case connected(DatabaseProcess)
        /// Until the timer connects again; and why.
        case lost(String)
        case stopped
    }

    private var state = State.idle
    /// The requests that were sent, in their order.
    private var underway: ArraySlice<Request> = []
    private var underwayBytes = 0
    private var lastNumber: UInt32 = 0
    /// How many attempts to connect have failed one after the other.
    private var failures = 0
    /// Since when the oldest request is the oldest, or since when the connection is being made.
    private var silentSince = EventLoop.now
    private lazy var deadline = DeadlineTimer(tolerance: .milliseconds(100)) { [weak self] in self?.checkSilence() }
    private var reconnecting: EventSource?

    private struct Request {
        let number: UInt32
        let statements: Int
        let bytes: Int
        let completion: @LoopActor (Result<[Rows], DatabaseError>) -> Void
    }

    /// - Parameter launcher: the path of `formd-plugin-launcher`; `formd-postgresql` is beside it.
    package init(
        _ address: DatabaseAddress,
        launcher: String,
        limits: DatabaseLimits = DatabaseLimits(),
        loop: EventLoop,
        logger: Logger
    ) {
        self.address = address
        self.launcher = launcher
        self.limits = limits
        self.loop = loop
        self.logger = logger
    }

    package var isConnected: Bool {
        if case .connected = state { true } else { false }
    }

    /// Connects, if that was not begun yet.
    package func start() {
        if case .idle = state { connect() }
    }

    /// Ends the connection for good. Requests that are under way fail.
    package func stop() {
        process?.stop()
        end(.stopped, DatabaseError("08006", "formd has ended the connection", isConnectionLost: true))
        reconnecting = nil
        (onNotification, onState) = (nil, nil)
    }

    /// Performs statements as one transaction: all or none. (Statements that PostgreSQL performs in no transaction, and those
    /// that begin or end one, must not be among them.)
    ///
    /// The error is of PostgreSQL's class 54 if too much is under way, and `isConnectionLost` without a connection.
    ///
    /// - Parameter completion: called once, never before this function returns, with the rows of each statement.
    package func perform(
        _ statements: [Statement],
        completion: @escaping @LoopActor (Result<[Rows], DatabaseError>) -> Void
    ) {
        guard !statements.isEmpty else { return loop.post { completion(.success([])) } }
        start()
        do throws(DatabaseError) {
            let process = try processForRequests()
            lastNumber &+= 1
            let frame = try DatabaseFrame.request(lastNumber, statements)
            guard underway.count < limits.requests, underwayBytes + frame.count <= limits.requestBytes else {
                throw .limit("\(underway.count) requests with \(underwayBytes) bytes wait for the database")
            }
            if underway.isEmpty { restartDeadline() }
            underway.append(
                Request(number: lastNumber, statements: statements.count, bytes: frame.count, completion: completion)
            )
            underwayBytes += frame.count
            process.send(frame)
        } catch {
            loop.post { completion(.failure(error)) }
        }
    }

    private func processForRequests() throws(DatabaseError) -> DatabaseProcess {
        switch state {
        case .connected(let process): return process
        // The first attempt may be waited for; later ones are made while the database is away.
        case .connecting(let process) where failures == 0: return process
        case .lost(let reason): throw .lost(reason)
        case .idle, .connecting, .stopped: throw .lost("there is no connection to the database")
        }
    }

    // MARK: The connection

    private var process: DatabaseProcess? {
        switch state {
        case .connecting(let process), .connected(let process): process
        case .idle, .lost, .stopped: nil
        }
    }

    private func connect() {
        do {
            let process = try DatabaseProcess(address, launcher: launcher, limits: limits, loop: loop) {
                [weak self] answer in
                self?.receive(answer)
            } onEnd: { [weak self] reason in
                self?.ended(reason)
            }
            state = .connecting(process)
            restartDeadline()
        } catch {
            state = .idle
            ended("\(error)")
        }
    }

    private func receive(_ answer: DatabaseAnswer) {
        switch answer {
        case .connected:
            guard case .connecting(let process) = state else { return refuse("it has connected twice") }
            if failures > 0 { logger.notice("the database can be reached again", metadata: metadata) }
            failures = 0
            state = .connected(process)
            restartDeadline()
            onState?(true)
        case .rows(let number, let rows):
            guard rows.count == underway.first?.statements else { return refuse("it has answered other statements") }
            answered(number, .success(rows))
        case .failure(let number, let error): answered(number, .failure(error))
        case .notification(let channel, let payload, let isOwn):
            if !isOwn { onNotification?(channel, payload) }
        }
    }

    private func answered(_ number: UInt32, _ result: Result<[Rows], DatabaseError>) {
        guard isConnected, let request = underway.first, request.number == number else {
            return refuse("it has answered a request that was not made")
        }
        underway.removeFirst()
        underwayBytes -= request.bytes
        if !underway.isEmpty { restartDeadline() }
        request.completion(result)
    }

    private func refuse(_ fault: String) { process?.kill("formd-postgresql cannot be trusted: \(fault)") }

    private func ended(_ reason: String) {
        let wasConnected = isConnected
        if wasConnected || failures == 0 {
            let event = wasConnected ? "the connection to the database is lost" : "the database cannot be reached"
            logger.warning("\(event): \(reason)", metadata: metadata)
        }
        failures += 1
        let doubled = limits.firstDelay * (1 << min(failures, 16))
        let delay = min(doubled, limits.longestDelay) * Double.random(in: 0.5...1)
        reconnecting = try? loop.addTimer(after: delay) { [weak self] in
            self?.reconnecting = nil
            self?.connect()
        }
        if reconnecting == nil { logger.error("the database will not be tried again, because a timer cannot be made") }
        let error = DatabaseError(wasConnected ? "08006" : "08001", reason, isConnectionLost: true)
        end(.lost(error.message), error)
        if wasConnected { onState?(false) }
    }

    private func end(_ state: State, _ error: DatabaseError) {
        self.state = state
        let requests = underway
        (underway, underwayBytes) = ([], 0)
        for request in requests { request.completion(.failure(error)) }
    }

    private var metadata: Logger.Metadata { ["database": "\(address)"] }

    // MARK: Silence

    private func restartDeadline() {
        silentSince = EventLoop.now
        schedule()
    }

    private func schedule() {
        do {
            try deadline.schedule(at: silentSince + limits.answer)
        } catch {
            process?.kill("\(error)")
        }
    }

    private func checkSilence() {
        switch state {
        case .connecting: break
        case .connected: if underway.isEmpty { return }
        case .idle, .lost, .stopped: return
        }
        guard EventLoop.now - silentSince >= limits.answer else { return schedule() }
        process?.kill("the database did not answer within \(limits.answer)")
    }
}

package struct DatabaseLimits: Sendable {
    /// How long making the connection may take, and how long the server may take for the oldest request.
    package var answer: Duration = .seconds(30)
    /// Between a loss and the next attempt to connect: from this time to its double, which doubles with each failed attempt,
    /// and at most `longestDelay`.
    package var firstDelay: Duration = .seconds(1)
    package var longestDelay: Duration = .seconds(60)
    /// The number of requests that are under way, and their bytes.
    package var requests = 4_096
    package var requestBytes = 128 << 20
    /// Bytes of address space of the process.
    package var addressSpace: UInt64 = 1 << 30
    package var descriptors: UInt64 = 64

    package init(answer: Duration = .seconds(30)) { self.answer = answer }
}
