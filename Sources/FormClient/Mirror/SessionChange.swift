package import DBus

/// What a follower of a session is told. The mirror has taken it in when it is told; a follower that reads later may
/// therefore read what is newer still, never what is older.
package enum SessionChange: Sendable {
    /// Properties of the session (`nil`) or of a field have these values.
    case properties(of: String?, [PropertyChange])
    case fieldAdded(String)
    case fieldRemoved(String)
    /// A signal that is no property.
    case event(SessionEvent)
    /// The daemon refused an operation that nobody waits for, or it could not be sent.
    case refused(Refusal)
    /// The daemon is out of reach. Operations wait; `resumed`, `reopened` or `closed` follows.
    case lost
    /// The session has been reached again, and the mirror is up to date. Whether the operations that were under way were
    /// carried out shows in the mirror.
    case resumed
    /// The session was gone and has been opened anew, with the texts that the mirror had. Named are the fields whose texts
    /// could not be brought back, such as secrets.
    case reopened(missing: [String])
    /// The session has ended. Nothing follows. The reasons are those of the signal `Closed`, and `unreachable` for a session
    /// that was not found, or could not be opened, after an interruption.
    case closed(reason: String)
}

/// An operation that was not carried out.
package struct Refusal: Error, Sendable {
    package let operation: Operation
    /// What the daemon answered, in its words; it has the name `Disconnected` if nobody knows whether the operation was
    /// carried out.
    package let error: BusError
}
