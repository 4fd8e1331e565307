import EventLoop
import FormModel
import Logging
import PluginHost

/// The users and connections of a session: users with a role, connections that receive its signals, and the handling of
/// sessions that are no longer used.
extension FormRuntime {
    // MARK: Connections

    /// Closes the sessions that were bound to a connection, and removes the connection's subscriptions. A session that
    /// is bound to its subscribers closes a minute after the last one has left.
    package func connectionClosed(_ connection: Client.Connection) {
        connectionsClosed { $0 == connection }
    }

    /// Does the same for all connections to the message bus. Another bus assigns their names to other clients.
    package func busClosed() {
        connectionsClosed { if case .bus = $0 { true } else { false } }
    }

    private func connectionsClosed(_ isClosed: (Client.Connection) -> Bool) {
        for session in Array(sessions.all) {
            endSubscriptions(to: session) { isClosed($0.connection) }
            if session.lifetime == .connection, let opener = session.opener, isClosed(opener.connection) {
                if outlivesConnections { leave(session) } else { close(session, reason: .ownerVanished) }
            }
        }
    }

    /// Removes all connections without closing sessions, because clients will connect to the next program of this
    /// daemon. They have a minute for that if their session is bound to a connection.
    package func forgetConnections() {
        for session in sessions.all {
            (session.subscribers, session.followers, session.recorders) = ([], [:], [])
            leave(session)
        }
    }

    /// Starts the minute after which a session closes that is bound to a connection.
    func leave(_ session: Session) {
        session.opener = nil
        guard session.lifetime != .detached else { return }
        session.abandonedSince = session.abandonedSince ?? clock()
        scheduleCheck(of: session)
    }

    /// Binds a session whose connection ended with the previous program of this daemon to a new connection of its
    /// owner.
    func adopt(_ session: Session, _ client: Client) {
        guard session.lifetime == .connection, session.opener == nil, client.user == session.owner else { return }
        session.opener = client
        session.abandonedSince = nil
    }

    /// Sends the session's signals to the connection.
    ///
    /// - Parameter follower: what a connection that is told of whole transactions wants to know.
    package func subscribe(_ client: Client, to session: Session, as follower: Follower? = nil) throws {
        try insert(client, into: \.subscribers, of: session)
        session.followers[client] = follower
        adopt(session, client)
        noteSubscribers(of: session)
    }

    /// Does something for a user that cannot be taken back, when everything is stored. Throws `limitExceeded` if too many
    /// calls wait.
    ///
    /// - Parameter work: called with the reason why the user may not do it any more, if there is one.
    package func whenStored(
        _ session: Session,
        for user: UInt32,
        _ work: @escaping @LoopActor (Result<Void, RuntimeError>) -> Void
    ) throws(RuntimeError) {
        if session.commit == nil { return work(.success(())) }
        try wait(for: session, as: user, needsStored: true, completion: work)
    }

    /// Sends the connection a signal for each operation from now on.
    package func record(_ session: Session, for client: Client) throws {
        try insert(client, into: \.recorders, of: session)
    }

    private func insert(
        _ client: Client,
        into clients: ReferenceWritableKeyPath<Session, Set<Client>>,
        of session: Session
    ) throws(RuntimeError) {
        let isNew = !session[keyPath: clients].contains(client)
        guard !isNew || session[keyPath: clients].count < limits.subscribersPerSession else {
            throw RuntimeError(
                .limitExceeded,
                "\(limits.subscribersPerSession) connections are subscribed to this session"
            )
        }
        session[keyPath: clients].insert(client)
    }

    package func unsubscribe(_ client: Client, from session: Session) {
        endSubscriptions(to: session) { $0 == client }
    }

    private func endSubscriptions(to session: Session, _ isEnding: (Client) -> Bool) {
        session.subscribers = session.subscribers.filter { !isEnding($0) }
        session.followers = session.followers.filter { !isEnding($0.key) }
        session.recorders = session.recorders.filter { !isEnding($0) }
        noteSubscribers(of: session)
    }

    /// Starts or cancels the closing of a session that is bound to its subscribers.
    func noteSubscribers(of session: Session) {
        guard session.lifetime == .members else { return }
        session.abandonedSince = session.subscribers.isEmpty ? session.abandonedSince ?? clock() : nil
        scheduleCheck(of: session)
    }

    // MARK: Roles

    /// Grants a user a role in a session, when the role is stored. Fails with `invalidArgument` for a user unknown to the
    /// machine and for the user who opened the session, with `limitExceeded`, and with `storeUnavailable`.
    ///
    /// - Parameter caller: who grants it; `nil` if the owner does.
    package func grant(
        _ role: Role,
        to user: UInt32,
        in session: Session,
        as caller: UInt32? = nil,
        completion: @escaping @LoopActor (Result<Void, any Error>) -> Void
    ) {
        whenFree(session, for: caller, or: completion) { [self] in
            // What follows must find the role, so it waits until the user is known.
            session.isSuspended = true
            LoopActor.task { [self] in
                let isKnown = await knowsUser(user)
                session.isSuspended = false
                changeMembers(of: session) { [limits] members throws(RuntimeError) in
                    guard isKnown else { throw RuntimeError(.invalidArgument, "there is no user \(user)") }
                    try members.grant(role, to: user, limit: limits.membersPerSession)
                } completion: { result in
                    // Only owners may record.
                    if role != .owner, case .success = result {
                        session.recorders = session.recorders.filter { $0.user != user }
                    }
                    completion(result)
                }
                session.resume()
            }
        }
    }

    /// Revokes a user's role in a session, and removes the subscriptions of the user's connections, when that is stored.
    /// Fails with `invalidArgument` for the user who opened the session and for a user without a role, and with
    /// `storeUnavailable`.
    ///
    /// - Parameter caller: who revokes it; `nil` if the owner does.
    package func revoke(
        _ user: UInt32,
        in session: Session,
        as caller: UInt32? = nil,
        completion: @escaping @LoopActor (Result<Void, any Error>) -> Void
    ) {
        whenFree(session, for: caller, or: completion) { [self] in
            changeMembers(of: session) { members throws(RuntimeError) in
                try members.revoke(user)
            } completion: { [self] result in
                if case .success = result {
                    let clients = session.subscribers.union(session.recorders).filter { $0.user == user }
                    if !clients.isEmpty {
                        observer?.subscriptionsEnd(to: session, of: Array(clients), reason: .revoked)
                    }
                    endSubscriptions(to: session) { $0.user == user }
                }
                completion(result)
            }
        }
    }

    /// Calls `change` now, or after what waits for the session.
    ///
    /// - Parameter completion: called instead with the reason why the caller cannot wait, or may not change the roles any
    ///   more.
    func whenFree(
        _ session: Session,
        for caller: UInt32?,
        or completion: @escaping @LoopActor (Result<Void, any Error>) -> Void,
        _ change: @escaping @LoopActor () -> Void
    ) {
        if session.isAtRest { return change() }
        do {
            try wait(for: session, as: caller ?? session.owner, needsStored: true) { result in
                switch result {
                case .success: change()
                case .failure(let error): completion(.failure(error))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Notes that a user has used a session in which an owner has granted the user a role. Only now the session is in the
    /// user's list, and signals are sent to the user.
    package func accept(_ session: Session, by user: UInt32) {
        guard !session.members.hasAccepted(user) else { return }
        session.members.accept([user])
        guard session.file != nil else { return }
        session.add(for: session.owner, needsStored: true) { [self] in
            // If it cannot be stored, the user accepts the role again after a restart.
            if !session.isClosed { keep(session.members, of: session) { _ in } }
        }
    }

    private func changeMembers(
        of session: Session,
        _ change: @escaping (inout SessionMembers) throws(RuntimeError) -> Void,
        completion: @escaping @LoopActor (Result<Void, any Error>) -> Void
    ) {
        var members = session.members
        do throws(RuntimeError) {
            guard !session.isClosed else { throw Self.closed(session) }
            try change(&members)
        } catch {
            return completion(.failure(error))
        }
        keep(members, of: session) { [self] result in
            guard !session.isClosed else { return completion(.failure(Self.closed(session))) }
            if case .success = result {
                let before = session.members
                session.members = members
                // Users may have accepted their roles meanwhile.
                session.members.accept(before.accepted)
                sessions.membersChanged(of: session, from: before)
            }
            completion(result)
        }
    }

    // MARK: Idle sessions

    /// Restarts the idle time of a session.
    package func use(_ session: Session) {
        session.use(at: clock())
        // Without an idle policy the end of the idle time only moves later, which the scheduled check detects itself.
        if session.idleWatch != nil { scheduleCheck(of: session) }
    }

    func scheduleCheck(of session: Session) {
        if let due = session.due { scheduleIdleCheck(at: due) }
    }

    /// Schedules a check of idle sessions, but at most one per second.
    func scheduleIdleCheck(at due: ContinuousClock.Instant) {
        do {
            try idleTimer.schedule(at: EventLoop.now + max(due - clock(), .seconds(1)))
        } catch {
            logger.error("idle sessions cannot be detected", metadata: ["reason": "\(error)"])
        }
    }

    /// Warns about, resets and closes sessions that have been idle for long enough. Called by the timer.
    package func checkIdleSessions() {
        let now = clock()
        readIdleSessions(at: now)
        for session in Array(sessions.all) where session.isAnnounced {
            if let expiry = session.expiry, expiry.time <= now {
                close(session, reason: expiry.reason)
            } else if let event = session.idleWatch?.event(at: now) {
                switch event {
                case .warning(let seconds): observer?.sessionIdles(session, secondsLeft: seconds)
                // At its owner's expense and turn: many of them may be due at once.
                case .action(.close): turns.continue(session.owner) { [self] in wipe(session) }
                case .action(.reset): turns.continue(session.owner) { [self] in restart(session) }
                }
            }
        }
        if let next = sessions.all.lazy.filter(\.isAnnounced).compactMap(\.due).min() { scheduleIdleCheck(at: next) }
        scheduleStoredCheck()
    }

    /// Resets a form to its initial state after its waiting transactions. If this fails, the session is closed, because
    /// the user's input must be erased.
    private func restart(_ session: Session) {
        guard session.isFree else { return session.add(for: session.owner) { [self] in startAgain(session) } }
        startAgain(session)
    }

    private func startAgain(_ session: Session) {
        guard !session.isClosed else { return }
        start(session.restart, on: session, ifRevision: nil, isUse: false, endsDraft: true) { [self] result in
            guard case .success = result else { return wipe(session) }
            session.say { [self] in
                session.answers = [:]
                plugins.plugins(of: session.owner).forgetInput()
            } refuse: { [self] _ in
                wipe(session)
            }
        }
    }

    /// Closes a session, when its draft is erased, and erases what plug-ins know of the user's input.
    private func wipe(_ session: Session) {
        discardDraft(of: session) { [self] in
            // It may have been used meanwhile.
            session.isDraftDue = false
            close(session, reason: .idle)
            plugins.plugins(of: session.owner).forgetInput()
        }
    }
}
