/// Arithmetic on texts whose positions are code points and whose units are grapheme clusters.
extension String {
    /// Whether each byte is a code point and a cluster of its own: ASCII without carriage returns.
    var isSimple: Bool { !hasByte { $0 >= 0x80 || $0 == 0x0D } }

    /// As `count`, which costs much more of a text that is simple.
    var clusterCount: Int { isSimple ? utf8.count : count }

    /// Whether a byte of the UTF-8 is such a one.
    @inline(__always)
    func hasByte(_ predicate: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where predicate(byte) { return true }
            return false
        } ?? utf8.contains(where: predicate)
    }

    /// The index of a code point; the end for an offset beyond the text.
    func index(ofScalar offset: Int, isSimple: Bool) -> Index {
        if isSimple {
            return utf8.index(startIndex, offsetBy: Swift.max(offset, 0), limitedBy: endIndex) ?? endIndex
        }
        return unicodeScalars.index(startIndex, offsetBy: Swift.max(offset, 0), limitedBy: endIndex) ?? endIndex
    }

    /// The range of code points, grown outwards until no cluster is split; within the text for any input.
    func clusterRange(_ range: TextSelection) -> Range<Index> {
        let lower = roundedDown(index(ofScalar: range.start, isSimple: false))
        let end = range.length <= 0 ? range.start : range.start.addingReportingOverflow(range.length).partialValue
        if range.length <= 0 { return lower..<lower }
        let upper = roundedUp(index(ofScalar: end < range.start ? .max : end, isSimple: false))
        return lower..<Swift.max(lower, upper)
    }

    /// The start of the cluster that `position` is in.
    func roundedDown(_ position: Index) -> Index {
        guard position > startIndex, position < endIndex else { return position }
        return index(before: index(after: position))
    }

    /// `position` if it is on a boundary, else the end of the cluster that it is in.
    func roundedUp(_ position: Index) -> Index {
        guard position > startIndex, position < endIndex else { return position }
        let end = index(after: position)
        return index(before: end) == position ? position : end
    }

    func scalarOffset(of position: Index) -> Int {
        unicodeScalars.distance(from: startIndex, to: position)
    }

    /// Without white space at both ends.
    var trimmed: String {
        guard let first = first, let last = last, first.isBlank || last.isBlank else { return self }
        guard let start = firstIndex(where: { !$0.isBlank }), let end = lastIndex(where: { !$0.isBlank }) else {
            return ""
        }
        return String(self[start...end])
    }

    /// Carriage returns as `\n`; for a field of one line every kind of line break as a space.
    func withLineBreaks(asSpaces: Bool) -> String {
        guard unicodeScalars.contains(where: { $0 == "\r" || asSpaces && $0.isLineBreak }) else { return self }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if previous == "\r", scalar == "\n" {
                // The second half of a break that is already there.
            } else if scalar == "\r" || asSpaces && scalar.isLineBreak {
                result.append(asSpaces ? " " : "\n")
            } else {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }

    /// The first clusters, at most `count` of them.
    func firstClusters(_ count: Int) -> String {
        guard count > 0 else { return "" }
        return String(prefix(count))
    }
}

extension Character {
    /// Whether both stay the grapheme clusters that they are when `next` stands behind this one.
    func staysApart(from next: Character) -> Bool {
        if isASCII, next.isASCII, self != "\r" { return true }
        let pair = [self, next]
        return String(pair).elementsEqual(pair)
    }

    /// White space with nothing on it: a space that carries an accent is to be seen.
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
