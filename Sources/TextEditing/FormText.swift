/// A text of a field or a formatter. It stores its length in code points, and whether each byte is a grapheme cluster
/// of its own; then positions are found without reading the text.
///
/// Two texts are equal if they have the same code points. Swift compares strings by canonical equivalence, under which
/// `é` is equal to `e` with a combining accent; for an editor they are different texts.
package struct FormText: Sendable, Hashable, ExpressibleByStringLiteral {
    package private(set) var string: String
    /// The number of code points.
    package private(set) var count: Int
    /// Whether each byte is a code point and a grapheme cluster of its own: the text is ASCII without carriage returns.
    package private(set) var isSimple: Bool

    @inline(__always)
    package init(_ string: String) {
        self.string = string
        isSimple = string.isSimple
        count = isSimple ? string.utf8.count : string.unicodeScalars.count
    }

    /// - Parameter string: ASCII without carriage returns. This is not checked, because a masked key would then check
    ///   its text twice.
    @inline(__always)
    package init(simple string: String) {
        self.string = string
        isSimple = true
        count = string.utf8.count
    }

    package init(stringLiteral: String) {
        self.init(stringLiteral)
    }

    package static let empty = FormText("")

    package var isEmpty: Bool { string.isEmpty }

    /// The number of grapheme clusters.
    package var clusterCount: Int { isSimple ? count : string.count }

    /// The range of the whole text.
    package var everything: TextSelection { TextSelection(start: 0, length: count) }

    @inline(__always)
    package static func == (one: FormText, other: FormText) -> Bool {
        one.string.hasSameCodePoints(as: other.string)
    }

    package func hash(into hasher: inout Hasher) {
        string.hashCodePoints(into: &hasher)
    }
}

// MARK: - Pieces

extension FormText {
    /// The index of a code point; the end of the text if the offset is beyond it.
    @inline(__always)
    package func index(_ offset: Int) -> String.Index {
        string.index(ofScalar: offset, isSimple: isSimple)
    }

    /// The code points in a range, which must lie within the text.
    package subscript(range: TextSelection) -> Substring {
        string[index(range.start)..<index(range.end)]
    }

    /// The text with `piece` in place of a range.
    ///
    /// - Parameter range: clamped to the text.
    package func replacing(_ range: TextSelection, with piece: String) -> FormText {
        var text = self
        text.replace(range, with: piece)
        return text
    }

    @inline(__always)
    package mutating func replace(_ range: TextSelection, with piece: String) {
        if range.start >= count {
            string.append(piece)
        } else {
            string.replaceSubrange(index(range.start)..<index(range.end), with: piece)
        }
        if isSimple, piece.isSimple {
            count = string.utf8.count
        } else {
            self = FormText(string)
        }
    }
}

// MARK: - Grapheme clusters

extension FormText {
    /// A range clamped to the text and widened until it splits no grapheme cluster.
    package func widened(_ range: TextSelection) -> TextSelection {
        let start = min(max(range.start, 0), count)
        let length = min(max(range.length, 0), count - start)
        if isSimple { return TextSelection(start: start, length: length) }
        let range = string.clusterRange(TextSelection(start: start, length: length))
        let lower = string.scalarOffset(of: range.lowerBound)
        return TextSelection(start: lower, length: string.scalarOffset(of: range.upperBound) - lower)
    }

    /// The grapheme cluster before or behind a caret; empty at the end of the text.
    package func cluster(beside caret: Int, forward: Bool) -> TextSelection {
        if isSimple {
            if forward { return TextSelection(start: caret, length: caret < count ? 1 : 0) }
            return caret > 0 ? TextSelection(start: caret - 1, length: 1) : TextSelection(start: 0)
        }
        let position = string.roundedDown(index(caret))
        if forward {
            guard position < string.endIndex else { return TextSelection(start: count) }
            let length = string[position].unicodeScalars.count
            return TextSelection(start: string.scalarOffset(of: position), length: length)
        }
        guard position > string.startIndex else { return TextSelection(start: 0) }
        let start = string.index(before: position)
        return TextSelection(start: string.scalarOffset(of: start), length: string[start].unicodeScalars.count)
    }

    /// The word that contains or touches a caret; without a word, the grapheme cluster beside the caret.
    ///
    /// - Parameter words: the words of the text.
    package func word(around caret: Int, of words: [Range<String.Index>]) -> TextSelection {
        let place = index(caret)
        guard let word = words.last(where: { $0.lowerBound <= place && place <= $0.upperBound }) else {
            let next = cluster(beside: caret, forward: true)
            return next.length > 0 ? next : cluster(beside: caret, forward: false)
        }
        let start = string.scalarOffset(of: word.lowerBound)
        return TextSelection(start: start, length: string.scalarOffset(of: word.upperBound) - start)
    }
}

// MARK: - Code points of strings

extension String {
    /// Whether both strings have the same code points, which canonically equivalent strings need not have.
    @inline(__always)
    package func hasSameCodePoints(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    package func hashCodePoints(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        var copy = self
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// A range of a text, in code points.
package struct TextSelection: Sendable, Hashable {
    package var start: Int
    package var length: Int

    package init(start: Int, length: Int = 0) {
        self.start = start
        self.length = length
    }

    /// The range between two positions, in either order.
    package init(from one: Int, to other: Int) {
        self.init(start: min(one, other), length: abs(one - other))
    }

    package var end: Int { start + length }
}
