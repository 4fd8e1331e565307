import EventLoop
import FormEngine
import FormModel
package import FormStore
import Logging

/// Sessions that are begun at one daemon and gone on with at another: see `SharedStore`.
extension FormRuntime: SharedStoreDelegate {
    func shared() throws -> SharedStore {
        guard let shared = store?.shared else {
            throw FormError(.storeUnavailable, "formd shares no sessions: it has no setting \"store\"")
        }
        return shared
    }

    // MARK: Going on here

    /// Lists a user's sessions at other daemons, the newest first.
    package func listElsewhere(
        of user: UInt32,
        completion: @escaping @LoopActor (Result<[SharedStore.Listed], any Error>) -> Void
    ) throws {
        try shared().list(of: user) { result in completion(result.mapError(\.told)) }
    }

    /// Makes a code with which anybody can go on with a session at another daemon, once and for a quarter of an hour.
    package func share(
        _ session: Session,
        completion: @escaping @LoopActor (Result<String, any Error>) -> Void
    ) throws {
        let shared = try shared()
        guard let identity = session.sharing else {
            throw FormError(.storeUnavailable, "only a session that is stored can be shared")
        }
        shared.share(identity) { result in completion(result.mapError(\.told)) }
    }

    /// Goes on with a session of another daemon.
    ///
    /// - Parameters:
    ///   - what: a code, or the identifier of one of the user's own sessions.
    ///   - completion: called with the session, which is the user's now. If it cannot be gone on with here, it is given back.
    package func attach(
        _ what: String,
        for user: UInt32,
        completion: @escaping @LoopActor (Result<SessionIdentifier, any Error>) -> Void
    ) throws {
        let shared = try shared()
        let take: @LoopActor (Result<SharedStore.Claimed, SharedStoreError>) -> Void = { [self] result in
            switch result {
            case .success(let claimed):
                takeIn(claimed, for: user) { result in
                    shared.endClaim(of: claimed.identity, isKept: (try? result.get()) != nil)
                    completion(result)
                }
            case .failure(let error): completion(.failure(error.told))
            }
        }
        guard let code = SharedCode.typed(what) else { return shared.claim(what, of: user, completion: take) }
        // A code must not be found by trying.
        let now = EventLoop.now
        guard codeAttempts[user, default: Self.codesOfUser].left(at: now) >= 1 else {
            throw RuntimeError(.limitExceeded, "user \(user) has tried too many codes; try again in a minute")
        }
        codeAttempts[user, default: Self.codesOfUser].take(1, at: now)
        shared.find(code) { result in
            switch result {
            case .success(let id): shared.claim(id, of: nil, code: code, completion: take)
            case .failure(let error): completion(.failure(error.told))
            }
        }
    }

    /// The codes that a user may try.
    private static let codesOfUser = Allowance(burst: 10, perSecond: 0.1)

    private func takeIn(
        _ claimed: SharedStore.Claimed,
        for user: UInt32,
        completion: @escaping @LoopActor (Result<SessionIdentifier, any Error>) -> Void
    ) {
        do {
            guard let store else { throw RuntimeError(.unknownSession, "nothing is stored") }
            let contents = try SessionFileContents(claimed.contents)
            let theirs = try StoredSession(contents.entries)
            // This user may have a session with the same token already.
            var identifier = SessionIdentifier(owner: user, token: theirs.identifier.token)
            if (try? sessions.checkIsFree(identifier)) == nil {
                identifier = SessionIdentifier(owner: user, token: .random())
            }
            let entries = StoredSession.entries(contents.entries, for: user, identifier.token, as: claimed.identity)
            let stored = try StoredSession(entries)
            try accounts[user].open(fields: stored.fields, bytes: stored.bytes)
            sessions.reserve(identifier, because: "it is being fetched from another daemon")
            store.adopt(stored.file, entries, contents) { [self] result in
                sessions.release(identifier)
                switch result {
                case .success:
                    sessions.insert(stored)
                    logger.notice("a session goes on here", metadata: ["session": "\(identifier.token)"])
                    completion(.success(identifier))
                case .failure(let error):
                    accounts[user].close(fields: stored.fields, bytes: stored.bytes)
                    completion(.failure(FormError(error)))
                }
            }
        } catch {
            completion(.failure(error is StoreFormatError ? FormError(unreadable: "session", error) : error))
        }
    }

    // MARK: Going on elsewhere

    package func release(_ file: String) {
        guard let shared = store?.shared, let identifier = SessionIdentifier(file: file) else { return }
        let asked = EventLoop.now
        if let stored = sessions.storedSession(identifier), let identity = stored.sharing {
            shared.release(identity) { [self] isReleased in
                guard isReleased else { return }
                if sessions.storedSession(identifier) != nil { return giveAway(stored) }
                // It was read meanwhile, and is taken again unless the other daemon has it already.
                if let file = sessions[identifier]?.file { shared.written(file.name, file.entries, isWhole: true) }
            }
        } else if let session = sessions[identifier], let identity = session.sharing {
            whenFree(session, for: nil, or: { _ in }) { [self] in
                // The other daemon may not wait any more.
                guard !session.isClosed, EventLoop.now - asked < SharedStore.patience else { return }
                session.isSuspended = true
                shared.release(identity) { [self] isReleased in
                    session.isSuspended = false
                    if isReleased, !session.isClosed { giveAway(session) }
                    session.resume()
                }
            }
        }
    }

    private func giveAway(_ session: Session) {
        // The draft is written where the session goes on.
        (session.isGivenAway, session.isDraftDue) = (true, false)
        logger.notice("a session goes on elsewhere", metadata: ["session": "\(session.identifier.token)"])
        close(session, reason: .moved)
    }

    private func giveAway(_ stored: StoredSession) {
        forget(stored)
        store?.giveAway(stored.file)
    }

    package func lost(_ file: String, _ identity: SharedIdentity, hasMore: Bool) {
        guard let identifier = SessionIdentifier(file: file) else { return }
        guard let session = sessions[identifier] else {
            guard let stored = sessions.storedSession(identifier), stored.sharing == identity else { return }
            if !hasMore { return giveAway(stored) }
            // A session in memory can be stored with another identity.
            try? read(stored, for: nil) { [self] result in
                if case .success = result { lost(file, identity, hasMore: true) }
            }
            return
        }
        guard session.sharing == identity else { return }
        if !hasMore {
            // Something may be being stored, and then there is more.
            return session.add(for: session.owner, needsStored: true) { [self] in
                guard !session.isClosed, session.sharing == identity, store?.shared?.isOwn(identity) == false else {
                    return
                }
                giveAway(session)
            }
        }
        logger.warning(
            "a session was gone on with at another daemon while this one was cut off; both are kept",
            metadata: ["session": "\(identifier.token)", "form": "\(session.definition.name)"]
        )
        identify(session)
    }

    /// Shares a session that was stored before sessions were shared.
    func shareLater(_ session: Session) {
        if store?.shared != nil, session.sharing == nil { identify(session) }
    }

    /// Gives a session an identity of its own in the shared store.
    private func identify(_ session: Session) {
        let former = session.sharing
        session.add(for: session.owner, needsStored: true) { [self] in
            guard !session.isClosed, session.sharing == former, let file = session.file else { return }
            let identity = SharedIdentity.random()
            let saved = session.form.saved
            session.isSuspended = true
            file.keep(
                file.entries.merging([SharedIdentity.entry: identity.text]) { $1 },
                SessionRecord(.whole, revision: saved.revision, saved.bytes[...])
            ) { [self] result in
                session.isSuspended = false
                switch result {
                case .success: session.sharing = identity
                case .failure(let error):
                    logger.error(
                        "a session cannot be shared: \(error)",
                        metadata: ["session": "\(session.identifier.token)"]
                    )
                }
                session.resume()
            }
        }
    }
}

extension SharedStoreError {
    /// What a caller is told.
    var told: any Error {
        switch self {
        case .away: FormError(.storeUnavailable, "the database of the shared sessions cannot be reached")
        case .notShared: FormError(.storeUnavailable, "the session is not in the database yet")
        case .unknown: RuntimeError(.unknownSession, "there is no such session, or the code is not valid any more")
        case .held(let kiosk):
            RuntimeError(.sessionExists, "the session is open at \(kiosk), which does not release it")
        case .failed(let reason): FormError(.storeUnavailable, "the database refuses: \(reason)")
        }
    }
}
