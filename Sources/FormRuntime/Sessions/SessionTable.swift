package import EventLoop
import FormEngine
import FormModel

/// Every open session. Those that came back with the daemon are read when they are first asked for.
@LoopActor
package final class SessionTable {
    private var sessions: [SessionIdentifier: Session] = [:]
    private var unread: [SessionIdentifier: StoredSession] = [:]
    /// Makes a session of one that is kept, and inserts it; `nil` if it cannot be read.
    var read: (@LoopActor (StoredSession) -> Session?)?

    package var count: Int { sessions.count + unread.count }

    /// The sessions that are in memory.
    package var all: some Collection<Session> { sessions.values }

    /// The sessions that are on disk and have not been read since the daemon started.
    package var stored: some Collection<StoredSession> { unread.values }

    package subscript(_ identifier: SessionIdentifier) -> Session? {
        if let session = sessions[identifier] { return session }
        guard !unread.isEmpty, let stored = unread[identifier] else { return nil }
        return read?(stored)
    }

    /// A session in which a user has a role, and the role; `nil` for a stranger, for whom no file is read.
    package func session(_ identifier: SessionIdentifier, visibleTo user: UInt32) -> (Session, Role)? {
        let members = sessions[identifier]?.members ?? unread[identifier]?.members
        guard let role = members?.role(of: user), let session = self[identifier] else { return nil }
        return (session, role)
    }

    /// What a list says of a session, whether it has been read or not.
    package struct Entry: Sendable {
        package let identifier: SessionIdentifier
        /// The form's name; empty for a definition that the owner sent.
        package let form: String
    }

    /// The sessions in which a user has a role, in the order of their paths.
    package func entries(visibleTo user: UInt32) -> [Entry] {
        let read = sessions.values.filter { $0.members.role(of: user) != nil }
            .map { Entry(identifier: $0.identifier, form: $0.definition.name) }
        let unread = unread.values.filter { $0.members.role(of: user) != nil }
            .map { Entry(identifier: $0.identifier, form: $0.form) }
        return (read + unread).sorted {
            ($0.identifier.owner, $0.identifier.token.description)
                < ($1.identifier.owner, $1.identifier.token.description)
        }
    }

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
        guard sessions[identifier] == nil, unread[identifier] == nil else {
            throw RuntimeError(.sessionExists, "a session with the token \(identifier.token) is open")
        }
    }

    func insert(_ session: Session) {
        unread[session.identifier] = nil
        sessions[session.identifier] = session
    }

    func insert(_ stored: StoredSession) {
        unread[stored.identifier] = stored
    }

    func remove(_ stored: StoredSession) {
        unread[stored.identifier] = nil
    }

    /// - Returns: whether it was there.
    func remove(_ session: Session) -> Bool {
        sessions.removeValue(forKey: session.identifier) != nil
    }
}
