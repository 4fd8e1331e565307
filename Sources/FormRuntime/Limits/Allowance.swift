package import EventLoop

/// Something that is used up and comes back with time: so much of it at once, and so much a second in the long run.
package struct Allowance: Sendable {
    package typealias Instant = EventLoop.Instant

    private let burst: Double
    private let perSecond: Double
    private var amount: Double
    private var filledAt: Instant?

    package init(burst: Double, perSecond: Double) {
        self.burst = burst
        self.perSecond = perSecond
        amount = burst
    }

    /// What there is; less than 0 if more was taken than there was.
    package mutating func left(at now: Instant) -> Double {
        if let filledAt { amount = min(burst, amount + max(0, (now - filledAt) / .seconds(1)) * perSecond) }
        filledAt = now
        return amount
    }

    package mutating func take(_ used: Double) {
        amount -= used
    }

    /// The time until there is something again.
    package var timeToWait: Duration { amount > 0 ? .zero : .seconds(-amount / perSecond) }
}
