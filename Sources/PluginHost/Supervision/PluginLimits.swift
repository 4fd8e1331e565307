/// The time limits of a plug-in, and the limits of its memory.
package struct PluginLimits: Sendable {
    /// From the start of the process to its hello.
    package var hello: Duration = .seconds(2)
    /// How long a transaction waits for all answers of plug-ins together.
    package var late: Duration = .milliseconds(20)
    /// How long the loop blocks for an answer before it continues.
    package var promptWait: Duration = .microseconds(100)
    /// How long a plug-in may take for an answer before it is killed.
    package var dead: Duration = .milliseconds(250)
    /// Between the first failure and the next start; doubled with each further failure within `failureWindow`.
    package var firstDelay: Duration = .milliseconds(100)
    package var longestDelay: Duration = .seconds(10)
    /// The number of failures within `failureWindow` that puts a plug-in into quarantine.
    package var failures = 3
    package var failureWindow: Duration = .seconds(300)
    /// How long an idle process is kept.
    package var idle: Duration = .seconds(60)
    /// How often the processor time of an idle process is measured.
    package var idleCheck: Duration = .seconds(10)
    /// The size of a question with its configuration, in bytes. A longer one is not sent, and counts as unanswered.
    package var questionSize = 64 * 1024
    /// Questions to one plug-in that are unanswered or waiting, at once.
    package var pendingQuestions = 1024
    /// Questions that are sent before the first of them is answered.
    package var questionsInFlight = 64
    /// Bytes of address space.
    package var addressSpace: UInt64 = 512 << 20
    package var descriptors: UInt64 = 64

    package init() {}
}
