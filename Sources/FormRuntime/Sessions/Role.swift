/// What a user may do in a session. A role includes those before it; which member of the contract needs which is said there.
package enum Role: String, Sendable, CaseIterable {
    /// Reads the session and subscribes to it; learns no secret.
    case viewer
    /// Edits fields and moves the focus.
    case editor
    /// Submits and closes the session, and grants roles.
    case owner
}

/// Who has a role in a session: the user who opened it, for as long as it lives, and those to whom an owner granted one.
/// Everybody else, root as well, is a stranger, for whom the session is not there.
package struct SessionMembers: Sendable {
    /// The user who opened the session.
    package let opener: UInt32
    /// The other members. A session that is kept on disk keeps these.
    package private(set) var granted: [UInt32: Role] = [:]

    package init(opener: UInt32, granted: [UInt32: Role] = [:]) {
        self.opener = opener
        self.granted = granted
        self.granted[opener] = nil
    }

    /// The role of a user; `nil` for a stranger.
    package func role(of user: UInt32) -> Role? {
        user == opener ? .owner : granted[user]
    }

    /// Everybody who has a role, with it.
    var roles: [UInt32: Role] { granted.merging([opener: .owner]) { $1 } }

    /// Gives a user a role, in place of the one that the user has. Throws `invalidArgument` for the opener, and
    /// `limitExceeded`.
    mutating func grant(_ role: Role, to user: UInt32, limit: Int) throws(RuntimeError) {
        guard user != opener else {
            throw RuntimeError(.invalidArgument, "user \(user) opened the session and stays its owner")
        }
        guard granted[user] != nil || granted.count < limit else {
            throw RuntimeError(.limitExceeded, "\(limit) users have been granted roles in this session")
        }
        granted[user] = role
    }

    /// Takes a user's role away. Throws `invalidArgument` for the opener, and for a user who has none.
    mutating func revoke(_ user: UInt32) throws(RuntimeError) {
        guard user != opener else {
            throw RuntimeError(.invalidArgument, "user \(user) opened the session and stays its owner")
        }
        guard granted.removeValue(forKey: user) != nil else {
            throw RuntimeError(.invalidArgument, "user \(user) has no role in this session")
        }
    }
}
