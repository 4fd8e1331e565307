/// How a child process ended.
package enum ExitStatus: Hashable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
    /// Somebody else reaped it.
    case unknown

    package var isSuccess: Bool { self == .exited(code: 0) }

    /// From what `waitpid` stores.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited(code: (waitStatus >> 8) & 0xff) : .killed(signal: signal)
    }
}
