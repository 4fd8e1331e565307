@_spi(_Unicode) import Swift

// Positions in a text are counted in code points. No edit splits a grapheme cluster.

extension String {
    /// Whether each byte is a code point and a grapheme cluster of its own: the text is ASCII without carriage returns.
    package var isSimple: Bool { !hasByte { $0 >= 0x80 || $0 == 0x0D } }

    /// The number of grapheme clusters. For a simple text it is found faster than with `count`.
    package var clusterCount: Int { isSimple ? utf8.count : count }

    /// Whether `predicate` is true for at least one byte of the UTF-8.
    @inline(__always)
    package func hasByte(_ predicate: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where predicate(byte) { return true }
            return false
        } ?? utf8.contains(where: predicate)
    }

    /// The index of a code point; the end of the text if the offset is beyond it.
    package func index(ofScalar offset: Int, isSimple: Bool) -> Index {
        if isSimple {
            return utf8.index(startIndex, offsetBy: Swift.max(offset, 0), limitedBy: endIndex) ?? endIndex
        }
        return unicodeScalars.index(startIndex, offsetBy: Swift.max(offset, 0), limitedBy: endIndex) ?? endIndex
    }

    /// A range of code points, clamped to the text and widened until it splits no grapheme cluster.
    func clusterRange(_ range: TextSelection) -> Range<Index> {
        let lower = roundedDown(index(ofScalar: range.start, isSimple: false))
        let end = range.length <= 0 ? range.start : range.start.addingReportingOverflow(range.length).partialValue
        if range.length <= 0 { return lower..<lower }
        let upper = roundedUp(index(ofScalar: end < range.start ? .max : end, isSimple: false))
        return lower..<Swift.max(lower, upper)
    }

    /// The start of the grapheme cluster that contains `position`.
    package func roundedDown(_ position: Index) -> Index {
        guard position > startIndex, position < endIndex else { return position }
        return index(before: index(after: position))
    }

    /// `position` if it is a boundary, otherwise the end of the grapheme cluster that contains it.
    package func roundedUp(_ position: Index) -> Index {
        guard position > startIndex, position < endIndex else { return position }
        let end = index(after: position)
        return index(before: end) == position ? position : end
    }

    package func scalarOffset(of position: Index) -> Int {
        unicodeScalars.distance(from: startIndex, to: position)
    }

    /// The text without white space at its ends.
    package var trimmed: String {
        guard let first = first, let last = last, first.isBlank || last.isBlank else { return self }
        guard let start = firstIndex(where: { !$0.isBlank }), let end = lastIndex(where: { !$0.isBlank }) else {
            return ""
        }
        return String(self[start...end])
    }

    /// The text with carriage returns replaced by `\n`.
    ///
    /// - Parameter asSpaces: whether all line breaks are replaced by spaces, as in a single-line field.
    package func withLineBreaks(asSpaces: Bool) -> String {
        guard unicodeScalars.contains(where: { $0 == "\r" || asSpaces && $0.isLineBreak }) else { return self }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if previous == "\r", scalar == "\n" {
                // The second half of a line break that is written already.
            } else if scalar == "\r" || asSpaces && scalar.isLineBreak {
                result.append(asSpaces ? " " : "\n")
            } else {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }
}

extension Character {
    /// Whether this character and `next`, one after the other, stay two grapheme clusters.
    package func staysApart(from next: Character) -> Bool {
        if isASCII, next.isASCII, self != "\r" { return true }
        let pair = [self, next]
        return String(pair).elementsEqual(pair)
    }

    /// Whether the character consists of white space only: a space with an accent is visible.
    fileprivate var isBlank: Bool { isWhitespace && unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension Unicode.Scalar {
    fileprivate var isLineBreak: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

// MARK: - Normalization

extension String {
    /// The text in Unicode normalization form C: `e` and a combining accent become `é`, so that a character has a
    /// single spelling in sets and values.
    ///
    /// The standard library's function is not public; the alternative would be to link Foundation.
    package var composed: String {
        if isComposed { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }

    /// Whether the text is certainly in form C: it has no code point from U+0300 on, where the first combining marks
    /// are.
    @inline(__always)
    package var isComposed: Bool {
        utf8.allSatisfy { $0 < 0xCC }
    }
}

extension Character {
    /// The character in normalization form C.
    package var composed: Character {
        let text = String(self)
        guard !text.isComposed else { return self }
        let composed = text.composed
        return composed.count == 1 ? composed.first ?? self : self
    }

    /// The ASCII digit with the same value, if this is a decimal digit of another script.
    package var foreignDigit: Character? {
        let scalars = unicodeScalars
        guard let scalar = scalars.first, !scalar.isASCII, scalars.count == 1,
            scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue,
            let digit = Int(exactly: value), 0..<10 ~= digit
        else { return nil }
        return Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit)))
    }
}
