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
        let isRussian = question.locale.prefix(2).lowercased() == "ru"
        guard question.value.unicodeScalars.allSatisfy({ $0.asciiDigit != nil || $0 == " " || $0 == "-" }) else {
            return .invalid(isRussian ? "В номере карты только цифры" : "The number of a card has only digits")
        }
        let accepted = CardBrand.brands(of: digits).filter(brands.contains)
        guard !accepted.isEmpty else {
            return .invalid(
                isRussian ? "Карты этой платёжной системы не принимаются" : "Cards of this brand are not taken"
            )
        }
        let whole = accepted.filter { $0.isWhole(digits.count) }
        guard !whole.isEmpty else {
            return .invalid(isRussian ? "Введите номер карты целиком" : "Enter the whole number of the card")
        }
        guard whole.contains(where: { !$0.hasCheckDigit }) || hasLuhnCheckDigit(digits) else {
            return .invalid(isRussian ? "В номере карты ошибка" : "There is a mistake in the number of the card")
        }
        return .valid
    }
}
