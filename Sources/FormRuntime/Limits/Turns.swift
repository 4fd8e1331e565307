package import EventLoop

/// Serves the calls of all users in turn, and keeps their accounts: the shell around `TurnQueue`.
@LoopActor
package final class Turns {
    private struct Call {
        let bytes: Int
        let serve: @LoopActor () -> Void
    }

    private let accounts: UserAccounts
    private let limits: Limits
    private var queue: TurnQueue<Call>
    private var isTurnOpen = false
    /// Serves those who have had their share of the loop's time, when some has come back.
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

    /// Serves a call, now or when its user's turn has come. Throws `limitExceeded` if too many of the user's calls wait.
    ///
    /// - Parameter bytes: what the call holds while it waits.
    package func serve(_ user: UInt32, bytes: Int, _ serve: @escaping @LoopActor () -> Void) throws(RuntimeError) {
        let now = EventLoop.now
        switch queue.admission(of: user, at: now) {
        case .serve: run(serve, of: user, at: now)
        case .wait:
            try accounts[user].take(bytes, for: .calls)
            queue.append(Call(bytes: bytes, serve: serve), of: user)
        case .refuse:
            throw RuntimeError(.limitExceeded, "\(limits.waitingCalls) calls of user \(user) wait to be served")
        }
        openTurn()
    }

    private func run(_ serve: @LoopActor () -> Void, of user: UInt32, at start: EventLoop.Instant) {
        serve()
        let end = EventLoop.now
        queue.spend(end - start, of: user, at: end)
        accounts[user].spend(end - start)
    }

    /// Sees to it that shares are whole again when the loop's turn ends, and that those who wait are served.
    private func openTurn() {
        guard !isTurnOpen else { return }
        isTurnOpen = true
        EventLoop.shared.post { [weak self] in self?.endTurn() }
    }

    private func endTurn() {
        isTurnOpen = false
        queue.beginTurn()
        var now = EventLoop.now
        let end = now + limits.turn
        while now < end, let (user, call) = queue.next(at: now) {
            accounts[user].add(-call.bytes, for: .calls)
            run(call.serve, of: user, at: now)
            now = EventLoop.now
        }
        if queue.isEmpty { return }
        let rest = queue.timeToWait(at: now)
        if rest == .zero || (try? pause.schedule(at: now + rest)) == nil { openTurn() }
    }
}
