import EventLoop

/// A moment of the clock that timers use. `EventLoop` has another meaning in SwiftNIO.
typealias Moment = Allowance.Instant

/// What one connection, one address and all together may use.
struct Limits: Sendable {
    /// Connections of all addresses, and of one; the rest is closed at once.
    var connections = 8_192
    var connectionsPerAddress = 256
    /// Open pages of one address.
    var pagesPerAddress = 64
    /// Tokens that were given out and not used yet.
    var tokens = 8_192

    /// The bytes of a request with all its headers, which no page comes near.
    static let headerBytes = 16 << 10
    static let headers = 64
    /// The time from the beginning of a connection until the answer to its request was read.
    static let requestTime = Duration.seconds(15)
    /// A text of a field, pasted as a whole, in JSON.
    static let messageBytes = 512 << 10
    static let fragments = 64
    /// The bytes that a page may leave unread before it is sent no more transactions.
    static let unreadBytes = 256 << 10
    /// The time in which a page answers a ping, reads, or is taken for gone.
    static let silence = Duration.seconds(40)
    static let pingInterval = Duration.seconds(20)

    /// The requests of a connection; further ones are not read until they have regenerated.
    static let requests = Allowance(burst: 1_000, perSecond: 100)
    static let bytes = Allowance(burst: 4_194_304, perSecond: 262_144)
}

/// Counts what each address has open.
struct Admission {
    private let limits: Limits
    private(set) var connections = 0
    private var connectionsByAddress: [String: Int] = [:]
    private var pagesByAddress: [String: Int] = [:]

    init(_ limits: Limits) { self.limits = limits }

    /// - Parameter address: `nil` if it is not known yet, behind a proxy.
    mutating func admitConnection(of address: String?) -> Bool {
        guard connections < limits.connections else { return false }
        if let address, !Self.add(address, to: &connectionsByAddress, limit: limits.connectionsPerAddress) {
            return false
        }
        connections += 1
        return true
    }

    mutating func releaseConnection(of address: String?) {
        connections -= 1
        if let address { Self.remove(address, from: &connectionsByAddress) }
    }

    mutating func admitPage(of address: String) -> Bool {
        Self.add(address, to: &pagesByAddress, limit: limits.pagesPerAddress)
    }

    mutating func releasePage(of address: String) { Self.remove(address, from: &pagesByAddress) }

    private static func add(_ address: String, to counts: inout [String: Int], limit: Int) -> Bool {
        let count = counts[address, default: 0]
        guard count < limit else { return false }
        counts[address] = count + 1
        return true
    }

    private static func remove(_ address: String, from counts: inout [String: Int]) {
        guard let count = counts[address] else { return }
        counts[address] = count > 1 ? count - 1 : nil
    }
}

/// The tokens of pages: each opens one connection, once, within a minute.
///
/// A page of another origin can send a request for a token, but cannot read the answer.
struct Tokens {
    private let limit: Int
    private var deadlines: [String: Moment] = [:]
    /// In the order in which they were given out; used ones stay until they are due.
    private var order: [(token: String, deadline: Moment)] = []
    private var first = 0

    static let lifetime = Duration.seconds(60)

    init(limit: Int) { self.limit = limit }

    /// `nil` if too many are given out.
    mutating func issue(at now: Moment) -> String? {
        dropExpired(now)
        guard deadlines.count < limit, order.count - first < 4 * limit else { return nil }
        let token = Secret.make()
        deadlines[token] = now + Self.lifetime
        order.append((token, now + Self.lifetime))
        return token
    }

    mutating func redeem(_ token: String, at now: Moment) -> Bool {
        dropExpired(now)
        return deadlines.removeValue(forKey: token) != nil
    }

    private mutating func dropExpired(_ now: Moment) {
        while first < order.count, order[first].deadline <= now {
            deadlines[order[first].token] = nil
            first += 1
        }
        if first > 1_000 || first == order.count {
            order.removeFirst(first)
            first = 0
        }
    }
}
