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

    /// Whether a user may be sent more: each may have as many unread bytes as half of what the others leave, so that
    /// some room is always left for other users. The bytes of clients that were never pinged count as unread.
    func hasRoom(for uid: UInt32) -> Bool {
        let bytes = bytes(of: uid)
        return bytes < pingAfter || bytes + total <= room
    }

    func bytes(of uid: UInt32) -> Int { users[uid] ?? 0 }

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

    /// The client has not answered the ping in time: the next reply is followed by another ping.
    mutating func notAnswered(_ name: BusName) {
        clients[name]?.pinged = nil
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
