import FormModel

/// A decimal number for computations: at most 38 digits, all of which may be decimal places.
///
/// Sums and products are exact as long as their digits fit. Otherwise they are rounded to the last digit that fits,
/// half to even. An integer part that does not fit is an error.
struct ExactDecimal: Sendable {
    /// The digits without the decimal point.
    private var magnitude: UInt128
    /// The number of decimal places.
    private var scale: Int
    private var isNegative: Bool

    private static let digits = DefinitionLimits.computedDigits
    /// The powers of ten up to the limit.
    private static let powers: [UInt128] = {
        var powers: [UInt128] = [1]
        while powers.count <= digits { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }()
    private static let limit = powers[digits]

    private init(_ magnitude: UInt128, scale: Int, isNegative: Bool) {
        self.magnitude = magnitude
        self.scale = scale
        self.isNegative = isNegative && magnitude > 0
    }

    init(_ integer: Int) {
        self.init(UInt128(integer.magnitude), scale: 0, isNegative: integer < 0)
    }

    static let zero = ExactDecimal(0)
    static let one = ExactDecimal(1)

    /// Parses a number as `DecimalNumber` does. Throws `notANumber` and `tooLong`.
    init(_ text: String) throws(ComputingFault) {
        var text = text
        let number = text.withUTF8 { Self.plain($0) }
        if let number {
            self = number
        } else {
            guard let number = DecimalNumber(text) else { throw .notANumber }
            try self.init(number)
        }
    }

    /// Throws `tooLong`.
    init(_ number: DecimalNumber) throws(ComputingFault) {
        let (whole, fraction) = (number.integer.utf8, number.fraction.utf8)
        guard whole.count <= Self.digits, fraction.count <= Self.digits - (number.integer == "0" ? 0 : whole.count)
        else {
            throw .tooLong
        }
        var magnitude: UInt128 = 0
        for digit in whole { magnitude = magnitude * 10 + UInt128(digit - UInt8(ascii: "0")) }
        for digit in fraction { magnitude = magnitude * 10 + UInt128(digit - UInt8(ascii: "0")) }
        self.init(magnitude, scale: fraction.count, isNegative: number.isNegative)
    }

    /// Parses a short number such as `-1234.5`, as nearly all are; `nil` for any other text.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimal? {
        guard 1...18 ~= bytes.count else { return nil }
        let isNegative = bytes[0] == UInt8(ascii: "-")
        var magnitude: UInt64 = 0
        var point: Int?
        let start = isNegative ? 1 : 0
        for place in start..<bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                magnitude = magnitude * 10 + UInt64(bytes[place] - UInt8(ascii: "0"))
            case UInt8(ascii: ".") where point == nil && place > start && place + 1 < bytes.count: point = place
            default: return nil
            }
        }
        guard bytes.count > start else { return nil }
        return ExactDecimal(UInt128(magnitude), scale: point.map { bytes.count - 1 - $0 } ?? 0, isNegative: isNegative)
    }
}

// MARK: - Arithmetic

extension ExactDecimal {
    static prefix func - (number: ExactDecimal) -> ExactDecimal {
        ExactDecimal(number.magnitude, scale: number.scale, isNegative: !number.isNegative)
    }

    /// Throws `tooLong`.
    static func + (left: ExactDecimal, right: ExactDecimal) throws(ComputingFault) -> ExactDecimal {
        var (left, right) = (left, right)
        while true {
            let scale = max(left.scale, right.scale)
            if let one = left.magnitude(scale: scale), let other = right.magnitude(scale: scale) {
                if left.isNegative != right.isNegative {
                    let isLeftLarger = one >= other
                    return ExactDecimal(
                        isLeftLarger ? one - other : other - one,
                        scale: scale,
                        isNegative: isLeftLarger ? left.isNegative : right.isNegative
                    )
                }
                // Both are less than 10³⁸, so that their sum does not overflow.
                if one + other < limit { return ExactDecimal(one + other, scale: scale, isNegative: left.isNegative) }
            }
            // Fewer decimal places fit.
            guard scale > 0 else { throw .tooLong }
            left = left.rounded(scale: min(left.scale, scale - 1))
            right = right.rounded(scale: min(right.scale, scale - 1))
        }
    }

    /// Throws `tooLong`.
    static func * (left: ExactDecimal, right: ExactDecimal) throws(ComputingFault) -> ExactDecimal {
        let product = left.magnitude.multipliedFullWidth(by: right.magnitude)
        let scale = left.scale + right.scale
        let isNegative = left.isNegative != right.isNegative
        for dropped in max(0, scale - digits)...digits {
            let power = powers[dropped]
            // The quotient must fit into 128 bits.
            guard product.high < power else { continue }
            let (quotient, remainder) = power.dividingFullWidth(product)
            let rounded = roundsUp(quotient, remainder, power) ? quotient + 1 : quotient
            guard rounded < limit else { continue }
            guard dropped <= scale else { break }
            return ExactDecimal(rounded, scale: scale - dropped, isNegative: isNegative)
        }
        throw .tooLong
    }

    /// Divides to 34 digits. Throws `divisionByZero` and `tooLong`.
    static func / (left: ExactDecimal, right: ExactDecimal) throws(ComputingFault) -> ExactDecimal {
        guard right.magnitude > 0 else { throw .divisionByZero }
        var (quotient, remainder) = left.magnitude.quotientAndRemainder(dividingBy: right.magnitude)
        var scale = left.scale - right.scale
        // Long division, one digit at a time.
        while remainder > 0 && quotient < powers[33] && scale < digits || scale < 0 {
            guard quotient < powers[digits - 1] else { throw .tooLong }
            let next = right.magnitude.dividingFullWidth(remainder.multipliedFullWidth(by: 10))
            (quotient, remainder) = (quotient * 10 + next.quotient, next.remainder)
            scale += 1
        }
        if roundsUp(quotient, remainder, right.magnitude) { quotient += 1 }
        let result = ExactDecimal(quotient, scale: scale, isNegative: left.isNegative != right.isNegative)
        return scale <= digits ? result : result.rounded(scale: digits)
    }

    /// Rounds to at most `count` decimal places, half away from zero, as amounts of money are.
    func roundedHalfUp(_ count: Int) -> ExactDecimal {
        guard count < scale else { return self }
        let power = Self.powers[scale - count]
        let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: power)
        let rounded = remainder >= power - remainder ? quotient + 1 : quotient
        return ExactDecimal(rounded, scale: count, isNegative: isNegative)
    }

    /// Rounds to at most `count` decimal places, half to even.
    private func rounded(scale count: Int) -> ExactDecimal {
        guard count < scale else { return self }
        guard scale - count <= Self.digits else { return .zero }
        let power = Self.powers[scale - count]
        let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: power)
        let rounded = Self.roundsUp(quotient, remainder, power) ? quotient + 1 : quotient
        return ExactDecimal(rounded, scale: count, isNegative: isNegative)
    }

    private static func roundsUp(_ quotient: UInt128, _ remainder: UInt128, _ divisor: UInt128) -> Bool {
        let rest = divisor - remainder
        return remainder > rest || remainder == rest && quotient % 2 == 1
    }

    /// The magnitude with `count` decimal places, at least as many as there are; `nil` if it does not fit.
    private func magnitude(scale count: Int) -> UInt128? {
        let (product, overflows) = magnitude.multipliedReportingOverflow(by: Self.powers[count - scale])
        return overflows || product >= Self.limit ? nil : product
    }
}

// MARK: - Order and text

extension ExactDecimal: Comparable {
    static func == (left: ExactDecimal, right: ExactDecimal) -> Bool { !(left < right) && !(right < left) }

    static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
    }

    private func isCloserToZero(than other: ExactDecimal) -> Bool {
        let shared = max(scale, other.scale)
        let one = magnitude.multipliedFullWidth(by: Self.powers[shared - scale])
        let two = other.magnitude.multipliedFullWidth(by: Self.powers[shared - other.scale])
        return (one.high, one.low) < (two.high, two.low)
    }
}

extension ExactDecimal: CustomStringConvertible {
    /// The number in the notation of programs, such as `-1234.5`, without trailing zeros.
    var description: String {
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: Self.powers[scale])
        let text = (isNegative ? "-" : "") + String(whole)
        guard rest > 0 else { return text }
        var (fraction, count) = (rest, scale)
        while fraction % 10 == 0 {
            fraction /= 10
            count -= 1
        }
        let digits = String(fraction)
        return text + "." + String(repeating: "0", count: count - digits.utf8.count) + digits
    }
}
