import Glibc

/// A file descriptor that is closed when the last reference to this object is released.
package final class Descriptor: Sendable {
    /// The descriptor's number, which is valid as long as this object lives.
    package let number: Int32

    /// Takes over the descriptor; nothing else may close it.
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
