package import FormModel
import TextEditing

/// The rule `url`: an absolute URL with a host.
package struct URLRule: HostRule {
    /// In lower case.
    package var schemes = ["http", "https"]
    private var takesUserInfo = true
    var hosts = HostRestrictions()

    package init() {}

    package init(schemes: [String]) {
        self.schemes = schemes
    }

    package static let name = "url"
    package static let about = "an absolute URL with a host"
    package static let keys = KeyTable<URLRule>("the validator “url”") {
        Key("schemes", \.schemes, schemesReader, explained: .always, "the allowed schemes")
        Key("userInfo", \.takesUserInfo, .bool, "a user name and password before the host are allowed")
        hostKeys
    }

    private static let schemesReader: ValueReader<[String]> = {
        let scheme = ValueReader.name(limit: 32).map { text, site, context -> String? in
            let isScheme = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
            if isScheme, text.first?.isLetter == true { return text.lowercased() }
            return context.error("\(quoted(text)) is not the scheme of an address", at: site)
        }
        return scheme.list("schemes", from: 1, to: 16, orReport: "there is no scheme, so no address would pass")
            .shown { $0.joined(separator: ", ") }
    }()

    package static let messages = [wrong("https"), HostRestrictions.denial(of: "example.com")]

    private static func wrong(_ scheme: String) -> DefaultMessage {
        DefaultMessage("url", english: "Enter a web address that begins with {scheme}://", ["scheme": .text(scheme)])
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let wrong = Self.wrong(schemes.contains("https") ? "https" : schemes.first ?? "")
        guard let address = WebAddress(subject.text, schemes: schemes), takesUserInfo || !address.hasUserInfo else {
            return RuleFinding(wrong)
        }
        return hosts.finding(address.host, isAddress: address.isNumeric, else: wrong)
    }
}

/// Absolute URLs with a host (RFC 3986), and those with letters of all scripts (RFC 3987).
struct WebAddress {
    let host: Substring
    let hasUserInfo: Bool
    /// Whether the host is an IP address.
    var isNumeric: Bool { host.contains(":") || InternetAddress.isIPv4(host) }

    /// Returns `nil` for any other text.
    ///
    /// - Parameter schemes: in lower case.
    init?(_ text: String, schemes: [String]) {
        guard text.unicodeScalars.allSatisfy(Self.mayStand), Self.hasWholeEscapes(text),
            let separator = text.range(of: "://")
        else { return nil }
        guard schemes.contains(text[..<separator.lowerBound].lowercased()) else { return nil }
        let rest = text[separator.upperBound...]
        var authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let at = authority.lastIndex(of: "@")
        hasUserInfo = at != nil
        if let at {
            guard !authority[..<at].contains(where: { "@[]".contains($0) }) else { return nil }
            authority = authority[authority.index(after: at)...]
        }
        let tail = rest[authority.endIndex...]
        guard !tail.contains(where: { $0 == "[" || $0 == "]" }), tail.count(where: { $0 == "#" }) <= 1 else {
            return nil
        }
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            guard InternetAddress.isIPv6(host), Self.isPort(authority[authority.index(after: end)...]) else {
                return nil
            }
        } else {
            host = authority.prefix { $0 != ":" }
            guard Self.isHost(host), Self.isPort(authority[host.endIndex...]) else { return nil }
        }
    }

    private static func isHost(_ host: Substring) -> Bool {
        // A dot at the end marks a fully qualified name.
        let name = host.last == "." ? host.dropLast() : host
        guard !name.isEmpty, host.utf8.count <= 1_024 else { return false }
        if InternetAddress.endsWithNumber(name) { return InternetAddress.isIPv4(name) }
        return EmailAddress.isDomain(Array(name.unicodeScalars)[...], isInternational: true)
    }

    /// The empty text, or a colon and a number up to 65535.
    private static func isPort(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return true }
        let digits = text.dropFirst()
        guard text.first == ":", digits.utf8.count <= 5, digits.utf8.allSatisfy(\.isDigit) else {
            return false
        }
        return digits.isEmpty || Int(digits).map { $0 <= 65_535 } == true
    }

    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value > 0x20 && scalar.value != 0x7F && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
        }
        return switch scalar.properties.generalCategory {
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            false
        case .format: !scalar.properties.isBidiControl
        default: true
        }
    }

    /// Whether two hexadecimal digits follow each per cent sign.
    private static func hasWholeEscapes(_ text: String) -> Bool {
        var missing = 0
        for byte in text.utf8 {
            if missing > 0 {
                guard byte.hexDigit != nil else { return false }
                missing -= 1
            } else if byte == UInt8(ascii: "%") {
                missing = 2
            }
        }
        return missing == 0
    }
}

extension String {
    /// The first occurrence of an ASCII text.
    fileprivate func range(of ascii: String) -> Range<String.Index>? {
        var start = startIndex
        while let index = self[start...].utf8.firstIndex(of: ascii.utf8.first ?? 0) {
            if let end = utf8.index(index, offsetBy: ascii.utf8.count, limitedBy: endIndex), self[index..<end] == ascii
            {
                return index..<end
            }
            start = utf8.index(after: index)
        }
        return nil
    }
}
