package import EventLoop
package import FormEngine
package import FormModel
import FormPlugin
package import FormStore
package import Logging
package import PluginHost

/// Receives all events of sessions, before the client that caused them gets its reply.
@LoopActor
package protocol FormRuntimeObserver: AnyObject {
    func sessionOpened(_ session: Session)
    /// A transaction has changed a session; `revision` is its number.
    func session(_ session: Session, changed changes: [Change], revision: UInt64)
    func sessionClosed(_ session: Session, reason: CloseReason)
    /// The daemon ends the subscriptions of these connections.
    func subscriptionsEnd(to session: Session, of clients: [Client], reason: SubscriptionEnd)
    /// The session is idle, and its idle policy takes effect in the given number of seconds.
    func sessionIdles(_ session: Session, secondsLeft: Int)
    func typesChanged()
    /// Some submissions wait for their targets for longer than they should.
    func submissionsWait(_ count: Int, oldest seconds: Int)
}

/// Hosts sessions: opens, changes and closes them, and asks plug-ins for them.
///
/// Every change of a form goes through `perform`: one call is one transaction with one revision. Completions run on the
/// loop; before `perform` returns if the call does not have to wait for earlier calls or for a plug-in. What is told of it
/// waits until it is stored.
@LoopActor
package final class FormRuntime {
    package let limits: Limits
    package let library: FormLibrary
    package let sessions = SessionTable()
    package let accounts: UserAccounts
    /// Determines the order in which users' calls are served.
    package let turns: Turns
    package let plugins: PluginHost
    package weak var observer: (any FormRuntimeObserver)?

    let logger: Logger
    /// The store of sessions; `nil` if sessions are not stored.
    package internal(set) var store: SessionStore?
    /// Keeps secrets from being guessed from the keys of submissions.
    let submissionSecret = (0..<Sodium.keyLength).map { _ in UInt8.random(in: 0...255) }
    /// Brings submissions to their targets; `nil` if nothing is stored.
    package internal(set) var delivery: SubmissionDelivery?
    /// Looks for forms that are published elsewhere; `nil` if the settings name no place.
    package var bundles: BundleKeeper?
    /// Whether sessions stay open without the connections that they are bound to, because the daemon's next program
    /// takes them over.
    package var outlivesConnections = false
    /// The time at which the sessions of the store were registered.
    var takenUp: ContinuousClock.Instant
    /// Writes drafts.
    lazy var draftTimer = DeadlineTimer { [weak self] in self?.keepDrafts() }
    /// The codes of shared sessions that each user may still try.
    var codeAttempts: [UInt32: Allowance] = [:]
    /// How many calls of each user wait for the list of drafts.
    var draftLists: [UInt32: Int] = [:]
    let today: () -> CalendarDay
    let now: () -> Int
    let clock: () -> ContinuousClock.Instant
    /// Returns whether the machine has a user with this ID.
    let knowsUser: @Sendable (UInt32) async -> Bool
    /// Checks idle sessions.
    lazy var idleTimer = DeadlineTimer { [weak self] in self?.checkIdleSessions() }

    /// - Parameters:
    ///   - today: the date in the user's time zone.
    ///   - now: the seconds since 1970.
    ///   - clock: the clock for the lifetimes of sessions.
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

    /// The bytes of a definition for each of which, once begun, opening it may take the time of one more call.
    package nonisolated static let bytesInCallTime = 1 << 17

    /// Opens a session of `form` for `client`. Asks the plug-ins of placeholders first, and waits for them until their
    /// deadline.
    ///
    /// - Parameter budget: the budget of the call; `nil` if the call starts here.
    package func open(
        _ form: CompiledForm,
        options: SessionOptions,
        for client: Client,
        within budget: WorkBudget? = nil,
        completion: @escaping @LoopActor (Result<Session, any Error>) -> Void
    ) {
        let identifier = SessionIdentifier(owner: client.user, token: options.token ?? .random())
        guard options.attaches, let stored = sessions.storedSession(identifier) else {
            return attachOrCreate(identifier, form, options, for: client, within: budget, completion: completion)
        }
        do {
            try read(stored, for: client.user, bytes: waitingBytes(of: form, options)) { [self] result in
                // One that is damaged has been moved aside.
                if case .failure(let error as FormError) = result { return completion(.failure(error)) }
                // The budget does not include the time of reading.
                turns.run(of: client.user) {
                    attachOrCreate(identifier, form, options, for: client, within: nil, completion: completion)
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// The memory of a call that waits to open a session. An installed definition is not counted for any user.
    private func waitingBytes(of form: CompiledForm, _ options: SessionOptions) -> Int {
        options.byteCount + (form.definition.name.isEmpty ? form.byteCount : 0)
    }

    /// Attaches the client to a session in memory, or creates one.
    private func attachOrCreate(
        _ identifier: SessionIdentifier,
        _ form: CompiledForm,
        _ options: SessionOptions,
        for client: Client,
        within budget: WorkBudget?,
        completion: @escaping @LoopActor (Result<Session, any Error>) -> Void
    ) {
        do {
            if options.attaches, let session = sessions[identifier], session.form.compiled.isSameForm(as: form) {
                if session.isBeingOpened {
                    let bytes = waitingBytes(of: form, options)
                    return try awaitTurn(of: session, for: client.user, bytes: bytes) { [self] in
                        attachOrCreate(identifier, form, options, for: client, within: nil, completion: completion)
                    }
                }
                use(session)
                adopt(session, client)
                if case .peer = client.connection, !session.subscribers.contains(client) {
                    try subscribe(client, to: session)
                }
                return completion(.success(session))
            }
            try sessions.checkIsFree(identifier)
            try checkDraft(options, of: form, for: client.user)
            try checkSubmission(of: form)
            let (fields, bytes) = (form.definition.maximumFieldCount, form.sessionByteCount + 2 * options.byteCount)
            // An installed definition is not counted for any user.
            let sent = form.definition.name.isEmpty
            let definition = sent ? UserAccount.Definition(form: ObjectIdentifier(form), bytes: form.byteCount) : nil
            try accounts[client.user].open(fields: fields, bytes: bytes, of: definition)
            let session: Session
            do {
                let state = try makeForm(
                    form,
                    options,
                    for: client.user,
                    within: budget ?? self.budget(times: 1 + form.definition.source.utf8.count / Self.bytesInCallTime)
                )
                // The open form may need more memory than estimated from its definition.
                let more = max(0, state.byteCount - bytes)
                try accounts[client.user].take(more, for: .sessions)
                session = Session(
                    identifier: identifier,
                    opener: client,
                    form: state,
                    options: options,
                    limits: limits,
                    turns: turns,
                    at: clock()
                )
                session.bytes = bytes + more
                session.sentDefinition = definition
            } catch {
                accounts[client.user].close(fields: fields, bytes: bytes, of: definition)
                throw error
            }
            // A client of the private socket is subscribed to the sessions that it opens; a client of a bus has to
            // subscribe.
            if case .peer = client.connection { session.subscribers.insert(client) }
            sessions.insert(session)
            noteSubscribers(of: session)
            begin(session, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }

    /// Takes up the draft of a new session, stores the session, asks its plug-ins, and announces it.
    private func begin(_ session: Session, completion: @escaping @LoopActor (Result<Session, any Error>) -> Void) {
        takeUpDraft(of: session) { [self] result in
            guard goesOn(session, result, completion) else { return }
            keep(session) { [self] result in
                guard goesOn(session, result, completion) else { return }
                askFirstQuestions(of: session) { [self] in
                    guard goesOn(session, .success(()), completion) else { return }
                    session.isAnnounced = true
                    // The time that opening took does not count as idle time.
                    session.use(at: clock())
                    if session.abandonedSince != nil { session.abandonedSince = clock() }
                    scheduleCheck(of: session)
                    logger.debug(
                        "session opened",
                        metadata: ["session": "\(session.identifier.token)", "form": "\(session.definition.name)"]
                    )
                    observer?.sessionOpened(session)
                    completion(.success(session))
                }
            }
        }
    }

    /// Whether opening a session can go on after a step of it. Otherwise the step has failed, or the session was closed
    /// meanwhile, and this is the result of opening it.
    private func goesOn(
        _ session: Session,
        _ step: Result<Void, any Error>,
        _ completion: @LoopActor (Result<Session, any Error>) -> Void
    ) -> Bool {
        switch step {
        case .success where session.isClosed:
            let message = "session \(session.identifier.token) was closed before it was open"
            completion(.failure(RuntimeError(.unknownSession, message)))
            return false
        case .success: return true
        case .failure(let error):
            completion(.failure(error))
            close(session, reason: .closed)
            return false
        }
    }

    /// Waits while a session keeps calls waiting: until it is open, or closed because that failed, and the calls before this
    /// one have been performed. Throws `limitExceeded`.
    ///
    /// - Parameters:
    ///   - bytes: the memory that the waiting call uses.
    package func awaitTurn(
        of session: Session,
        for user: UInt32,
        bytes: Int,
        completion: @escaping @LoopActor () -> Void
    ) throws(RuntimeError) {
        try wait(for: session, as: user, bytes: bytes) { _ in completion() }
    }

    /// Closes a session for a caller, when its draft is stored. Fails with `storeUnavailable` if the disk does not
    /// accept the draft; the session stays open then.
    package func close(_ session: Session, completion: @escaping @LoopActor (Result<Void, any Error>) -> Void) {
        if session.commit != nil, session.draft != nil {
            // The draft consists of what is stored.
            return session.add(for: session.owner, needsStored: true) { [self] in
                close(session, completion: completion)
            }
        }
        keepDraft(of: session) { [self] result in
            if case .success = result {
                close(session, reason: session.form.state == .submitted ? .submitted : .closed)
            }
            completion(result)
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
        removeFile(of: session)
        endWatching(session)
        if session.isAnnounced { observer?.sessionClosed(session, reason: reason) }
        session.resume()
        // The cached answers of a user are discarded with the user's last session.
        if accounts[session.owner].sessions == 0 { plugins.plugins(of: session.owner).removeCachedAnswers() }
    }

    /// Closes all sessions that are not stored, and stops all plug-ins. The store may still be writing.
    package func shutDown() {
        for session in Array(sessions.all) {
            if session.file == nil { close(session, reason: .shutdown) } else { keepDraft(of: session) }
        }
        plugins.stop()
    }

    /// Reads forms and plug-ins from disk again, and begins to look for a new version of the bundle; open sessions keep their
    /// definitions.
    package func reload() {
        plugins.reload()
        library.reload()
        observer?.typesChanged()
        bundles?.update()
    }

    /// Every type that a definition can name.
    package var types: [RegisteredType] {
        RegisteredType.builtIn + plugins.types
    }

    // MARK: Transactions

    /// Performs `operations` on a session: either all of them or none.
    ///
    /// - Parameters:
    ///   - user: who calls; `nil` if the owner does. A call that waits fails if the user's role was lowered meanwhile.
    ///   - completion: called with the result, which nobody may be told before it is stored: see `Session.say`.
    package func perform(
        _ operations: [FormEngine.Operation],
        on session: Session,
        as user: UInt32? = nil,
        ifRevision expected: UInt64? = nil,
        completion: @escaping @LoopActor (Result<Transaction, any Error>) -> Void
    ) {
        if session.isFree { return start(operations, on: session, ifRevision: expected, completion: completion) }
        let asked = session.form.placement
        do {
            try wait(for: session, as: user ?? session.owner, bytes: operations.byteCount) { [self] result in
                do {
                    try result.get()
                    // Waiting transactions may have changed the rows, so that fields have other indices now.
                    let operations = try operations.map { try $0.renumbered(from: asked, to: session.form.placement) }
                    start(operations, on: session, ifRevision: expected, completion: completion)
                } catch {
                    completion(.failure(error))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Performs something when the session has performed what waits for it. Throws `limitExceeded` if too many calls of the
    /// user wait for the session.
    ///
    /// - Parameters:
    ///   - user: who calls.
    ///   - bytes: the memory that the waiting call uses.
    ///   - needsStored: whether it also waits until everything is stored.
    ///   - completion: called with the reason why the user may not do it any more, if there is one.
    func wait(
        for session: Session,
        as user: UInt32,
        bytes: Int = 0,
        needsStored: Bool = false,
        completion: @escaping @LoopActor (Result<Void, RuntimeError>) -> Void
    ) throws(RuntimeError) {
        guard session.waiting.count(where: { $0.user == user }) < limits.queuedTransactions else {
            throw RuntimeError(
                .limitExceeded,
                "\(limits.queuedTransactions) calls of user \(user) wait for this session"
            )
        }
        try accounts[user].take(bytes, for: .calls)
        let role = session.members.role(of: user)
        session.add(for: user, needsStored: needsStored) { [self] in
            accounts[user].add(-bytes, for: .calls)
            completion(Result { () throws(RuntimeError) in try session.members.check(user, has: role, in: session) })
        }
    }

    /// - Parameters:
    ///   - isUse: whether this restarts the session's idle time. False for the continuation of an earlier use.
    ///   - endsDraft: whether the draft is erased, as it is with a submission.
    func start(
        _ operations: [FormEngine.Operation],
        on session: Session,
        ifRevision expected: UInt64?,
        isUse: Bool = true,
        endsDraft: Bool = false,
        completion: @escaping @LoopActor (Result<Transaction, any Error>) -> Void
    ) {
        do {
            guard !session.isClosed else { throw Self.closed(session) }
            guard session.watch == nil else {
                throw RuntimeError(.accessDenied, "the session is open at another daemon, and is only shown here")
            }
            if isUse { use(session) }
            if let expected, expected != session.form.revision {
                let message = "the session is at revision \(session.form.revision), not \(expected)"
                throw RuntimeError(.staleRevision, message)
            }
            try checkRoom(for: operations, on: session)
        } catch {
            return completion(.failure(error))
        }
        if session.commit != nil, submits(operations, on: session) {
            // What was done before stays if the target refuses the submission.
            return session.continueWhenStored { [self] in
                start(operations, on: session, ifRevision: expected, isUse: isUse, completion: completion)
            }
        }
        transact(operations, on: session) { [self] result in
            let outcome: Outcome
            switch result {
            case .success(let value): outcome = value
            case .failure(let error): return completion(.failure(error))
            }
            count(outcome.changes, of: session)
            if endsDraft || outcome.isSubmission, session.draft != nil {
                // Nobody is told before the draft is gone.
                session.submit { [self] done in discardDraft(of: session, done) }
            } else if !outcome.changes.isEmpty {
                scheduleDraft(of: session)
            }
            announce(outcome.changes, of: session)
            if let failure = outcome.failure { return completion(.failure(failure)) }
            let transaction = Transaction(
                revision: session.form.revision,
                results: outcome.results,
                focusedFields: outcome.focusedFields,
                changes: outcome.changes
            )
            completion(.success(transaction))
        }
    }

    static func closed(_ session: Session) -> RuntimeError {
        RuntimeError(.unknownSession, "session \(session.identifier.token) is closed")
    }

    func announce(_ changes: [Change], of session: Session) {
        guard !changes.isEmpty else { return }
        session.note(changes)
        observer?.session(session, changed: changes, revision: session.form.revision)
    }

    // MARK: Bytes

    /// Throws `limitExceeded` if the texts of the operations exceed the memory limit of the session's owner.
    private func checkRoom(for operations: [FormEngine.Operation], on session: Session) throws(RuntimeError) {
        let bytes = operations.byteCount
        guard bytes > 0 else { return }
        if accounts[session.owner].byteCount + bytes > accounts[session.owner].limit { measure(session) }
        accounts[session.owner].set(plugins.plugins(of: session.owner).byteCount, for: .answers)
        try accounts[session.owner].checkRoom(for: bytes)
    }

    /// Counts the maximum that a transaction can have added to a session: its new texts and, for undo, the previous
    /// ones.
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

    /// Measures a session's memory again.
    func measure(_ session: Session) {
        let bytes = session.form.byteCount
        accounts[session.owner].add(bytes - session.bytes, for: .sessions)
        session.bytes = bytes
        session.bytesSinceMeasured = 0
    }
}

extension CompiledForm {
    /// Whether both are the installed form of the same name, or were compiled from the same definition.
    fileprivate func isSameForm(as other: CompiledForm) -> Bool {
        self === other || !definition.name.isEmpty && definition.name == other.definition.name
    }
}
