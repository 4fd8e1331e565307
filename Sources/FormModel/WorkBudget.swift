/// How much time one call may take, and how much it has taken so far.
///
/// This module and the engine have no clock: whoever makes the call says how the time is told. A look at a clock takes as
/// long as a small step of work, so work is counted, and the clock is looked at after every eight units of it. A unit is
/// about a microsecond; a step that may take much longer counts as eight, so that it never begins without a look. A step that is
/// known to be long does not begin if it would end long after the time.
package struct WorkBudget: Sendable {
    /// The units of a step that may take long.
    package static let largeStep = 8
    /// How much longer than its time a call may take because of the step in which the time ends.
    package static let tolerance = Duration.milliseconds(20)

    /// How long rules and conditions may be asked.
    package let timeForRules: Duration
    /// How long the whole call may take.
    package let time: Duration
    /// How long the call has taken.
    private let elapsed: @Sendable () -> Duration
    private var work = 0
    /// Whether the call has time left, as of the last look at the clock. Stored, because to ask a copy of the budget costs more
    /// than a small step.
    package private(set) var hasTime: Bool
    /// Whether rules may still be asked.
    package private(set) var hasTimeForRules: Bool

    package init(time: Duration, timeForRules: Duration, elapsed: @escaping @Sendable () -> Duration) {
        self.time = time
        self.timeForRules = timeForRules
        self.elapsed = elapsed
        hasTime = time > .zero
        hasTimeForRules = timeForRules > .zero
    }

    /// For calls that may take any time.
    package static let unlimited = WorkBudget(time: .seconds(1), timeForRules: .seconds(1)) { .zero }

    /// The same without a share of its own for rules: a form that opens has asked all of them, or does not open.
    package var undivided: WorkBudget { WorkBudget(time: time, timeForRules: time, elapsed: elapsed) }

    /// The message of the error that a call gets which needs more time.
    package var excess: String { "this takes more than \(time) of the processor's time" }

    /// Counts the work of the step that comes next.
    @inline(__always)
    package mutating func count(_ units: Int) {
        work &+= units
        if work >= Self.largeStep { look(before: units) }
    }

    @inline(never)
    private mutating func look(before units: Int) {
        work = 0
        // Once the time is used up there is nothing more to know.
        guard hasTime else { return }
        let used = elapsed()
        hasTime = used < time && used + .microseconds(units) < time + Self.tolerance
        hasTimeForRules = used < timeForRules
    }
}
