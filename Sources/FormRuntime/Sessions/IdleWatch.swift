package import FormModel

/// Tells when a session has been left alone for so long that its idle policy warns, and then acts. It knows no clock: it is
/// told the time.
package struct IdleWatch: Sendable {
    package enum Event: Hashable, Sendable {
        /// So many seconds are left until the action.
        case warning(seconds: Int)
        case action(IdlePolicy.Action)
    }

    package let policy: IdlePolicy

    private enum State {
        case inUse(since: ContinuousClock.Instant)
        case warned(at: ContinuousClock.Instant)
        /// The form was reset, and nobody has used it since: there is nothing to wipe.
        case atRest
    }

    private var state: State

    package init(_ policy: IdlePolicy, at now: ContinuousClock.Instant) {
        self.policy = policy
        state = .inUse(since: now)
    }

    /// When the next event comes if nobody uses the session; `nil` while none can.
    package var due: ContinuousClock.Instant? {
        switch state {
        case .inUse(let start): start + .seconds(policy.warn)
        case .warned(let start): start + .seconds(policy.grace)
        case .atRest: nil
        }
    }

    /// Somebody uses the session: its idle time begins anew.
    package mutating func use(at now: ContinuousClock.Instant) {
        state = .inUse(since: now)
    }

    /// The event that is due; `nil` if none is. Each event is returned once.
    package mutating func event(at now: ContinuousClock.Instant) -> Event? {
        guard let due, due <= now else { return nil }
        if case .inUse = state {
            // The whole grace is given, however late this is asked.
            state = .warned(at: now)
            return .warning(seconds: policy.grace)
        }
        state = .atRest
        return .action(policy.action)
    }
}
