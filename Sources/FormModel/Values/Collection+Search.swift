// The standard library has these functions, too, but they pull in its regular expressions, which would add a megabyte
// to the daemon. Therefore formd's modules use none of `contains`, `replacing` and `firstRange(of:)` with a text to
// search for.

extension Collection where Element: Equatable {
    /// Whether the elements of a list occur in this one consecutively. Takes time linear in both lengths (Knuth,
    /// Morris, Pratt).
    package func holds(_ part: some Collection<Element>) -> Bool {
        let part = Array(part)
        guard !part.isEmpty else { return true }
        // For each number of matched elements: the number that is still matched after a mismatch.
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
    /// The text with each occurrence of a character replaced.
    package func replacing(each character: Character, by text: String) -> String {
        split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
    }
}
