import FormPlugin

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
        guard let brand = CardBrand.of(digits), brands.contains(brand) else {
            return .invalid(
                isRussian ? "Карты этой платёжной системы не принимаются" : "Cards of this brand are not taken"
            )
        }
        guard brand.isWhole(digits.count) else {
            return .invalid(isRussian ? "Введите номер карты целиком" : "Enter the whole number of the card")
        }
        guard !brand.hasCheckDigit || hasLuhnCheckDigit(digits) else {
            return .invalid(isRussian ? "В номере карты ошибка" : "There is a mistake in the number of the card")
        }
        return .valid
    }
}
