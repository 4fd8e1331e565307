import FormModel
import TextEditing

/// A number whose digits are entered at the right, as at a cash register: each new digit moves the others one position
/// to the left, and the number of decimals is constant. `1` is 0.01, and `12` is 0.12.
///
/// Positions are counted as the number of digits after them, which does not change when digits are inserted before
/// them.
struct ShiftedNumber {
    var isNegative: Bool
    /// ASCII, without leading zeros.
    private(set) var digits: [UInt8]
    /// The number of decimals; it may be larger than the maximum for typing if a program has set the number.
    private(set) var decimals: Int
    private let usualDecimals: Int

    init(_ entry: NumberEntry, decimals usual: Int) {
        isNegative = entry.isNegative
        digits = entry.integer + entry.fraction + Self.zeros(usual - entry.fraction.count)
        decimals = max(usual, entry.fraction.count)
        usualDecimals = usual
        dropZeros()
    }

    private static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: NumberEntry.zero, count: max(0, count))
    }

    private mutating func dropZeros() {
        digits.removeFirst(digits.prefix { $0 == NumberEntry.zero }.count)
    }

    /// The number of digits after a position among an entry's characters, including decimals that are not shown.
    static func digits(behind index: Int, of entry: NumberEntry, decimals: Int) -> Int {
        let hidden = entry.hasDigits ? max(0, decimals - entry.fraction.count) : 0
        return entry.characters[index...].count { $0 >= NumberEntry.zero } + hidden
    }

    /// Replaces digits. A number with more decimals than can be typed first loses the excess ones, and accepts no
    /// digits before that.
    ///
    /// - Parameters:
    ///   - start: the number of digits after the beginning of the range; not less than `end`.
    ///   - end: the number of digits after the end of the range.
    /// - Returns: `false` if there is no room for the digits.
    mutating func replace(from start: Int, to end: Int, with new: [UInt8]) -> Bool {
        digits = Self.zeros(start - digits.count) + digits
        digits.replaceSubrange((digits.count - start)..<(digits.count - end), with: new)
        let excess = digits.count == new.count ? 0 : decimals - usualDecimals
        decimals = usualDecimals + (excess == 0 ? 0 : max(0, excess - (start - end) + new.count))
        dropZeros()
        return new.isEmpty || decimals == usualDecimals
    }

    /// Replaces the number with one as people write it. Excess decimals are cut.
    mutating func replaceAll(integer: [UInt8], fraction: [UInt8]) {
        decimals = usualDecimals
        digits = integer + fraction.prefix(decimals) + Self.zeros(decimals - fraction.count)
        dropZeros()
    }

    /// The number as it is shown, with at least one digit before the decimals, and the number of its characters before
    /// a position, which is before the separator rather than after it.
    ///
    /// - Parameters:
    ///   - index: the number of digits after the position.
    ///   - isBlank: whether no digit is shown if all are zeros.
    func entry(caretBefore index: Int, isBlank: Bool) -> (NumberEntry, caret: Int) {
        var characters = isNegative ? [NumberEntry.minus] : []
        if isBlank, digits.isEmpty { return (NumberEntry(characters: characters), characters.count) }
        let shown = Self.zeros(decimals + 1 - digits.count) + digits
        let before = shown.count - min(index, shown.count)
        let caret = characters.count + before + (before > shown.count - decimals ? 1 : 0)
        characters += shown.dropLast(decimals)
        if decimals > 0 { characters += [NumberEntry.decimal] + shown.suffix(decimals) }
        return (NumberEntry(characters: characters), caret)
    }

    /// The magnitude after appending a digit `count` times.
    func magnitude(before count: Int, of digit: UInt8) -> DecimalNumber {
        let all = Self.zeros(decimals - digits.count) + digits + [UInt8](repeating: digit, count: count)
        return DecimalNumber(isNegative: false, integer: all.dropLast(decimals), fraction: all.suffix(decimals))
    }
}

// Edits of numbers whose digits are entered at the right.

extension NumberFormatter {
    var isShifted: Bool { definition.entry == .rightToLeft }

    /// Removes digits, and shifts those before them to the right; returns `nil` if there is nothing to remove. A number
    /// of which only zeros are left becomes empty.
    func deleteShifted(
        _ range: Range<Int>,
        _ origin: TextEdit.Origin,
        of entry: NumberEntry
    ) -> (NumberEntry, caret: Int)? {
        var (start, end) = places(range, of: entry)
        let takesMinus = entry.isNegative && range.contains(0)
        if start == end, !takesMinus {
            switch origin {
            case .deleteBackward where range.lowerBound > 0: start += 1
            case .deleteForward where end > 0: end -= 1
            default: return nil
            }
        }
        var number = ShiftedNumber(entry, decimals: definition.maximumFractionDigits)
        if takesMinus { number.isNegative = false }
        _ = number.replace(from: start, to: end, with: [])
        return number.entry(caretBefore: end, isBlank: start > end || !entry.hasDigits)
    }

    /// Replaces a range with typed or pasted characters; returns `nil` if they do not fit. A sign is accepted at any
    /// caret position, because the caret is usually at the end. A separator is refused, because its position is fixed.
    /// Pasted text with more than digits is a number as people write it, which is accepted unchanged if no other digits
    /// remain.
    func insertShifted(
        _ piece: NumberPiece,
        in range: Range<Int>,
        of entry: NumberEntry
    ) -> (NumberEntry, caret: Int)? {
        var number = ShiftedNumber(entry, decimals: definition.maximumFractionDigits)
        if entry.isNegative, range.contains(0) { number.isNegative = false }
        switch piece.sign {
        case .minus where number.isNegative || !definition.allowsNegative: return nil
        case .minus: number.isNegative = true
        case .plus: number.isNegative = false
        case nil: if piece.integer.isEmpty, piece.fraction.isEmpty { return nil }
        }
        let (start, end) = places(range, of: entry)
        if piece.isBare {
            guard number.replace(from: start, to: end, with: piece.integer) else { return nil }
        } else {
            guard number.replace(from: start, to: end, with: []), number.digits.allSatisfy({ $0 == NumberEntry.zero })
            else { return nil }
            number.replaceAll(integer: piece.integer, fraction: piece.fraction)
        }
        if let maximum = definition.maximumIntegerDigits, number.digits.count - number.decimals > maximum { return nil }
        let isBlank = piece.integer.isEmpty && (start > end || !entry.hasDigits)
        let result = number.entry(caretBefore: piece.isBare ? end : 0, isBlank: isBlank)
        return definition.outOfRange != .refuse || canReachBounds(result.0) ? result : nil
    }

    /// The numbers of digits after both ends of a range.
    private func places(_ range: Range<Int>, of entry: NumberEntry) -> (start: Int, end: Int) {
        let decimals = definition.maximumFractionDigits
        return (
            ShiftedNumber.digits(behind: range.lowerBound, of: entry, decimals: decimals),
            ShiftedNumber.digits(behind: range.upperBound, of: entry, decimals: decimals)
        )
    }

    /// Whether digits that are entered at the right can lead to a magnitude within the bounds.
    func canShift(_ entry: NumberEntry, to low: DecimalNumber?, _ high: DecimalNumber?) -> Bool {
        let number = ShiftedNumber(entry, decimals: definition.maximumFractionDigits)
        let longest = min(high?.integer.utf8.count ?? .max, definition.maximumIntegerDigits ?? .max)
        guard longest < .max else { return true }
        return (0...max(0, longest + number.decimals - number.digits.count)).contains { more in
            number.magnitude(before: more, of: UInt8(ascii: "9")) >= low ?? .zero
                && high.map { number.magnitude(before: more, of: NumberEntry.zero) <= $0 } ?? true
        }
    }
}
