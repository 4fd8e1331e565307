import Glibc

/// What a descriptor is ready for. `error` and `hangup` need not be asked for: they are always told.
package struct IOEvents: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The set's own initialiser for literals goes through protocols, at the cost of a whole system call.
    package init(arrayLiteral elements: IOEvents...) {
        rawValue = elements.reduce(0) { $0 | $1.rawValue }
    }

    // epoll's bits are poll's, and poll's are those that Swift sees.
    package static let readable = IOEvents(rawValue: UInt32(POLLIN))
    package static let writable = IOEvents(rawValue: UInt32(POLLOUT))
    package static let error = IOEvents(rawValue: UInt32(POLLERR))
    package static let hangup = IOEvents(rawValue: UInt32(POLLHUP))
}
