import EventLoop

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

    /// The tokens that were given out and not used.
    var count: Int { deadlines.count }

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

/// A key of 128 random bits, in hexadecimal digits.
enum Secret {
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    static func isValid(_ key: String) -> Bool {
        key.utf8.count == 32 && key.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
