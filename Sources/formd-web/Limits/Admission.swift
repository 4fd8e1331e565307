import EventLoop

/// What one address has open, and what it sends. Belongs to the server's thread.
final class AddressUse {
    fileprivate(set) var connections = 0
    fileprivate(set) var pages = 0
    var traffic: Traffic
    fileprivate var tokens: Allowance
    private var offences = Limits.offences

    fileprivate init(_ limits: Limits) {
        traffic = limits.trafficPerAddress
        tokens = limits.tokensPerAddress
    }

    fileprivate func isForgettable(at now: Moment) -> Bool {
        connections == 0 && pages == 0 && traffic.isWhole(at: now) && tokens.isWhole(at: now)
            && offences.isWhole(at: now)
    }

    /// Notes that a connection ends because it sent what no page sends.
    func offend() { offences.take(1, at: .now) }

    fileprivate var isRefused: Bool { offences.timeToWait(at: .now) > .zero }
}

/// Counts what each address has open.
struct Admission {
    private let limits: Limits
    private(set) var connections = 0
    private var addresses: [String: AddressUse] = [:]
    /// The number of addresses at which those that use nothing are forgotten.
    private var size = 1_024

    init(_ limits: Limits) { self.limits = limits }

    /// The pages of the address that has most.
    var mostPages: Int { addresses.values.reduce(0) { max($0, $1.pages) } }

    /// - Parameter address: `nil` if it is not known yet, behind a proxy.
    mutating func admitConnection(of address: String?) -> Bool {
        guard connections < limits.connections else { return false }
        if let address {
            let use = use(of: address)
            guard use.connections < limits.connectionsPerAddress, !use.isRefused else { return false }
            use.connections += 1
        }
        connections += 1
        return true
    }

    mutating func releaseConnection(of address: String?) {
        connections -= 1
        if let address { addresses[address]?.connections -= 1 }
    }

    /// Whether the address may have another token.
    mutating func admitToken(of address: String, at now: Moment) -> Bool {
        let use = use(of: address)
        guard use.tokens.left(at: now) >= 1, !use.isRefused else { return false }
        use.tokens.take(1, at: now)
        return true
    }

    /// `nil` if the address has too many pages, or has offended too often.
    mutating func admitPage(of address: String) -> AddressUse? {
        let use = use(of: address)
        guard use.pages < limits.pagesPerAddress, !use.isRefused else { return nil }
        use.pages += 1
        return use
    }

    func releasePage(of address: String) { addresses[address]?.pages -= 1 }

    private mutating func use(of address: String) -> AddressUse {
        if let known = addresses[address] { return known }
        if addresses.count >= size {
            let now = Moment.now
            addresses = addresses.filter { !$0.value.isForgettable(at: now) }
            size = max(1_024, 2 * addresses.count)
        }
        let use = AddressUse(limits)
        addresses[address] = use
        return use
    }
}

/// Counts the sessions that each address opens.
struct Openings {
    private let allowance: Allowance
    private var addresses: [String: Allowance] = [:]
    private var size = 1_024

    init(_ limits: Limits) { allowance = limits.sessionsPerAddress }

    mutating func admit(_ address: String, at now: Moment) -> Bool {
        if addresses.count >= size {
            addresses = addresses.filter { !$0.value.isWhole(at: now) }
            size = max(1_024, 2 * addresses.count)
        }
        guard addresses[address, default: allowance].left(at: now) >= 1 else { return false }
        addresses[address, default: allowance].take(1, at: now)
        return true
    }
}
