package import EventLoop
import Glibc
package import Logging
package import PostgreSQL

/// The sessions and drafts of several daemons, in one PostgreSQL: begun at one, gone on with at another.
///
/// What is stored is on this machine's disk first, as without a database, so that no call waits for the network. The files
/// are brought to the database as soon as it is there. A session belongs to one daemon at a time, which alone writes it;
/// another one gets it when the first has released it, or was not heard of for `lease`. If that one was only cut off, it
/// finds out by the session's epoch, and both sessions are kept.
@LoopActor
package final class SharedStore {
    /// What this daemon is called in the database.
    package let kiosk: String
    private let host: String
    private let version: String
    private let makeDatabase: @LoopActor () -> Database
    private var database: Database?
    private unowned let store: SessionStore
    private let logger: Logger
    package weak var delegate: (any SharedStoreDelegate)?
    private(set) var queue = UploadQueue()
    /// Reads what is shared. It may be behind the threads that write: what is read is whole records.
    private let reader: Worker
    private var leaseTimer: EventSource?
    private var beats = 0
    private static let beatsBetweenPurges = 360
    /// Whether the tables are there, and sessions can be shared.
    package private(set) var isReady = false
    /// Why they are not; empty before the first try.
    package private(set) var lastFailure = ""
    /// Those who wait until a session of another daemon is free.
    var waiting: [String: [@LoopActor () -> Void]] = [:]
    var watching: [String: @LoopActor () -> Void] = [:]
    /// The sessions of other daemons that are being claimed.
    var claims: Set<String> = []
    private var releases: [SharedIdentity: @LoopActor (Bool) -> Void] = [:]
    let drafts: SharedDrafts

    /// The time after which another daemon may go on with the sessions of one that was not heard of.
    let lease: Duration
    /// How often a daemon is heard.
    private var heartbeat: Duration { lease / 3 }
    /// For how many seconds a session is watched after each time that this daemon is heard.
    var watchTime: Int { max(60, Int(lease * 2 / .seconds(1))) }

    package init(
        of store: SessionStore,
        kiosk: String,
        host: String,
        version: String,
        lease: Duration,
        logger: Logger,
        database: @escaping @LoopActor () -> Database
    ) throws {
        (self.store, self.kiosk, self.host, self.version) = (store, kiosk, host, version)
        (makeDatabase, self.lease, self.logger) = (database, lease, logger)
        reader = try Worker()
        drafts = SharedDrafts(of: store, kiosk: kiosk, logger: logger)
        leaseTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.beat() }
    }

    /// Connects, and keeps connecting until `pause`. Drafts, and marks of ended sessions, that are on disk and were not shared
    /// yet are shared then.
    ///
    /// - Throws: why the disk does not list it.
    package func start() throws(SystemError) {
        for name in try store.folder.names(.ended) {
            let contents = try? store.folder.contents(.ended, name, limit: 16 << 10, store.calls)
            let mark = EndMark(name, contents ?? [])
            // A draft that is there was written after it was discarded, or its removal did not begin.
            if let draft = mark.draft, store.hasDraft(of: draft.user, form: draft.form, name: draft.name) {
                store.forget(mark)
            } else {
                ended(mark)
            }
        }
        drafts.readAll()
        resume()
    }

    /// Connects again.
    package func resume() {
        let database = makeDatabase()
        database.onState = { [weak self] isConnected in self?.connectionChanged(isConnected) }
        database.onNotification = { [weak self] channel, payload in self?.heard(channel, payload) }
        database.start()
        self.database = database
    }

    /// Ends the connection. Changes that are not shared yet are shared after `resume`, or after the next start.
    package func pause() {
        database?.stop()
        database = nil
        connectionChanged(false)
    }

    /// Performs statements as one transaction; fails at once without a connection.
    func perform(
        _ statements: [Statement],
        completion: @escaping @LoopActor (Result<[Rows], DatabaseError>) -> Void
    ) {
        guard let database else {
            let error = DatabaseError("08003", "there is no connection to the database", isConnectionLost: true)
            return EventLoop.shared.post { completion(.failure(error)) }
        }
        database.perform(statements, completion: completion)
    }

    /// The number of sessions and drafts of which the database does not have the present state.
    package var behind: Int { queue.behind + drafts.behind }

    // MARK: The connection

    private func connectionChanged(_ isConnected: Bool) {
        guard isConnected else {
            if isReady, database != nil { logger.warning("the database is away; sessions are shared when it is back") }
            isReady = false
            // Nobody knows when the database is back, and the other daemon does not wait so long.
            let stopped = releases
            releases = [:]
            for (identity, completion) in stopped {
                queue.keep(identity)
                completion(false)
            }
            return
        }
        guard let database else { return }
        SharedSchema.bringUp(database) { [self] error in
            if let error {
                leaseTimer?.schedule(after: heartbeat)
                return fail("the tables cannot be used", error)
            }
            let own = Statement("LISTEN \(Self.channel(ofKiosk: kiosk))")
            let listen =
                [own] + (Array(waiting.keys) + watching.keys).map { Statement("LISTEN \(Self.channel(of: $0))") }
            perform(listen + [seen]) { [self] result in
                leaseTimer?.schedule(after: heartbeat)
                if case .failure(let error) = result { return fail("the database cannot be used", error) }
                isReady = true
                logger.notice("sessions are shared", metadata: ["kiosk": "\(kiosk)", "behind": "\(behind)"])
                bringAll()
                for know in watching.values { know() }
            }
        }
    }

    /// Brings everything that is left, after the database was away or has refused it.
    private func bringAll() {
        queue.wakeAll()
        bringNext()
        drafts.bringAll()
    }

    private func fail(_ what: String, _ error: DatabaseError) {
        lastFailure = error.message
        if !error.isConnectionLost {
            logger.error("\(what): \(error.message)", metadata: ["state": "\(error.sqlState)"])
        }
    }

    private var seen: Statement {
        Statement(
            """
            INSERT INTO formd_kiosks (kiosk, host, version) VALUES ($1, $2, $3)
            ON CONFLICT (kiosk) DO UPDATE SET host = excluded.host, version = excluded.version, seen = now()
            """,
            [.text(kiosk), .text(host), .text(version)]
        )
    }

    /// Keeps this daemon's sessions its own.
    private func beat() {
        guard isReady else {
            // What was wrong with the tables may have been mended.
            if database?.isConnected == true { connectionChanged(true) }
            return
        }
        let watched = Statement(
            """
            UPDATE formd_sessions SET watched = now() + make_interval(secs => $2::double precision)
            WHERE id = ANY(string_to_array($1, ' '))
            """,
            [.text(watching.keys.joined(separator: " ")), .text("\(watchTime)")]
        )
        let old = Statement("DELETE FROM formd_sessions WHERE ended < now() - interval '30 days'")
        beats += 1
        let isTimeToPurge = beats % Self.beatsBetweenPurges == 1
        let more = (isTimeToPurge ? [old, SharedDrafts.purge] : []) + (watching.isEmpty ? [] : [watched])
        perform([seen] + more) { [self] result in
            if case .failure(let error) = result { return fail("the database does not take a sign of life", error) }
            bringAll()
        }
        leaseTimer?.schedule(after: heartbeat)
    }

    static func channel(of id: String) -> String { "\"formd_\(id)\"" }

    private static func channel(ofKiosk kiosk: String) -> String { "\"formd_kiosk_\(kiosk)\"" }

    private func heard(_ channel: String, _ payload: String) {
        if channel == "formd_kiosk_\(kiosk)" {
            // Another daemon wants a session of ours.
            if let file = queue.file(of: payload) {
                delegate?.release(file)
            } else if SharedIdentity.isID(payload), !claims.contains(payload) {
                perform(SharedStatements.giveBack(payload, kiosk)) { _ in }
            }
        } else if channel.hasPrefix("formd_") {
            let id = String(channel.dropFirst("formd_".count))
            for go in waiting[id] ?? [] { go() }
            watching[id]?()
        }
    }

    // MARK: Bringing sessions to the database

    /// Notes that a session's file was written.
    package func written(_ file: String, _ entries: [String: String], isWhole: Bool) {
        guard let identity = SharedIdentity(entries) else { return }
        queue.written(file, identity, isWhole: isWhole)
        bringNext()
    }

    /// Whether a session is this daemon's as far as is known. One that was lost counts again when it is written.
    package func isOwn(_ identity: SharedIdentity) -> Bool { queue.contains(identity) }

    /// Notes that a session has ended, or a draft was discarded.
    func ended(_ mark: EndMark) {
        if let identity = SharedIdentity(markedBy: mark.name) {
            queue.end(identity)
            bringNext()
        } else {
            drafts.discarded(mark)
        }
    }

    /// Releases a session for other daemons when everything of it is shared. Its file stays.
    ///
    /// - Parameter completion: called with whether it is not this daemon's any more.
    package func release(_ identity: SharedIdentity, completion: @escaping @LoopActor (Bool) -> Void) {
        guard isReady, queue.contains(identity), releases[identity] == nil else { return completion(false) }
        releases[identity] = completion
        queue.release(identity)
        bringNext()
    }

    private func bringNext() {
        guard isReady else { return }
        for work in queue.next() { bring(work) }
    }

    private func bring(_ work: UploadQueue.Work) {
        let statements = SharedStatements(work.identity, kiosk)
        let start: Int
        switch work.step {
        case .end: return perform(work, statements.end)
        case .release: return perform(work, statements.release)
        case .replace: start = 0
        case .append(let after, _): start = after
        }
        reader.run { [folder = store.folder, calls = store.calls] () throws(SystemError) in
            Result { try Self.part(of: work.file, after: start, in: folder, calls) }
        } completion: { [self] result in
            do {
                let part = try result.get().get()
                let end = start + part.bytes.count
                switch work.step {
                case .append where part.bytes.isEmpty: ended(work, bytes: end)
                case .append(_, let piece): perform(work, statements.append(part.bytes, piece), bytes: end)
                default: perform(work, statements.replace(part.entries, part.bytes), bytes: end)
                }
            } catch {
                // The file may have been removed meanwhile, which is another step.
                if (error as? SystemError)?.code != ENOENT { report("session", work.file, "\(error)") }
                failed(work)
            }
        }
    }

    /// The whole records of a file after some bytes; from its beginning also the entries.
    private nonisolated static func part(
        of name: String,
        after start: Int,
        in folder: StateFolder,
        _ calls: FileCalls
    ) throws -> (entries: [String: String], bytes: [UInt8]) {
        let bytes = try folder.contents(.sessions, name, from: start, limit: SessionFile.maximumLength, calls)
        if start == 0 {
            let contents = try SessionFileContents(bytes)
            return (contents.entries, Array(bytes.prefix(contents.length)))
        }
        var rest = bytes[...]
        while let record = SessionRecord(at: rest), record.kind == .change || record.kind == .whole {
            rest = rest.dropFirst(record.length)
        }
        return ([:], Array(bytes[..<rest.startIndex]))
    }

    private func perform(_ work: UploadQueue.Work, _ statements: [Statement], bytes: Int = 0) {
        perform(statements) { [self] result in
            switch result {
            case .success(let results) where results[0].affected > 0: ended(work, bytes: bytes)
            case .success: lost(work)
            case .failure(let error):
                if !error.isConnectionLost { report("session", work.file, error.message) }
                failed(work)
            }
        }
    }

    /// Logs why something cannot be shared, unless the same was logged before: it is tried again and again.
    func report(_ what: String, _ file: String, _ reason: String) {
        if reason != lastFailure {
            logger.error("a \(what) cannot be shared: \(reason)", metadata: ["file": "\(file)"])
        }
        lastFailure = reason
    }

    private func ended(_ work: UploadQueue.Work, bytes: Int) {
        queue.ended(work, bytes: bytes)
        switch work.step {
        case .end:
            // It may have ended before it could be released.
            releases.removeValue(forKey: work.identity)?(false)
            store.forget(EndMark(work.identity))
        case .release: releases.removeValue(forKey: work.identity)?(true)
        case .replace, .append: break
        }
        bringNext()
    }

    private func failed(_ work: UploadQueue.Work) {
        queue.failed(work)
        releases.removeValue(forKey: work.identity)?(false)
        bringNext()
    }

    /// Another daemon has gone on with a session while this one was cut off.
    private func lost(_ work: UploadQueue.Work) {
        queue.forget(work.identity)
        releases.removeValue(forKey: work.identity)?(false)
        bringNext()
        guard work.step != .end else { return store.forget(EndMark(work.identity)) }
        reader.run { [folder = store.folder, calls = store.calls] () throws(SystemError) in
            try? Self.part(of: work.file, after: 0, in: folder, calls).bytes
        } completion: { [self] result in
            guard case .success(let contents?) = result else { return }
            let question = SharedStatements(work.identity, kiosk).wasWhole(contents)
            ask(question) {
                $0[0].rows.first?.value(0)?.text == "t"
            } completion: { [self] result in
                // What was written meanwhile will be lost, too, and asked for again.
                guard !isOwn(work.identity) else { return }
                switch result {
                case .success(let wasWhole): delegate?.lost(work.file, work.identity, hasMore: !wasWhole)
                // It is found out again.
                case .failure: queue.written(work.file, work.identity, isWhole: true)
                }
            }
        }
    }
}

/// What the shared store asks of whoever has the sessions in memory.
@LoopActor
package protocol SharedStoreDelegate: AnyObject {
    /// Another daemon wants to go on with a session: `SharedStore.release` is to be called when nothing is being done.
    func release(_ file: String)
    /// Another daemon goes on with a session since this one was cut off.
    ///
    /// - Parameter hasMore: whether there is something here that the other one does not have.
    func lost(_ file: String, _ identity: SharedIdentity, hasMore: Bool)
}

/// Why something of another daemon cannot be had.
package enum SharedStoreError: Error, Hashable {
    /// The database cannot be reached.
    case away
    /// The session has not been brought to the database yet, or belongs to another daemon.
    case notShared
    /// There is no such session, or it has ended.
    case unknown
    /// This daemon has it, and does not release it.
    case held(String)
    case failed(String)
}
