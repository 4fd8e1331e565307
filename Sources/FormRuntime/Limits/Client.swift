/// A caller: a user and a connection.
package struct Client: Sendable, Hashable {
    package let user: UInt32
    package let connection: Connection

    /// Identifies a connection among all open ones.
    package enum Connection: Sendable, Hashable {
        /// A connection to the message bus, identified by its unique name, which the bus never assigns again.
        case bus(String)
        /// A connection to the private socket.
        case peer(ObjectIdentifier)
    }

    package init(user: UInt32, connection: Connection) {
        self.user = user
        self.connection = connection
    }
}
