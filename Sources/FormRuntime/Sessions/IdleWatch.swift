package import FormModel

/// Determines when a session has been idle for so long that its idle policy warns and then takes effect. It has no
/// clock; callers pass the time.
package struct IdleWatch: Sendable {
    package enum Event: Hashable, Sendable {
        /// The action follows in this number of seconds.
        case warning(seconds: Int)
        case action(IdlePolicy.Action)
    }

    package let policy: IdlePolicy

    private enum State {
        case inUse(since: ContinuousClock.Instant)
        case warned(at: ContinuousClock.Instant)
        /// The form was reset and has not been used since, so that there is nothing to erase.
        case atRest
    }

    private var state: State

    package init(_ policy: IdlePolicy, at now: ContinuousClock.Instant) {
        self.policy = policy
        state = .inUse(since: now)
    }

    /// The time of the next event if nobody uses the session; `nil` if there is none.
    package var due: ContinuousClock.Instant? {
        switch state {
        case .inUse(let start): start + .seconds(policy.warn)
        case .warned(let start): start + .seconds(policy.grace)
        case .atRest: nil
        }
    }

    /// Restarts the idle time, because the session is used.
    package mutating func use(at now: ContinuousClock.Instant) {
        state = .inUse(since: now)
    }

    /// The event that is due; `nil` if there is none. Each event is returned once.
    package mutating func event(at now: ContinuousClock.Instant) -> Event? {
        guard let due, due <= now else { return nil }
        if case .inUse = state {
            // The grace period starts now, even if this check is late.
            state = .warned(at: now)
            return .warning(seconds: policy.grace)
        }
        state = .atRest
        return .action(policy.action)
    }
}
