/// The time that one call may take, and the time that it has taken.
///
/// This module and the engine have no clock; the caller provides one. Reading a clock takes as long as a small step of
/// work, so the work is counted, and the clock is read after every eight units. A unit is about a microsecond. A step
/// that may take much longer counts as eight units, so that the clock is always read before it. A step that is known to
/// be long is not started if it would exceed the time by far.
package struct WorkBudget: Sendable {
    /// The units of a step that may take long.
    package static let largeStep = 8
    /// The time by which a call may exceed its limit because a step has started.
    package static let tolerance = Duration.milliseconds(20)

    /// The time limit for rules and conditions.
    package let timeForRules: Duration
    /// The time limit of the whole call.
    package let time: Duration
    /// Returns the time that the call has taken.
    private let elapsed: @Sendable () -> Duration
    private var work = 0
    /// Whether the call has time left, as of the last reading of the clock. Stored, because calling a function on a
    /// copy of the budget would cost more than a small step.
    package private(set) var hasTime: Bool
    /// Whether rules may still be evaluated.
    package private(set) var hasTimeForRules: Bool

    package init(time: Duration, timeForRules: Duration, elapsed: @escaping @Sendable () -> Duration) {
        self.time = time
        self.timeForRules = timeForRules
        self.elapsed = elapsed
        hasTime = time > .zero
        hasTimeForRules = timeForRules > .zero
    }

    /// A budget for calls without a limit.
    package static let unlimited = WorkBudget(time: .seconds(1), timeForRules: .seconds(1)) { .zero }

    /// The same budget without a separate limit for rules, for opening a form, which must evaluate all rules.
    package var undivided: WorkBudget { WorkBudget(time: time, timeForRules: time, elapsed: elapsed) }

    /// The message of the error when a call needs more time.
    package var excess: String { excess("this") }

    /// The same message, which says what took the time.
    package func excess(_ task: String) -> String { "\(task) takes more than \(time) of the processor's time" }

    /// Counts the work of the next step.
    @inline(__always)
    package mutating func count(_ units: Int) {
        work &+= units
        if work >= Self.largeStep { look(before: units) }
    }

    @inline(never)
    private mutating func look(before units: Int) {
        work = 0
        // Once the time is used up, the clock need not be read again.
        guard hasTime else { return }
        let used = elapsed()
        hasTime = used < time && used + .microseconds(units) < time + Self.tolerance
        hasTimeForRules = used < timeForRules
    }
}
