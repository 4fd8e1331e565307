/// An issuer of payment cards: which numbers are its own, how long they are, and how they are printed.
package enum CardBrand: String, CaseIterable, Sendable, Codable {
    case visa, mastercard, americanExpress, dinersClub, discover, jcb, unionPay, maestro, mir

    /// The brands to which the beginning of a number belongs, the one with the longest matching range first; empty
    /// while there are too few digits to tell, or if the number belongs to no brand. Numbers from 622126 to 622925 are
    /// both Discover's and UnionPay's, which accept each other's cards.
    ///
    /// - Parameter digits: ASCII digits.
    package static func brands(of digits: [UInt8]) -> [CardBrand] {
        var beginning = 0
        var brands: [CardBrand] = []
        for (digit, issued) in zip(digits, beginnings) {
            beginning = beginning * 10 + Int(digit) - 0x30
            for (range, brand) in issued where range.contains(beginning) && !brands.contains(brand) {
                brands.insert(brand, at: 0)
            }
        }
        return brands
    }

    /// The ranges of all brands, grouped by their number of digits, those of one digit first.
    private static let beginnings: [[(range: ClosedRange<Int>, brand: CardBrand)]] = {
        var beginnings: [[(range: ClosedRange<Int>, brand: CardBrand)]] = Array(repeating: [], count: 6)
        for brand in allCases {
            for range in brand.ranges {
                beginnings[String(range.lowerBound).utf8.count - 1].append((range, brand))
            }
        }
        return beginnings
    }()

    /// The first digits of the brand's numbers (ISO/IEC 7812), at most six. Both ends of a range have equally many
    /// digits.
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

    /// How many digits a complete number has.
    package var lengths: ClosedRange<Int> {
        switch self {
        case .visa: 13...19
        case .mastercard: 16...16
        case .americanExpress: 15...15
        case .dinersClub: 14...19
        case .discover, .jcb, .unionPay, .mir: 16...19
        case .maestro: 12...19
        }
    }

    /// Whether a number with this many digits is complete. Visa's numbers have 13, 16 or 19 digits; those of other
    /// brands may have every length in their range.
    package func isWhole(_ count: Int) -> Bool {
        self == .visa ? [13, 16, 19].contains(count) : lengths.contains(count)
    }

    /// How many digits each group has, for a number of `count` digits. The last element is for all further groups.
    package func groups(of count: Int) -> [Int] {
        switch self {
        case .americanExpress: [4, 6, 5]
        case .dinersClub where count <= 14: [4, 6, 4]
        default: [4]
        }
    }

    /// Whether all numbers have a check digit. UnionPay also issues numbers without one.
    package var hasCheckDigit: Bool { self != .unionPay }

    /// The most digits that a number of any brand has.
    package static let longestNumber = 19
}

/// Whether the last digit is the check digit of the others by the Luhn algorithm (ISO/IEC 7812-1, annex B).
///
/// - Parameter digits: ASCII digits.
package func hasLuhnCheckDigit(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    var sum = 0
    for (place, byte) in digits.reversed().enumerated() {
        let digit = Int(byte) - 0x30
        guard (0...9).contains(digit) else { return false }
        let doubled = place.isMultiple(of: 2) ? digit : digit * 2
        sum += doubled > 9 ? doubled - 9 : doubled
    }
    return !digits.isEmpty && sum.isMultiple(of: 10)
}
