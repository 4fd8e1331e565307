import Glibc

/// A file descriptor that is closed when the last reference to it goes.
package final class Descriptor: Sendable {
    /// Valid as long as this object lives.
    package let number: Int32

    /// Takes over the descriptor.
    package init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

extension Descriptor: Hashable {
    package static func == (one: Descriptor, other: Descriptor) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
