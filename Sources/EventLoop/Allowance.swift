/// A resource that is consumed and regenerates with time: a maximum amount at once, and an average amount per second.
package struct Allowance: Sendable {
    package typealias Instant = EventLoop.Instant

    private let burst: Double
    private let perSecond: Double
    /// The amount that was left when the resource was last consumed, and the time of that; `nil` before.
    private var rest: (amount: Double, at: Instant)?

    package init(burst: Double, perSecond: Double) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// The amount that is left; negative if more was consumed than there was.
    package func left(at now: Instant) -> Double {
        guard let rest else { return burst }
        return min(burst, rest.amount + max(0, (now - rest.at) / .seconds(1)) * perSecond)
    }

    package mutating func take(_ used: Double, at now: Instant) {
        rest = (left(at: now) - used, now)
    }

    /// Whether everything that was consumed has regenerated.
    package func isWhole(at now: Instant) -> Bool { left(at: now) >= burst }

    /// The time until the amount is positive again.
    package func timeToWait(at now: Instant) -> Duration {
        let left = left(at: now)
        return left > 0 ? .zero : .seconds(-left / perSecond)
    }
}
