/// Why a regular expression does not compile.
package struct PatternError: Error, Sendable, Hashable {
    /// In English, as PCRE2 words it.
    package var reason: String
    /// Where in the pattern, in code points.
    package var offset: Int

    package init(reason: String, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension PatternError: CustomStringConvertible {
    package var description: String { "\(reason) at \(offset)" }
}
