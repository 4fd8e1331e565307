/// Who calls: a user, on one connection.
package struct Client: Sendable, Hashable {
    package let user: UInt32
    /// The connection's name, unique among all that the daemon has: `:1.42` on a bus, `:p.3` on the private socket.
    package let connection: String

    package init(user: UInt32, connection: String) {
        self.user = user
        self.connection = connection
    }
}
