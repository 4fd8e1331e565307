import CFriBidi

/// The direction of texts on the screen, and the side on which lines begin.
package enum TextDirection: Sendable, Hashable {
    case leftToRight
    /// Lines begin on the right, as in Arabic and Hebrew.
    case rightToLeft
    /// Texts are written in logical order, and lines begin on the left. This is for a terminal that orders texts
    /// itself.
    case unordered

    /// The direction of a text, which its first letter determines. A text without letters has this direction.
    ///
    /// If texts are not ordered, the result is always `unordered`.
    func of(_ text: some StringProtocol) -> TextDirection {
        if self == .unordered { return self }
        if self == .leftToRight, !text.mayRunFromRight { return self }
        let scalars = text.unicodeScalars.map(\.value)
        let isOtherwise = self == .rightToLeft
        return unsafe bidi_is_right_to_left(scalars, Int32(clamping: scalars.count), isOtherwise)
            ? .rightToLeft : .leftToRight
    }
}

extension StringProtocol {
    /// Whether the text may contain right-to-left letters, the first of which is U+0590. False for most other texts,
    /// found quickly.
    var mayRunFromRight: Bool { utf8.contains { $0 >= 0xd6 } && unicodeScalars.contains { $0.value >= 0x590 } }
}

/// The display order of a paragraph's code points, which FriBidi computes by Unicode's bidirectional algorithm.
struct ParagraphOrder {
    let isRightToLeft: Bool
    /// The code points in their displayed form: brackets mirrored, Arabic letters joined.
    let shown: [UInt32]
    private let types: [UInt32]
    private let levels: [Int8]

    /// `nil` if the paragraph is empty or memory allocation fails.
    ///
    /// - Parameter direction: `leftToRight` or `rightToLeft`.
    init?(_ paragraph: ArraySlice<UInt32>, _ direction: TextDirection) {
        let count = paragraph.count
        guard count > 0, let length = Int32(exactly: count) else { return nil }
        isRightToLeft = direction == .rightToLeft
        var shown = Array(paragraph)
        var types = [UInt32](repeating: 0, count: count)
        var levels = [Int8](repeating: 0, count: count)
        guard unsafe bidi_resolve(&shown, length, isRightToLeft, &types, &levels) else { return nil }
        self.shown = shown
        self.types = types
        self.levels = levels
    }

    /// The indices in the paragraph of a line's code points, in their order from left to right.
    func fromLeft(_ line: Range<Int>) -> [Int] {
        let line = line.clamped(to: 0..<types.count)
        var order = [Int32](repeating: 0, count: types.count)
        var levels = levels
        let (start, length) = (Int32(clamping: line.lowerBound), Int32(clamping: line.count))
        guard !line.isEmpty, unsafe bidi_order_line(types, &levels, start, length, isRightToLeft, &order) else {
            return Array(line)
        }
        return order[line].map(Int.init)
    }
}
