package import EventLoop

/// Serves the calls of all users in turn, and counts their time: connects `TurnQueue` with the event loop.
@LoopActor
package final class Turns {
    private struct Call {
        let bytes: Int
        let serve: @LoopActor () -> Void
    }

    let accounts: UserAccounts
    private let limits: Limits
    private var queue: TurnQueue<Call>
    private var isTurnOpen = false
    /// Whether a call is being served.
    private var isServing = false
    /// The time that all calls have taken.
    private var spent = Duration.zero
    /// Whether all calls wait, because the daemon ends: no reply would be sent any more when what it tells is stored.
    package var isPaused = false {
        didSet { openTurn() }
    }
    /// Serves waiting users when their allowances have regenerated.
    private lazy var pause = DeadlineTimer(tolerance: .zero) { [weak self] in self?.openTurn() }

    package init(accounts: UserAccounts, limits: Limits) {
        self.accounts = accounts
        self.limits = limits
        queue = TurnQueue(
            share: limits.share,
            allowance: Allowance(burst: limits.burstInCompany, perSecond: limits.shareInCompany),
            capacity: limits.waitingCalls
        )
    }

    /// Serves a call, now or when it is its user's turn. Throws `limitExceeded` if too many of the user's calls wait.
    ///
    /// - Parameter bytes: the memory that the call takes while it waits.
    package func serve(_ user: UInt32, bytes: Int, _ serve: @escaping @LoopActor () -> Void) throws(RuntimeError) {
        let now = EventLoop.now
        switch queue.admission(of: user, at: now, isBusy: isServing || isPaused) {
        case .serve: run(of: user, at: now, serve)
        case .wait:
            try accounts[user].take(bytes, for: .calls)
            queue.append(Call(bytes: bytes, serve: serve), of: user)
        case .refuse:
            throw RuntimeError(.limitExceeded, "\(limits.waitingCalls) calls of user \(user) wait to be served")
        }
        openTurn()
    }

    /// Serves the rest of a call that has waited for something else, or what a timer causes for a user: now, or when it
    /// is the user's turn. Its memory is counted already.
    package func `continue`(_ user: UInt32, _ serve: @escaping @LoopActor () -> Void) {
        let now = EventLoop.now
        if case .serve = queue.admission(of: user, at: now, isBusy: isServing || isPaused, isRest: true) {
            run(of: user, at: now, serve)
        } else {
            queue.append(Call(bytes: 0, serve: serve), of: user, isRest: true)
        }
        openTurn()
    }

    /// Serves a part of a call at the expense of a user, or of the call that is being served.
    func run<Value>(
        of user: UInt32,
        at start: EventLoop.Instant = EventLoop.now,
        _ serve: @LoopActor () -> Value
    ) -> Value {
        if isServing { return serve() }
        isServing = true
        defer {
            isServing = false
            let end = EventLoop.now
            spend(end - start, of: user, at: end)
        }
        return serve()
    }

    private func spend(_ time: Duration, of user: UInt32, at now: EventLoop.Instant) {
        spent += time
        queue.spend(time, of: user, at: now)
        accounts[user].spend(time)
    }

    /// Does something at a user's expense that is no call, such as receiving messages. The calls that are served meanwhile
    /// are counted for themselves. Does nothing if the user has to wait.
    ///
    /// - Returns: how long the user has to wait before more of it can be done.
    package func charge(_ user: UInt32, for work: @LoopActor () -> Void) -> Duration {
        let (start, before) = (EventLoop.now, spent)
        let wait = queue.timeToWait(of: user, at: start)
        guard wait == .zero else { return wait }
        work()
        let now = EventLoop.now
        spend(now - start - (spent - before), of: user, at: now)
        openTurn()
        return queue.timeToWait(of: user, at: now)
    }

    /// When a user's messages are received: who has used least of the loop's time lately comes first.
    package func priority(of user: UInt32) -> EventPriority {
        let milliseconds = Int64(queue.recentUse(of: user, at: EventLoop.now) / .milliseconds(1))
        return EventPriority(rawValue: Int64(Int64.bitWidth - milliseconds.leadingZeroBitCount))
    }

    /// Schedules the end of this iteration, when users get new shares and waiting calls are served.
    private func openTurn() {
        guard !isTurnOpen, !isPaused else { return }
        isTurnOpen = true
        EventLoop.shared.post { [weak self] in self?.endTurn() }
    }

    private func endTurn() {
        isTurnOpen = false
        queue.beginTurn()
        serveWaiting(until: EventLoop.now + limits.turn)
    }

    private func serveWaiting(until end: EventLoop.Instant) {
        var now = EventLoop.now
        while now < end, !isPaused, let (user, call) = queue.next(at: now) {
            accounts[user].add(-call.bytes, for: .calls)
            run(of: user, at: now, call.serve)
            now = EventLoop.now
        }
        if queue.isEmpty { return }
        let rest = queue.timeToWait(at: now)
        if rest == .zero || (try? pause.schedule(at: now + rest)) == nil { openTurn() }
    }
}
