package import FormModel
package import TextEditing

extension NumberFormatter {
    package var complains: Bool { true }

    package func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint? {
        let entry = read(current.text.string)?.0
        if entry?.isEmpty == true { return nil }
        let reason = entry.flatMap(number).map { complaint(about: $0) } ?? .notANumber
        return reason.map { FormatterComplaint($0, message: definition.message) }
    }

    func complaint(about number: DecimalNumber) -> DefaultMessage? {
        if let minimum = definition.minimum, number < minimum { return .tooSmall(minimum: shown(minimum)) }
        if let maximum = definition.maximum, number > maximum { return .tooLarge(maximum: shown(maximum)) }
        if number.isNegative, !definition.allowsNegative { return .tooSmall(minimum: shown(.zero)) }
        if let maximum = definition.maximumIntegerDigits, number.integer.utf8.count > maximum {
            return .tooManyIntegerDigits(maximum: maximum)
        }
        if number.fraction.utf8.count > definition.maximumFractionDigits {
            return .tooManyFractionDigits(maximum: definition.maximumFractionDigits)
        }
        return nil
    }

    private func shown(_ bound: DecimalNumber) -> String {
        layout(tidied(NumberEntry(bound))).text
    }

    /// The bound that a number exceeds.
    func bound(before number: DecimalNumber) -> DecimalNumber? {
        if let minimum = definition.minimum, number < minimum { return minimum }
        if let maximum = definition.maximum, number > maximum { return maximum }
        return nil
    }

    package func canComplete(_ current: FormattedText) -> Bool {
        read(current.text.string).map { canReachBounds($0.0) } ?? false
    }

    /// Whether appending digits can lead to a number within the bounds.
    func canReachBounds(_ entry: NumberEntry) -> Bool {
        if definition.minimum == nil, definition.maximum == nil { return true }
        if entry.isEmpty { return true }
        let isNegative = entry.isNegative
        // Bounds of the magnitude; `nil` for no upper bound.
        let (low, high) = magnitudes(isNegative: isNegative)
        if let high, let low, low > high { return false }
        if isShifted { return canShift(entry, to: low, high) }
        let integer = entry.integer
        // A zero disappears when another digit is typed.
        guard integer.contains(where: { $0 != NumberEntry.zero }) || entry.separator != nil else { return true }
        let magnitude = DecimalNumber(isNegative: false, integer: integer, fraction: entry.fraction)
        if let high, magnitude > high { return false }
        guard let low, magnitude < low else { return true }
        // With k more digits before the separator: all numbers from magnitude·10^k up to the one that ends with k +
        // decimals nines.
        let room = max(0, definition.maximumFractionDigits - entry.fraction.count)
        let nines = { (count: Int) in [UInt8](repeating: UInt8(ascii: "9"), count: count) }
        let digits = Array(magnitude.integer.utf8)
        if entry.separator != nil && !entry.isPending {
            let most = DecimalNumber(isNegative: false, integer: digits, fraction: Array(entry.fraction) + nines(room))
            return most >= low
        }
        let longest = min(high?.integer.utf8.count ?? .max, definition.maximumIntegerDigits ?? .max)
        guard longest < .max else { return true }
        return (0...max(0, longest - digits.count)).contains { more in
            let most = DecimalNumber(isNegative: false, integer: digits + nines(more), fraction: nines(room))
            let zeros = [UInt8](repeating: NumberEntry.zero, count: more)
            let least = DecimalNumber(isNegative: false, integer: digits + zeros, fraction: [])
            return most >= low && high.map { least <= $0 } ?? true
        }
    }

    /// The smallest and the largest magnitude of numbers with one sign; the smallest is greater than the largest if
    /// there is no such number.
    private func magnitudes(isNegative: Bool) -> (low: DecimalNumber?, high: DecimalNumber?) {
        let (minimum, maximum) = (definition.minimum, definition.maximum)
        let nothing = (
            low: DecimalNumber(isNegative: false, integer: [UInt8(ascii: "1")], fraction: []), high: DecimalNumber.zero
        )
        guard isNegative else {
            if let maximum, maximum.isNegative { return nothing }
            return (minimum.flatMap { $0.isNegative ? nil : $0 }, maximum)
        }
        if let minimum, !minimum.isNegative, !minimum.isZero { return nothing }
        return (maximum.flatMap { $0.isNegative ? $0.magnitude : nil }, minimum?.magnitude)
    }
}

extension NumberFormatter {
    package var takesSteps: Bool { true }

    package func stepped(
        _ current: FormattedText,
        by count: Int,
        _ limits: StepLimits,
        today: CalendarDay
    ) -> FormattedText? {
        guard let (entry, _) = read(current.text.string) else { return nil }
        let start = number(entry)
        guard start != nil || entry.isEmpty else { return nil }
        var limits = limits
        if let minimum = definition.minimum { limits.tighten(minimum: minimum) }
        if let maximum = definition.maximum { limits.tighten(maximum: maximum) }
        if !definition.allowsNegative { limits.tighten(minimum: .zero) }
        guard let number = limits.number(from: start, by: count) else { return nil }
        let tidy = tidied(NumberEntry(number))
        return formatted(tidy, caret: tidy.count, skipsLiterals: false)
    }
}
