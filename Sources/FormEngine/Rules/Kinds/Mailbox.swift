/// Mail addresses as programs send them: `Mailbox` of RFC 5321, section 4.1.2, and with characters of all scripts that of
/// RFC 6531.
enum Mailbox {
    /// Octets, RFC 5321, section 4.5.3.1.
    private static let localLimit = 64
    private static let domainLimit = 255

    static func isValid(_ text: Substring, isInternational: Bool) -> Bool {
        let scalars = Array(text.unicodeScalars)
        // A quoted name may contain the sign, a domain may not.
        guard let at = scalars.lastIndex(of: "@") else { return false }
        let (name, host) = (scalars[..<at], scalars[(at + 1)...])
        return octets(of: name) <= localLimit && octets(of: host) <= domainLimit
            && (isDotString(name, isInternational) || isQuotedString(name, isInternational))
            && (isAddressLiteral(host) || EmailAddress.isDomain(host, isInternational: isInternational))
    }

    private static func octets(of scalars: ArraySlice<Unicode.Scalar>) -> Int {
        scalars.reduce(0) { $0 + UTF8.width($1) }
    }

    private static func isDotString(_ name: ArraySlice<Unicode.Scalar>, _ isInternational: Bool) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { $0.isASCII ? EmailAddress.isLocal($0) : isInternational }
        }
    }

    private static func isQuotedString(_ name: ArraySlice<Unicode.Scalar>, _ isInternational: Bool) -> Bool {
        guard name.count >= 2, name.first == "\"", name.last == "\"" else { return false }
        var isEscaped = false
        for scalar in name.dropFirst().dropLast() {
            guard scalar.isASCII ? 32...126 ~= scalar.value : isInternational && !isEscaped else { return false }
            if isEscaped {
                isEscaped = false
            } else if scalar == "\"" {
                return false
            } else {
                isEscaped = scalar == "\\"
            }
        }
        return !isEscaped
    }

    /// `[127.0.0.1]` or `[IPv6:::1]`. No other tag is registered.
    private static func isAddressLiteral(_ host: ArraySlice<Unicode.Scalar>) -> Bool {
        guard host.first == "[", host.last == "]" else { return false }
        let address = String(String.UnicodeScalarView(host.dropFirst().dropLast()))
        let tag = "IPv6:"
        return address.prefix(tag.count).lowercased() == tag.lowercased()
            ? InternetAddress.isIPv6(address.dropFirst(tag.count)) : InternetAddress.isIPv4(address)
    }
}
