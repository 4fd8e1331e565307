/// A set of ASCII characters as a bitmap.
struct ASCIISet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    static let lettersAndDigits = ASCIISet { scalar in
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z": true
        default: false
        }
    }

    /// The ASCII characters that `predicate` holds for.
    init(where predicate: (Unicode.Scalar) -> Bool) {
        for byte in UInt8(0)..<128 where predicate(Unicode.Scalar(byte)) { insert(byte) }
    }

    mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    /// - Parameter byte: below 128.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        (byte < 64 ? low : high) & (1 << UInt64(byte & 63)) != 0
    }

    mutating func formUnion(_ other: ASCIISet) {
        low |= other.low
        high |= other.high
    }
}
