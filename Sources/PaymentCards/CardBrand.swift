/// An issuer of payment cards: which numbers are its own, how long they are, and how they are printed.
package enum CardBrand: String, CaseIterable, Sendable, Codable {
    case visa, mastercard, americanExpress, dinersClub, discover, jcb, unionPay, maestro, mir

    /// What distinguishes the numbers of one brand.
    private struct Numbers: Sendable {
        /// The first digits (ISO/IEC 7812), at most six. Both ends of a range have equally many digits.
        let beginnings: [ClosedRange<Int>]
        /// How many digits a complete number has.
        let lengths: [ClosedRange<Int>]
        /// How many digits each group has. The last element is for all further groups.
        var groups = [4]
        var hasCheckDigit = true
    }

    /// The only table of numbers, as of November 2026. Its sources are the issuers' ranges in Wikipedia's article
    /// “Payment card number”, and for UnionPay's 8100 to 8171 and all of Maestro's 67 the list of Braintree's
    /// `credit-card-type`. Of Maestro's other ranges those that begin with 6 and have been given to other networks are
    /// left out. UnionPay also issues numbers without a check digit.
    private var numbers: Numbers {
        switch self {
        case .visa: Numbers(beginnings: [4...4], lengths: [13...13, 16...16, 19...19])
        case .mastercard: Numbers(beginnings: [51...55, 2221...2720], lengths: [16...16])
        case .americanExpress: Numbers(beginnings: [34...34, 37...37], lengths: [15...15], groups: [4, 6, 5])
        case .dinersClub: Numbers(beginnings: [300...305, 3095...3095, 36...36, 38...39], lengths: [14...19])
        case .discover: Numbers(beginnings: [6011...6011, 644...649, 65...65, 622_126...622_925], lengths: [16...19])
        case .jcb: Numbers(beginnings: [3528...3589], lengths: [16...19])
        case .unionPay: Numbers(beginnings: [62...62, 8100...8171], lengths: [16...19], hasCheckDigit: false)
        case .maestro: Numbers(beginnings: [50...50, 56...58, 639...639, 6304...6304, 67...67], lengths: [12...19])
        case .mir: Numbers(beginnings: [2200...2204], lengths: [16...19])
        }
    }

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
            for range in brand.numbers.beginnings {
                beginnings[String(range.lowerBound).utf8.count - 1].append((range, brand))
            }
        }
        return beginnings
    }()

    /// The most digits that a complete number has.
    package var longestNumber: Int { numbers.lengths.last?.upperBound ?? Self.longestNumber }

    /// Whether a number with this many digits is complete.
    package func isWhole(_ count: Int) -> Bool { numbers.lengths.contains { $0.contains(count) } }

    /// How many digits each group has, for a number of `count` digits. The last element is for all further groups.
    package func groups(of count: Int) -> [Int] {
        self == .dinersClub && count <= 14 ? [4, 6, 4] : numbers.groups
    }

    /// Whether all numbers have a check digit.
    package var hasCheckDigit: Bool { numbers.hasCheckDigit }

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
