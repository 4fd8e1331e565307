import FormModel
import Languages
package import TextEditing

extension NumberFormatter {
    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        guard let (entry, layout) = read(current.text.string) else { return applyForeign(edit, to: current) }
        let range = layout.characters(in: edit.range)
        if edit.replacement.isEmpty { return delete(range, edit.origin, of: entry, current) }
        let isKey = edit.replacement.unicodeScalars.count == 1
        guard let piece = piece(edit.replacement, isKey: isKey) else { return current }
        guard let (result, caret) = insert(piece, in: range, of: entry, isKey: isKey) else { return current }
        return formatted(result, caret: caret, skipsLiterals: !isShifted)
    }

    /// An insertion is refused as a whole. The reason for a character that cannot be part of a number is its place, for
    /// others the lack of room or the bounds.
    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        guard edit.isRefused(in: current, leaving: result) else { return [] }
        let isKey = edit.replacement.unicodeScalars.count == 1
        guard let piece = piece(edit.replacement, isKey: isKey), !piece.integer.isEmpty else {
            return Refusal.all(of: edit.replacement, .place)
        }
        let isFull = definition.maximumIntegerDigits.map { maximum in
            guard let (entry, layout) = read(current.text.string) else { return false }
            let removed = entry.characters[layout.characters(in: edit.range)].count { $0 != NumberEntry.minus }
            return entry.integer.drop { $0 == NumberEntry.zero }.count - removed + piece.integer.count > maximum
        }
        let isBounded = definition.outOfRange == .refuse && isFull != true
        return Refusal.all(of: edit.replacement, isBounded && entryHasRoom(current) ? .range : .room)
    }

    /// Whether a digit could still be appended if the number had no bounds.
    private func entryHasRoom(_ current: FormattedText) -> Bool {
        guard let (entry, _) = read(current.text.string) else { return true }
        return isShifted || entry.separator == nil || entry.fraction.count < definition.maximumFractionDigits
    }

    private func piece(_ text: String, isKey: Bool) -> NumberPiece? {
        if isKey, let key = text.unicodeScalars.first {
            return NumberPiece(key: key, symbols: symbols)
        }
        return NumberPiece(text: text, symbols: symbols, affixes: affixes)
    }

    /// Removes characters. If a key would remove only separators and affixes, removes the next character beyond them.
    private func delete(
        _ range: Range<Int>,
        _ origin: TextEdit.Origin,
        of entry: NumberEntry,
        _ current: FormattedText
    ) -> FormattedText {
        if isShifted {
            guard let (result, caret) = deleteShifted(range, origin, of: entry) else { return current }
            return formatted(result, caret: caret, skipsLiterals: false)
        }
        var range = range
        if range.isEmpty {
            switch origin {
            case .deleteBackward where range.lowerBound > 0: range = (range.lowerBound - 1)..<range.lowerBound
            case .deleteForward where range.upperBound < entry.count: range = range.lowerBound..<(range.upperBound + 1)
            default: return current
            }
        }
        var entry = entry
        entry.remove(range)
        _ = entry.resolvePending(group: max(symbols.primaryGroup, 1))
        return formatted(entry, caret: range.lowerBound, skipsLiterals: false)
    }

    /// Replaces a range with typed or pasted characters; returns `nil` if they do not fit.
    private func insert(
        _ piece: NumberPiece,
        in range: Range<Int>,
        of entry: NumberEntry,
        isKey: Bool
    ) -> (NumberEntry, caret: Int)? {
        if isShifted { return insertShifted(piece, in: range, of: entry) }
        var entry = entry
        entry.remove(range)
        var position = range.lowerBound
        if let sign = piece.sign {
            let isAtEnd = position == entry.count && symbols.hasMinusBehind
            guard position == 0 || position == 1 && entry.isNegative || isAtEnd else { return nil }
            if sign == .minus {
                guard definition.allowsNegative, !entry.isNegative else { return nil }
                entry.insert([NumberEntry.minus], at: 0)
                position = isAtEnd ? entry.count : 1
            } else if entry.isNegative, isKey {
                entry.remove(0..<1)
                position = 0
            }
        }
        if position == 0, entry.isNegative { position = 1 }
        var piece = piece
        if let separator = piece.separator {
            if let own = entry.separator {
                // A separator that is typed directly before the existing one only moves the caret over it.
                return isKey && position == own && range.isEmpty ? (entry, own + 1) : nil
            }
            // If there are no decimals, the separator stays as the end of the number.
            if definition.maximumFractionDigits == 0 { piece.fraction = [] }
            if separator == NumberEntry.pending {
                // Within a number it is a grouping separator, which the formatter adds itself.
                guard position == entry.count else { return (entry, position) }
                if entry.integer.allSatisfy({ $0 == NumberEntry.zero }) { piece.separator = NumberEntry.decimal }
            } else if isKey || definition.maximumFractionDigits == 0,
                entry.count - position > definition.maximumFractionDigits
            {
                return nil
            }
        }
        let characters = piece.characters
        entry.insert(characters, at: position)
        var caret = position + characters.count
        settle(&entry, caret: &caret)
        guard fit(&entry, caret: &caret, isKey: isKey) else { return nil }
        return (entry, caret)
    }

    /// Normalises the result of an insertion: a pending separator, zeros before the caret, a missing zero.
    private func settle(_ entry: inout NumberEntry, caret: inout Int) {
        if let separator = entry.separator, entry.resolvePending(group: max(symbols.primaryGroup, 1)),
            caret > separator
        {
            caret -= 1
        }
        caret -= entry.removeLeadingZeros(before: caret)
        if entry.separator != nil, entry.integer.isEmpty {
            entry.insert([NumberEntry.zero], at: entry.isNegative ? 1 : 0)
            caret += 1
        }
    }

    /// Cuts excess decimals. Returns `false` if there are too many digits before the separator, or if the number can no
    /// longer become one within its bounds.
    private func fit(_ entry: inout NumberEntry, caret: inout Int, isKey: Bool) -> Bool {
        if let maximum = definition.maximumIntegerDigits, entry.integer.count > maximum { return false }
        let maximum = definition.maximumFractionDigits
        // Decimals do not begin before a pending separator is resolved.
        if entry.fraction.count > maximum, !(entry.isPending && maximum == 0) {
            // The cut would remove the typed key itself.
            if isKey, caret == entry.count { return false }
            entry.truncateFraction(to: maximum)
            caret = min(caret, entry.count)
        }
        return definition.outOfRange != .refuse || canReachBounds(entry)
    }

    /// Edits a text that this formatter did not write: the whole text is parsed as if it were pasted.
    private func applyForeign(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        let text = current.text.replacing(edit.range, with: edit.replacement).string
        if let piece = NumberPiece(text: text, symbols: symbols, affixes: affixes),
            let (entry, caret) = insert(piece, in: 0..<0, of: NumberEntry(), isKey: false)
        {
            return formatted(entry, caret: caret, skipsLiterals: true)
        }
        if text.isEmpty { return prefix }
        return edit.replacement.isEmpty ? .foreign(text, caret: edit.range.start) : current
    }
}
