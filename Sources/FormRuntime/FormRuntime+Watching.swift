import EventLoop
import FormEngine
import FormStore
import Logging

/// Sessions of other daemons that are shown here and cannot be changed: each is a session in memory, whose form is replaced
/// whenever the other daemon has shared something.
extension FormRuntime {
    /// What connects a session that is shown here with the shared store.
    @LoopActor
    final class Watch {
        let id: String
        /// Whether it is being read, and whether something was shared since that began.
        var isReading = false
        var isBehind = false

        init(_ id: String) { self.id = id }
    }

    /// Shows a session of another daemon.
    ///
    /// - Parameters:
    ///   - id: the identifier of one of the user's own sessions.
    ///   - completion: called with the session, which ends a minute after its last subscriber has left, and with the other.
    package func watch(
        _ id: String,
        for client: Client,
        completion: @escaping @LoopActor (Result<Session, any Error>) -> Void
    ) throws {
        let shared = try shared()
        let identifier = SessionIdentifier(owner: client.user, token: try SessionIdentifier.Token("watch_\(id)"))
        if let session = sessions[identifier] { return completion(.success(session)) }
        shared.watch(id, of: client.user) { [weak self] in
            if let self, let session = sessions[identifier] { readAgain(session) }
        } completion: { [self] result in
            do {
                let contents = try read(result)
                if let session = sessions[identifier] { return completion(.success(session)) }
                let session = try show(contents, identifier)
                session.watch = Watch(id)
                if case .peer = client.connection { try subscribe(client, to: session) }
                observer?.sessionOpened(session)
                completion(.success(session))
            } catch {
                if sessions[identifier] == nil { shared.endWatching(id) }
                completion(.failure(error))
            }
        }
    }

    private func read(_ result: Result<[UInt8], SharedStoreError>) throws -> SessionFileContents {
        let bytes = try result.mapError(\.told).get()
        do throws(StoreFormatError) {
            return try SessionFileContents(bytes)
        } catch {
            throw FormError(unreadable: "session", error)
        }
    }

    private func show(_ contents: SessionFileContents, _ identifier: SessionIdentifier) throws -> Session {
        let stored = try StoredSession(StoredSession.entries(watching: contents.entries, as: identifier))
        let compiled = try compiled(contents.definition, stored)
        let form = try restored(contents.records, of: compiled, for: identifier.owner, within: budget()).form
        try accounts[identifier.owner].open(fields: stored.fields, bytes: stored.bytes)
        let session = takeUp(stored, form, nil, at: clock())
        noteSubscribers(of: session)
        return session
    }

    /// Reads a session that is shown again, because the other daemon has shared something.
    private func readAgain(_ session: Session) {
        guard let watch = session.watch, let shared = store?.shared, !session.isClosed else { return }
        if watch.isReading {
            watch.isBehind = true
            return
        }
        watch.isReading = true
        shared.read(watch.id, of: session.owner) { [self] result in
            watch.isReading = false
            guard !session.isClosed else { return }
            turns.run(of: session.owner) {
                switch result {
                case .success: replaceForm(of: session, with: Result { try read(result) })
                case .failure(.unknown): close(session, reason: .closed)
                // It is read again when the database is back.
                case .failure: break
                }
            }
            if watch.isBehind {
                watch.isBehind = false
                readAgain(session)
            }
        }
    }

    private func replaceForm(of session: Session, with contents: Result<SessionFileContents, any Error>) {
        do {
            let records = try contents.get().records
            let (form, _) = try restored(records, of: session.form.compiled, for: session.owner, within: budget())
            guard form.revision > session.form.revision else { return }
            let changes = form.changes(since: session.form)
            session.form = form
            measure(session)
            use(session)
            session.note(changes)
            observer?.session(session, changed: changes, revision: form.revision)
        } catch {
            logger.error("a session of another daemon cannot be shown: \(error)")
            close(session, reason: .closed)
        }
    }

    /// Ends what connects a session with the shared store, when it is closed.
    func endWatching(_ session: Session) {
        guard let watch = session.watch else { return }
        store?.shared?.endWatching(watch.id)
    }
}
