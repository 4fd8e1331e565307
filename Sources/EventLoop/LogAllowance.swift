import Synchronization

/// How many lines of one origin may go to the log: a burst at once and a few a second in the long run. Lines beyond it are
/// counted, and the count goes with the next line.
package struct LogAllowance: Sendable {
    package static let burst = 20.0
    package static let linesPerSecond = 5.0

    private var allowance = Allowance(burst: burst, perSecond: linesPerSecond)
    private var leftOut = 0

    package init() {}

    /// Asks for one line.
    ///
    /// - Returns: how many lines were left out since the last one that was allowed; `nil` if this line is left out too.
    package mutating func takeLine(now: EventLoop.Instant) -> Int? {
        guard allowance.left(at: now) >= 1 else {
            leftOut += 1
            return nil
        }
        allowance.take(1, at: now)
        defer { leftOut = 0 }
        return leftOut
    }
}

/// Gives each place in the code that logs an allowance of its own, so that a message which a client can cause at will fills
/// no disk and hides no other message.
package final class LogAllowances: Sendable {
    private struct Place: Hashable {
        let file: String
        let line: UInt
    }

    private let allowances = Mutex<[Place: LogAllowance]>([:])

    package init() {}

    /// Asks for one line of a place in the code; see `LogAllowance.takeLine`.
    package func takeLine(file: String, line: UInt, now: EventLoop.Instant = EventLoop.now) -> Int? {
        allowances.withLock { $0[Place(file: file, line: line), default: LogAllowance()].takeLine(now: now) }
    }
}
