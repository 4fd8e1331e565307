import Glibc

/// A file descriptor that is closed when the last reference to this object is released.
public final class Descriptor: Sendable {
    /// The descriptor's number, which is valid as long as this object lives.
    public let number: Int32

    /// Takes over the descriptor; nothing else may close it.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

extension Descriptor: Hashable {
    /// Whether both are the same descriptor.
    public static func == (one: Descriptor, other: Descriptor) -> Bool { one === other }

    /// Hashes the descriptor.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
