/// A decimal number of any size, exact: what bounds are written as and amounts are compared with.
package struct DecimalNumber: Sendable, Hashable {
    /// False for zero.
    package let isNegative: Bool
    /// ASCII digits without leading zeros; `0` where there is nothing else.
    package let integer: String
    /// ASCII digits without trailing zeros; empty for a whole number.
    package let fraction: String

    /// - Parameters:
    ///   - integer: ASCII digits; none count as zero.
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

    /// A number as programs and people write it: ASCII digits, at most one sign before them (`+`, `-` or `−`), at most
    /// one point with a digit on each side. `nil` for any other text, such as one with
    /// spaces, groups or an exponent.
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
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }) else { return nil }
        self.init(isNegative: isNegative, integer: parts[0], fraction: parts.count > 1 ? parts[1] : parts[0].prefix(0))
    }

    package static let zero = DecimalNumber(isNegative: false, integer: [], fraction: [])

    package var magnitude: DecimalNumber {
        DecimalNumber(isNegative: false, integer: integer.utf8, fraction: fraction.utf8)
    }

    package var isZero: Bool { integer == "0" && fraction.isEmpty }

    /// U+2212, which typographers put.
    private static let minusSign = Array("\u{2212}".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}

extension DecimalNumber: CustomStringConvertible {
    /// As programs write it: `-1234.5`.
    package var description: String {
        (isNegative ? "-" : "") + integer + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension DecimalNumber: Comparable {
    package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    /// Both without their signs.
    private func isSmaller(than other: DecimalNumber) -> Bool {
        let (count, otherCount) = (integer.utf8.count, other.integer.utf8.count)
        if count != otherCount { return count < otherCount }
        if integer != other.integer { return integer.utf8.lexicographicallyPrecedes(other.integer.utf8) }
        return fraction.utf8.lexicographicallyPrecedes(other.fraction.utf8)
    }
}
