package import FormModel
import PaymentCards

/// The rule `creditCard`: the number of a payment card.
package struct CreditCardRule: RuleKind {
    private var brands = CardBrand.allCases

    package init() {}

    package static let name = "creditCard"
    package static let about = """
        the number of a payment card: its brand's length and the check digit; spaces or hyphens may stand between. `CardBrands` says \
        whose the number is
        """
    package static let keys = KeyTable<CreditCardRule>("the validator “creditCard”") {
        Key(
            "brands",
            \.brands,
            ValueReader<CardBrand>.choice().list("brands", from: 1, to: CardBrand.allCases.count).map(
                CardBrand.allCases.map(\.rawValue).joinedAsCode
            ) { brands, site, context in
                if site.elements?.isEmpty == true {
                    context.error("there is no brand, so no number would pass", at: site)
                }
                return brands
            },
            default: "all",
            "the brands that are taken"
        )
    }

    package static let messages = [wrong, otherBrand, .mistyped]
    private static let wrong = DefaultMessage(
        "creditCard",
        english: "Enter the whole number of the card"
    )
    private static let otherBrand = DefaultMessage(
        "cardBrand",
        english: "Cards of this brand are not taken"
    )

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let digits = Luhn.digits(of: subject.text) else { return RuleFinding(Self.wrong) }
        let accepted = CardBrand.brands(of: digits).filter(brands.contains)
        if accepted.isEmpty { return RuleFinding(digits.count < 6 ? Self.wrong : Self.otherBrand) }
        let whole = accepted.filter { $0.isWhole(digits.count) }
        if whole.isEmpty { return RuleFinding(Self.wrong) }
        let isRight = whole.contains { !$0.hasCheckDigit } || hasLuhnCheckDigit(digits)
        return isRight ? nil : RuleFinding(.mistyped)
    }

    /// The brands, taken or not, to which a number belongs that may not be whole yet; of several the one with the longest matching
    /// range comes first. Empty if the text has anything but digits, spaces and hyphens.
    static func brands(of text: String) -> [CardBrand] {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        return digits.allSatisfy(InternetAddress.isDigit) ? CardBrand.brands(of: digits) : []
    }
}
