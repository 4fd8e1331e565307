/// How long formd is patient with a plug-in, and how much it keeps of it.
package struct PluginLimits: Sendable {
    /// From the start of the process to its hello.
    package var hello: Duration = .seconds(2)
    /// How long a transaction waits for plug-ins' answers, however often it asks.
    package var late: Duration = .milliseconds(20)
    /// How long an answer is waited for on the spot, before the loop goes on.
    package var promptWait: Duration = .microseconds(100)
    /// For how long a plug-in may owe an answer and give none.
    package var dead: Duration = .milliseconds(250)
    /// Between the first failure and the next start; doubled with each further failure within `failureWindow`.
    package var firstDelay: Duration = .milliseconds(100)
    package var longestDelay: Duration = .seconds(10)
    /// So many failures within `failureWindow` put a plug-in into quarantine.
    package var failures = 3
    package var failureWindow: Duration = .seconds(300)
    /// How long a process with nothing to do is kept.
    package var idle: Duration = .seconds(60)
    /// How often the processor time of such a process is looked at.
    package var idleCheck: Duration = .seconds(10)
    /// Bytes of a question with its configuration; a longer one is not asked, and its asker gets no answer.
    package var questionSize = 64 * 1024
    /// Questions that one plug-in may owe an answer to, or that wait for it, at once.
    package var pendingQuestions = 1024
    /// Questions that are sent before the first of them is answered.
    package var questionsInFlight = 64
    /// Bytes of address space.
    package var addressSpace: UInt64 = 512 << 20
    package var descriptors: UInt64 = 64

    package init() {}
}
