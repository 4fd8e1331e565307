import DBus

/// Roles in a session: what a member may need, besides what anyone may do who reaches the daemon.
extension AccessLevel {
    static let viewer = AccessLevel(rawValue: 1)
    static let editor = AccessLevel(rawValue: 2)
    static let owner = AccessLevel(rawValue: 3)
}
