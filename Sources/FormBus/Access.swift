package import DBus

/// Who may use a member: everybody who reaches the daemon, or somebody with a role in the session.
extension AccessLevel {
    static let anybody = AccessLevel(rawValue: 0)
    static let viewer = AccessLevel(rawValue: 1)
    static let editor = AccessLevel(rawValue: 2)
    static let owner = AccessLevel(rawValue: 3)
}
