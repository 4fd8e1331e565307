package import EventLoop
import FormEngine

/// Every open session.
@LoopActor
package final class SessionTable {
    private var sessions: [SessionIdentifier: Session] = [:]

    package var count: Int { sessions.count }

    package var all: some Collection<Session> { sessions.values }

    package subscript(_ identifier: SessionIdentifier) -> Session? { sessions[identifier] }

    /// The sessions that a user has opened.
    package func sessions(of user: UInt32) -> [Session] { list { $0.owner == user } }

    /// The sessions in which a user has a role.
    package func sessions(visibleTo user: UInt32) -> [Session] { list { $0.members.role(of: user) != nil } }

    /// In the order of their paths.
    private func list(_ isListed: (Session) -> Bool) -> [Session] {
        sessions.values.filter(isListed).sorted {
            ($0.owner, $0.identifier.token.description) < ($1.owner, $1.identifier.token.description)
        }
    }

    /// Throws `sessionExists` if there is a session of this name.
    func checkIsFree(_ identifier: SessionIdentifier) throws(RuntimeError) {
        guard sessions[identifier] == nil else {
            throw RuntimeError(.sessionExists, "a session with the token \(identifier.token) is open")
        }
    }

    func insert(_ session: Session) {
        sessions[session.identifier] = session
    }

    /// - Returns: whether it was there.
    func remove(_ session: Session) -> Bool {
        sessions.removeValue(forKey: session.identifier) != nil
    }
}
