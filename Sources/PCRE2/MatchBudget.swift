import Synchronization

/// What several matches may cost together, such as those of one transaction. A match that finds its budget spent has no
/// verdict: `.limitReached`.
///
/// Costs are counted as `WorkMeter` counts them, not by a clock, so that they do not depend on the machine's load.
package final class MatchBudget: Sendable {
    /// In about nanoseconds.
    private let remaining: Atomic<Int>

    package init(_ time: Duration = .milliseconds(50)) {
        remaining = Atomic(Int(time / .nanoseconds(1)))
    }

    package var isSpent: Bool { remaining.load(ordering: .relaxed) <= 0 }

    /// How many units of so many nanoseconds are left.
    func units(of nanoseconds: Int) -> Int {
        remaining.load(ordering: .relaxed) / nanoseconds
    }

    func spend(_ units: Int, of nanoseconds: Int) {
        remaining.subtract(units * nanoseconds, ordering: .relaxed)
    }
}
