package import EventLoop
package import FormEngine
package import FormModel
import FormPlugin
package import FormStore
package import Logging
package import PluginHost

/// Is told of everything that happens to sessions, before the client that caused it gets its reply.
@LoopActor
package protocol FormRuntimeObserver: AnyObject {
    func sessionOpened(_ session: Session)
    /// A transaction has changed a session; `revision` is its number.
    func session(_ session: Session, changed changes: [Change], revision: UInt64)
    func sessionClosed(_ session: Session, reason: CloseReason)
    /// Nobody uses the session, and its idle policy acts in so many seconds.
    func sessionIdles(_ session: Session, secondsLeft: Int)
    func typesChanged()
}

/// Hosts sessions: opens, drives and closes them, and asks plug-ins on their behalf.
///
/// Every change of a form goes through `perform`: one call is one transaction with one revision. Completions run on the
/// loop, before `perform` returns where no plug-in had to be asked.
@LoopActor
package final class FormRuntime {
    package let limits: Limits
    package let library: FormLibrary
    package let sessions = SessionTable()
    package let accounts: UserAccounts
    /// Whose calls are served when.
    package let turns: Turns
    package let plugins: PluginHost
    package weak var observer: (any FormRuntimeObserver)?

    let logger: Logger
    /// Where sessions are kept; `nil` if none are.
    package internal(set) var store: SessionStore?
    /// Whether sessions go on without the connections that they are bound to, since another program of the daemon has them next.
    package var outlivesConnections = false
    /// When the sessions of the store came back.
    var takenUp: ContinuousClock.Instant
    /// Writes drafts.
    lazy var draftTimer = DeadlineTimer { [weak self] in self?.keepDrafts() }
    let today: () -> CalendarDay
    let now: () -> Int
    let clock: () -> ContinuousClock.Instant
    /// Whether the machine knows a user with a number.
    let knowsUser: @Sendable (UInt32) async -> Bool
    /// Looks after sessions that nobody uses.
    lazy var idleTimer = DeadlineTimer { [weak self] in self?.checkIdleSessions() }

    /// - Parameters:
    ///   - today: the date in the user's time zone.
    ///   - now: the seconds since 1970.
    ///   - clock: what the lives of sessions are measured with.
    package init(
        library: FormLibrary,
        plugins: PluginHost,
        limits: Limits,
        logger: Logger,
        today: @escaping () -> CalendarDay = CalendarDay.here,
        now: @escaping () -> Int = Moment.secondsSince1970,
        clock: @escaping () -> ContinuousClock.Instant = { .now },
        knowsUser: @escaping @Sendable (UInt32) async -> Bool = UserDirectory.contains
    ) {
        self.knowsUser = knowsUser
        self.today = today
        self.now = now
        self.clock = clock
        takenUp = clock()
        self.library = library
        self.plugins = plugins
        self.limits = limits
        self.logger = logger
        accounts = UserAccounts(limits: limits)
        turns = Turns(accounts: accounts, limits: limits)
    }

    // MARK: Opening and closing

    /// Opens a session of `form` for `client`. A plug-in that a placeholder needs is asked first, within its deadline.
    ///
    /// - Parameter budget: that of the call; `nil` if the call begins here.
    package func open(
        _ form: CompiledForm,
        options: SessionOptions,
        for client: Client,
        within budget: WorkBudget? = nil,
        completion: @escaping @LoopActor (Result<Session, any Error>) -> Void
    ) {
        do {
            let token = options.token ?? .random()
            let identifier = SessionIdentifier(owner: client.user, token: token)
            if options.attaches, let session = sessions[identifier], session.form.compiled.isSameForm(as: form) {
                use(session)
                adopt(session, client)
                if case .peer = client.connection { try subscribe(client, to: session) }
                return completion(.success(session))
            }
            try sessions.checkIsFree(identifier)
            try checkDraft(options, of: form, for: client.user)
            let values = options.values.values.reduce(0) { $0 + 2 * $1.utf8.count }
            let (fields, bytes) = (form.definition.maximumFieldCount, form.sessionByteCount + values)
            // An installed definition belongs to nobody.
            let sent = form.definition.name.isEmpty
            let definition = sent ? UserAccount.Definition(form: ObjectIdentifier(form), bytes: form.byteCount) : nil
            try accounts[client.user].open(fields: fields, bytes: bytes, of: definition)
            let session: Session
            do {
                var state = try makeForm(form, options, for: client.user, within: budget ?? self.budget())
                try takeUpDraft(options, in: &state, for: client.user)
                // The open form may take more bytes than its definition promised.
                let more = max(0, state.byteCount - bytes)
                try accounts[client.user].take(more, for: .sessions)
                session = Session(
                    identifier: identifier,
                    opener: client,
                    form: state,
                    options: options,
                    limits: limits,
                    at: clock()
                )
                session.bytes = bytes + more
                session.sentDefinition = definition
            } catch {
                accounts[client.user].close(fields: fields, bytes: bytes, of: definition)
                throw error
            }
            // A peer of the private socket hears what it opened; on a bus, who wants to hear says so.
            if case .peer = client.connection { session.subscribers.insert(client) }
            sessions.insert(session)
            noteSubscribers(of: session)
            scheduleCheck(of: session)
            keep(session) { [self] result in
                if case .failure(let error) = result {
                    close(session, reason: .closed)
                    return completion(.failure(error))
                }
                askFirstQuestions(of: session) { [self] in
                    // The opener may have left while plug-ins were asked.
                    guard !session.isClosed else {
                        let message = "session \(token) was closed before it was open"
                        return completion(.failure(RuntimeError(.unknownSession, message)))
                    }
                    session.isAnnounced = true
                    logger.debug(
                        "session opened",
                        metadata: ["session": "\(token)", "form": "\(form.definition.name)"]
                    )
                    observer?.sessionOpened(session)
                    completion(.success(session))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    package func close(_ session: Session, reason: CloseReason) {
        guard !session.isClosed else { return }
        session.isClosed = true
        guard sessions.remove(session) else { return }
        accounts[session.owner].close(
            fields: session.definition.maximumFieldCount,
            bytes: session.bytes,
            of: session.sentDefinition,
            evaluations: session.form.evaluations
        )
        logger.debug(
            "session closed",
            metadata: ["session": "\(session.identifier.token)", "reason": "\(reason.rawValue)"]
        )
        keepDraft(of: session)
        session.file?.remove()
        if session.isAnnounced { observer?.sessionClosed(session, reason: reason) }
        if let settled = session.whenSettled.take() {
            session.isSuspended = false
            settled(.failure(Self.closed(session)))
        }
        resume(session)
        // What plug-ins answered a user goes with the user's last session.
        if accounts[session.owner].sessions == 0 { plugins.plugins(of: session.owner).forgetAnswers() }
    }

    /// Closes every session that is not kept, and stops every plug-in.
    package func shutDown() {
        for session in Array(sessions.all) {
            if session.file == nil { close(session, reason: .shutdown) } else { keepDraft(of: session) }
        }
        plugins.stop()
    }

    /// Reads forms and plug-ins from disk again; open sessions keep what they have.
    package func reload() {
        plugins.reload()
        library.reload()
        observer?.typesChanged()
    }

    /// Every type that a definition can name.
    package var types: [RegisteredType] {
        RegisteredType.builtIn + plugins.types
    }

    // MARK: Transactions

    /// Carries out `operations` on a session: all of them, or none.
    package func perform(
        _ operations: [FormEngine.Operation],
        on session: Session,
        ifRevision expected: UInt64? = nil,
        completion: @escaping @LoopActor (Result<Transaction, any Error>) -> Void
    ) {
        guard session.isSuspended else {
            return start(operations, on: session, ifRevision: expected, completion: completion)
        }
        guard session.waiting.count < limits.queuedTransactions else {
            let message = "\(limits.queuedTransactions) transactions wait in this session"
            return completion(.failure(RuntimeError(.limitExceeded, message)))
        }
        let asked = session.form.placement
        let bytes = operations.byteCount
        do {
            try accounts[session.owner].take(bytes, for: .calls)
        } catch {
            return completion(.failure(error))
        }
        session.waiting.append { [self] in
            accounts[session.owner].add(-bytes, for: .calls)
            do {
                // Those before it in the line may have changed the rows: fields have other numbers then.
                let operations = try operations.map { try $0.renumbered(from: asked, to: session.form.placement) }
                start(operations, on: session, ifRevision: expected, completion: completion)
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// - Parameter isUse: whether the session is used by this, or only goes on with what it was used for.
    func start(
        _ operations: [FormEngine.Operation],
        on session: Session,
        ifRevision expected: UInt64?,
        isUse: Bool = true,
        completion: @escaping @LoopActor (Result<Transaction, any Error>) -> Void
    ) {
        guard !session.isClosed else { return completion(.failure(Self.closed(session))) }
        if isUse { use(session) }
        if let expected, expected != session.form.revision {
            let message = "the session is at revision \(session.form.revision), not \(expected)"
            return completion(.failure(RuntimeError(.staleRevision, message)))
        }
        do {
            try checkRoom(for: operations, on: session)
        } catch {
            return completion(.failure(error))
        }
        transact(operations, on: session) { [self] result in
            switch result {
            case .success(let outcome):
                count(outcome.changes, of: session)
                announce(outcome.changes, of: session)
                noteDraft(of: session, outcome.changes)
                if let failure = outcome.failure { return completion(.failure(failure)) }
                let revision = session.form.revision
                completion(
                    .success(Transaction(revision: revision, results: outcome.results, changes: outcome.changes))
                )
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    static func closed(_ session: Session) -> RuntimeError {
        RuntimeError(.unknownSession, "session \(session.identifier.token) is closed")
    }

    func announce(_ changes: [Change], of session: Session) {
        guard !changes.isEmpty else { return }
        observer?.session(session, changed: changes, revision: session.form.revision)
    }

    /// Carries out what waited, until the line is empty or a plug-in is asked again.
    func resume(_ session: Session) {
        while !session.isSuspended, !session.waiting.isEmpty {
            session.waiting.removeFirst()()
        }
    }

    // MARK: Bytes

    /// Throws `limitExceeded` if operations bring texts for which their session's owner has no room.
    private func checkRoom(for operations: [FormEngine.Operation], on session: Session) throws(RuntimeError) {
        let bytes = operations.byteCount
        guard bytes > 0 else { return }
        if accounts[session.owner].byteCount + bytes > limits.bytesPerUser { measure(session) }
        accounts[session.owner].set(plugins.plugins(of: session.owner).byteCount, for: .answers)
        try accounts[session.owner].checkRoom(for: bytes)
    }

    /// Counts what a transaction may have added to a session: at most its new texts and, for undo, those before.
    private func count(_ changes: [Change], of session: Session) {
        if case .rows = changes.first { return measure(session) }
        var bytes = 0
        for case .fieldProperties(let index, let properties) in changes {
            if properties.contains(.text) {
                bytes += 2 * session.form.field(index).text.utf8.count + Session.bytesPerStep
            }
            if properties.contains(.composition) { bytes += session.form.field(index).composition.utf8.count }
        }
        guard bytes > 0 else { return }
        session.bytes += bytes
        session.bytesSinceMeasured += bytes
        accounts[session.owner].add(bytes, for: .sessions)
        if session.bytesSinceMeasured > Session.bytesBetweenMeasures { measure(session) }
    }

    /// Counts a session's bytes anew.
    func measure(_ session: Session) {
        let bytes = session.form.byteCount
        accounts[session.owner].add(bytes - session.bytes, for: .sessions)
        session.bytes = bytes
        session.bytesSinceMeasured = 0
    }
}

extension CompiledForm {
    /// Whether both are the installed form of one name, or made of one definition.
    fileprivate func isSameForm(as other: CompiledForm) -> Bool {
        self === other || !definition.name.isEmpty && definition.name == other.definition.name
    }
}
