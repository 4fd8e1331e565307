/// Something that is used up and comes back with time: so much of it at once, and so much a second in the long run.
package struct Allowance: Sendable {
    package typealias Instant = EventLoop.Instant

    private let burst: Double
    private let perSecond: Double
    /// What was left when something was last taken, and when that was; `nil` before.
    private var rest: (amount: Double, at: Instant)?

    package init(burst: Double, perSecond: Double) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// What there is; less than 0 if more was taken than there was.
    package func left(at now: Instant) -> Double {
        guard let rest else { return burst }
        return min(burst, rest.amount + max(0, (now - rest.at) / .seconds(1)) * perSecond)
    }

    package mutating func take(_ used: Double, at now: Instant) {
        rest = (left(at: now) - used, now)
    }

    /// Whether all that was taken has come back.
    package func isWhole(at now: Instant) -> Bool { left(at: now) >= burst }

    /// The time until there is something again.
    package func timeToWait(at now: Instant) -> Duration {
        let left = left(at: now)
        return left > 0 ? .zero : .seconds(-left / perSecond)
    }
}
