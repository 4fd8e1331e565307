@_spi(_Unicode) import Swift

// Positions in a text are counted in code points, and no edit splits a grapheme cluster.

extension String {
    /// Whether each byte is a code point and a grapheme cluster: ASCII without carriage returns.
    var isSimple: Bool { !hasByte { $0 >= 0x80 || $0 == 0x0D } }

    /// The number of grapheme clusters. It is found faster than by `count` if the text is simple.
    var clusterCount: Int { isSimple ? utf8.count : count }

    /// Whether `predicate` is true for one of the bytes of the UTF-8.
    @inline(__always)
    func hasByte(_ predicate: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where predicate(byte) { return true }
            return false
        } ?? utf8.contains(where: predicate)
    }

    /// The index of a code point; the end of the text for an offset beyond it.
    func index(ofScalar offset: Int, isSimple: Bool) -> Index {
        if isSimple {
            return utf8.index(startIndex, offsetBy: Swift.max(offset, 0), limitedBy: endIndex) ?? endIndex
        }
        return unicodeScalars.index(startIndex, offsetBy: Swift.max(offset, 0), limitedBy: endIndex) ?? endIndex
    }

    /// A range of code points, cut to the text and grown outwards until it splits no grapheme cluster.
    func clusterRange(_ range: TextSelection) -> Range<Index> {
        let lower = roundedDown(index(ofScalar: range.start, isSimple: false))
        let end = range.length <= 0 ? range.start : range.start.addingReportingOverflow(range.length).partialValue
        if range.length <= 0 { return lower..<lower }
        let upper = roundedUp(index(ofScalar: end < range.start ? .max : end, isSimple: false))
        return lower..<Swift.max(lower, upper)
    }

    /// The start of the grapheme cluster that `position` lies in.
    func roundedDown(_ position: Index) -> Index {
        guard position > startIndex, position < endIndex else { return position }
        return index(before: index(after: position))
    }

    /// `position` if it is on a boundary, otherwise the end of the grapheme cluster that it lies in.
    func roundedUp(_ position: Index) -> Index {
        guard position > startIndex, position < endIndex else { return position }
        let end = index(after: position)
        return index(before: end) == position ? position : end
    }

    func scalarOffset(of position: Index) -> Int {
        unicodeScalars.distance(from: startIndex, to: position)
    }

    /// The text without white space at its ends.
    var trimmed: String {
        guard let first = first, let last = last, first.isBlank || last.isBlank else { return self }
        guard let start = firstIndex(where: { !$0.isBlank }), let end = lastIndex(where: { !$0.isBlank }) else {
            return ""
        }
        return String(self[start...end])
    }

    /// The text with carriage returns as `\n`.
    ///
    /// - Parameter asSpaces: whether line breaks of all kinds become spaces, as in a field of one line.
    func withLineBreaks(asSpaces: Bool) -> String {
        guard unicodeScalars.contains(where: { $0 == "\r" || asSpaces && $0.isLineBreak }) else { return self }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if previous == "\r", scalar == "\n" {
                // This is the second half of a line break that was written already.
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
    /// Whether both stay the grapheme clusters that they are when `next` stands behind this one.
    func staysApart(from next: Character) -> Bool {
        if isASCII, next.isASCII, self != "\r" { return true }
        let pair = [self, next]
        return String(pair).elementsEqual(pair)
    }

    /// Whether this is white space and nothing else: a space with an accent is visible.
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
    /// The text in Unicode's normalization form C: `e` and a combining accent become `é`, so that sets and values have one
    /// spelling of it.
    ///
    /// The standard library keeps the function to itself; the alternative is to link all of Foundation.
    var composed: String {
        if isComposed { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }

    /// Whether the text is in form C for certain: it has no code point from U+0300 on, where the first marks are.
    @inline(__always)
    var isComposed: Bool {
        utf8.allSatisfy { $0 < 0xCC }
    }
}

extension Character {
    /// The character in normalization form C.
    var composed: Character {
        let text = String(self)
        guard !text.isComposed else { return self }
        let composed = text.composed
        return composed.count == 1 ? composed.first ?? self : self
    }

    /// The digit of ASCII with the same value, if this is a decimal digit of another script.
    var foreignDigit: Character? {
        let scalars = unicodeScalars
        guard let scalar = scalars.first, !scalar.isASCII, scalars.count == 1,
            scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue,
            let digit = Int(exactly: value), 0..<10 ~= digit
        else { return nil }
        return Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit)))
    }
}
