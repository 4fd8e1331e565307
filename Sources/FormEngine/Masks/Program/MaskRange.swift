import FormModel

/// A number between bounds, of as many digits as its maximum has.
struct MaskRange: Sendable, Hashable {
    let minimum: Int
    let maximum: Int
    /// Digits.
    let width: Int
    /// Whether zeros are written before a number that needs them.
    let pads: Bool
    let outOfRange: MaskNotation.Bounds.OutOfRange

    /// - Parameter bounds: a maximum below 10¹⁵, and not below the minimum, which is not negative.
    init(_ bounds: MaskNotation.Bounds) {
        minimum = bounds.minimum
        maximum = bounds.maximum
        pads = bounds.pads
        outOfRange = bounds.outOfRange
        width = String(maximum).utf8.count
    }

    /// All digits of the number of the range that is nearest to `number`.
    func digits(nearestTo number: Int) -> [Int] {
        var rest = min(max(minimum, number), maximum)
        var digits = [Int](repeating: 0, count: width)
        for place in digits.indices.reversed() {
            digits[place] = rest % 10
            rest /= 10
        }
        return digits
    }

    func contains(_ number: Int) -> Bool {
        minimum <= number && number <= maximum
    }

    /// Whether some number of the range begins with these digits.
    ///
    /// - Parameters:
    ///   - number: what the first digits stand for.
    ///   - count: how many they are, at most `width`.
    func canBegin(with number: Int, count: Int) -> Bool {
        var least = number
        var most = number
        for _ in count..<width {
            least *= 10
            most = most * 10 + 9
        }
        return least <= maximum && most >= minimum
    }

    /// How many zeros before a first digit make it the beginning of a number of the range; nil: none do.
    func zeros(before digit: Int) -> Int? {
        guard pads else { return nil }
        return (1..<max(1, width)).first { canBegin(with: digit, count: $0 + 1) }
    }
}
