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

    /// Of the view for administrators, which opens one connection a second.
    static let ofAdministrators = Limits(connections: 64, connectionsPerAddress: 64)

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

    /// What a connection may send; further messages are not read until this has regenerated. A key that is held down is
    /// repeated about 30 times a second.
    static let traffic = Traffic(
        requests: Allowance(burst: 150, perSecond: 60),
        bytes: Allowance(burst: 4_194_304, perSecond: 262_144)
    )

    /// What the pages of one address may send together.
    var trafficPerAddress: Traffic {
        let pages = Double(pagesPerAddress)
        return Traffic(
            requests: Allowance(burst: 150 + 20 * pages, perSecond: 60 + 6 * pages),
            bytes: Allowance(burst: 4_194_304 + 65_536 * pages, perSecond: 262_144 + 16_384 * pages)
        )
    }

    /// The connections of one address that may end because they sent what no page sends. With more, the address is refused
    /// until some have regenerated.
    static let offences = Allowance(burst: 32, perSecond: 1)

    /// The tokens that one address may take, so that it leaves some to others.
    var tokensPerAddress: Allowance {
        Allowance(burst: 4 * Double(pagesPerAddress), perSecond: Double(pagesPerAddress) / 10)
    }

    /// The sessions that one address may open; those that were left wait a while for their pages.
    var sessionsPerAddress: Allowance {
        Allowance(burst: Double(pagesPerAddress), perSecond: max(Double(pagesPerAddress) / 30, 0.5))
    }
}

/// The messages of a connection, or of all pages of an address: their number and their bytes.
struct Traffic: Sendable {
    private var requests: Allowance
    private var bytes: Allowance

    init(requests: Allowance, bytes: Allowance) {
        self.requests = requests
        self.bytes = bytes
    }

    mutating func take(bytes count: Int, at now: Moment) {
        requests.take(1, at: now)
        bytes.take(Double(count), at: now)
    }

    func timeToWait(at now: Moment) -> Duration { max(requests.timeToWait(at: now), bytes.timeToWait(at: now)) }

    func isWhole(at now: Moment) -> Bool { requests.isWhole(at: now) && bytes.isWhole(at: now) }
}

/// How much of a limit is used.
struct Usage: Sendable {
    let name: String
    let used: UInt64
    let limit: UInt64

    init(_ name: String, _ used: some BinaryInteger, of limit: some BinaryInteger) {
        self.name = name
        self.used = UInt64(clamping: used)
        self.limit = UInt64(clamping: limit)
    }
}
