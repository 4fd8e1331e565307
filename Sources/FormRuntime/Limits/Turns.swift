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

    package init(accounts: UserAccounts, limits: Limits) {
        self.accounts = accounts
        self.limits = limits
        queue = TurnQueue(share: limits.share, capacity: limits.waitingCalls)
    }

    /// Serves a call, now or when its user's turn has come. Throws `limitExceeded` if too many of the user's calls wait.
    ///
    /// - Parameter bytes: what the call holds while it waits.
    package func serve(_ user: UInt32, bytes: Int, _ serve: @escaping @LoopActor () -> Void) throws(RuntimeError) {
        switch queue.admission(of: user) {
        case .serve: run(serve, of: user)
        case .wait:
            try accounts[user].take(bytes, for: .calls)
            queue.append(Call(bytes: bytes, serve: serve), of: user)
        case .refuse:
            throw RuntimeError(.limitExceeded, "\(limits.waitingCalls) calls of user \(user) wait to be served")
        }
        openTurn()
    }

    private func run(_ serve: @LoopActor () -> Void, of user: UInt32) {
        let start = EventLoop.now
        serve()
        let time = EventLoop.now - start
        queue.spend(time, of: user)
        accounts[user].spend(time)
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
        let end = EventLoop.now + limits.turn
        while EventLoop.now < end, let (user, call) = queue.next() {
            accounts[user].add(-call.bytes, for: .calls)
            run(call.serve, of: user)
        }
        if !queue.isEmpty { openTurn() }
    }
}
