import FormModel

/// A decimal number for computations: at most 38 digits, all of which may be decimal places.
///
/// Sums and products are exact as long as their digits fit. Otherwise they are rounded to the last digit that fits,
/// half to even. An integer part that does not fit is an error.
struct ExactDecimal: Sendable {
    /// The number without its decimal point.
    private let units: Int128
    /// The number of decimal places.
    private let scale: Int

    private static let digits = DefinitionLimits.computedDigits
    /// The powers of ten up to the limit.
    private static let powers: [UInt128] = {
        var powers: [UInt128] = [1]
        while powers.count <= digits { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }()
    private static let limit = powers[digits]

    private init(_ units: Int128, scale: Int) {
        self.units = units
        self.scale = scale
    }

    /// - Parameter magnitude: at most 10³⁸.
    private init(_ magnitude: UInt128, scale: Int, isNegative: Bool) {
        self.init(isNegative ? -Int128(magnitude) : Int128(magnitude), scale: scale)
    }

    init(_ integer: Int) { self.init(Int128(integer), scale: 0) }

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
        let scale = number.fraction.utf8.count
        guard let units = number.wholeUnits(scale: scale) else { throw .tooLong }
        self.init(units, scale: scale)
    }

    /// Parses a short number such as `-1234.5`, as nearly all are; `nil` for any other text.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimal? {
        guard 1...18 ~= bytes.count else { return nil }
        let isNegative = bytes[0] == UInt8(ascii: "-")
        var magnitude: Int64 = 0
        var point: Int?
        let start = isNegative ? 1 : 0
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                magnitude = magnitude * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
            case UInt8(ascii: ".") where point == nil && index > start && index + 1 < bytes.count: point = index
            default: return nil
            }
        }
        guard bytes.count > start else { return nil }
        return ExactDecimal(Int128(isNegative ? -magnitude : magnitude), scale: point.map { bytes.count - 1 - $0 } ?? 0)
    }
}

// MARK: - Arithmetic

extension ExactDecimal {
    static prefix func - (number: ExactDecimal) -> ExactDecimal { ExactDecimal(-number.units, scale: number.scale) }

    /// Throws `tooLong`.
    static func + (left: ExactDecimal, right: ExactDecimal) throws(ComputingFault) -> ExactDecimal {
        var (left, right) = (left, right)
        while true {
            let scale = max(left.scale, right.scale)
            if let one = left.units(scale: scale), let other = right.units(scale: scale) {
                let (sum, overflows) = one.addingReportingOverflow(other)
                if !overflows, sum.magnitude < limit { return ExactDecimal(sum, scale: scale) }
            }
            // Fewer decimal places fit.
            guard scale > 0 else { throw .tooLong }
            left = left.rounded(scale: min(left.scale, scale - 1))
            right = right.rounded(scale: min(right.scale, scale - 1))
        }
    }

    /// Throws `tooLong`.
    static func * (left: ExactDecimal, right: ExactDecimal) throws(ComputingFault) -> ExactDecimal {
        let product = left.units.magnitude.multipliedFullWidth(by: right.units.magnitude)
        let scale = left.scale + right.scale
        for dropped in max(0, scale - digits)...digits {
            let power = powers[dropped]
            // The quotient must fit into 128 bits.
            guard product.high < power else { continue }
            let (quotient, remainder) = power.dividingFullWidth(product)
            let rounded = roundsUp(quotient, remainder, power) ? quotient + 1 : quotient
            guard rounded < limit else { continue }
            guard dropped <= scale else { break }
            return ExactDecimal(rounded, scale: scale - dropped, isNegative: (left.units < 0) != (right.units < 0))
        }
        throw .tooLong
    }

    /// Divides to 34 digits. Throws `divisionByZero` and `tooLong`.
    static func / (left: ExactDecimal, right: ExactDecimal) throws(ComputingFault) -> ExactDecimal {
        let divisor = right.units.magnitude
        guard divisor > 0 else { throw .divisionByZero }
        var (quotient, remainder) = left.units.magnitude.quotientAndRemainder(dividingBy: divisor)
        var scale = left.scale - right.scale
        // Long division, one digit at a time.
        while remainder > 0 && quotient < powers[33] && scale < digits || scale < 0 {
            guard quotient < powers[digits - 1] else { throw .tooLong }
            let next = divisor.dividingFullWidth(remainder.multipliedFullWidth(by: 10))
            (quotient, remainder) = (quotient * 10 + next.quotient, next.remainder)
            scale += 1
        }
        if roundsUp(quotient, remainder, divisor) { quotient += 1 }
        let result = ExactDecimal(quotient, scale: scale, isNegative: (left.units < 0) != (right.units < 0))
        return result.rounded(scale: digits)
    }

    /// Rounds to at most `count` decimal places, half away from zero, as amounts of money are.
    func roundedHalfUp(_ count: Int) -> ExactDecimal { rounded(scale: count) { $1 >= $2 - $1 } }

    /// Rounds to at most `count` decimal places, by default half to even.
    ///
    /// - Parameter roundsUp: whether a quotient with this remainder and divisor is rounded up.
    private func rounded(
        scale count: Int,
        by roundsUp: (_ quotient: UInt128, _ remainder: UInt128, _ divisor: UInt128) -> Bool = roundsUp
    ) -> ExactDecimal {
        guard count < scale else { return self }
        guard scale - count <= Self.digits else { return .zero }
        let power = Self.powers[scale - count]
        let (quotient, remainder) = units.magnitude.quotientAndRemainder(dividingBy: power)
        let rounded = roundsUp(quotient, remainder, power) ? quotient + 1 : quotient
        return ExactDecimal(rounded, scale: count, isNegative: units < 0)
    }

    private static func roundsUp(_ quotient: UInt128, _ remainder: UInt128, _ divisor: UInt128) -> Bool {
        let rest = divisor - remainder
        return remainder > rest || remainder == rest && quotient % 2 == 1
    }

    /// The number without its decimal point, with `count` decimal places, at least as many as there are; `nil` if it
    /// does not fit.
    private func units(scale count: Int) -> Int128? {
        let (product, overflows) = units.multipliedReportingOverflow(by: Int128(Self.powers[count - scale]))
        return overflows || product.magnitude >= Self.limit ? nil : product
    }
}

// MARK: - Order and text

extension ExactDecimal: Comparable {
    static func == (left: ExactDecimal, right: ExactDecimal) -> Bool { !(left < right) && !(right < left) }

    static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        let scale = max(left.scale, right.scale)
        let one = left.units.multipliedFullWidth(by: Int128(powers[scale - left.scale]))
        let two = right.units.multipliedFullWidth(by: Int128(powers[scale - right.scale]))
        return (one.high, one.low) < (two.high, two.low)
    }
}

extension ExactDecimal: CustomStringConvertible {
    /// The number in the notation of programs, such as `-1234.5`, without trailing zeros.
    var description: String { DecimalNumber(units: units, scale: scale).description }
}
