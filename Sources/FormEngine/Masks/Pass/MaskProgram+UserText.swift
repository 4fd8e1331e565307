// In a text that a mask made: which characters the user entered, and which the mask supplied.

extension MaskProgram {
    var cellCount: Int { nodes.count { $0.kind.isCell } }

    /// The user's characters of `text` before and behind a range.
    ///
    /// - Parameter range: code points.
    func userCharacters(of text: String, around range: TextSelection) -> (before: [Character], after: [Character]) {
        var before: [Character] = []
        var after: [Character] = []
        var position = 0
        for (character, isUser) in zip(text, userFlags(of: text)) {
            if isUser, position < range.start { before.append(character) }
            if isUser, position >= range.end { after.append(character) }
            position += character.unicodeScalars.count
        }
        return (before, after)
    }

    /// For each grapheme cluster of `text`, whether the user entered it.
    package func userFlags(of text: String) -> [Bool] {
        let clusters = isReversed ? text.reversed() : Array(text)
        var tape = ClusterTape(self, input: clusters, isCareful: true, notesLiterals: true)
        _ = MaskPass(
            &tape,
            through: nodes,
            of: self,
            caret: 0,
            gravity: .backward(autoskip: false),
            repairs: .dropsJunk
        )
        let flags = clusters.indices.map { !tape.literals.contains($0) && accepts(clusters[$0]) }
        return isReversed ? flags.reversed() : flags
    }

    /// The part of a range that an edit may replace. The leading literals are not, unless all of the text is.
    ///
    /// - Parameter range: code points.
    @inline(__always)
    func withoutLeadingLiterals(_ range: TextSelection, of text: String) -> TextSelection {
        guard range.start < leadingLiteralLength, text.hasPrefix(leadingLiterals) else { return range }
        if range.start == 0, range.end >= text.unicodeScalars.count { return range }
        return TextSelection(start: leadingLiteralLength, length: max(0, range.end - leadingLiteralLength))
    }

    /// The rest of `text` after the leading literals; `nil` if the text does not begin with them. Literals that are
    /// neither letters nor digits may be missing.
    ///
    /// The literals are certainly meant if the text begins with one that no cell accepts, as `+7` does, or if it
    /// contains all of them and one of them is such a literal, as in `facebook.com/`. A single 7 may be a digit of the
    /// number.
    func withoutLeadingLiterals(_ text: String) -> (text: String, isCertain: Bool)? {
        var rest = text.drop { $0.isWhitespace }
        var isCertain = false
        var isMatched = false
        var isWhole = true
        var isForeign = false
        for (index, node) in nodes.enumerated() {
            guard node.kind.isLiteral else { break }
            let literal = character(of: index)
            if rest.first == literal {
                rest = rest.dropFirst()
                if node.isSignificant { isMatched = true } else if !isMatched { isCertain = true }
                if !accepts(literal) { isForeign = true }
            } else if node.isSignificant {
                return nil
            } else {
                isWhole = false
            }
        }
        return isMatched ? (String(rest), isCertain || isWhole && isForeign) : nil
    }

    /// The position, in grapheme clusters, with the given number of the user's characters after it.
    ///
    /// - Parameter skipsLiterals: whether the caret is directly before the next character, after the literals;
    ///   otherwise it is directly after the previous one.
    func caret(in text: String, before count: Int, skipsLiterals: Bool) -> Int {
        var index = text.count
        var remaining = count
        var clusters = Array(text)[...]
        while remaining > 0, let last = clusters.popLast() {
            if accepts(last) { remaining -= 1 }
            index -= 1
        }
        guard !skipsLiterals else { return index }
        while let last = clusters.popLast(), !accepts(last) { index -= 1 }
        return index
    }
}

extension String {
    /// How many grapheme clusters begin before a number of code points.
    func clusterCount(before codePoints: Int) -> Int {
        Array(self).count(before: codePoints)
    }
}
