/// The question to a visitor who does nothing, with the time that is left.
///
/// The daemon does what follows; the countdown only shows when.
package struct IdleCountdown: Sendable, Hashable {
    /// The seconds until the session is reset or closed.
    package private(set) var seconds: Int
    /// Whether there is something to remove.
    package let hasInput: Bool

    package init(seconds: UInt32, hasInput: Bool) {
        self.seconds = Int(clamping: seconds)
        self.hasInput = hasInput
    }

    /// Another second has passed. Returns whether the time is over: a second behind zero, so that the daemon has
    /// certainly acted.
    package mutating func tick() -> Bool {
        seconds -= 1
        return seconds < 0
    }
}
