/// Who sent a message, as far as the system vouches for it.
package struct Caller: Sendable {
    /// Where replies go.
    package let connection: Connection
    /// The unique name: on a message bus the sender that the bus stamped, on a private socket the name that was given to
    /// the peer, nil when the peer never asked for one. Never a header that a peer wrote.
    package let sender: BusName?
    package let uid: UInt32

    /// Tells callers apart: on a message bus by the connection and sender, on a private socket by the connection alone.
    package let id: ID

    package struct ID: Hashable, Sendable {
        private let connection: ObjectIdentifier
        private let sender: BusName?

        init(connection: Connection, sender: BusName?) {
            self.connection = ObjectIdentifier(connection)
            self.sender = sender
        }
    }

    /// A sender on a message bus.
    package static func client(_ sender: BusName?, uid: UInt32, on bus: Connection) -> Caller {
        Caller(connection: bus, sender: sender, uid: uid, id: ID(connection: bus, sender: sender))
    }

    /// The other end of a private connection.
    package static func peer(_ connection: Connection, uid: UInt32, name: BusName?) -> Caller {
        Caller(connection: connection, sender: name, uid: uid, id: ID(connection: connection, sender: nil))
    }
}
