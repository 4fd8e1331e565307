import FormMessages
import FormPlugin
import PaymentCards

/// Checks the number of a card: it must be of an accepted brand, and have that brand's length and a correct check
/// digit.
struct CardNumberValidator: ValidatorService {
    static let typeName = "cardNumber"

    private let brands: [CardBrand]

    init(configuration: Configuration) throws {
        brands = configuration.brands
    }

    func judge(_ question: ValidatorQuestion) -> ValidatorVerdict {
        let digits = question.value.asciiDigits
        guard question.value.unicodeScalars.allSatisfy({ $0.asciiDigit != nil || $0 == " " || $0 == "-" }) else {
            return question.invalid("wrongFormat", english: "The number of a card has only digits")
        }
        let accepted = CardBrand.brands(of: digits).filter(brands.contains)
        guard !accepted.isEmpty else {
            return question.invalid("cardBrand", english: "Cards of this brand are not taken")
        }
        let whole = accepted.filter { $0.isWhole(digits.count) }
        guard !whole.isEmpty else {
            return question.invalid("creditCard", english: "Enter the whole number of the card")
        }
        guard whole.contains(where: { !$0.hasCheckDigit }) || hasLuhnCheckDigit(digits) else {
            return question.invalid("mistyped", english: "There is a mistake in the number of the card")
        }
        return .valid
    }
}

extension ValidatorQuestion {
    /// An invalid verdict with formd's own message of this name, in the question's language.
    fileprivate func invalid(_ message: String, english: String) -> ValidatorVerdict {
        .invalid(MessageCatalogue.nearest(to: locale).texts[message] ?? english)
    }
}
