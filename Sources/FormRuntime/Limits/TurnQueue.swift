package import EventLoop

/// Determines whose call is served next, so that no user can keep the others waiting by calling continuously.
///
/// Each user has a share of every iteration of the event loop. Calls of a user who has used up the share wait for the
/// next iteration, which serves one call of each waiting user in turn, until each has used up that iteration's share or
/// has no more calls. The calls of one user stay in order: the rest of a call that has waited for something else comes
/// before the calls that have not begun. A call of a user who has used nothing of the share waits for the
/// call that is being served, or for the rest of the iteration if users wait; a user who is alone never waits.
///
/// This does not limit a user with many short calls: the calls and their replies keep the bus and the processors busy,
/// so that others wait there. Therefore a user has an allowance of the loop's time during *contention*, which means
/// that another user calls again and again: has called twice within half a second, less than half a second ago. When the
/// allowance is used up, the user's calls wait until some of it has regenerated, even if the loop is idle. A user beside
/// whom others call rarely never waits for that.
package struct TurnQueue<Job> {
    package typealias Instant = EventLoop.Instant

    private struct User {
        /// The rests of calls that have begun, then the calls that have not.
        var waiting: [Job] = []
        var restCount = 0
        var used = Duration.zero
    }

    /// A time that counts half after each `halfLife`.
    private struct RecentUse {
        var time: Duration
        var since: Instant
        static var halfLife: Duration { .milliseconds(250) }

        func left(at now: Instant) -> RecentUse {
            let halvings = max(0, Int((now - since) / Self.halfLife))
            let time = halvings < 32 ? time / (1 << halvings) : .zero
            return RecentUse(time: time, since: since + Self.halfLife * halvings)
        }
    }

    private let share: Duration
    private let capacity: Int
    private let allowance: Allowance
    private var users: [UInt32: User] = [:]
    /// The users with waiting calls; the first is served next.
    private var order: ArraySlice<UInt32> = []
    /// The time of the loop, in seconds, that is left to each user who has called during contention.
    private var allowances = UserTable<Allowance>()
    /// The last user who called again, and the last other one, each with the time of the call.
    private var lastCaller: (user: UInt32, time: Instant)?
    private var callerBefore: (user: UInt32, time: Instant)?
    /// The time that users have used lately.
    private var uses = UserTable<RecentUse>()
    /// When users called last.
    private var lastCalls = UserTable<Instant>()

    /// How long after a call its user causes contention for others by calling again, and then by that call.
    private static var presence: Duration { .milliseconds(500) }

    package enum Admission {
        /// Serve the call now.
        case serve
        /// Add the call with `append`.
        case wait
        /// Reject the call, because too many calls of this user wait.
        case refuse
    }

    /// - Parameters:
    ///   - share: the time of an iteration that one user may use.
    ///   - allowance: the loop's time that a user may use during contention, in seconds.
    ///   - capacity: the maximum number of waiting calls of one user.
    package init(share: Duration, allowance: Allowance, capacity: Int) {
        self.share = share
        self.allowance = allowance
        self.capacity = capacity
    }

    /// Whether no call is waiting.
    package var isEmpty: Bool { order.isEmpty }

    /// How to handle a call of this user that has just arrived.
    ///
    /// - Parameters:
    ///   - isBusy: whether another call is being served.
    ///   - isRest: whether it is the rest of a call that has begun.
    package mutating func admission(
        of user: UInt32,
        at now: Instant,
        isBusy: Bool = false,
        isRest: Bool = false
    ) -> Admission {
        if !isRest { note(user, at: now) }
        let state = users[user] ?? User()
        let before = isRest ? state.restCount : state.waiting.count
        if !isBusy, before == 0, state.used < share, timeToWait(of: user, at: now) == .zero { return .serve }
        return state.waiting.count < capacity ? .wait : .refuse
    }

    private mutating func note(_ user: UInt32, at now: Instant) {
        if let last = lastCalls[user], now - last < Self.presence {
            if let lastCaller, lastCaller.user != user { callerBefore = lastCaller }
            lastCaller = (user, now)
        }
        lastCalls.set(now, for: user) { now - $0 < Self.presence }
    }

    /// Adds a waiting call, or the rest of one.
    package mutating func append(_ job: Job, of user: UInt32, isRest: Bool = false) {
        var state = users[user] ?? User()
        if state.waiting.isEmpty { order.append(user) }
        state.waiting.insert(job, at: isRest ? state.restCount : state.waiting.count)
        if isRest { state.restCount += 1 }
        users[user] = state
    }

    /// Counts the time that a call of this user has taken.
    package mutating func spend(_ time: Duration, of user: UInt32, at now: Instant) {
        users[user, default: User()].used += time
        var use = (uses[user] ?? RecentUse(time: .zero, since: now)).left(at: now)
        use.time += time
        uses.set(use, for: user) { $0.left(at: now).time > .zero }
        guard contentionEnd(for: user, at: now) != nil else { return }
        var rest = allowances[user] ?? allowance
        rest.take(time / .seconds(1), at: now)
        allowances.set(rest, for: user) { !$0.isWhole(at: now) }
    }

    /// The time that a user has used lately, of which what is older counts less.
    package func recentUse(of user: UInt32, at now: Instant) -> Duration { uses[user]?.left(at: now).time ?? .zero }

    /// The minimum time until a waiting call can be served; zero if one can be served in the next iteration.
    package func timeToWait(at now: Instant) -> Duration {
        order.map { timeToWait(of: $0, at: now) }.min() ?? .zero
    }

    /// The time that a user has to wait after using too much of the loop's time during contention.
    package func timeToWait(of user: UInt32, at now: Instant) -> Duration {
        guard let end = contentionEnd(for: user, at: now), let allowance = allowances[user] else { return .zero }
        return min(allowance.timeToWait(at: now), end - now)
    }

    /// The time at which the contention for a user ends, because no other user has called for a while; `nil` if there
    /// is none.
    private func contentionEnd(for user: UInt32, at now: Instant) -> Instant? {
        let other = lastCaller?.user == user ? callerBefore : lastCaller
        return other.map { $0.time + Self.presence }.flatMap { $0 > now ? $0 : nil }
    }

    /// Starts a new iteration, in which every user has a full share again.
    package mutating func beginTurn() {
        guard !order.isEmpty else { return users.removeAll(keepingCapacity: true) }
        users = users.compactMapValues { $0.waiting.isEmpty ? nil : User(waiting: $0.waiting, restCount: $0.restCount) }
    }

    /// The call to serve next in this iteration; `nil` if all others have to wait for the next one.
    package mutating func next(at now: Instant) -> (user: UInt32, job: Job)? {
        for _ in order.indices {
            let user = order.removeFirst()
            guard var state = users[user], state.used < share, timeToWait(of: user, at: now) == .zero else {
                order.append(user)
                continue
            }
            guard !state.waiting.isEmpty else { continue }
            // A slice would keep the removed element alive.
            let job = state.waiting.removeFirst()
            state.restCount = max(0, state.restCount - 1)
            users[user] = state
            if !state.waiting.isEmpty { order.append(user) }
            return (user, job)
        }
        return nil
    }
}

/// A value for each user. Values that mean nothing any more are removed when there are twice as many as were kept then.
private struct UserTable<Value> {
    private var values: [UInt32: Value] = [:]
    private var capacity = 64

    subscript(user: UInt32) -> Value? { values[user] }

    mutating func set(_ value: Value, for user: UInt32, keeping isNeeded: (Value) -> Bool) {
        values[user] = value
        guard values.count > capacity else { return }
        values = values.filter { isNeeded($0.value) }
        capacity = max(capacity, 2 * values.count)
    }
}
