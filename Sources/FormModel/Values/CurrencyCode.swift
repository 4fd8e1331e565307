/// A currency of ISO 4217, by its three capital letters.
package struct CurrencyCode: Sendable, Hashable {
    package let code: String
    /// Decimals that amounts have: 2 for the euro, 0 for the yen.
    package let fractionDigits: Int

    /// `nil` if there is no such currency.
    package init?(_ code: String) {
        guard let digits = Self.fractionDigits[code] else { return nil }
        self.code = code
        fractionDigits = digits
    }

    package static var allCodes: [String] { fractionDigits.keys.sorted() }

    /// The active codes of national currencies. Precious metals, units of account and test codes are none.
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
