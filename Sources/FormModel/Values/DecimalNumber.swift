/// A decimal number of any length, compared exactly: no digit of what a person typed is lost.
package struct DecimalNumber: Sendable, Hashable {
    /// Never for zero.
    private let isNegative: Bool
    /// Values 0 to 9; neither the first of the whole part nor the last of the fraction is 0.
    private let whole: [UInt8]
    private let fraction: [UInt8]

    package init(_ integer: Int) {
        self.init(isNegative: integer < 0, whole: String(integer.magnitude).utf8.map { $0 - Self.zero }, fraction: [])
    }

    /// A number as a person writes it: ASCII digits, at most one sign before them (`+`, `-` or `−`), at most one point
    /// with a digit on each side. Neither space nor groups nor an exponent. nil: the text is no such number.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        var isNegative = false
        if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
            isNegative = bytes.removeFirst() == UInt8(ascii: "-")
        } else if bytes.starts(with: Self.minusSign) {
            isNegative = true
            bytes.removeFirst(Self.minusSign.count)
        }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }) else { return nil }
        self.init(
            isNegative: isNegative,
            whole: parts[0].map { $0 - Self.zero },
            fraction: parts.count == 2 ? parts[1].map { $0 - Self.zero } : []
        )
    }

    /// A number of JSON, whose exponent moves the point by at most `maximumShift` places.
    package init?(json text: String) {
        let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
        guard let mantissa = parts.first.flatMap({ DecimalNumber(String($0)) }) else { return nil }
        guard parts.count > 1 else {
            self = mantissa
            return
        }
        guard let shift = Int(parts[1]), shift.magnitude <= Self.maximumShift else { return nil }
        var whole = mantissa.whole
        var fraction = mantissa.fraction
        if shift > 0 {
            let missing = max(0, shift - fraction.count)
            whole += fraction.prefix(shift) + Array(repeating: 0, count: missing)
            fraction = Array(fraction.dropFirst(shift))
        } else if shift < 0 {
            let moved = -shift
            let missing = max(0, moved - whole.count)
            fraction = Array(repeating: 0, count: missing) + whole.suffix(moved) + fraction
            whole = Array(whole.dropLast(moved))
        }
        self.init(isNegative: mantissa.isNegative, whole: whole, fraction: fraction)
    }

    package static let maximumShift = 400

    private init(isNegative: Bool, whole: [UInt8], fraction: [UInt8]) {
        self.whole = Array(whole.drop { $0 == 0 })
        self.fraction = Array(fraction.reversed().drop { $0 == 0 }.reversed())
        self.isNegative = isNegative && !(self.whole.isEmpty && self.fraction.isEmpty)
    }

    private static let zero = UInt8(ascii: "0")
    /// U+2212, which typographers put.
    private static let minusSign = Array("\u{2212}".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool { zero...UInt8(ascii: "9") ~= byte }
}

extension DecimalNumber: Comparable {
    package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    /// Without the signs.
    private func isSmaller(than other: DecimalNumber) -> Bool {
        if whole.count != other.whole.count { return whole.count < other.whole.count }
        if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
        return fraction.lexicographicallyPrecedes(other.fraction)
    }
}

extension DecimalNumber: CustomStringConvertible {
    /// `-1234.5`: canonical, so without a plus and without zeros that say nothing.
    package var description: String {
        var bytes: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        bytes += whole.isEmpty ? [Self.zero] : whole.map { $0 + Self.zero }
        if !fraction.isEmpty { bytes += [UInt8(ascii: ".")] + fraction.map { $0 + Self.zero } }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension DecimalNumber {
    /// Whether this number and `other` lie a whole number of `step`s apart; `step` is above 0.
    ///
    /// nil: `step` and `other` have together more than 17 digits, so that the remainder cannot be computed. This number
    /// may have any length; the cost is linear in it.
    package func differs(from other: DecimalNumber, byMultipleOf step: DecimalNumber) -> Bool? {
        let scale = max(step.fraction.count, other.fraction.count)
        guard let modulus = step.units(scale: scale), modulus > 0, other.units(scale: scale) != nil else { return nil }
        guard fraction.count <= scale else { return false }
        return remainder(scale: scale, modulus: modulus) == other.remainder(scale: scale, modulus: modulus)
    }

    /// The magnitude times 10 to the power of `scale`, which is at least the number of the fraction's digits.
    private func units(scale: Int) -> UInt64? {
        guard whole.count + scale <= 17 else { return nil }
        return remainder(digits: scale, modulus: .max / 16)
    }

    /// From 0 up to the modulus, for negative numbers too.
    private func remainder(scale: Int, modulus: UInt64) -> UInt64 {
        let magnitude = remainder(digits: scale, modulus: modulus)
        return isNegative && magnitude > 0 ? modulus - magnitude : magnitude
    }

    /// `modulus` is at most a sixteenth of what the type holds, so that nothing overflows.
    private func remainder(digits scale: Int, modulus: UInt64) -> UInt64 {
        var remainder: UInt64 = 0
        for digit in whole { remainder = (remainder * 10 + UInt64(digit)) % modulus }
        for place in 0..<scale {
            let digit = place < fraction.count ? fraction[place] : 0
            remainder = (remainder * 10 + UInt64(digit)) % modulus
        }
        return remainder
    }
}
