package import FormModel
import TextEditing

/// The rules `ip`, `ipv4` and `ipv6`: an address of the Internet Protocol, of either version or of a specific one.
package struct IPRule: RuleKind {
    private let version: Version
    private var prefix = Prefix.refused

    package enum Version: String, Sendable, CaseIterable {
        case any = "ip"
        case four = "ipv4"
        case six = "ipv6"
    }

    /// Whether the prefix length of a network may follow the address (RFC 4632): `10.0.0.0/8`.
    private enum Prefix: String, Sendable, CaseIterable {
        case refused, allowed, required
    }

    package init() { self.init(.any) }

    package init(_ version: Version) {
        self.version = version
    }

    package static let name = Version.any.rawValue
    package static var names: [String] { Version.allCases.map(\.rawValue) }
    package init(named name: String) { self.init(Version(rawValue: name) ?? .any) }
    package var typeName: String { version.rawValue }
    package static let about = "an IP address in the notation of RFC 6943 (version 4) or RFC 4291 (version 6)"
    package static let keys = KeyTable<IPRule>("the validator for internet addresses") {
        Key("prefix", \.prefix, .choice(), "whether the address ends with the length of a prefix: `10.0.0.0/8`")
    }

    package static let messages = Version.allCases.map(wrong)

    private static func wrong(_ version: Version) -> DefaultMessage {
        switch version {
        case .any: DefaultMessage("ip", english: "Enter an IP address")
        case .four: DefaultMessage("ipv4", english: "Enter an IPv4 address")
        case .six: DefaultMessage("ipv6", english: "Enter an IPv6 address")
        }
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let parts = subject.text.split(separator: "/", omittingEmptySubsequences: false)
        let isFour = version != .six && InternetAddress.isIPv4(parts[0])
        let isAddress = isFour || version != .four && InternetAddress.isIPv6(parts[0])
        let hasPrefix = parts.count == 2 && InternetAddress.isPrefix(parts[1], to: isFour ? 32 : 128)
        let fits = parts.count == 1 ? prefix != .required : prefix != .refused && hasPrefix
        return isAddress && fits ? nil : RuleFinding(Self.wrong(version))
    }
}

/// The rule `hostname`: the name of a host (RFC 1123), or one with letters of any script (RFC 5890).
package struct HostnameRule: RuleKind {
    private var isInternational = true
    private var needsTopLevelDomain = false
    private var mayEndWithPoint = false

    package init() {}

    package static let name = "hostname"
    package static let about = "a host name with labels of at most 63 characters"
    package static let keys = KeyTable<HostnameRule>("the validator “hostname”") {
        Key("international", \.isInternational, .bool, "letters of all scripts are allowed")
        Key("topLevelDomain", \.needsTopLevelDomain, .bool, "the name must end with a top-level domain")
        Key("trailingPoint", \.mayEndWithPoint, .bool, "the name can end with a point")
    }

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("hostname", english: "Enter the name of a host, such as www.example.com")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let text = subject.text
        let name = mayEndWithPoint && text.last == "." ? text.dropLast() : text[...]
        let labels = Array(name.unicodeScalars)[...]
        let isName = name.utf8.count <= 253 && EmailAddress.isDomain(labels, isInternational: isInternational)
        let isWhole =
            needsTopLevelDomain ? InternetAddress.hasTopLevelDomain(name) : !InternetAddress.endsWithNumber(name)
        return isName && isWhole ? nil : RuleFinding(Self.wrong)
    }
}

/// Syntax of IP addresses by RFC 4291 and RFC 6943.
enum InternetAddress {
    /// Four numbers from 0 to 255 without leading zeros.
    static func isIPv4(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy(\.isDigit) else { return false }
                let value = part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                return value <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }

    /// Eight groups of 1 to 4 hexadecimal digits; `::` at most once for one or more groups of zeros; an IPv4 address
    /// may replace the last two groups. No zone.
    ///
    /// - Parameter shortestGap: the smallest number of groups that `::` stands for.
    static func isIPv6(_ text: some StringProtocol, shortestGap: Int = 1) -> Bool {
        // The longest address has 45 characters.
        guard text.utf8.count <= 45 else { return false }
        let groups = text.split(separator: ":", omittingEmptySubsequences: false).map { Substring($0) }
        guard groups.count >= 3, groups.count <= 9 else { return false }
        // "::" at either end produces two empty groups there, elsewhere one.
        var middle = groups[...]
        if middle.first == "" {
            guard middle.dropFirst().first == "" else { return false }
            middle.removeFirst()
        }
        if middle.last == "" {
            guard middle.dropLast().last == "" else { return false }
            middle.removeLast()
        }
        let gaps = middle.count { $0.isEmpty }
        guard gaps <= 1 else { return false }
        var count = 0
        for (position, group) in middle.enumerated() where !group.isEmpty {
            if position == middle.count - 1, isIPv4(group) {
                count += 2
            } else {
                guard group.utf8.count <= 4, group.utf8.allSatisfy({ $0.hexDigit != nil }) else { return false }
                count += 1
            }
        }
        return gaps == 1 ? count <= 8 - shortestGap : count == 8
    }

    /// Whether the last label of a name is a decimal or hexadecimal number, so that browsers interpret the name as an
    /// IP address.
    static func endsWithNumber(_ name: Substring) -> Bool {
        let point = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let last = name.utf8[(point.map { name.utf8.index(after: $0) } ?? name.startIndex)...]
        return last.allSatisfy(\.isDigit)
            || last.prefix(2).elementsEqual("0x".utf8) { $0 | 0x20 == $1 | 0x20 }
                && last.dropFirst(2).allSatisfy { $0.hexDigit != nil }
    }

    /// The number of bits of a prefix, without leading zeros.
    static func isPrefix(_ text: Substring, to limit: Int) -> Bool {
        guard let bits = Int(asciiDigits: text.utf8), text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0")
        else {
            return false
        }
        return bits <= limit
    }

    /// Whether a host's name ends with a top-level domain: at least two letters, and no digit unless it is encoded.
    static func hasTopLevelDomain(_ name: Substring) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last else { return false }
        return last.count >= 2 && (last.allSatisfy { !$0.isNumber && $0 != "-" } || last.lowercased().hasPrefix("xn--"))
    }
}

/// The hosts that the addresses of a rule may contain.
struct HostRestrictions: Sendable, Hashable {
    var needsTopLevelDomain = false
    /// In lower case; empty for all hosts. `*.` at the beginning matches any labels before the rest.
    var allowed: [String] = []
    var denied: [String] = []

    static func denial(of host: String) -> DefaultMessage {
        DefaultMessage("hostDenied", english: "Addresses at {host} are not taken", ["host": .text(host)])
    }

    /// - Parameters:
    ///   - host: a name or an IP address, without brackets.
    ///   - isAddress: whether the host is known to be an IP address, which has no top-level domain.
    func finding(_ host: some StringProtocol, isAddress: Bool = false, else fault: DefaultMessage) -> RuleFinding? {
        let host = host.lowercased()
        if needsTopLevelDomain, !isAddress, !InternetAddress.hasTopLevelDomain(host[...]) { return RuleFinding(fault) }
        let isAllowed = allowed.isEmpty || allowed.contains { Self.matches(host, $0) }
        guard !isAllowed || denied.contains(where: { Self.matches(host, $0) }) else { return nil }
        return RuleFinding(Self.denial(of: host))
    }

    private static func matches(_ host: String, _ pattern: String) -> Bool {
        pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
    }

    fileprivate static let reader = ValueReader.name(limit: 255).map { text, _, _ in text.lowercased() }
        .list("hosts", to: DefinitionLimits.listedValues)
}

/// A rule about addresses that contain a host.
protocol HostRule: RuleKind {
    var hosts: HostRestrictions { get set }
}

extension HostRule {
    static var hostKeys: [Key<Self>] {
        [
            Key(
                "topLevelDomain",
                \.hosts.needsTopLevelDomain,
                .bool,
                "the host must end with a top-level domain, unless it is an IP address"
            ),
            Key(
                "hosts",
                \.hosts.allowed,
                HostRestrictions.reader,
                "the only hosts that are allowed; `*.example.com` means all names that end with `.example.com`"
            ),
            Key(
                "deniedHosts",
                \.hosts.denied,
                HostRestrictions.reader,
                "the hosts that are not allowed, in the same notation"
            ),
        ]
    }
}
