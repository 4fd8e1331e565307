/// Counts the bytes that were sent to the clients of a bus and that they may not have read yet.
///
/// A bus stores unread messages up to a limit that all receivers of one sender share: one client that does not read
/// could keep all others from getting replies. A sender is not told which messages have been read. But a client that
/// answers a `Ping` has read everything that was sent before it; so a client that was sent many bytes is pinged. This
/// type only makes the decisions.
struct UnreadReplies {
    private struct Client {
        let uid: UInt32
        var bytes = 0
        /// The bytes that were sent before the ping that is not answered yet.
        var pinged: Int?
    }

    /// The number of bytes after which a client is pinged.
    private let pingAfter: Int
    /// The maximum number of unread bytes of all clients together. The system bus accepts 127 MiB of one sender.
    let room: Int
    private var clients: [BusName: Client] = [:]
    private var users: [UInt32: Int] = [:]
    private(set) var total = 0

    init(pingAfter: Int = 1 << 20, room: Int = 96 << 20) {
        self.pingAfter = pingAfter
        self.room = room
    }

    /// Whether a user may be sent more replies: each may have as many unread bytes as half of what the others leave. What
    /// clients were sent since their last answer to a ping counts as unread. A user with less than `pingAfter` bytes is
    /// always served, even if nothing is left.
    func hasRoom(for uid: UInt32) -> Bool {
        let bytes = bytes(of: uid)
        return bytes < pingAfter || bytes + total <= room
    }

    func bytes(of uid: UInt32) -> Int { users[uid] ?? 0 }

    /// Whether so much was sent to a client that it must answer a ping first.
    func isBehind(_ name: BusName) -> Bool { (clients[name]?.bytes ?? 0) >= pingAfter }

    /// Whether a client reads so slowly that it must not be sent signals any more: it has not answered a ping, and has too
    /// much of the room. So signals leave room for the replies to everybody.
    func isSlow(_ name: BusName) -> Bool {
        guard let client = clients[name], client.pinged != nil else { return false }
        return client.bytes > room / 6 || total > room / 2 && client.bytes > 2 * pingAfter
    }

    /// Counts a reply. Returns whether the client must be pinged now.
    mutating func sent(_ bytes: Int, to name: BusName, of uid: UInt32) -> Bool {
        var client = clients[name] ?? Client(uid: uid)
        client.bytes += bytes
        total += bytes
        users[uid, default: 0] += bytes
        let pings = client.pinged == nil && client.bytes >= pingAfter
        if pings { client.pinged = client.bytes }
        clients[name] = client
        return pings
    }

    /// Handles the answer to the ping: the client has read everything that was sent before it.
    mutating func answered(_ name: BusName) {
        guard let read = clients[name]?.pinged else { return }
        forget(read, of: name)
        clients[name]?.pinged = nil
    }

    /// The client is pinged once more, because it has not answered in time or was sent much more meanwhile.
    ///
    /// - Returns: `false` if the client has left.
    mutating func pingedAgain(_ name: BusName) -> Bool {
        guard let bytes = clients[name]?.bytes else { return false }
        clients[name]?.pinged = bytes
        return true
    }

    /// Removes a client that has left the bus; no bytes wait for it any more.
    mutating func vanished(_ name: BusName) {
        guard let client = clients[name] else { return }
        forget(client.bytes, of: name)
        clients[name] = nil
    }

    private mutating func forget(_ bytes: Int, of name: BusName) {
        guard let uid = clients[name]?.uid else { return }
        clients[name]?.bytes -= bytes
        total -= bytes
        let rest = self.bytes(of: uid) - bytes
        users[uid] = rest > 0 ? rest : nil
    }
}
