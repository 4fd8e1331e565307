import CLinux
import Glibc

/// Wakes a thread that waits for it, or that waits later. Built on an eventfd.
struct Signal: Sendable {
    private let descriptor: Descriptor

    init() throws(SystemError) {
        descriptor = Descriptor(owning: try SystemError.check(linux_eventfd(), "make an eventfd"))
    }

    func send() { linux_eventfd_signal(descriptor.number) }

    /// Waits for the signal, and consumes it.
    func wait() {
        var poll = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        while unsafe Glibc.poll(&poll, 1, -1) < 0, errno == EINTR {}
        linux_eventfd_clear(descriptor.number)
    }
}
