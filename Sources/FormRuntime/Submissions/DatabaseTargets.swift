import EventLoop
import Logging
import PluginHost
import PostgreSQL
import PostgreSQLAddress

/// The databases into which submissions go, each with one connection, which is ended when it was not needed for a while.
@LoopActor
final class DatabaseTargets {
    private let launcher: String?
    private let limits: DatabaseLimits
    private let logger: Logger
    private var connections: [DatabaseAddress: Connection] = [:]
    private lazy var timer = DeadlineTimer(tolerance: .seconds(1)) { [weak self] in self?.endIdle() }

    private struct Connection {
        let database: Database
        /// The requests that were not answered.
        var underway = 0
        var lastUse = EventLoop.now
    }

    private static let idleTime = Duration.seconds(60)

    /// - Parameters:
    ///   - launcher: the path of `formd-plugin-launcher`; `nil` if it is not installed.
    ///   - time: how long a database may take for an answer.
    init(launcher: String?, time: Duration, logger: Logger) {
        self.launcher = launcher
        limits = DatabaseLimits(answer: time)
        self.logger = logger
    }

    /// Stores submissions in one transaction; if the database refuses values of one of them, each in its own.
    ///
    /// - Parameter completion: called once with an answer for each, never before this function returns.
    func store(
        _ statements: [Statement],
        in address: DatabaseAddress,
        _ insert: SubmissionInsert,
        completion: @escaping @LoopActor ([TargetAnswer]) -> Void
    ) {
        perform(statements, in: address) { [self] result in
            switch result {
            case .success: completion(statements.map { _ in .accepted })
            case .failure(let error) where error.isDataError && statements.count > 1:
                var answers = [TargetAnswer?](repeating: nil, count: statements.count)
                for (index, statement) in statements.enumerated() {
                    store([statement], in: address, insert) { answer in
                        answers[index] = answer.first
                        let all = answers.compactMap(\.self)
                        if all.count == statements.count { completion(all) }
                    }
                }
            case .failure(let error): completion(statements.map { _ in insert.answer(to: error) })
            }
        }
    }

    private func perform(
        _ statements: [Statement],
        in address: DatabaseAddress,
        completion: @escaping @LoopActor (Result<[Rows], DatabaseError>) -> Void
    ) {
        guard let launcher else {
            let message = "formd-plugin-launcher, which confines programs, is not installed beside formd"
            return EventLoop.shared.post {
                completion(.failure(DatabaseError("08001", message, isConnectionLost: true)))
            }
        }
        var connection =
            connections[address]
            ?? Connection(
                database: Database(address, launcher: launcher, limits: limits, loop: .shared, logger: logger)
            )
        connection.underway += 1
        connections[address] = connection
        connection.database.perform(statements) { [self] result in
            connections[address]?.underway -= 1
            connections[address]?.lastUse = EventLoop.now
            schedule(at: EventLoop.now + Self.idleTime)
            completion(result)
        }
    }

    /// Ends all connections. What is under way has failed then.
    func stop() {
        let ended = connections.values
        connections = [:]
        for connection in ended { connection.database.stop() }
    }

    private func endIdle() {
        let now = EventLoop.now
        for (address, connection) in connections where connection.underway == 0 {
            if now - connection.lastUse >= Self.idleTime {
                connections[address] = nil
                connection.database.stop()
            } else {
                schedule(at: connection.lastUse + Self.idleTime)
            }
        }
    }

    /// Without a timer, connections stay until formd ends.
    private func schedule(at time: EventLoop.Instant) { try? timer.schedule(at: time) }
}
