/// Why a regular expression does not compile.
package struct PatternError: Error, Sendable, Hashable {
    /// PCRE2's message, in English.
    package var reason: String
    /// The place of the error in the pattern, in code points.
    package var offset: Int

    package init(reason: String, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension PatternError: CustomStringConvertible {
    package var description: String { "\(reason) at \(offset)" }
}
