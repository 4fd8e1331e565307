/// Whether it is worth waiting for a plug-in's answer on the spot.
///
/// To suspend a transaction, to serve the loop and to take the transaction up again costs the daemon about as much time as
/// a plug-in needs for an answer. So it waits that long first: when the answer comes, both are saved, and when it does
/// not, at most as much is lost again. Then the next questions are not waited for: one, two, four…, at most 64. So a
/// plug-in that is slow or hangs costs the others next to nothing.
struct Promptness {
    static let wait: Duration = .microseconds(100)
    private static let longestPause = 64

    private var pause = 0
    /// Questions that are still not waited for.
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
