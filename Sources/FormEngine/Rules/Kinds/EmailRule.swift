package import FormModel

/// The rule `email`: a mail address.
package struct EmailRule: RuleKind {
    package var profile = Profile.html

    package enum Profile: String, Sendable, CaseIterable {
        /// What web browsers take: the rule of HTML's standard for `input type=email`.
        case html
        /// The shared pattern `@email`: ASCII, and a top-level domain of 2 to 64 letters.
        case simple
        /// HTML's rule, with letters and digits of any script besides.
        case international
        /// What mail servers take, by RFC 5321: quoted names and addresses of hosts too, no dots at the ends of the name.
        case mailbox
        /// That with characters of all scripts, by RFC 6531.
        case internationalMailbox
    }

    package init() {}

    package init(_ profile: Profile) {
        self.profile = profile
    }

    package static let name = "email"
    package static let about = "a mail address"
    package static let keys = KeyTable<EmailRule>("the validator “email”") {
        Key("profile", \.profile, .choice(), explained: .always, "how strict the rule is")
    }

    package var pattern: String? { profile == .simple ? "@" + SharedPattern.email.rawValue : nil }

    package static let messages = [wrong, .checkUnavailable]
    private static let wrong = DefaultMessage("email", english: "Enter a valid email address")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let (text, isInternational) = (subject.text, profile == .international || profile == .internationalMailbox)
        let isValid: Bool
        switch profile {
        case .simple: return RuleFinding(Self.wrong, for: aids.pattern, in: text)
        case .html, .international: isValid = EmailAddress.isValid(text, isInternational: isInternational)
        case .mailbox, .internationalMailbox: isValid = Mailbox.isValid(text, isInternational: isInternational)
        }
        return isValid ? nil : RuleFinding(Self.wrong)
    }
}

/// Mail addresses, as HTML's standard has them: loose on purpose, since only a message that arrives proves more.
enum EmailAddress {
    /// - Parameter isInternational: letters, marks and digits of every script count like those of ASCII.
    static func isValid(_ text: String, isInternational: Bool) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let at = scalars.firstIndex(of: "@"), at > 0 else { return false }
        return scalars[..<at].allSatisfy { isLocal($0) || isInternational && isForeign($0) }
            && isDomain(scalars[(at + 1)...], isInternational: isInternational)
    }

    /// Labels of 1 to 63 letters, digits and hyphens, none of which begins or ends with a hyphen.
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
