import TextEditing

/// The names of fields, styles, forms and types.
package enum Identifier {
    /// Whether a name is `[A-Za-z_][A-Za-z0-9_]*` and has at most 64 characters.
    package static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        let underscore = UInt8(ascii: "_")
        return 1...DefinitionLimits.identifier ~= bytes.count && bytes.first?.isDigit == false
            && bytes.allSatisfy { $0.isLetter || $0.isDigit || $0 == underscore }
    }
}

/// The autofill field names of the WHATWG's HTML standard, with `on` and `off`.
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

/// The regular expressions that definitions refer to with `@`, such as `@email`.
package enum SharedPattern: String, Sendable, CaseIterable {
    case email, everything, password, name

    /// The shared pattern that `text` refers to; `nil` if `text` is a regular expression itself.
    package init?(reference text: String) {
        guard text.first == "@" else { return nil }
        self.init(rawValue: String(text.dropFirst()))
    }

    /// Whether `text` has the syntax of a reference to a shared pattern, known or not: `@` and lower-case letters only.
    ///
    /// A definition that needs a regular expression for these characters writes `[@]name`.
    package static func isReference(_ text: String) -> Bool {
        text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "@")
            && text.utf8.dropFirst().allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// The regular expression that a text is, or refers to; `nil` if no shared pattern has this name.
    package static func expression(of text: String) -> String? {
        isReference(text) ? SharedPattern(reference: text)?.expression : text
    }

    package var expression: String {
        switch self {
        case .email: "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}"
        case .everything: "(.*)"
        case .password: "^((?=(.*\\d))(?=.*[A-Z])(?=.*[a-z]))(.{8,})"
        case .name: "^[а-яА-ЯёЁ ]{1,}"
        }
    }
}

/// A currency of ISO 4217, identified by its three capital letters.
package struct CurrencyCode: Sendable, Hashable {
    package let code: String
    /// The number of decimals of an amount: 2 for the euro, 0 for the yen.
    package let fractionDigits: Int

    /// Returns `nil` for an unknown currency.
    package init?(_ code: String) {
        guard let digits = Self.fractionDigits[code] else { return nil }
        self.code = code
        fractionDigits = digits
    }

    package static var allCodes: [String] { fractionDigits.keys.sorted() }

    /// The active codes of national currencies, without precious metals, units of account and test codes.
    private static let fractionDigits: [String: Int] = {
        var digits: [String: Int] = [:]
        for (count, codes) in byFractionDigits {
            for code in codes.split(separator: " ") { digits[String(code)] = count }
        }
        return digits
    }()

    private static let byFractionDigits: [(Int, String)] = [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (
            2,
            """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY \
            COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR \
            ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK \
            MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP \
            SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR \
            ZMW ZWG
            """
        ),
    ]
}
