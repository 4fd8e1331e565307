import TextEditing

/// An exact decimal number of any size, for bounds and amounts.
package struct DecimalNumber: Sendable, Hashable {
    /// False for zero.
    package let isNegative: Bool
    /// ASCII digits without leading zeros; `0` if there are no others.
    package let integer: String
    /// ASCII digits without trailing zeros; empty for an integer.
    package let fraction: String

    /// - Parameters:
    ///   - integer: ASCII digits; no digits count as zero.
    ///   - fraction: ASCII digits.
    package init(isNegative: Bool, integer: some Sequence<UInt8>, fraction: some Sequence<UInt8>) {
        let zero = UInt8(ascii: "0")
        let whole = Array(integer.drop { $0 == zero })
        var rest = Array(fraction)
        while rest.last == zero { rest.removeLast() }
        self.integer = whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self)
        self.fraction = String(decoding: rest, as: UTF8.self)
        self.isNegative = isNegative && !(whole.isEmpty && rest.isEmpty)
    }

    package init(_ integer: Int) {
        self.init(isNegative: integer < 0, integer: String(integer.magnitude).utf8, fraction: EmptyCollection())
    }

    /// Parses a number as programs and people write it: ASCII digits, at most one sign before them (`+`, `-` or `−`),
    /// at most one point with a digit on each side. Returns `nil` for any other text, such as one with spaces, grouping
    /// or an exponent.
    package init?(_ text: some StringProtocol) {
        var bytes = text.utf8[...]
        var isNegative = false
        if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
            isNegative = bytes.removeFirst() == UInt8(ascii: "-")
        } else if bytes.starts(with: Self.minusSign) {
            isNegative = true
            bytes.removeFirst(Self.minusSign.count)
        }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return nil }
        self.init(isNegative: isNegative, integer: parts[0], fraction: parts.count > 1 ? parts[1] : parts[0].prefix(0))
    }

    package static let zero = DecimalNumber(isNegative: false, integer: [], fraction: [])

    package var magnitude: DecimalNumber {
        DecimalNumber(isNegative: false, integer: integer.utf8, fraction: fraction.utf8)
    }

    package var isZero: Bool { integer == "0" && fraction.isEmpty }

    /// U+2212, the typographic minus sign.
    private static let minusSign = Array("\u{2212}".utf8)
}

extension DecimalNumber: CustomStringConvertible {
    /// The number as programs write it: `-1234.5`.
    package var description: String {
        (isNegative ? "-" : "") + integer + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension DecimalNumber: Comparable {
    package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    /// Compares the magnitudes.
    private func isSmaller(than other: DecimalNumber) -> Bool {
        let (count, otherCount) = (integer.utf8.count, other.integer.utf8.count)
        if count != otherCount { return count < otherCount }
        if integer != other.integer { return integer.utf8.lexicographicallyPrecedes(other.integer.utf8) }
        return fraction.utf8.lexicographicallyPrecedes(other.fraction.utf8)
    }
}

extension DecimalNumber {
    /// Parses a JSON number, which may have an exponent; returns `nil` if it has more than `limit` digits without the
    /// exponent.
    package init?(json text: String, limit: Int = DefinitionLimits.digits) {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        guard let mantissa = parts.first, let plain = DecimalNumber(Substring(mantissa)) else { return nil }
        var exponent = 0
        if parts.count > 1 {
            guard parts.count == 2, let value = Int(Substring(parts[1])) else { return nil }
            exponent = value
        }
        if plain.isZero {
            self = plain
            return
        }
        guard (-limit...limit).contains(exponent) else { return nil }
        var whole = Array(plain.integer.utf8)
        var rest = Array(plain.fraction.utf8)
        let zero = UInt8(ascii: "0")
        if exponent > 0 {
            rest += [UInt8](repeating: zero, count: max(0, exponent - rest.count))
            whole += rest.prefix(exponent)
            rest.removeFirst(exponent)
        } else if exponent < 0 {
            whole = [UInt8](repeating: zero, count: max(0, -exponent - whole.count)) + whole
            rest = whole.suffix(-exponent) + rest
            whole.removeLast(-exponent)
        }
        self.init(isNegative: plain.isNegative, integer: whole, fraction: rest)
        guard integer.utf8.count + fraction.utf8.count <= limit else { return nil }
    }
}

extension DecimalNumber {
    /// Whether the difference between this number and `other` is a multiple of `step`, which must be greater than 0.
    ///
    /// Returns `nil` if `step` and `other` together have more than 17 digits, because the remainder cannot be computed
    /// then. This number may have any length; the time is linear in it.
    package func differs(from other: DecimalNumber, byMultipleOf step: DecimalNumber) -> Bool? {
        let scale = max(step.fraction.utf8.count, other.fraction.utf8.count)
        guard let modulus = step.units(scale: scale), modulus > 0, other.units(scale: scale) != nil else { return nil }
        guard fraction.utf8.count <= scale else { return false }
        return remainder(scale: scale, modulus: modulus) == other.remainder(scale: scale, modulus: modulus)
    }

    /// The magnitude times 10 to the power of `scale`, which must be at least the number of decimals.
    private func units(scale: Int) -> UInt64? {
        guard integer.utf8.count + scale <= 17 else { return nil }
        return remainder(digits: scale, modulus: .max / 16)
    }

    /// The remainder, from 0 up to the modulus even for negative numbers.
    private func remainder(scale: Int, modulus: UInt64) -> UInt64 {
        let magnitude = remainder(digits: scale, modulus: modulus)
        return isNegative && magnitude > 0 ? modulus - magnitude : magnitude
    }

    /// `modulus` is at most a sixteenth of the maximum of the type, so that nothing overflows.
    private func remainder(digits scale: Int, modulus: UInt64) -> UInt64 {
        let zero = UInt8(ascii: "0")
        let padding = repeatElement(zero, count: max(0, scale - fraction.utf8.count))
        var remainder: UInt64 = 0
        for digits in [Array(integer.utf8), Array(fraction.utf8.prefix(scale)) + padding] {
            for digit in digits { remainder = (remainder * 10 + UInt64(digit - zero)) % modulus }
        }
        return remainder
    }
}

/// The numbers that differ from a base by a multiple of a step. Nothing here traps: the result of an overflow is `nil`.
package struct StepGrid<Number: FixedWidthInteger & SignedInteger & Sendable>: Sendable {
    /// Greater than 0.
    private let step: Number
    private let base: Number

    /// Returns `nil` for a step that is not greater than 0.
    package init?(step: Number, base: Number) {
        guard step > 0 else { return nil }
        self.step = step
        self.base = base
    }

    /// The number `count` steps above another one, or below it if `count` is negative. If the number is not on the
    /// grid, the first step moves to the nearest number that is.
    package func moved(_ number: Number, by count: Number) -> Number? {
        guard let rest = rest(of: number) else { return nil }
        let steps = rest > 0 && count < 0 ? count + 1 : count
        let (distance, isTooFar) = step.multipliedReportingOverflow(by: steps)
        let (sum, isTooLarge) = (number - rest).addingReportingOverflow(distance)
        return isTooFar || isTooLarge ? nil : sum
    }

    /// The nearest number of the grid that is not above another one, or not below it.
    package func nearest(to number: Number, below: Bool) -> Number? {
        guard let rest = rest(of: number) else { return nil }
        if rest == 0 { return number }
        return below ? number - rest : moved(number, by: 1)
    }

    /// The difference between a number and the next lower number of the grid.
    private func rest(of number: Number) -> Number? {
        let (distance, isTooFar) = number.subtractingReportingOverflow(base)
        guard !isTooFar else { return nil }
        let rest = distance % step
        let positive = rest < 0 ? rest + step : rest
        return number.subtractingReportingOverflow(positive).overflow ? nil : positive
    }
}

extension DecimalNumber {
    /// The number times 10 to the power of `scale`; `nil` if that is not an integer or has more than 38 digits.
    package func wholeUnits(scale: Int) -> Int128? {
        let digits = (integer == "0" ? 0 : integer.utf8.count) + scale
        guard fraction.utf8.count <= scale, digits <= DefinitionLimits.computedDigits else { return nil }
        let zeros = String(repeating: "0", count: scale - fraction.utf8.count)
        return Int128((isNegative ? "-" : "") + integer + fraction + zeros)
    }

    /// An integer number of units divided by 10 to the power of `scale`.
    package init(units: Int128, scale: Int) {
        let digits = Array(String(units.magnitude).utf8)
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, scale - digits.count))
        let all = zeros + digits
        self.init(isNegative: units < 0, integer: all.dropLast(scale), fraction: all.suffix(scale))
    }
}
