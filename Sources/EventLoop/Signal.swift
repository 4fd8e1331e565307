import CLinux
import Glibc

/// Wakes a thread that waits for it, or that waits later. Built on an eventfd.
public struct Signal: Sendable {
    private let descriptor: Descriptor

    /// Creates a signal.
    public init() throws(SystemError) {
        descriptor = Descriptor(owning: try SystemError.check(linux_eventfd(), "make an eventfd"))
    }

    /// Wakes everybody who waits.
    public func send() { linux_eventfd_signal(descriptor.number) }

    /// Waits for the signal, and consumes it.
    ///
    /// - Parameter milliseconds: the maximum time; `nil` for no limit.
    /// - Returns: whether the signal was sent.
    @discardableResult
    public func wait(milliseconds: Int32? = nil) -> Bool {
        var poll = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        while true {
            let count = unsafe Glibc.poll(&poll, 1, milliseconds ?? -1)
            if count < 0, errno == EINTR { continue }
            linux_eventfd_clear(descriptor.number)
            return count > 0
        }
    }
}
