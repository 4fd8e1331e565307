package import FormModel

/// The rule `ipv4`: an address of version 4 of the Internet Protocol.
package struct IPv4Rule: RuleKind {
    package init() {}

    package static let name = "ipv4"
    package static let about = "an address as RFC 6943 writes it"
    package static let keys = KeyTable<IPv4Rule>("the validator “ipv4”") {}

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("ipv4", english: "Enter an IPv4 address")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        InternetAddress.isIPv4(subject.text) ? nil : RuleFinding(Self.wrong)
    }
}

/// The rule `ipv6`: an address of version 6 of the Internet Protocol.
package struct IPv6Rule: RuleKind {
    package init() {}

    package static let name = "ipv6"
    package static let about = "an address as RFC 4291 writes it"
    package static let keys = KeyTable<IPv6Rule>("the validator “ipv6”") {}

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("ipv6", english: "Enter an IPv6 address")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        InternetAddress.isIPv6(subject.text) ? nil : RuleFinding(Self.wrong)
    }
}

/// Addresses of hosts, as RFC 4291 and RFC 6943 write them.
enum InternetAddress {
    /// Four numbers of 0 to 255 without zeros before them.
    static func isIPv4(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy(isDigit) else { return false }
                let value = part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                return value <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }

    /// Eight groups of 1 to 4 hexadecimal digits; `::` once for one or more groups of zeros; an IPv4 address in place
    /// of
    /// the last two. No zone.
    static func isIPv6(_ text: some StringProtocol) -> Bool {
        // The longest one has 45 characters.
        guard text.utf8.count <= 45 else { return false }
        let groups = text.split(separator: ":", omittingEmptySubsequences: false).map { Substring($0) }
        guard groups.count >= 3, groups.count <= 9 else { return false }
        // "::" at an end leaves two empty groups there, anywhere else one.
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
                guard group.utf8.count <= 4, group.utf8.allSatisfy(isHexDigit) else { return false }
                count += 1
            }
        }
        return gaps == 1 ? count <= 7 : count == 8
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    }
}
