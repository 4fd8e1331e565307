/// Numbers that lie whole steps from a base. Nothing here traps: what is beyond the type's range is `nil`.
package struct StepGrid<Number: FixedWidthInteger & SignedInteger & Sendable>: Sendable {
    /// Above 0.
    private let step: Number
    private let base: Number

    /// `nil` for a step that is not above 0.
    package init?(step: Number, base: Number) {
        guard step > 0 else { return nil }
        self.step = step
        self.base = base
    }

    /// The number some steps above another, or below it where `count` is below 0. From a number that is not on the grid the
    /// first step leads to the nearest one that is.
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

    /// How far a number is above the grid.
    private func rest(of number: Number) -> Number? {
        let (distance, isTooFar) = number.subtractingReportingOverflow(base)
        guard !isTooFar else { return nil }
        let rest = distance % step
        let positive = rest < 0 ? rest + step : rest
        return number.subtractingReportingOverflow(positive).overflow ? nil : positive
    }
}

extension DecimalNumber {
    /// Digits of numbers that are computed with, decimals included.
    private static let digits = 36

    /// The number times 10 to the power of `scale`; `nil` if that is no whole number or has more than 36 digits.
    package func wholeUnits(scale: Int) -> Int128? {
        guard fraction.utf8.count <= scale, integer.utf8.count + scale <= Self.digits else { return nil }
        let zeros = String(repeating: "0", count: scale - fraction.utf8.count)
        return Int128((isNegative ? "-" : "") + integer + fraction + zeros)
    }

    /// A whole number of units divided by 10 to the power of `scale`.
    package init(units: Int128, scale: Int) {
        let digits = Array(String(units.magnitude).utf8)
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, scale - digits.count))
        let all = zeros + digits
        self.init(isNegative: units < 0, integer: all.dropLast(scale), fraction: all.suffix(scale))
    }
}
