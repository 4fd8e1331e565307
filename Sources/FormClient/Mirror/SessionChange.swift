package import DBus

/// A change of a followed session. The mirror contains the change before followers receive it; a follower that reads
/// the mirror later may see a newer state, but never an older one.
package enum SessionChange: Sendable {
    /// Properties of the session (`nil`) or of a field changed.
    case properties(of: String?, [PropertyChange])
    case fieldAdded(String)
    case fieldRemoved(String)
    /// A signal of the session or of a field.
    case event(SessionEvent)
    /// The daemon refused an operation without a completion handler, or the operation could not be sent.
    case refused(Refusal)
    /// The daemon is unreachable. Operations wait. `resumed`, `reopened` or `closed` follows.
    case lost
    /// The session is reachable again, and the mirror is up to date. The mirror shows whether unanswered operations
    /// were performed.
    case resumed
    /// The session had been lost and was opened again with the texts of the mirror. `missing` names the fields whose
    /// texts could not be restored, such as secrets.
    case reopened(missing: [String])
    /// The session has ended; no change follows. The reason is that of the signal `Closed`, or `unreachable` if the
    /// session was not found, or could not be opened, after an interruption.
    case closed(reason: String)
}

/// An operation that was not performed.
package struct Refusal: Error, Sendable {
    package let operation: Operation
    /// The daemon's error. `Disconnected` if it is unknown whether the operation was performed.
    package let error: BusError
}
