package import FormModel

/// The rules `email` and `emails`: one mail address, or several separated by commas or semicolons.
package struct EmailRule: HostRule {
    package var profile = Profile.html
    private let takesSeveral: Bool
    private var maximum = 100
    private var takesDisplayName = false
    var hosts = HostRestrictions()

    package enum Profile: String, Sendable, CaseIterable {
        /// The addresses that web browsers accept: the rule of HTML's standard for `input type=email`.
        case html
        /// The shared pattern `@email`: ASCII only, with a top-level domain of 2 to 64 letters.
        case simple
        /// HTML's rule extended to letters and digits of all scripts.
        case international
        /// The addresses that mail servers accept, by RFC 5321: also quoted names and IP addresses, but no dots at the
        /// ends of the name.
        case mailbox
        /// The same with characters of all scripts, by RFC 6531.
        case internationalMailbox
    }

    package init() { self.init(.html) }

    package init(_ profile: Profile) {
        self.profile = profile
        takesSeveral = false
    }

    package init(named name: String) {
        takesSeveral = name == "emails"
    }

    package static let name = "email"
    package static let names = ["email", "emails"]
    package var typeName: String { takesSeveral ? "emails" : "email" }
    package static let about = "an email address; `emails`: several addresses, separated by commas or semicolons"

    package static func keys(of name: String) -> KeyTable<EmailRule> { name == "emails" ? keysOfSeveral : keys }
    package static let keys = KeyTable<EmailRule>("the validator “email”") { commonKeys }
    private static let keysOfSeveral = KeyTable<EmailRule>("the validator “emails”") {
        commonKeys
        Key("max", \.maximum, .integer(in: 1...1_000, "addresses"), "the maximum number of addresses")
    }
    @KeyBuilder<EmailRule> private static var commonKeys: [Key<EmailRule>] {
        Key("profile", \.profile, .choice(), explained: .always, "the strictness of the rule")
        Key(
            "displayName",
            \.takesDisplayName,
            .bool,
            "the address can be preceded by a name: `Ann Lee <ann@example.com>`"
        )
        hostKeys
    }

    package var pattern: String? { profile == .simple ? "@" + SharedPattern.email.rawValue : nil }

    package static let messages = [wrong, tooMany(3), HostRestrictions.denial(of: "example.com"), .checkUnavailable]
    private static let wrong = DefaultMessage("email", english: "Enter a valid email address")

    private static func tooMany(_ maximum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooManyEmails",
            english: "Enter at most {max, plural, one {# address} other {# addresses}}",
            ["max": .count(maximum)]
        )
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard takesSeveral else { return finding(in: subject.text[...], aids) }
        let addresses = EmailAddress.list(subject.text)
        if addresses.count > maximum { return RuleFinding(Self.tooMany(maximum)) }
        for address in addresses {
            if let finding = finding(in: address, aids) { return finding }
        }
        return nil
    }

    private func finding(in text: Substring, _ aids: RuleAids) -> RuleFinding? {
        guard let address = takesDisplayName ? EmailAddress.withoutDisplayName(text) : text else {
            return RuleFinding(Self.wrong)
        }
        let isInternational = profile == .international || profile == .internationalMailbox
        switch profile {
        case .simple:
            if let finding = RuleFinding(Self.wrong, for: aids.pattern, in: String(address)) { return finding }
        case .html, .international:
            if !EmailAddress.isValid(address, isInternational: isInternational) { return RuleFinding(Self.wrong) }
        case .mailbox, .internationalMailbox:
            if !Mailbox.isValid(address, isInternational: isInternational) { return RuleFinding(Self.wrong) }
        }
        let host = address[(address.lastIndex(of: "@") ?? address.startIndex)...].dropFirst()
        return hosts.finding(host, else: Self.wrong)
    }
}

/// Mail addresses by HTML's standard. The rule is permissive on purpose, because only a delivered message proves that
/// an address exists.
enum EmailAddress {
    /// - Parameter isInternational: whether letters, marks and digits of all scripts are allowed like those of ASCII.
    static func isValid(_ text: Substring, isInternational: Bool) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let at = scalars.firstIndex(of: "@"), at > 0 else { return false }
        return scalars[..<at].allSatisfy { isLocal($0) || isInternational && isForeign($0) }
            && isDomain(scalars[(at + 1)...], isInternational: isInternational)
    }

    /// The address in `Ann Lee <ann@example.com>`; a text without angle brackets is returned unchanged. `nil` if the
    /// name before the address is neither words nor a quoted string (RFC 5322, `display-name`).
    static func withoutDisplayName(_ text: Substring) -> Substring? {
        guard text.last == ">", let open = text.lastIndex(of: "<") else { return text }
        let name = text[..<open].drop { $0 == " " }.trimmingSuffix(while: { $0 == " " })
        let isQuoted = name.count >= 2 && name.first == "\"" && name.last == "\""
        let inner = isQuoted ? name.dropFirst().dropLast() : name
        var isEscaped = false
        for character in inner {
            if isQuoted, !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            let isSpecial = isQuoted ? character == "\"" : "()<>[]:;@\\,.\"".contains(character)
            guard isEscaped || !isSpecial,
                character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else { return nil }
            isEscaped = false
        }
        return isEscaped ? nil : text[text.index(after: open)...].dropLast()
    }

    /// The addresses of a list without surrounding spaces. Commas in quotation marks are not separators.
    static func list(_ text: String) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        let pieces = text.split(omittingEmptySubsequences: false) { character in
            defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            return !isQuoted && (character == "," || character == ";")
        }
        return pieces.map { $0.drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace) }
    }

    /// Labels of 1 to 63 letters, digits and hyphens that neither begin nor end with a hyphen.
    static func isDomain(_ scalars: ArraySlice<Unicode.Scalar>, isInternational: Bool) -> Bool {
        scalars.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0 == "-" || isAlphanumeric($0) || isInternational && isForeign($0) }
        }
    }

    static func isLocal(_ scalar: Unicode.Scalar) -> Bool {
        isAlphanumeric(scalar) || ".!#$%&'*+/=?^_`{|}~-".unicodeScalars.contains(scalar)
    }

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isRemoved: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isRemoved(last) { rest.removeLast() }
        return rest
    }
}

/// Mail addresses in the syntax of mail transport: `Mailbox` of RFC 5321, section 4.1.2, and its extension to all
/// scripts in RFC 6531.
enum Mailbox {
    /// In octets; RFC 5321, section 4.5.3.1. A path has at most 256, two of which are its angle brackets (erratum 1690
    /// of RFC 3696).
    private static let localLimit = 64
    private static let domainLimit = 255
    private static let limit = 254

    static func isValid(_ text: Substring, isInternational: Bool) -> Bool {
        let scalars = Array(text.unicodeScalars)
        // A quoted name may contain `@`, a domain may not.
        guard let at = scalars.lastIndex(of: "@") else { return false }
        let (name, host) = (scalars[..<at], scalars[(at + 1)...])
        return text.utf8.count <= limit && octets(of: name) <= localLimit && octets(of: host) <= domainLimit
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

    /// `[127.0.0.1]` or `[IPv6:::1]`. No other tag is registered. In an address of mail, `::` stands for two groups or
    /// more (RFC 5321, section 4.1.3, `IPv6-comp`).
    private static func isAddressLiteral(_ host: ArraySlice<Unicode.Scalar>) -> Bool {
        guard host.first == "[", host.last == "]" else { return false }
        let address = String(String.UnicodeScalarView(host.dropFirst().dropLast()))
        let tag = "IPv6:"
        return address.prefix(tag.count).lowercased() == tag.lowercased()
            ? InternetAddress.isIPv6(address.dropFirst(tag.count), shortestGap: 2) : InternetAddress.isIPv4(address)
    }
}
