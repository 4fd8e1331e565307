import EventLoop
import FormModel
import Logging
import PluginHost

/// Who is there in a session: the users who have a role, and the connections that hear its signals; and what becomes of a
/// session in which nobody is any more.
extension FormRuntime {
    // MARK: Connections

    /// Closes the sessions that lived as long as a connection, and forgets its subscriptions. A session that lives as long as
    /// connections are subscribed has a minute from the last one on.
    package func connectionClosed(_ connection: Client.Connection) {
        connectionsClosed { $0 == connection }
    }

    /// Does the same for all connections of clients to the message bus. Another bus gives their names to other clients.
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

    /// Forgets every connection, and closes no session: clients connect anew to the next program of this daemon. Sessions that
    /// lived as long as connections have a minute for that.
    package func forgetConnections() {
        for session in sessions.all {
            (session.subscribers, session.recorders) = ([], [])
            leave(session)
        }
    }

    /// Begins the minute after which a session closes that lives as long as connections do.
    func leave(_ session: Session) {
        session.opener = nil
        guard session.lifetime != .detached else { return }
        session.deserted = session.deserted ?? clock()
        scheduleCheck(of: session)
    }

    /// Binds a session whose connection belonged to another program of this daemon to the one that its owner has now.
    func adopt(_ session: Session, _ client: Client) {
        guard session.lifetime == .connection, session.opener == nil, client.user == session.owner else { return }
        session.opener = client
        session.deserted = nil
    }

    /// The connection gets the session's signals, whoever else does.
    package func subscribe(_ client: Client, to session: Session) throws {
        try insert(client, into: \.subscribers, of: session)
        adopt(session, client)
        noteSubscribers(of: session)
    }

    /// The connection is told of each operation from now on.
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
            throw RuntimeError(.limitExceeded, "\(limits.subscribersPerSession) connections hear this session")
        }
        session[keyPath: clients].insert(client)
    }

    package func unsubscribe(_ client: Client, from session: Session) {
        endSubscriptions(to: session) { $0 == client }
    }

    private func endSubscriptions(to session: Session, _ isEnding: (Client) -> Bool) {
        session.subscribers = session.subscribers.filter { !isEnding($0) }
        session.recorders = session.recorders.filter { !isEnding($0) }
        noteSubscribers(of: session)
    }

    /// Begins or ends the time after which a session closes that lives as long as connections are subscribed.
    func noteSubscribers(of session: Session) {
        guard session.lifetime == .members else { return }
        session.deserted = session.subscribers.isEmpty ? session.deserted ?? clock() : nil
        scheduleCheck(of: session)
    }

    // MARK: Roles

    /// Gives a user a role in a session. Fails with `invalidArgument` for a user whom the machine does not know and for the
    /// opener, and with `limitExceeded`.
    package func grant(
        _ role: Role,
        to user: UInt32,
        in session: Session,
        completion: @escaping @LoopActor (Result<Void, any Error>) -> Void
    ) {
        LoopActor.task { [self] in
            let isKnown = await knowsUser(user)
            completion(
                Result {
                    guard isKnown else { throw RuntimeError(.invalidArgument, "there is no user \(user)") }
                    guard !session.isClosed else { throw Self.closed(session) }
                    try changeMembers(of: session) { members throws(RuntimeError) in
                        try members.grant(role, to: user, limit: limits.membersPerSession)
                    }
                    // Who is no owner any more records no more.
                    if role != .owner { session.recorders = session.recorders.filter { $0.user != user } }
                }
            )
        }
    }

    private func changeMembers(
        of session: Session,
        _ change: (inout SessionMembers) throws(RuntimeError) -> Void
    ) throws(RuntimeError) {
        let before = session.members
        try change(&session.members)
        sessions.membersChanged(of: session, from: before)
        keepMembers(of: session)
    }

    /// Takes a user's role in a session away, and with it the subscriptions of the user's connections. Throws
    /// `invalidArgument` for the opener, and for a user without a role.
    package func revoke(_ user: UInt32, in session: Session) throws(RuntimeError) {
        try changeMembers(of: session) { members throws(RuntimeError) in try members.revoke(user) }
        endSubscriptions(to: session) { $0.user == user }
    }

    // MARK: Sessions that nobody uses

    /// Somebody uses the session: its idle time begins anew.
    package func use(_ session: Session) {
        session.use(at: clock())
        // Without an idle policy the time only moves away, which the next check finds out by itself.
        if session.idleWatch != nil { scheduleCheck(of: session) }
    }

    func scheduleCheck(of session: Session) {
        if let due = session.due { scheduleIdleCheck(at: due) }
    }

    /// Sees to it that sessions are looked after by then, but not more than once a second.
    func scheduleIdleCheck(at due: ContinuousClock.Instant) {
        do {
            try idleTimer.schedule(at: EventLoop.now + max(due - clock(), .seconds(1)))
        } catch {
            logger.error("sessions that nobody uses cannot be noticed", metadata: ["reason": "\(error)"])
        }
    }

    /// Warns of, resets and closes sessions that nobody has used or subscribed to for long enough. The timer calls this.
    package func checkIdleSessions() {
        let now = clock()
        readIdleSessions(at: now)
        for session in Array(sessions.all) {
            if let expiry = session.expiry, expiry.time <= now {
                close(session, reason: expiry.reason)
            } else if let event = session.idleWatch?.event(at: now) {
                switch event {
                case .warning(let seconds): observer?.sessionIdles(session, secondsLeft: seconds)
                case .action(.close): wipe(session)
                case .action(.reset): restart(session)
                }
            }
        }
        if let next = sessions.all.lazy.compactMap(\.due).min() { scheduleIdleCheck(at: next) }
        scheduleStoredCheck()
    }

    /// Makes a form as it was opened, after the transactions that wait. A form that cannot be is closed: nothing may stay
    /// that was typed.
    private func restart(_ session: Session) {
        guard !session.isSuspended else {
            session.waiting.append { [self] in restart(session) }
            return
        }
        guard !session.isClosed else { return }
        start(session.restart, on: session, ifRevision: nil, isUse: false) { [self] result in
            switch result {
            case .success:
                session.answers = [:]
                discardDraft(of: session)
                plugins.plugins(of: session.owner).forgetAnswers()
            case .failure: wipe(session)
            }
        }
    }

    /// Closes a session, and forgets what plug-ins have answered to what was typed.
    private func wipe(_ session: Session) {
        discardDraft(of: session)
        close(session, reason: .idle)
        plugins.plugins(of: session.owner).forgetAnswers()
    }
}
