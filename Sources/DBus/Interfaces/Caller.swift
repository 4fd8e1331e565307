/// The sender of a message, as far as the kernel or the bus vouches for it.
package struct Caller: Sendable {
    /// The connection to which replies go.
    package let connection: Connection
    /// The unique name: on a message bus the sender that the bus has written, on a private socket the name that the peer was
    /// given, `nil` if the peer never asked for one. Never a sender that a peer wrote.
    package let sender: BusName?
    package let uid: UInt32

    /// Identifies the caller: on a message bus by the connection and sender, on a private socket by the connection alone.
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
