package import FormModel
package import PaymentCards
import TextEditing

/// The rule `creditCard`: the number of a payment card.
package struct CreditCardRule: RuleKind {
    private var brands = CardBrand.allCases

    package init() {}

    package static let name = "creditCard"
    package static let about = """
        the number of a payment card, with the length of its brand and a correct check digit; spaces and hyphens \
        between the digits are ignored. The property `CardBrands` contains the brand
        """
    package static let keys = KeyTable<CreditCardRule>("the validator “creditCard”") {
        Key("brands", \.brands, brandsReader, default: "all", "the brands that are accepted")
    }

    private static let brandsReader = ValueReader<CardBrand>.choice()
        .list(
            "brands",
            from: 1,
            to: CardBrand.allCases.count,
            orReport: "there is no brand, so no number would pass"
        ).shown(as: CardBrand.allCases.map(\.rawValue).joinedAsCode, nil)

    package var judgesCardNumbers: Bool { true }

    package static let messages = [wrong, otherBrand, .mistyped]
    private static let wrong = DefaultMessage("creditCard", english: "Enter the whole number of the card")
    private static let otherBrand = DefaultMessage("cardBrand", english: "Cards of this brand are not taken")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let digits = GroupedNumber.characters(of: subject.text) else { return RuleFinding(Self.wrong) }
        let accepted = CardBrand.brands(of: digits).filter(brands.contains)
        if accepted.isEmpty { return RuleFinding(digits.count < 6 ? Self.wrong : Self.otherBrand) }
        let whole = accepted.filter { $0.isWhole(digits.count) }
        if whole.isEmpty { return RuleFinding(Self.wrong) }
        let isRight = whole.contains { !$0.hasCheckDigit } || hasLuhnCheckDigit(digits)
        return isRight ? nil : RuleFinding(.mistyped)
    }

    /// The brands to which a possibly incomplete number belongs, whether the rule accepts them or not; the brand with
    /// the longest matching range comes first. Empty if the text contains anything but digits, spaces and hyphens.
    package static func brands(of text: String) -> [CardBrand] {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        return digits.allSatisfy(\.isDigit) ? CardBrand.brands(of: digits) : []
    }
}

/// The rule `luhn`: digits of which the last one is the check digit of the others (ISO/IEC 7812-1, annex B).
package struct LuhnRule: RuleKind {
    package init() {}

    package static let name = "luhn"
    package static let about =
        "digits of which the last is the check digit; spaces and hyphens between them are ignored"
    package static let keys = KeyTable<LuhnRule>("the validator “luhn”") {}
    package static let messages: [DefaultMessage] = [.wrongFormat, .mistyped]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let digits = GroupedNumber.characters(of: subject.text), digits.count >= 2 else {
            return RuleFinding(.wrongFormat)
        }
        return hasLuhnCheckDigit(digits) ? nil : RuleFinding(.mistyped)
    }
}
