package import EventLoop

/// Decides whose call is served next, so that nobody who calls without end keeps the others waiting.
///
/// In a turn of the loop each user has a share of its time. Whoever has used it up waits until the next turn; then the
/// users who wait are served one call after the other in turn, until each has used up the share of that turn or has nothing
/// more to be served. The calls of one user stay in order. So a call waits at most for one call of each other user, and a
/// user who is alone is never held up.
///
/// That does not help against a user whose many calls are short: they and their replies keep the bus and the processors busy,
/// and everybody waits there. Therefore a user who has *company*, somebody else who has called within the last second, has an
/// allowance of the loop's time. Whoever has used it up waits until some has come back, whether the loop is busy or not.
package struct TurnQueue<Job> {
    package typealias Instant = EventLoop.Instant

    private struct User {
        var waiting: [Job] = []
        var used = Duration.zero
    }

    private let share: Duration
    private let capacity: Int
    private let allowance: Allowance
    private var users: [UInt32: User] = [:]
    /// The users with waiting calls; the first is served next.
    private var order: ArraySlice<UInt32> = []
    /// The seconds of the loop's time that users have left who have called in company.
    private var allowances: [UInt32: Allowance] = [:]
    /// When there are more allowances than this, those are dropped that are whole again.
    private var keptAllowances = 64
    /// Who called last, and who else before, each with the time of the last call.
    private var lastCaller: (user: UInt32, time: Instant)?
    private var callerBefore: (user: UInt32, time: Instant)?

    /// For how long a call makes its user the company of others.
    private static var presence: Duration { .seconds(1) }

    package enum Admission {
        /// Serve the call now.
        case serve
        /// Let the call wait with `append`.
        case wait
        /// Too many calls of this user wait.
        case refuse
    }

    /// - Parameters:
    ///   - share: how much of a turn's time a user may have.
    ///   - allowance: how many seconds of the loop's time a user may have in company.
    ///   - capacity: how many calls of one user may wait.
    package init(share: Duration, allowance: Allowance, capacity: Int) {
        self.share = share
        self.allowance = allowance
        self.capacity = capacity
    }

    /// Whether no call waits.
    package var isEmpty: Bool { order.isEmpty }

    /// What is to become of a call of this user that has just arrived.
    package mutating func admission(of user: UInt32, at now: Instant) -> Admission {
        if let lastCaller, lastCaller.user != user { callerBefore = lastCaller }
        lastCaller = (user, now)
        let state = users[user] ?? User()
        if state.waiting.isEmpty, state.used < share, timeToWait(of: user, at: now) == .zero { return .serve }
        return state.waiting.count < capacity ? .wait : .refuse
    }

    /// Adds a call that waits.
    package mutating func append(_ job: Job, of user: UInt32) {
        if users[user]?.waiting.isEmpty ?? true { order.append(user) }
        users[user, default: User()].waiting.append(job)
    }

    /// A call of this user has taken so much time.
    package mutating func spend(_ time: Duration, of user: UInt32, at now: Instant) {
        users[user, default: User()].used += time
        guard company(of: user, until: now) != nil else { return }
        if allowances.count > keptAllowances {
            allowances = allowances.filter { !$0.value.isWhole(at: now) }
            keptAllowances = max(keptAllowances, 2 * allowances.count)
        }
        allowances[user, default: allowance].take(time / .seconds(1), at: now)
    }

    /// How long those who wait have to wait at least; zero if somebody can be served in the next turn.
    package func timeToWait(at now: Instant) -> Duration {
        order.map { timeToWait(of: $0, at: now) }.min() ?? .zero
    }

    /// How long a user has to wait who has used too much of the loop's time in company.
    private func timeToWait(of user: UInt32, at now: Instant) -> Duration {
        guard let end = company(of: user, until: now), let allowance = allowances[user] else { return .zero }
        return min(allowance.timeToWait(at: now), end - now)
    }

    /// When the user ceases to have company; `nil` if there is none now.
    private func company(of user: UInt32, until now: Instant) -> Instant? {
        let other = lastCaller?.user == user ? callerBefore : lastCaller
        return other.map { $0.time + Self.presence }.flatMap { $0 > now ? $0 : nil }
    }

    /// Begins a new turn: every user has a whole share again.
    package mutating func beginTurn() {
        guard !order.isEmpty else { return users.removeAll(keepingCapacity: true) }
        users = users.compactMapValues { $0.waiting.isEmpty ? nil : User(waiting: $0.waiting) }
    }

    /// The call to serve next in this turn; `nil` if the rest has to wait for the next one.
    package mutating func next(at now: Instant) -> (user: UInt32, job: Job)? {
        for _ in order.indices {
            let user = order.removeFirst()
            guard var state = users[user], state.used < share, timeToWait(of: user, at: now) == .zero else {
                order.append(user)
                continue
            }
            guard !state.waiting.isEmpty else { continue }
            // A slice would keep what was taken out of it.
            let job = state.waiting.removeFirst()
            users[user] = state
            if !state.waiting.isEmpty { order.append(user) }
            return (user, job)
        }
        return nil
    }
}
