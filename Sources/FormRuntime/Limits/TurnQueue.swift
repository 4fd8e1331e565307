/// Decides whose call is served next, so that nobody who calls without end keeps the others waiting.
///
/// In a turn of the loop each user has a share of its time. Whoever has used it up waits until the next turn; then the
/// users who wait are served one call after the other in turn, until each has used up the share of that turn or has nothing
/// more to be served. The calls of one user stay in order. So a call waits at most for one call of each other user, and a
/// user who is alone is never held up.
package struct TurnQueue<Job> {
    private struct User {
        var waiting: [Job] = []
        var used = Duration.zero
    }

    private let share: Duration
    private let capacity: Int
    private var users: [UInt32: User] = [:]
    /// The users with waiting calls; the first is served next.
    private var order: ArraySlice<UInt32> = []

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
    ///   - capacity: how many calls of one user may wait.
    package init(share: Duration, capacity: Int) {
        self.share = share
        self.capacity = capacity
    }

    /// Whether no call waits.
    package var isEmpty: Bool { order.isEmpty }

    /// What is to become of a call of this user that has just arrived.
    package func admission(of user: UInt32) -> Admission {
        guard let state = users[user] else { return .serve }
        if state.waiting.isEmpty, state.used < share { return .serve }
        return state.waiting.count < capacity ? .wait : .refuse
    }

    /// Adds a call that waits.
    package mutating func append(_ job: Job, of user: UInt32) {
        if users[user]?.waiting.isEmpty ?? true { order.append(user) }
        users[user, default: User()].waiting.append(job)
    }

    /// A call of this user has taken so much time.
    package mutating func spend(_ time: Duration, of user: UInt32) {
        users[user, default: User()].used += time
    }

    /// Begins a new turn: every user has a whole share again.
    package mutating func beginTurn() {
        guard !order.isEmpty else { return users.removeAll(keepingCapacity: true) }
        users = users.compactMapValues { $0.waiting.isEmpty ? nil : User(waiting: $0.waiting) }
    }

    /// The call to serve next in this turn; `nil` if the rest has to wait for the next one.
    package mutating func next() -> (user: UInt32, job: Job)? {
        for _ in order.indices {
            let user = order.removeFirst()
            guard var state = users[user], state.used < share else {
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
