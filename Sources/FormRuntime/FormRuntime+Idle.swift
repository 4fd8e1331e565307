import EventLoop
import FormModel
import Logging

/// What becomes of sessions that nobody uses.
extension FormRuntime {
    /// Somebody uses the session: its idle time begins anew.
    package func use(_ session: Session) {
        session.use(at: clock())
        // Without an idle policy the time only moves away, which the next check finds out by itself.
        if session.idleWatch != nil { scheduleCheck(of: session) }
    }

    func scheduleCheck(of session: Session) {
        if let due = session.due { scheduleIdleCheck(at: due) }
    }

    /// Arms the timer, unless it fires early enough already. It fires at most once a second.
    func scheduleIdleCheck(at due: ContinuousClock.Instant) {
        let now = clock()
        let due = max(due, now + .seconds(1))
        if let idleCheckDue, idleCheckDue <= due { return }
        do {
            if idleTimer == nil {
                idleTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.checkIdleSessions() }
            }
            idleTimer?.schedule(after: due - now)
            idleCheckDue = due
        } catch {
            logger.error("sessions that nobody uses cannot be noticed", metadata: ["reason": "\(error)"])
        }
    }

    /// Warns of, resets and closes sessions that nobody has used or subscribed to for long enough. The timer calls this.
    package func checkIdleSessions() {
        idleCheckDue = nil
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
