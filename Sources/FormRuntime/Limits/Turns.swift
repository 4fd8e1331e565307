package import EventLoop

/// Serves the calls of all users in turn, and counts their time: connects `TurnQueue` with the event loop.
@LoopActor
package final class Turns {
    private struct Call {
        let bytes: Int
        let serve: @LoopActor () -> Void
    }

    /// A call that is being served, or waits for the disk.
    struct RunningCall {
        let user: UInt32
        /// When serving it began; `nil` if it begins anew when it is resumed.
        var start: EventLoop.Instant?
    }

    private let accounts: UserAccounts
    private let limits: Limits
    private var queue: TurnQueue<Call>
    private var isTurnOpen = false
    private var running: RunningCall?
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
        switch queue.admission(of: user, at: now, isBusy: running != nil) {
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
    func `continue`(_ user: UInt32, _ serve: @escaping @LoopActor () -> Void) {
        let now = EventLoop.now
        if case .serve = queue.admission(of: user, at: now, isBusy: running != nil, isCall: false) {
            run(of: user, at: now, serve)
        } else {
            queue.append(Call(bytes: 0, serve: serve), of: user)
        }
        openTurn()
    }

    /// Serves a part of a call at the expense of a user, or of the call that is being served.
    func run<Value>(
        of user: UInt32,
        at start: EventLoop.Instant = EventLoop.now,
        _ serve: @LoopActor () -> Value
    ) -> Value {
        if running != nil { return serve() }
        running = RunningCall(user: user, start: start)
        defer { endCall() }
        return serve()
    }

    /// Counts the time of the call that is being served. A call that was paused is counted when it has been resumed.
    func endCall() {
        guard let call = running.take(), let start = call.start else { return }
        let end = EventLoop.now
        queue.spend(end - start, of: call.user, at: end)
        accounts[call.user].spend(end - start)
    }

    /// Notes that the call that is being served, if there is one, has to wait for the disk.
    func pauseCall() -> RunningCall? { running.take() }

    /// Notes that the rest of a call is being served, until `endCall`.
    func resumeCall(_ call: RunningCall?) {
        guard let call else { return }
        running = RunningCall(user: call.user, start: call.start ?? EventLoop.now)
        openTurn()
    }

    /// Schedules the end of this iteration, when users get new shares and waiting calls are served.
    private func openTurn() {
        guard !isTurnOpen else { return }
        isTurnOpen = true
        EventLoop.shared.post { [weak self] in self?.endTurn() }
    }

    private func endTurn() {
        isTurnOpen = false
        queue.beginTurn()
        serveWaiting(until: EventLoop.now + limits.turn)
    }

    private func serveWaiting(until end: EventLoop.Instant) {
        let blocking = EventLoop.shared.blocking
        var now = EventLoop.now
        while now < end, let (user, call) = queue.next(at: now) {
            accounts[user].add(-call.bytes, for: .calls)
            run(of: user, at: now, call.serve)
            // The time that the disk takes for one call is not that of the next.
            if !blocking.isEmpty { return blocking.then { [self] in serveWaiting(until: end) } }
            now = EventLoop.now
        }
        if queue.isEmpty { return }
        let rest = queue.timeToWait(at: now)
        if rest == .zero || (try? pause.schedule(at: now + rest)) == nil { openTurn() }
    }
}
