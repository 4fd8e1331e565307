extension DecimalNumber {
    /// Whether this number and `other` lie a whole number of `step`s apart; `step` is above 0.
    ///
    /// nil: `step` and `other` have together more than 17 digits, so that the remainder cannot be computed. This number
    /// may have any length; the cost is linear in it.
    package func differs(from other: DecimalNumber, byMultipleOf step: DecimalNumber) -> Bool? {
        let scale = max(step.fraction.utf8.count, other.fraction.utf8.count)
        guard let modulus = step.units(scale: scale), modulus > 0, other.units(scale: scale) != nil else { return nil }
        guard fraction.utf8.count <= scale else { return false }
        return remainder(scale: scale, modulus: modulus) == other.remainder(scale: scale, modulus: modulus)
    }

    /// The magnitude times 10 to the power of `scale`, which is at least the number of the fraction's digits.
    private func units(scale: Int) -> UInt64? {
        guard integer.utf8.count + scale <= 17 else { return nil }
        return remainder(digits: scale, modulus: .max / 16)
    }

    /// From 0 up to the modulus, for negative numbers too.
    private func remainder(scale: Int, modulus: UInt64) -> UInt64 {
        let magnitude = remainder(digits: scale, modulus: modulus)
        return isNegative && magnitude > 0 ? modulus - magnitude : magnitude
    }

    /// `modulus` is at most a sixteenth of what the type holds, so that nothing overflows.
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
