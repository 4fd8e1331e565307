/// The unit of a caret's movement.
package enum TextUnit: String, Sendable, CaseIterable {
    /// A grapheme cluster.
    case character
    /// Forward the end of a word, backward the start of one; see `LocaleSymbols.words`.
    case word
    /// Forward the end of a line, backward its start. Line breaks separate lines.
    case line
    case text
}

extension FormText {
    /// The position of a caret after a movement.
    ///
    /// - Parameters:
    ///   - position: in code points, like the result.
    ///   - steps: negative to move backward. The movement stops at the ends of the text.
    ///   - words: returns the words of a text, in order.
    package func destination(
        from position: Int,
        by unit: TextUnit,
        count steps: Int,
        words: (String) -> [Range<String.Index>]
    ) -> Int {
        guard steps != 0 else { return position }
        let forward = steps > 0
        let further = Int(clamping: steps.magnitude - 1)
        switch unit {
        case .text: return forward ? count : 0
        case .character:
            if isSimple {
                return forward ? position + min(count - position, further + 1) : position - min(position, further + 1)
            }
            let start = index(position)
            let index =
                forward
                ? string.index(start, offsetBy: further + 1, limitedBy: string.endIndex) ?? string.endIndex
                : string.index(start, offsetBy: -further - 1, limitedBy: string.startIndex) ?? string.startIndex
            return string.scalarOffset(of: index)
        case .word, .line:
            let (start, ranges) = (index(position), unit == .word ? words(string) : string.lines)
            let stops =
                forward
                ? ranges.lazy.map(\.upperBound).filter { unit == .word ? $0 > start : $0 >= start }.dropFirst(further)
                    .first ?? string.endIndex
                : ranges.reversed().lazy.map(\.lowerBound).filter { unit == .word ? $0 < start : $0 <= start }
                    .dropFirst(further).first ?? string.startIndex
            return string.scalarOffset(of: stops)
        }
    }
}

extension String {
    fileprivate var lines: [Range<Index>] {
        var lines: [Range<Index>] = []
        var start = startIndex
        for index in indices where self[index].isNewline {
            lines.append(start..<index)
            start = self.index(after: index)
        }
        return lines + [start..<endIndex]
    }
}
