// The standard library has these, too, but they come with its regular expressions, which are a megabyte of the daemon: its
// modules use none of `contains`, `replacing` and `firstRange(of:)` with a text in which a text is looked for.

extension Collection where Element: Equatable {
    /// Whether the elements of a list stand in this one, side by side. Takes time in proportion to both (Knuth, Morris, Pratt).
    package func holds(_ part: some Collection<Element>) -> Bool {
        let part = Array(part)
        guard !part.isEmpty else { return true }
        // How much of the part is matched still after so much was matched and the next element was another.
        var shorter = [0]
        for element in part.dropFirst() {
            var length = shorter[shorter.count - 1]
            while length > 0, part[length] != element { length = shorter[length - 1] }
            shorter.append(part[length] == element ? length + 1 : 0)
        }
        var matched = 0
        for element in self {
            while matched > 0, part[matched] != element { matched = shorter[matched - 1] }
            if part[matched] == element { matched += 1 }
            if matched == part.count { return true }
        }
        return false
    }
}

extension String {
    /// The text with another one in place of each occurrence of a character.
    package func replacing(each character: Character, by text: String) -> String {
        split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
    }
}
