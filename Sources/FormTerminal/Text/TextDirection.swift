import CFriBidi

/// How texts run on the screen, and on which side lines begin.
package enum TextDirection: Sendable, Hashable {
    case leftToRight
    /// Lines begin on the right, as in Arabic and Hebrew.
    case rightToLeft
    /// Texts are written in the order in which they are read, and lines begin on the left: for a terminal that orders texts
    /// by itself.
    case unordered

    /// The direction of a text, which is that of its first letter. A text without letters has the direction that is given.
    ///
    /// Where texts are not ordered, no text runs from right to left.
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
    /// False for most texts that have nothing to do with languages that run from right to left, the first of whose letters is
    /// U+0590.
    var mayRunFromRight: Bool { utf8.contains { $0 >= 0xd6 } && unicodeScalars.contains { $0.value >= 0x590 } }
}

/// The order in which a paragraph's code points stand on a line, by Unicode's bidirectional algorithm, which FriBidi knows.
struct ParagraphOrder {
    let isRightToLeft: Bool
    /// The code points as they are drawn: brackets turned round, Arabic letters joined.
    let shown: [UInt32]
    private let types: [UInt32]
    private let levels: [Int8]

    /// `nil` if the paragraph is empty, or if there is no memory for it.
    ///
    /// - Parameter direction: left to right, or right to left.
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

    /// The places in the paragraph of a line's code points, from left to right.
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
