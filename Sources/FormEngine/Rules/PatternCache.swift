import FormModel
package import PCRE2

/// The compiled patterns of one form, so that fields with the same pattern share it.
package struct PatternCache {
    private var compiled: [String: Pattern] = [:]

    package init() {}

    /// - Parameter text: a regular expression, or the name of a shared one with `@`.
    package mutating func pattern(_ text: String) throws(PatternError) -> Pattern {
        if let pattern = compiled[text] { return pattern }
        let pattern = try Pattern(Self.expression(of: text))
        compiled[text] = pattern
        return pattern
    }

    /// A regular expression itself, or the one that a name with `@` stands for.
    static func expression(of text: String) throws(PatternError) -> String {
        if let shared = SharedPattern(reference: text) { return shared.expression }
        guard !SharedPattern.isReference(text) else {
            let known = SharedPattern.allCases.map { "@" + $0.rawValue }.joined(separator: ", ")
            throw PatternError(reason: "no shared pattern has this name; there are \(known)", offset: 0)
        }
        return text
    }
}
