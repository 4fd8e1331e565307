package import EventLoop
import FormEngine
import FormModel
import FormStore

/// Every open session. Sessions on disk are read when they are first used after the start of the daemon.
///
/// A session is looked up among those in which the user has a role. So a call of a user without a role never reaches
/// the session, and takes as long as a call to a session that does not exist.
@LoopActor
package final class SessionTable {
    /// A session in memory, or one on disk that has not been read since the daemon started.
    package enum Place {
        case open(Session)
        case stored(StoredSession)

        @LoopActor
        fileprivate var members: SessionMembers {
            switch self {
            case .open(let session): session.members
            case .stored(let stored): stored.members
            }
        }
    }

    /// A call that waits until a session is read.
    struct WaitingCall {
        /// Who calls; `nil` if nobody does.
        let user: UInt32?
        /// The memory that the call uses while it waits.
        let bytes: Int
        let completion: @LoopActor (Result<Void, any Error>) -> Void
    }

    private var sessions: [SessionIdentifier: Session] = [:]
    private var unread: [SessionIdentifier: StoredSession] = [:]
    /// The calls that wait for sessions that are being read.
    private var waiting: [SessionIdentifier: [WaitingCall]] = [:]
    /// The sessions on disk that cannot be opened before the next start, and the reasons.
    private var unopened: [SessionIdentifier: String] = [:]
    /// The sessions in which each user has a role.
    private var places: [UInt32: [SessionIdentifier: (role: Role, place: Place)]] = [:]

    package var count: Int { sessions.count + unread.count }

    /// The sessions in memory.
    package var all: some Collection<Session> { sessions.values }

    /// The sessions on disk that have not been read since the daemon started.
    package var stored: some Collection<StoredSession> { unread.values }

    /// A session in memory.
    package subscript(_ identifier: SessionIdentifier) -> Session? { sessions[identifier] }

    /// A session on disk that has not been read since the daemon started.
    package func storedSession(_ identifier: SessionIdentifier) -> StoredSession? { unread[identifier] }

    /// A session in which a user has a role, and the role; `nil` for a user without one.
    package func session(_ identifier: SessionIdentifier, visibleTo user: UInt32) -> (role: Role, place: Place)? {
        places[user]?[identifier]
    }

    /// Adds a call that waits until a session is read.
    ///
    /// - Returns: whether it is the first, so that the session must be read.
    func addWaiting(_ call: WaitingCall, for stored: StoredSession) -> Bool {
        waiting[stored.identifier, default: []].append(call)
        return waiting[stored.identifier]?.count == 1
    }

    /// The calls that wait until a session is read.
    func waitingCalls(for stored: StoredSession) -> [WaitingCall] { waiting[stored.identifier] ?? [] }

    func takeWaitingCalls(for stored: StoredSession) -> [WaitingCall] {
        waiting.removeValue(forKey: stored.identifier) ?? []
    }

    /// A session in a list, read or not.
    package struct Entry: Sendable {
        package let identifier: SessionIdentifier
        /// The form's name; empty for a definition that the owner sent.
        package let form: String
    }

    /// The sessions in which a user has a role and has accepted it, in the order of their paths.
    package func entries(visibleTo user: UInt32) -> [Entry] {
        let accepted = (places[user] ?? [:]).filter { $0.value.place.members.hasAccepted(user) }
        let entries = accepted.map { identifier, found in
            switch found.place {
            case .open(let session): Entry(identifier: identifier, form: session.definition.name)
            case .stored(let stored): Entry(identifier: identifier, form: stored.form)
            }
        }
        return entries.sorted { $0.identifier < $1.identifier }
    }

    /// The sessions in memory that a user has opened, in the order of their paths.
    package func sessions(of user: UInt32) -> [Session] { sessions(visibleTo: user).filter { $0.owner == user } }

    /// The sessions in memory in which a user has a role, in the order of their paths.
    package func sessions(visibleTo user: UInt32) -> [Session] {
        let sessions = (places[user] ?? [:]).values.compactMap { found in
            if case .open(let session) = found.place { session } else { nil }
        }
        return sessions.sorted { $0.identifier < $1.identifier }
    }

    /// The drafts, without their values, of a user's sessions, read or not.
    func drafts(of user: UInt32) -> [Draft] {
        (places[user] ?? [:]).compactMap { identifier, found in
            guard identifier.owner == user else { return nil }
            let (form, name) =
                switch found.place {
                case .open(let session): (session.definition.name, session.draft)
                case .stored(let stored): (stored.form, stored.options.draft)
                }
            return name.map { Draft(user: user, form: form, name: $0) }
        }
    }

    /// Throws `sessionExists` if there is a session with this identifier, because a new one would replace its file.
    func checkIsFree(_ identifier: SessionIdentifier) throws(RuntimeError) {
        if let reason = unopened[identifier] {
            let message = "a session with the token \(identifier.token) stays on disk, because \(reason)"
            throw RuntimeError(.sessionExists, message)
        }
        guard sessions[identifier] == nil, unread[identifier] == nil else {
            throw RuntimeError(.sessionExists, "a session with the token \(identifier.token) is open")
        }
    }

    func insert(_ session: Session) {
        unread[session.identifier] = nil
        sessions[session.identifier] = session
        place(.open(session), session.identifier, for: session.members)
    }

    func insert(_ stored: StoredSession) {
        unread[stored.identifier] = stored
        place(.stored(stored), stored.identifier, for: stored.members)
    }

    /// Reserves the identifier of a session on disk that cannot be opened before the next start.
    func reserve(_ identifier: SessionIdentifier, because reason: String) {
        unopened[identifier] = reason
    }

    func release(_ identifier: SessionIdentifier) { unopened[identifier] = nil }

    /// Excludes a session from `due` until it is read.
    func noteChecked(_ stored: StoredSession) {
        unread[stored.identifier]?.isChecked = true
    }

    /// Notes that a user's draft was discarded, so that sessions with it do not write it when they are read.
    func noteDiscardedDraft(of user: UInt32, form: String, name: String) {
        for (identifier, stored) in unread where identifier.owner == user {
            guard stored.form == form, stored.options.draft == name else { continue }
            unread[identifier]?.isDraftDiscarded = true
        }
    }

    func remove(_ stored: StoredSession) {
        unread[stored.identifier] = nil
        forget(stored.identifier, of: stored.members)
    }

    /// - Returns: whether the session was in the table.
    func remove(_ session: Session) -> Bool {
        guard sessions.removeValue(forKey: session.identifier) != nil else { return false }
        forget(session.identifier, of: session.members)
        return true
    }

    /// Updates the table after the roles in a session have changed.
    func membersChanged(of session: Session, from before: SessionMembers) {
        forget(session.identifier, of: before)
        place(.open(session), session.identifier, for: session.members)
    }

    private func place(_ place: Place, _ identifier: SessionIdentifier, for members: SessionMembers) {
        for (user, role) in members.roles { places[user, default: [:]][identifier] = (role, place) }
    }

    private func forget(_ identifier: SessionIdentifier, of members: SessionMembers) {
        for (user, _) in members.roles {
            places[user]?[identifier] = nil
            if places[user]?.isEmpty == true { places[user] = nil }
        }
    }
}
