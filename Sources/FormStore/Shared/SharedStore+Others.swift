import EventLoop
import PostgreSQL

/// Sessions of other daemons: which there are, and going on with them.
extension SharedStore {
    /// How long a code is valid, in seconds.
    package static let codeTime = 900
    /// How long a daemon is waited for that is to release a session.
    package static let patience = Duration.seconds(5)

    /// A session that somebody can go on with.
    package struct Listed: Sendable {
        package let id: String
        package let token: String
        package let form: String
        /// The daemon that has it; empty if none has.
        package let kiosk: String
        /// The time of its last change, in seconds since 1970.
        package let changed: Int
    }

    /// The sessions of a user at other daemons, the newest first.
    package func list(
        of user: UInt32,
        completion: @escaping @LoopActor (Result<[Listed], SharedStoreError>) -> Void
    ) {
        ask(SharedStatements.list(user)) { [self] rows in
            rows[0].rows.compactMap { row in
                guard let id = row.value(0)?.text, queue.file(of: id) == nil, let token = row.value(1)?.text,
                    let form = row.value(2)?.text
                else { return nil }
                return Listed(
                    id: id,
                    token: token,
                    form: form,
                    kiosk: row.value(3)?.text ?? "",
                    changed: row.value(4)?.integer ?? 0
                )
            }
        } completion: {
            completion($0)
        }
    }

    /// Makes a code with which anybody can go on with a session at another daemon.
    package func share(
        _ identity: SharedIdentity,
        completion: @escaping @LoopActor (Result<String, SharedStoreError>) -> Void
    ) {
        let code = SharedCode.random()
        ask(SharedStatements(identity, kiosk).share(code, for: Self.codeTime)) { rows in
            rows[0].affected > 0
        } completion: { result in
            completion(result.flatMap { $0 ? .success(code) : .failure(.notShared) })
        }
    }

    /// Finds the session of a code that is valid.
    package func find(
        _ code: String,
        completion: @escaping @LoopActor (Result<String, SharedStoreError>) -> Void
    ) {
        ask([Statement("SELECT id FROM formd_sessions WHERE code = $1 AND code_until > now()", [.text(code)])]) {
            rows in
            rows[0].rows.first?.value(0)?.text
        } completion: { result in
            completion(result.flatMap { $0.map { .success($0) } ?? .failure(.unknown) })
        }
    }

    /// A session that belongs to this daemon now.
    package struct Claimed: Sendable {
        package let identity: SharedIdentity
        package let owner: UInt32
        /// Its file.
        package let contents: [UInt8]
    }

    /// Makes a session this daemon's own: at once if it belongs to none, or to one that was not heard of for `lease`; else
    /// when the other has released it. Who gets it has to call `endClaim`.
    ///
    /// - Parameters:
    ///   - owner: the user whose session it must be; `nil` for anybody's.
    ///   - code: the code that must still be valid; `nil` if none is needed.
    package func claim(
        _ id: String,
        of owner: UInt32?,
        code: String? = nil,
        completion: @escaping @LoopActor (Result<Claimed, SharedStoreError>) -> Void
    ) {
        guard SharedIdentity.isID(id) else { return completion(.failure(.unknown)) }
        guard queue.file(of: id) == nil, claims.insert(id).inserted else { return completion(.failure(.held(kiosk))) }
        claim(id, of: owner, code, isLast: false) { [self] result in
            if case .failure = result { claims.remove(id) }
            completion(result)
        }
    }

    /// Ends a claim: the session is this daemon's and its code is not valid any more, or it is given back because it could
    /// not be gone on with here.
    package func endClaim(of identity: SharedIdentity, isKept: Bool) {
        claims.remove(identity.id)
        let statements = SharedStatements(identity, kiosk)
        perform(isKept ? statements.endCode : statements.release) { _ in }
    }

    private func claim(
        _ id: String,
        of owner: UInt32?,
        _ code: String?,
        isLast: Bool,
        _ completion: @escaping @LoopActor (Result<Claimed, SharedStoreError>) -> Void
    ) {
        ask(SharedStatements.claim(id, owner, code: code, kiosk, lease: lease)) { rows in
            rows
        } completion: { [self] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let results):
                if let row = results[1].rows.first, let epoch = row.value(0)?.integer,
                    let user = row.value(1)?.integer.flatMap({ UInt32(exactly: $0) })
                {
                    let identity = SharedIdentity(id: id, epoch: Int64(epoch))
                    let contents = results[2].rows.flatMap { $0.value(0)?.bytes ?? [] }
                    return completion(.success(Claimed(identity: identity, owner: user, contents: contents)))
                }
                guard let holder = results[3].rows.first?.value(0)?.text else { return completion(.failure(.unknown)) }
                guard !isLast, holder != kiosk else { return completion(.failure(.held(holder))) }
                ask(id, toReleaseIt: holder) { [self] in claim(id, of: owner, code, isLast: true, completion) }
            }
        }
    }

    /// Asks a daemon to release a session, and waits until it has, or for some seconds.
    private func ask(_ id: String, toReleaseIt holder: String, _ completion: @escaping @LoopActor () -> Void) {
        var isDone = false
        var timer: EventSource?
        let end: @LoopActor () -> Void = { [self] in
            guard !isDone else { return }
            isDone = true
            timer?.cancel()
            waiting[id] = nil
            if watching[id] == nil { perform([Statement("UNLISTEN \(Self.channel(of: id))")]) { _ in } }
            completion()
        }
        timer = try? EventLoop.shared.addTimer(after: Self.patience) { end() }
        waiting[id, default: []].append(end)
        let notify = Statement("SELECT pg_notify($1, $2)", [.text("formd_kiosk_\(holder)"), .text(id)])
        perform([Statement("LISTEN \(Self.channel(of: id))"), notify]) { result in
            if case .failure = result { end() }
        }
    }

    /// Reads a session of another daemon, and calls `changed` when that has shared more of it, until `endWatching`.
    package func watch(
        _ id: String,
        of owner: UInt32,
        changed: @escaping @LoopActor () -> Void,
        completion: @escaping @LoopActor (Result<[UInt8], SharedStoreError>) -> Void
    ) {
        guard SharedIdentity.isID(id) else { return completion(.failure(.unknown)) }
        watching[id] = changed
        perform([Statement("LISTEN \(Self.channel(of: id))")]) { _ in }
        read(id, of: owner, completion: completion)
    }

    package func read(
        _ id: String,
        of owner: UInt32,
        completion: @escaping @LoopActor (Result<[UInt8], SharedStoreError>) -> Void
    ) {
        ask(SharedStatements.watch(id, owner, for: watchTime)) { results in
            results[0].affected > 0 ? results[1].rows.flatMap { $0.value(0)?.bytes ?? [] } : nil
        } completion: { result in
            completion(result.flatMap { $0.map { .success($0) } ?? .failure(.unknown) })
        }
    }

    package func endWatching(_ id: String) {
        guard watching.removeValue(forKey: id) != nil, waiting[id] == nil else { return }
        perform([Statement("UNLISTEN \(Self.channel(of: id))")]) { _ in }
    }

    func ask<Success>(
        _ statements: [Statement],
        _ read: @escaping @LoopActor ([Rows]) -> Success,
        completion: @escaping @LoopActor (Result<Success, SharedStoreError>) -> Void
    ) {
        guard isReady else { return EventLoop.shared.post { completion(.failure(.away)) } }
        perform(statements) { result in
            completion(result.map { read($0) }.mapError { $0.isConnectionLost ? .away : .failed($0.message) })
        }
    }
}
