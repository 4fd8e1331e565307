import TextEditing

/// One step of a mask: a literal, a cell, a digit of a range, or the gate before a part that may be left out.
struct MaskNode: Sendable, Hashable {
    var kind: Kind
    /// The character of a literal, or the one that a cell shows in a placeholder, if it is one byte of ASCII; otherwise
    /// 0.
    var ascii: UInt8 = 0
    /// For a digit of a range: its position in the number.
    var position: UInt8 = 0
    /// Whether this is a literal that is a letter or a digit. A text with the same one is probably meant for this mask.
    var isSignificant = false
    /// Whether a text that stops before this node is complete.
    var mayEndBefore = true
    /// For a cell: its character class. For a digit of a range: the range. For a gate: the node behind its part.
    var index: UInt16 = 0
    /// The characters of ASCII that belong to the node itself: the literal, or those that its cell accepts.
    var accepted = ASCIISet()
    /// The characters of ASCII that are possible from this node on, up to and including the next required cell.
    var ahead = ASCIISet()
    /// Whether the cell converts the case of letters.
    var convertsCase = false

    enum Kind: UInt8, Sendable {
        /// A literal that is not in the value.
        case free
        /// A literal that is in the value.
        case fixed
        case mandatory
        case optional
        /// Any number of characters; always the last node.
        case endless
        /// A digit of a number between bounds.
        case range
        /// Stands for no character. It leads to the part behind it, or past that part.
        case gate

        var isLiteral: Bool { self == .free || self == .fixed }
        var isCell: Bool { !isLiteral && self != .gate }
    }
}

/// A number between two bounds, with as many digits as the maximum has.
struct MaskRange: Sendable, Hashable {
    let minimum: Int
    let maximum: Int
    /// The number of digits.
    let width: Int
    /// Whether the mask writes the zeros before a number that has fewer digits.
    let pads: Bool
    let outOfRange: MaskNotation.Bounds.OutOfRange

    /// - Parameter bounds: a minimum that is not negative, and a maximum from there to below 10¹⁵.
    init(_ bounds: MaskNotation.Bounds) {
        minimum = bounds.minimum
        maximum = bounds.maximum
        pads = bounds.pads
        outOfRange = bounds.outOfRange
        width = String(maximum).utf8.count
    }

    /// All digits of the number in the range that is nearest to `number`.
    func digits(nearestTo number: Int) -> [Int] {
        var rest = min(max(minimum, number), maximum)
        var digits = [Int](repeating: 0, count: width)
        for position in digits.indices.reversed() {
            digits[position] = rest % 10
            rest /= 10
        }
        return digits
    }

    func contains(_ number: Int) -> Bool {
        minimum <= number && number <= maximum
    }

    /// Whether a number of the range begins with some digits.
    ///
    /// - Parameters:
    ///   - number: the value of the digits.
    ///   - count: the number of digits, at most `width`.
    func canBegin(with number: Int, count: Int) -> Bool {
        var least = number
        var most = number
        for _ in count..<width {
            least *= 10
            most = most * 10 + 9
        }
        return least <= maximum && most >= minimum
    }

    /// The number of zeros that must precede a first digit so that a number of the range can begin this way; `nil` if
    /// this is impossible.
    func zeros(before digit: Int) -> Int? {
        guard pads else { return nil }
        return (1..<max(1, width)).first { canBegin(with: digit, count: $0 + 1) }
    }
}
