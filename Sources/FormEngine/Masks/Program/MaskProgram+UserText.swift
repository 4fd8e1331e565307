// Telling apart, in a text that a mask made, what the user entered and what the mask supplied.

extension MaskProgram {
    var cellCount: Int { nodes.count { $0.kind.isCell } }

    /// The user's characters of `text` on both sides of a range.
    ///
    /// - Parameter range: code points.
    func userCharacters(
        of text: String,
        around range: TextSelection
    ) -> (before: [Character], after: [Character]) {
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

    /// For each cluster of `text` whether a user entered it.
    private func userFlags(of text: String) -> [Bool] {
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

    /// What an edit may take of `text`, in code points: none of the leading literals, unless it replaces everything.
    @inline(__always)
    func withoutLeadingLiterals(_ range: TextSelection, of text: String) -> TextSelection {
        guard range.start < leadingLiteralLength, text.hasPrefix(leadingLiterals) else { return range }
        if range.start == 0, range.end >= text.unicodeScalars.count { return range }
        return TextSelection(start: leadingLiteralLength, length: max(0, range.end - leadingLiteralLength))
    }

    /// What is left of `text` without the leading literals; nil if it does not begin with them. Literals other than
    /// letters and digits may be missing.
    ///
    /// It is certain if the text begins with a sign that no cell takes, as `+7` does: a lone 7 may be a digit of the number.
    func withoutLeadingLiterals(_ text: String) -> (text: String, isCertain: Bool)? {
        var rest = text.drop { $0.isWhitespace }
        var isCertain = false
        var isMatched = false
        for (index, node) in nodes.enumerated() {
            guard node.kind.isLiteral else { break }
            if rest.first == character(of: index) {
                rest = rest.dropFirst()
                if node.isSignificant { isMatched = true } else if !isMatched { isCertain = true }
            } else if node.isSignificant {
                return nil
            }
        }
        return isMatched ? (String(rest), isCertain) : nil
    }

    /// The caret with a number of user characters to its right, in clusters: directly behind the one to its left, or
    /// directly before the one to its right.
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
