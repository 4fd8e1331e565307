import Testing

/// How a test's programs reach the daemon.
enum Transport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case bus
    /// The private socket, peer to peer.
    case socket

    var testDescription: String { rawValue }
}
