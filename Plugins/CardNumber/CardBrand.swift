/// An issuer of payment cards: which numbers are its own, how long they are, and how they are printed.
enum CardBrand: String, CaseIterable, Sendable, Codable {
    case visa, mastercard, americanExpress, dinersClub, discover, jcb, unionPay, maestro, mir

    /// The brand whose ranges a number begins in; `nil` while there are too few digits to tell, or for one that is
    /// nobody's. Of several the one with the longest matching beginning: UnionPay shares 62 with Discover's 622126.
    ///
    /// - Parameter digits: in ASCII.
    static func of(_ digits: [UInt8]) -> CardBrand? {
        var beginning = 0
        var brand: CardBrand?
        for (digit, issued) in zip(digits, beginnings) {
            beginning = beginning * 10 + Int(digit) - 0x30
            brand = issued.first { $0.range.contains(beginning) }?.brand ?? brand
        }
        return brand
    }

    /// Every brand's ranges, by the number of their digits: those of one digit first.
    private static let beginnings: [[(range: ClosedRange<Int>, brand: CardBrand)]] = {
        var beginnings: [[(range: ClosedRange<Int>, brand: CardBrand)]] = Array(repeating: [], count: 6)
        for brand in allCases {
            for range in brand.ranges {
                beginnings[String(range.lowerBound).utf8.count - 1].append((range, brand))
            }
        }
        return beginnings
    }()

    /// The first digits, by ISO/IEC 7812, at most six; both ends of a range have the same number of digits.
    private var ranges: [ClosedRange<Int>] {
        switch self {
        case .visa: [4...4]
        case .mastercard: [51...55, 2221...2720]
        case .americanExpress: [34...34, 37...37]
        case .dinersClub: [300...305, 3095...3095, 36...36, 38...39]
        case .discover: [6011...6011, 644...649, 65...65, 622_126...622_925]
        case .jcb: [3528...3589]
        case .unionPay: [62...62, 8171...8171]
        case .maestro: [50...50, 56...58, 639...639, 6304...6304, 6759...6759, 6761...6763]
        case .mir: [2200...2204]
        }
    }

    /// How many digits a whole number has.
    var lengths: ClosedRange<Int> {
        switch self {
        case .visa: 13...19
        case .mastercard: 16...16
        case .americanExpress: 15...15
        case .dinersClub: 14...19
        case .discover, .jcb, .unionPay, .mir: 16...19
        case .maestro: 12...19
        }
    }

    /// Visa has had 13, 16 and 19 digits, nothing between; of the others every length in their range is issued.
    func isWhole(_ count: Int) -> Bool {
        self == .visa ? [13, 16, 19].contains(count) : lengths.contains(count)
    }

    /// How many digits stand together; the last number counts for the rest.
    func groups(of count: Int) -> [Int] {
        switch self {
        case .americanExpress: [4, 6, 5]
        case .dinersClub where count <= 14: [4, 6, 4]
        default: [4]
        }
    }

    /// UnionPay issues numbers without a check digit, too.
    var hasCheckDigit: Bool { self != .unionPay }
}

/// The longest number there is, whoever issued it.
let longestCardNumber = 19

/// Whether the last digit is the check digit of the others, by the formula of Hans Peter Luhn. ASCII digits only.
func hasLuhnCheckDigit(_ digits: [UInt8]) -> Bool {
    var sum = 0
    for (place, byte) in digits.reversed().enumerated() {
        let digit = Int(byte) - 0x30
        guard (0...9).contains(digit) else { return false }
        let doubled = place.isMultiple(of: 2) ? digit : digit * 2
        sum += doubled > 9 ? doubled - 9 : doubled
    }
    return !digits.isEmpty && sum.isMultiple(of: 10)
}
