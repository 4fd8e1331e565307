/// Counts what the clients of a bus have been sent and may not have read.
///
/// A bus keeps what a client does not read, up to a limit that all receivers of one sender share: one client that does not
/// read could keep everybody from getting replies. Nobody tells a sender what has been read. But whoever answers a `Ping`
/// has read everything that was sent before it; so a client that has been sent much is pinged. This type only decides.
struct UnreadReplies {
    private struct Client {
        let uid: UInt32
        var bytes = 0
        /// How many bytes were sent before the ping that is not answered yet.
        var pinged: Int?
    }

    /// The bytes that a client is sent before it is pinged.
    private let pingAfter: Int
    /// The bytes that all clients together may leave unread. The system bus takes 127 MiB of one sender.
    let room: Int
    private var clients: [BusName: Client] = [:]
    private var users: [UInt32: Int] = [:]
    private(set) var total = 0

    init(pingAfter: Int = 1 << 20, room: Int = 96 << 20) {
        self.pingAfter = pingAfter
        self.room = room
    }

    /// Whether a user may be sent more: each may leave unread half of what the others leave of the room, so that there is
    /// always some for those who read. It is not known of those who were never pinged whether they have read.
    func hasRoom(for uid: UInt32) -> Bool {
        let bytes = bytes(of: uid)
        return bytes < pingAfter || bytes + total <= room
    }

    func bytes(of uid: UInt32) -> Int { users[uid] ?? 0 }

    /// Counts a reply. Returns whether the client is to be pinged now.
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

    /// The client has answered the ping: it has read what was sent before.
    mutating func answered(_ name: BusName) {
        guard let read = clients[name]?.pinged else { return }
        forget(read, of: name)
        clients[name]?.pinged = nil
    }

    /// The client has not answered the ping in time: the next reply is followed by another ping.
    mutating func notAnswered(_ name: BusName) {
        clients[name]?.pinged = nil
    }

    /// Nothing waits any more for a client that has left the bus.
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
