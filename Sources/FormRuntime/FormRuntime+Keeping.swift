package import EventLoop
import FormEngine
import FormModel
import FormPlugin
package import FormStore
import Logging
import PluginHost

/// Sessions on disk: a detached and durable session survives the daemon. Each of its transactions is written to the
/// store before anybody is told of it: see `PendingCommit`.
extension FormRuntime {
    // MARK: New and closed sessions

    /// Stores a new session unless it is exempt from storing. The session is suspended meanwhile.
    func keep(_ session: Session, completion: @escaping @LoopActor (Result<Void, any Error>) -> Void) {
        guard let store, session.options.isDurable, session.lifetime == .detached, session.definition.isDurable else {
            return completion(.success(()))
        }
        session.isSuspended = true
        if store.shared != nil { session.sharing = .random() }
        let saved = session.form.saved
        session.removeUnstored = store.create(
            StoredSession.file(of: session.identifier),
            StoredSession.entries(of: session),
            definition: session.definition.source,
            SessionRecord(.whole, revision: saved.revision, saved.bytes[...])
        ) { result in
            session.isSuspended = false
            session.removeUnstored = nil
            switch result {
            case .success(let file) where session.isClosed: file.noteRemoved()
            case .success(let file): session.file = file
            case .failure: break
            }
            completion(result.map { _ in () }.mapError { FormError($0) })
            session.resume()
        }
    }

    /// Removes the file of a session that is closed. If the daemon is killed before the session's draft is on the disk,
    /// the session comes back. The removal is in the store's queue when this returns, so that a new session with the
    /// same token is stored after it.
    func removeFile(of session: Session) {
        guard session.file != nil || session.removeUnstored != nil else { return }
        var (isGone, whenGone): (Bool, (@LoopActor () -> Void)?) = (false, nil)
        let begun: @LoopActor () -> Void = {
            isGone = true
            whenGone?()
        }
        // Nobody is told before the next start could not find the file.
        session.submit { done in
            if isGone { done() } else { whenGone = done }
        }
        if let file = session.file {
            file.remove(
                isAfterDraft: isWritingDraft(of: session),
                isGivenAway: session.isGivenAway,
                completion: begun
            )
        } else if let remove = session.removeUnstored.take() {
            remove(begun)
        }
    }

    /// Stores the users who have a role in a session. The session must not be suspended.
    func keep(
        _ members: SessionMembers,
        of session: Session,
        completion: @escaping @LoopActor (Result<Void, any Error>) -> Void
    ) {
        guard let file = session.file else { return completion(.success(())) }
        let saved = session.form.saved
        session.isSuspended = true
        file.keep(
            file.entries.merging(StoredSession.entries(of: members)) { $1 },
            SessionRecord(.whole, revision: saved.revision, saved.bytes[...])
        ) { result in
            session.isSuspended = false
            completion(result.mapError { FormError($0) })
            session.resume()
        }
    }

    // MARK: Restored sessions

    /// Registers the sessions of a store. Each is read when it is first used. Throws if the disk does not list them.
    package func takeUpSessions(of store: SessionStore) throws(SystemError) {
        self.store = store
        store.shared?.delegate = self
        let found = try store.sessions { name, error in
            logger.error("a session stays on disk: \(error)", metadata: ["file": "\(name)"])
            guard let identifier = SessionIdentifier(file: name) else { return }
            sessions.reserve(identifier, because: "the disk could not be read at the start: \(error.reason)")
        }
        for (name, entries) in found {
            do {
                let stored = try StoredSession(file: name, entries)
                do throws(RuntimeError) {
                    try accounts[stored.identifier.owner].open(fields: stored.fields, bytes: stored.bytes)
                    sessions.insert(stored)
                    store.shared?.written(name, entries, isWhole: true)
                } catch {
                    // The limits may have been higher when the session was opened.
                    logger.error("a session stays on disk: \(error.message)", metadata: ["file": "\(name)"])
                    let reason = "it exceeded a limit at the start: \(error.message)"
                    sessions.reserve(stored.identifier, because: reason)
                }
            } catch {
                store.setAside(.sessions, name, because: error)
            }
        }
        let delivery = SubmissionDelivery(
            outbox: store.outbox,
            library: library,
            plugins: plugins,
            limits: limits,
            logger: logger,
            report: { [weak self] in self?.observer?.submissionsWait($0, oldest: $1) }
        ) { [weak self] submission, findings, completion in
            guard let self else { return completion(false) }
            takeBack(submission, findings, completion: completion)
        }
        try delivery.takeUp()
        self.delivery = delivery
        try store.shared?.start()
        takenUp = clock()
        scheduleStoredCheck()
        if sessions.count > 0 { logger.notice("sessions are back", metadata: ["count": "\(sessions.count)"]) }
    }

    /// Reads a stored session for a call, unless it is being read.
    ///
    /// - Parameters:
    ///   - user: who calls; `nil` if nobody does.
    ///   - bytes: the memory that the call uses while it waits.
    ///   - completion: called at the user's turn when the session is in memory, after the completions of earlier calls, or
    ///     with the reason why it cannot be read. A damaged file is moved aside.
    /// - Throws: `limitExceeded` if too many calls of the user wait.
    package func read(
        _ stored: StoredSession,
        for user: UInt32?,
        bytes: Int = 0,
        completion: @escaping @LoopActor (Result<Void, any Error>) -> Void
    ) throws {
        guard let store else { throw RuntimeError(.unknownSession, "nothing is stored") }
        let others = sessions.waitingCalls(for: stored)
        if let user {
            guard others.count(where: { $0.user == user }) < limits.queuedTransactions else {
                throw RuntimeError(.limitExceeded, "\(limits.queuedTransactions) calls wait until the session is read")
            }
            // Users who have reached the limit of their memory can still use sessions, and close them.
            if others.isEmpty {
                accounts[user].add(bytes, for: .calls)
            } else {
                try accounts[user].take(bytes, for: .calls)
            }
        }
        let call = SessionTable.WaitingCall(user: user, bytes: bytes, completion: completion)
        guard sessions.addWaiting(call, for: stored) else { return }
        store.read(stored.file, oldDefinition: stored.definitionFile) { [self] result in
            let calls = sessions.takeWaitingCalls(for: stored)
            let outcome = turns.run(of: user ?? stored.identifier.owner) {
                Result { try restore(stored, result.get()) }
            }
            .mapError { noteUnreadable(stored, because: $0, in: store) }
            for call in calls {
                turns.continue(call.user ?? stored.identifier.owner) { [self] in
                    if let user = call.user { accounts[user].add(-call.bytes, for: .calls) }
                    call.completion(outcome)
                }
            }
        }
    }

    /// How many times as long as a call reading a session may take, because a session that is not read is lost to its
    /// users.
    private static let patienceForReading = 10

    private func restore(_ asked: StoredSession, _ found: SessionStore.ReadSession) throws {
        // It may go on elsewhere meanwhile.
        guard let stored = sessions.storedSession(asked.identifier) else { throw Self.missing(asked) }
        let compiled = try compiled(found.contents.definition, stored)
        let (form, bytesToRestore) = try restored(
            found.contents.records,
            of: compiled,
            for: stored.identifier.owner,
            within: budget(times: Self.patienceForReading)
        )
        found.file.noteRestored(bytesToRestore, of: compiled.definition.source)
        takeUp(stored, form, found.file, at: takenUp)
    }

    /// Notes that a session cannot be read, and returns the error for those who wait for it.
    private func noteUnreadable(
        _ stored: StoredSession,
        because error: any Error,
        in store: SessionStore
    ) -> any Error {
        if let error = error as? RuntimeError, error.code == .unknownSession { return error }
        guard error is StoreFormatError || (error as? SavedFormError)?.isDamage == true else {
            // The file stays, because the disk may be readable later, a plug-in that the form needs may be installed
            // again, and the machine may have more time.
            logger.error("a session cannot be read: \(error)", metadata: ["session": "\(stored.identifier.token)"])
            return FormError(unreadable: "session", error)
        }
        store.setAside(.sessions, stored.file, because: error)
        forget(stored)
        return Self.missing(stored)
    }

    private static func missing(_ stored: StoredSession) -> RuntimeError {
        RuntimeError(.unknownSession, "there is no session \(stored.identifier.token) any more")
    }

    /// Creates a session from its records.
    @discardableResult
    func takeUp(
        _ stored: StoredSession,
        _ form: Form,
        _ file: SessionFile?,
        at moment: ContinuousClock.Instant
    ) -> Session {
        let session = Session(restoring: stored, form, file, limits: limits, turns: turns, at: moment)
        session.bytes = stored.bytes
        measure(session)
        sessions.insert(session)
        scheduleCheck(of: session)
        if file != nil { shareLater(session) }
        askFirstQuestions(of: session) {}
        return session
    }

    /// The compiled form of a stored session.
    func compiled(_ source: String, _ stored: StoredSession) throws -> CompiledForm {
        // Usually this is still the installed form, which sessions share.
        if !stored.form.isEmpty, let installed = try? library.form(named: stored.form),
            installed.definition.source.utf8.elementsEqual(source.utf8)
        {
            return installed
        }
        return try library.compiler.compile(source, name: stored.form, of: stored.identifier.owner)
    }

    /// Creates a form from its records, and returns it with `FormRestorer.bytesToRestore`.
    func restored(
        _ records: [SessionRecord],
        of form: CompiledForm,
        for user: UInt32,
        within budget: WorkBudget
    ) throws -> (form: Form, bytesToRestore: Int) {
        let compiler = library.compiler
        let definitions = SavedDefinitions { json in
            try compiler.formatter(json, within: .unlimited)
        } mode: { json in
            try compiler.mode(json)
        } configuration: { json, field in
            try compiler.configuration(json, of: field, in: form.definition, within: .unlimited)
        }
        var records = records[...]
        guard let first = records.popFirst() else { throw StoreFormatError("it has no record of a whole form") }
        var restorer = try FormRestorer(first.bytes, of: form, definitions, within: budget)
        for record in records { try restorer.apply(record.bytes, isWhole: record.kind == .whole) }
        let plugins = plugins.plugins(of: user)
        let restored = try restorer.restored { plugins.remembered($0).map { TypeReply($0) } ?? .late }
        return (restored, restorer.bytesToRestore)
    }

    func forget(_ stored: StoredSession) {
        sessions.remove(stored)
        accounts[stored.identifier.owner].close(fields: stored.fields, bytes: stored.bytes)
    }

    // MARK: Stored sessions that have not been read

    /// Schedules the next check of the sessions that have not been read.
    func scheduleStoredCheck() {
        if let next = sessions.stored.lazy.compactMap({ self.due($0) }).min() { scheduleIdleCheck(at: next) }
    }

    private func due(_ stored: StoredSession) -> ContinuousClock.Instant? {
        stored.isChecked ? nil : stored.patience.map { takenUp + .seconds($0) }
    }

    /// Reads the stored sessions that have been idle for too long, so that they are handled like the other ones, one in
    /// each iteration of the loop. One that cannot be read is tried again only when it is used.
    func readIdleSessions(at now: ContinuousClock.Instant) {
        guard let stored = sessions.stored.first(where: { due($0).map { $0 <= now } == true }) else { return }
        sessions.noteChecked(stored)
        try? read(stored, for: nil) { [self] _ in
            EventLoop.shared.post { [self] in readIdleSessions(at: clock()) }
        }
    }
}

// MARK: - The next program

/// Passing sessions on to the next program of the daemon after the daemon's file was replaced. The next program finds
/// stored sessions on disk; the others are passed on in memory.
extension FormRuntime {
    /// Writes the remaining data to the disk, and returns a file in memory with the sessions that are not stored. All
    /// clients must be disconnected, because later changes are lost.
    ///
    /// - Parameter limit: the maximum time to wait for the disk.
    package func handOver(within limit: Duration) async throws(SystemError) -> Descriptor {
        for session in sessions.all { keepDraft(of: session) }
        await store?.finish(within: limit)
        return try SessionBundle.make(
            of: sessions.all.filter { $0.file == nil && $0.isAnnounced }.map { session in
                let saved = session.form.saved
                return (
                    StoredSession.bundled(session), SessionRecord(.whole, revision: saved.revision, saved.bytes[...])
                )
            }
        )
    }

    /// Creates the sessions that the previous program has passed on. A session that cannot be read is skipped and
    /// logged.
    package func takeOver(_ file: Descriptor) throws {
        let bundled = try SessionBundle.take(from: file)
        // Several sessions may share a form.
        var forms: [String: CompiledForm] = [:]
        for (entries, whole) in bundled {
            do {
                let stored = try StoredSession(entries)
                let source = stored.source ?? ""
                let name = "\(stored.form)\n\(source)"
                let form = try forms[name] ?? compiled(source, stored)
                forms[name] = form
                let restored = try restored(
                    [whole],
                    of: form,
                    for: stored.identifier.owner,
                    within: .unlimited
                ).form
                try sessions.checkIsFree(stored.identifier)
                try accounts[stored.identifier.owner].open(fields: stored.fields, bytes: stored.bytes)
                leave(takeUp(stored, restored, nil, at: clock()))
            } catch {
                logger.error("a session cannot be taken over: \(error)", metadata: ["form": "\(entries["form"] ?? "")"])
            }
        }
    }
}
