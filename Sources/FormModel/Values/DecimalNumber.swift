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

    /// A number as programs write it: `-1234.5`, without an exponent; nil for anything else.
    package init?(_ text: some StringProtocol) {
        var bytes = text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }) else { return nil }
        self.init(isNegative: isNegative, integer: parts[0], fraction: parts.count > 1 ? parts[1] : parts[0].prefix(0))
    }

    /// A number of JSON, which may have an exponent; nil where it stands for more than `limit` digits.
    package init?(json text: String, limit: Int) {
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

    package static let zero = DecimalNumber(isNegative: false, integer: [], fraction: [])

    package var magnitude: DecimalNumber {
        DecimalNumber(isNegative: false, integer: integer.utf8, fraction: fraction.utf8)
    }

    package var isZero: Bool { integer == "0" && fraction.isEmpty }

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
