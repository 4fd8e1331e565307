/// Whether it is worth waiting for a plug-in's answer on the spot.
///
/// To suspend a transaction, serve the loop and take the transaction up again costs the daemon about as much time as a
/// plug-in needs for an answer. So the daemon waits that long first (`PluginLimits.promptWait`). After a plug-in that was
/// slower, the next questions are not waited for: one, two, four … at most 64. So a plug-in that is slow or hangs costs the
/// other sessions next to nothing.
struct Promptness {
    private static let longestPause = 64

    private var pause = 0
    /// How many of the next questions are not waited for.
    private var remaining = 0

    /// To be called once a question.
    mutating func isExpected() -> Bool {
        guard remaining > 0 else { return true }
        remaining -= 1
        return false
    }

    /// To be called after each wait.
    mutating func note(isPrompt: Bool) {
        pause = isPrompt ? 0 : min(max(1, pause * 2), Self.longestPause)
        remaining = pause
    }
}
