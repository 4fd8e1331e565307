/// A user's permissions in a session. A role includes the preceding ones; the contract declares the role that each
/// member requires.
package enum Role: String, Sendable, CaseIterable {
    /// Reads the session except for secrets, and subscribes to it.
    case viewer
    /// Edits fields and moves the focus.
    case editor
    /// Submits and closes the session, and grants roles.
    case owner
}

/// The users with a role in a session: the one who opened it, always, and those to whom an owner has granted one. For
/// everybody else, including root, the session does not exist.
package struct SessionMembers: Sendable {
    /// The user who opened the session.
    package let opener: UInt32
    /// The other members, which are stored on disk with the session.
    package private(set) var granted: [UInt32: Role] = [:]
    /// Those of them who have accepted the role, by calling something in the session. Before that nothing is sent to them,
    /// and no list shows them the session.
    package private(set) var accepted: Set<UInt32> = []

    /// - Parameter accepted: `nil` if all have accepted.
    package init(opener: UInt32, granted: [UInt32: Role] = [:], accepted: Set<UInt32>? = nil) {
        self.opener = opener
        self.granted = granted
        self.granted[opener] = nil
        self.accepted = Set(self.granted.keys).intersection(accepted ?? Set(granted.keys))
    }

    /// Whether a user has a role and has accepted it.
    package func hasAccepted(_ user: UInt32) -> Bool { user == opener || accepted.contains(user) }

    /// Notes that users have accepted their roles. Users without a role are ignored.
    mutating func accept(_ users: Set<UInt32>) { accepted.formUnion(users.filter { granted[$0] != nil }) }

    /// The role of a user; `nil` for a user without one.
    package func role(of user: UInt32) -> Role? {
        user == opener ? .owner : granted[user]
    }

    /// All users with a role.
    var roles: [UInt32: Role] { granted.merging([opener: .owner]) { $1 } }

    /// Grants a user a role, which replaces the user's current one. Throws `invalidArgument` for the user who opened
    /// the session, and `limitExceeded`.
    mutating func grant(_ role: Role, to user: UInt32, limit: Int) throws(RuntimeError) {
        guard user != opener else {
            throw RuntimeError(.invalidArgument, "user \(user) opened the session and stays its owner")
        }
        guard granted[user] != nil || granted.count < limit else {
            throw RuntimeError(.limitExceeded, "\(limit) users have been granted roles in this session")
        }
        granted[user] = role
    }

    /// Revokes a user's role. Throws `invalidArgument` for the user who opened the session, and for a user without a
    /// role.
    mutating func revoke(_ user: UInt32) throws(RuntimeError) {
        guard user != opener else {
            throw RuntimeError(.invalidArgument, "user \(user) opened the session and stays its owner")
        }
        guard granted.removeValue(forKey: user) != nil else {
            throw RuntimeError(.invalidArgument, "user \(user) has no role in this session")
        }
        accepted.remove(user)
    }
}

extension SessionMembers {
    /// Throws if a user has a lower role than at an earlier time, `unknownSession` if the user has none any more.
    func check(_ user: UInt32, has earlier: Role?, in session: Session) throws(RuntimeError) {
        let role = role(of: user)
        guard role != earlier, let earlier else { return }
        guard let role else {
            throw RuntimeError(.unknownSession, "there is no session \(session.identifier.token)")
        }
        guard Role.allCases.firstIndex(of: role) ?? 0 >= Role.allCases.firstIndex(of: earlier) ?? 0 else {
            throw RuntimeError(.accessDenied, "user \(user) is not \(earlier.rawValue) of this session any more")
        }
    }
}
