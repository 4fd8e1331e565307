/// Determines whether to block for a plug-in's answer.
///
/// Suspending a transaction, running the loop and resuming the transaction takes the daemon about as long as a plug-in
/// needs for an answer. So the daemon blocks for that time first (`PluginLimits.promptWait`). After a plug-in was
/// slower, the daemon does not block for the next questions: one, two, four … at most 64. So a slow or hanging plug-in
/// hardly delays other sessions.
struct Promptness {
    private static let longestPause = 64

    private var pause = 0
    /// The number of following questions for which the daemon does not block.
    private var remaining = 0

    /// Must be called once for each question.
    mutating func isExpected() -> Bool {
        guard remaining > 0 else { return true }
        remaining -= 1
        return false
    }

    /// Must be called after each wait.
    mutating func note(isPrompt: Bool) {
        pause = isPrompt ? 0 : min(max(1, pause * 2), Self.longestPause)
        remaining = pause
    }
}
