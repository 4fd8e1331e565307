import EventLoop
import FormEngine
import FormModel
package import FormStore
import Logging
import PluginHost

/// Drafts: the values of a form that was not submitted, stored under a name so that they outlive the session. The next
/// session that is opened with the name starts with these values; submitting the form deletes the draft.
extension FormRuntime {
    /// Throws for an invalid name of a draft, and if drafts cannot be stored.
    func checkDraft(_ options: SessionOptions, of form: CompiledForm, for user: UInt32) throws {
        guard let name = options.draft else { return }
        let isLegal = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard isLegal, (1...limits.draftName).contains(name.unicodeScalars.count) else {
            throw RuntimeError(
                .invalidArgument,
                "the name of a draft has 1 to \(limits.draftName) characters, and no control characters"
            )
        }
        guard options.isDurable, form.definition.isDurable else {
            throw RuntimeError(.invalidArgument, "a session that is not durable cannot have a draft")
        }
        guard let store else {
            throw FormError(.storeUnavailable, "formd stores nothing on disk, so there are no drafts")
        }
        var drafts = sessions.drafts(of: user)
        drafts.append(Draft(user: user, form: form.definition.name, name: name))
        guard store.draftCount(of: user, with: drafts) <= limits.draftsPerUser else {
            throw RuntimeError(.limitExceeded, "user \(user) has \(limits.draftsPerUser) drafts")
        }
    }

    /// Fills in a session that has just been opened with the values of its draft. The session is suspended while the
    /// draft is read.
    func takeUpDraft(of session: Session, completion: @escaping @LoopActor (Result<Void, any Error>) -> Void) {
        guard let name = session.draft, let store,
            store.mayHaveDraft(of: session.owner, form: session.definition.name, name: name)
        else { return completion(.success(())) }
        session.isSuspended = true
        store.readDraft(of: session.owner, form: session.definition.name, name: name) { [self] result in
            session.isSuspended = false
            turns.run(of: session.owner) {
                completion(
                    Result {
                        let draft = try result.mapError { FormError(unreadable: "draft", $0) }.get()
                        if let draft { try fillIn(session, draft) }
                    }
                )
            }
            session.resume()
        }
    }

    /// Values without a field are omitted, and the log names the fields.
    private func fillIn(_ session: Session, _ draft: Draft) throws {
        guard !session.isClosed else { throw Self.closed(session) }
        let plugins = plugins.plugins(of: session.owner)
        let attempt = Attempt(.defers, budget: budget()) { plugins.remembered($0).map { TypeReply($0) } }
        let outcome = try session.form.perform([.takeUp(draft.values)], attempt: attempt)
        if case .leftOut(let fields) = outcome.results.first, !fields.isEmpty {
            logger.notice(
                "fields of a draft could not be restored, because the form has changed",
                metadata: ["form": "\(draft.form)", "fields": "\(fields.joined(separator: " "))"]
            )
        }
        // The values may need more memory than was estimated from the definition.
        let more = max(0, session.form.byteCount - session.bytes)
        try accounts[session.owner].take(more, for: .sessions)
        session.bytes += more
    }

    /// Marks a session's draft as due for writing.
    func scheduleDraft(of session: Session) {
        guard session.draft != nil else { return }
        session.isDraftDue = true
        do {
            try draftTimer.schedule(at: EventLoop.now + .seconds(1))
        } catch {
            logger.error("drafts cannot be stored", metadata: ["reason": "\(error)"])
        }
    }

    func keepDrafts() {
        for session in sessions.all where session.isDraftDue {
            // At its owner's expense and turn: many drafts may be due at once.
            turns.continue(session.owner) { [self] in
                // A draft consists of what is stored.
                if session.commit == nil { keepDraft(of: session) } else { scheduleDraft(of: session) }
            }
        }
    }

    /// Writes a session's draft if the session has changed since it was last written.
    ///
    /// - Parameter completion: called when the draft is on the disk, or with `storeUnavailable`.
    func keepDraft(
        of session: Session,
        completion: @escaping @LoopActor (Result<Void, any Error>) -> Void = { _ in }
    ) {
        guard let name = session.draft, let store else { return completion(.success(())) }
        var draft = Draft(user: session.owner, form: session.definition.name, name: name, changed: now())
        guard session.isDraftDue else {
            // If an earlier write fails, the draft is due again.
            guard isWritingDraft(of: session) else { return completion(.success(())) }
            return store.afterSlowWork { [self] in keepDraft(of: session, completion: completion) }
        }
        draft.values = session.form.draft
        let bytes = store.draftBytes(with: draft)
        guard bytes <= limits.draftBytesPerUser else {
            let message = "the drafts of user \(session.owner) would take \(bytes) of \(limits.draftBytesPerUser) bytes"
            logger.warning("a draft cannot be stored: \(message)")
            return completion(.failure(RuntimeError(.limitExceeded, message)))
        }
        session.isDraftDue = false
        store.keep(draft) { [weak self, weak session] result in
            if case .failure = result, let session, !session.isClosed, session.form.state != .submitted {
                self?.scheduleDraft(of: session)
            }
            completion(result.mapError { FormError($0, keeping: "draft") })
        }
    }

    func isWritingDraft(of session: Session) -> Bool {
        guard let name = session.draft, let store else { return false }
        return store.isWriting(Draft(user: session.owner, form: session.definition.name, name: name))
    }

    /// Deletes the session's draft, because the form was submitted or the user's input must be erased.
    ///
    /// - Parameter completion: called when the draft cannot come back any more, also before this function returns. If the
    ///   disk does not erase it, that is tried again every second, and the log says so.
    func discardDraft(of session: Session, _ completion: @escaping @LoopActor () -> Void) {
        session.isDraftDue = false
        guard let name = session.draft, let store,
            store.mayHaveDraft(of: session.owner, form: session.definition.name, name: name)
        else { return completion() }
        let draft = Draft(user: session.owner, form: session.definition.name, name: name)
        store.discard(draft) { [self] _ in turns.run(of: session.owner, completion) }
    }

    /// Lists a user's drafts, without their values. Throws `limitExceeded` if too many calls of the user wait for that.
    ///
    /// - Parameter completion: called with the drafts, also before this function returns.
    package func listDrafts(
        of user: UInt32,
        completion: @escaping @LoopActor ([Draft]) -> Void
    ) throws(RuntimeError) {
        guard let store else { return completion([]) }
        guard draftLists[user, default: 0] < limits.queuedTransactions else {
            throw RuntimeError(.limitExceeded, "\(limits.queuedTransactions) calls wait for the list of drafts")
        }
        draftLists[user, default: 0] += 1
        store.readDrafts(of: user) { [self] drafts in
            draftLists[user] = draftLists[user].flatMap { $0 > 1 ? $0 - 1 : nil }
            turns.run(of: user) { completion(drafts) }
        }
    }

    /// Deletes a draft. An open session with the draft stores it again at its next change. Throws `invalidArgument` if
    /// the user has no such draft.
    ///
    /// - Parameter completion: called when the draft cannot come back any more, or with `storeUnavailable`.
    package func discardDraft(
        of user: UInt32,
        form: String,
        name: String,
        completion: @escaping @LoopActor (Result<Void, any Error>) -> Void = { _ in }
    ) throws(RuntimeError) {
        let open = sessions.sessions(of: user).filter { $0.draft == name && $0.definition.name == form }
        // A draft that is due has not been written yet.
        guard let store, store.mayHaveDraft(of: user, form: form, name: name) || open.contains(where: \.isDraftDue)
        else {
            throw RuntimeError(
                .invalidArgument,
                "there is no draft \"\(name.prefix(80))\" of the form \"\(form.prefix(80))\""
            )
        }
        for session in open { session.isDraftDue = false }
        sessions.noteDiscardedDraft(of: user, form: form, name: name)
        store.discard(Draft(user: user, form: form, name: name)) { result in
            completion(result.mapError { FormError($0, keeping: "change of the drafts") })
        }
    }
}
