import FormModel

/// Which hosts the addresses of a rule may name.
struct HostRestrictions: Sendable, Hashable {
    var needsTopLevelDomain = false
    /// In lower case; empty for all hosts. `*.` at the beginning stands for any names before the rest.
    var allowed: [String] = []
    var denied: [String] = []

    static func denial(of host: String) -> DefaultMessage {
        DefaultMessage(
            "hostDenied",
            english: "Addresses at {host} are not taken",
            ["host": .text(host)]
        )
    }

    /// - Parameters:
    ///   - host: a name or an address, without brackets.
    ///   - isAddress: whether the host is known to be an address, which has no top-level domain.
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

/// A rule about addresses that name a host.
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
                "a host that is a name ends with a top-level domain"
            ),
            Key(
                "hosts",
                \.hosts.allowed,
                HostRestrictions.reader,
                "the only hosts; `*.` stands for names before the rest"
            ),
            Key("deniedHosts", \.hosts.denied, HostRestrictions.reader, "hosts not taken, written likewise"),
        ]
    }
}
