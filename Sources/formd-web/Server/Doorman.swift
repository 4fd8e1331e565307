import EventLoop
import Glibc
import NIOHTTP1

/// Decides about each request before anything else sees it: which host it is for, which page it comes from, whether it has
/// a token, and whether its address has room. Belongs to the server's thread.
final class Doorman {
    struct Settings: Sendable {
        /// Whether the last entry of `X-Forwarded-For`, which a proxy adds, is the address.
        var isBehindProxy = false
        var limits = Limits()
    }

    /// Why a request is refused.
    enum Refusal: String, Error {
        /// The browser was led to this address by another name.
        case host = "This is not the address of this form."
        case origin = "This form can be used from its own page only."
        case token = "This page is too old; load it again."
        case version = "This page speaks another version; load it again."
        case address = "Too many pages of this address are open."
    }

    /// The version of the wire, which the page and the gateway agree upon.
    static let version = "formd.1"
    private static let tokenPrefix = "token."

    let settings: Settings
    /// The origins under which pages are reached, such as `http://127.0.0.1:8080`, in lower case.
    var origins: Set<String> = [] {
        didSet { hosts = Set(origins.map(Self.host(of:))) }
    }
    private var hosts: Set<String> = []
    private var admission: Admission
    private var tokens: Tokens

    init(_ settings: Settings) {
        self.settings = settings
        admission = Admission(settings.limits)
        tokens = Tokens(limit: settings.limits.tokens)
    }

    private static func host(of origin: String) -> String {
        origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? origin
    }

    // MARK: Requests

    /// Every request names the host that the page was loaded from, so that a foreign name which leads here is of no use.
    func checkHost(_ head: HTTPRequestHead) throws(Refusal) {
        let host = head.headers["host"]
        guard host.count == 1, hosts.contains(host[0].lowercased()) else { throw .host }
    }

    /// A request that changes something comes from a page of one of the origins.
    func checkOrigin(_ head: HTTPRequestHead) throws(Refusal) {
        let origin = head.headers["origin"]
        guard origin.count == 1, origins.contains(origin[0].lowercased()) else { throw .origin }
    }

    func issueToken(for head: HTTPRequestHead, from peer: String) throws(Refusal) -> String {
        try checkHost(head)
        try checkOrigin(head)
        guard admission.admitToken(of: address(of: head, from: peer), at: .now), let token = tokens.issue(at: .now)
        else { throw .address }
        return token
    }

    /// Admits a page's connection. The token comes as an offered subprotocol, because a browser lets a page set no
    /// header, and addresses are logged.
    func admitSocket(_ head: HTTPRequestHead) throws(Refusal) {
        try checkHost(head)
        try checkOrigin(head)
        let offered = head.headers[canonicalForm: "sec-websocket-protocol"].map(String.init)
        guard offered.contains(Self.version) else { throw .version }
        guard let token = offered.first(where: { $0.hasPrefix(Self.tokenPrefix) }),
            tokens.redeem(String(token.dropFirst(Self.tokenPrefix.count)), at: .now)
        else { throw .token }
    }

    // MARK: Addresses

    /// The address that a request is counted for.
    ///
    /// - Parameter peer: where the connection comes from, as by `countedAddress`.
    func address(of head: HTTPRequestHead, from peer: String) -> String {
        guard settings.isBehindProxy, let last = head.headers[canonicalForm: "x-forwarded-for"].last else {
            return peer
        }
        return Self.countedAddress(String(last.prefix(64)))
    }

    /// An IPv6 address is counted by its first 64 bits, because a client usually has all addresses that begin with them.
    static func countedAddress(_ address: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        // An IPv4 address in the form of IPv6 is one of many that begin alike.
        let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255])
        return bytes.prefix(isMapped ? 16 : 8).map { String($0, radix: 16) }.joined(separator: ":")
    }

    func admitConnection(from peer: String) -> Bool {
        admission.admitConnection(of: settings.isBehindProxy ? nil : peer)
    }

    func releaseConnection(from peer: String) {
        admission.releaseConnection(of: settings.isBehindProxy ? nil : peer)
    }

    func admitPage(of address: String) throws(Refusal) -> AddressUse {
        guard let use = admission.admitPage(of: address) else { throw .address }
        return use
    }

    func releasePage(of address: String) { admission.releasePage(of: address) }

    /// The limits with their present use, for administrators.
    var usage: [Usage] {
        [
            Usage("connections", admission.connections, of: settings.limits.connections),
            Usage("pages of one address", admission.mostPages, of: settings.limits.pagesPerAddress),
            Usage("tokens", tokens.count, of: settings.limits.tokens),
        ]
    }
}
