/// Who calls: a user, on one connection.
package struct Client: Sendable, Hashable {
    package let user: UInt32
    package let connection: Connection

    /// What tells one connection from another as long as they live.
    package enum Connection: Sendable, Hashable {
        /// A connection to the message bus, by its unique name, which is never given twice.
        case bus(String)
        /// A connection to the private socket.
        case peer(ObjectIdentifier)
    }

    package init(user: UInt32, connection: Connection) {
        self.user = user
        self.connection = connection
    }
}
