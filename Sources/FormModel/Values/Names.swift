/// The names of fields, styles, forms and types.
package enum Identifier {
    /// Whether a name is `[A-Za-z_][A-Za-z0-9_]*` and has at most 64 characters.
    package static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        guard bytes.count <= DefinitionLimits.identifier, let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// The autofill field names of the WHATWG's HTML standard, and its two switches.
enum AutofillToken {
    static let all = [
        "on", "off", "name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix",
        "nickname", "username", "new-password", "current-password", "one-time-code", "organization-title",
        "organization", "street-address", "address-line1", "address-line2", "address-line3", "address-level4",
        "address-level3", "address-level2", "address-level1", "country", "country-name", "postal-code", "cc-name",
        "cc-given-name", "cc-additional-name", "cc-family-name", "cc-number", "cc-exp", "cc-exp-month", "cc-exp-year",
        "cc-csc", "cc-type", "transaction-currency", "transaction-amount", "language", "bday", "bday-day",
        "bday-month", "bday-year", "sex", "url", "photo", "tel", "tel-country-code", "tel-national", "tel-area-code",
        "tel-local", "tel-local-prefix", "tel-local-suffix", "tel-extension", "email", "impp",
    ]
}

/// The character sets that definitions name, in filters and in mask notations.
package enum CharacterSetName: String, Sendable, CaseIterable {
    case digits, letters, alphanumerics, hexDigits, whitespace, nonWhitespace, punctuation
    case latin, cyrillic, greek
}
