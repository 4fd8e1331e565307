package import EventLoop

/// How many lines of one origin may go to the log: a burst at once and a few a second in the long run. Lines beyond it are
/// counted, and the count goes with the next line.
package struct LogAllowance: Sendable {
    package typealias Instant = EventLoop.Instant

    package static let burst = 20.0
    package static let linesPerSecond = 5.0

    private var allowance = burst
    private var filledAt: Instant?
    private var leftOut = 0

    package init() {}

    /// Asks for one line.
    ///
    /// - Returns: how many lines were left out since the last one that was allowed; `nil` if this line is left out too.
    package mutating func takeLine(now: Instant) -> Int? {
        if let filledAt {
            let passed = max(.zero, now - filledAt) / .seconds(1)
            allowance = min(Self.burst, allowance + passed * Self.linesPerSecond)
        }
        filledAt = now
        guard allowance >= 1 else {
            leftOut += 1
            return nil
        }
        allowance -= 1
        defer { leftOut = 0 }
        return leftOut
    }
}
