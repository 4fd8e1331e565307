/// Who calls: a user, on one connection.
package struct Client: Sendable, Hashable {
    package let user: UInt32
    package let connection: Connection

    /// A connection, as long as it lives.
    package enum Connection: Sendable, Hashable {
        /// A unique name on the message bus, which is never given twice.
        case bus(String)
        /// A private connection.
        case peer(ObjectIdentifier)
    }

    package init(user: UInt32, connection: Connection) {
        self.user = user
        self.connection = connection
    }
}
