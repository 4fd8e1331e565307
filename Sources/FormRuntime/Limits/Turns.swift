package import EventLoop

/// Serves the calls of all users in turn, and counts their time: connects `TurnQueue` with the event loop.
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
    /// The user whose call is being served.
    private(set) var caller: UInt32?
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

    /// Serves the rest of a call that had to wait for the disk.
    ///
    /// - Parameter user: the caller; `nil` if a timer or a plug-in is the cause.
    func serve(_ user: UInt32?, rest: @LoopActor () -> Void) {
        guard let user else { return rest() }
        run(rest, of: user, at: EventLoop.now)
        openTurn()
    }

    private func run(_ serve: @LoopActor () -> Void, of user: UInt32, at start: EventLoop.Instant) {
        let before = caller
        caller = user
        serve()
        caller = before
        let end = EventLoop.now
        queue.spend(end - start, of: user, at: end)
        accounts[user].spend(end - start)
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
