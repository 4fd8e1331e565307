public import DBus

/// What one transaction did to a session, or several transactions if this client has read slowly.
public struct SessionUpdate: Sendable {
    /// The session's revision after it.
    public let revision: UInt64
    /// The new values of the properties that changed, by object, and all properties of an added field. The session is
    /// `nil`.
    public let changes: [(field: String?, properties: [PropertyChange])]
    /// The fields that were added, with the rows that contain them.
    public let added: [String]
    /// The fields that were removed with their rows.
    public let removed: [String]
    /// What happened besides, in order.
    public let events: [SessionEvent]

    /// Whether nothing has changed.
    public var isEmpty: Bool { changes.isEmpty && added.isEmpty && removed.isEmpty && events.isEmpty }

    /// The new value of a property of a field or, for `nil`, of the session; `nil` if it has not changed.
    public subscript(property: String, of field: String?) -> Value? {
        changes.first { $0.field == field }?.properties.last { $0.name == property }?.value
    }

    /// The new value of a property of the session; `nil` if it has not changed.
    public subscript<Item>(key: KeyPath<SessionProperties, PropertyKey<Item>>) -> Item? {
        self[SessionProperties.all[keyPath: key].name, of: nil].flatMap { Item(busValue: $0) }
    }

    /// Whether there is an event of this name, of the field or, for `nil`, of the session.
    public func contains(event name: String, of field: String? = nil) -> Bool {
        events.contains { $0.name == name && $0.field == field }
    }
}

/// What observers of a followed session are told. The mirror contains a change before they are told of it.
public enum SessionChange: Sendable {
    /// A transaction as a whole: each is told once.
    case changed(SessionUpdate)
    /// A signal besides: `IdleWarning`, or `Performed` after a call of `Record`.
    case signal(SessionEvent)
    /// The daemon refused an operation whose caller does not wait for the reply, or it could not be sent.
    case refused(Refusal)
    /// The daemon is unreachable. Operations wait. `resumed`, `reopened` or `closed` follows.
    case lost
    /// An attempt to reach the session again has failed, or the daemon has broken its contract. Another attempt follows,
    /// or `closed`.
    case failed(BusError)
    /// The session is reachable again, and the mirror is up to date. The mirror shows whether unanswered operations
    /// were performed.
    case resumed
    /// The session had been lost and was opened again with the rows and texts of the mirror. `missing` names the fields
    /// whose texts could not be restored, such as secrets.
    case reopened(missing: [String])
    /// The session has ended for this client; no change follows. The reason is that of the signal `Closed`, or
    /// `unreachable` if the session was not found, or could not be opened, after an interruption, `contract` if the
    /// daemon broke its contract several times, `left`, or `disconnected`.
    case closed(reason: String)

    /// The error in `refused` and `failed`. Its message is written for users.
    public var error: BusError? {
        switch self {
        case .refused(let refusal): refusal.error
        case .failed(let error): error
        case .changed, .signal, .lost, .resumed, .reopened, .closed: nil
        }
    }
}

/// An operation that was not performed.
public struct Refusal: Error, Sendable {
    /// The operation that was not performed.
    public let operation: Operation
    /// The daemon's error. `Disconnected` or `NoReply` if it is unknown whether the operation was performed.
    public let error: BusError
}
