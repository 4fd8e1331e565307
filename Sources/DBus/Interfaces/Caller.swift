/// The sender of a message, as the kernel or the bus has identified it.
package struct Caller: Sendable {
    /// The connection on which replies are sent.
    package let connection: Connection
    /// The unique name. On a message bus, the bus writes it into each message. On a private socket, it is the name that
    /// this side assigned to the peer, or `nil` if the peer has not requested one; the sender in the peer's messages is
    /// ignored.
    package let sender: BusName?
    package let uid: UInt32

    /// Identifies the caller: on a message bus by the connection and sender, on a private socket by the connection
    /// alone.
    package let id: ID

    package struct ID: Hashable, Sendable {
        private let connection: ObjectIdentifier
        private let sender: BusName?

        init(connection: Connection, sender: BusName?) {
            self.connection = ObjectIdentifier(connection)
            self.sender = sender
        }

        /// The peer of a private connection.
        init(peer: ObjectIdentifier) {
            connection = peer
            sender = nil
        }
    }

    /// A sender on a message bus.
    package static func client(_ sender: BusName?, uid: UInt32, on bus: Connection) -> Caller {
        Caller(connection: bus, sender: sender, uid: uid, id: ID(connection: bus, sender: sender))
    }

    /// The peer of a private connection.
    package static func peer(_ connection: Connection, uid: UInt32, name: BusName?) -> Caller {
        Caller(connection: connection, sender: name, uid: uid, id: ID(connection: connection, sender: nil))
    }
}
