import FormModel

// Edits of numbers that are typed from the right.

extension NumberFormatter {
    var isShifted: Bool { definition.entry == .rightToLeft }

    /// Removes digits, and shifts those before them to the right; `nil` if there is nothing to remove. A number of which only
    /// zeros are left is none.
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

    /// Replaces a range with a piece; `nil` if the piece does not fit there. A sign is taken wherever the caret is, for it is
    /// mostly at the end. A separator is refused: it moves by itself. A piece that is more than digits is a number as people
    /// write it, which is taken as it is where no other digits stay.
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

    /// The digits behind both ends of a range.
    private func places(_ range: Range<Int>, of entry: NumberEntry) -> (start: Int, end: Int) {
        let decimals = definition.maximumFractionDigits
        return (
            ShiftedNumber.digits(behind: range.lowerBound, of: entry, decimals: decimals),
            ShiftedNumber.digits(behind: range.upperBound, of: entry, decimals: decimals)
        )
    }

    /// Whether digits that come in behind the entry can lead to a magnitude within bounds.
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
