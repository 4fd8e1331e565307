import FormModel
package import PCRE2
import Synchronization

/// The compiled patterns of one form, so that fields with the same pattern share it. Any thread may ask.
package final class PatternCache: Sendable {
    private let compiled = Mutex<[String: Pattern]>([:])

    package init() {}

    /// - Parameter text: a regular expression, or the name of a shared one with `@`.
    package func pattern(_ text: String) throws(PatternError) -> Pattern {
        // Those with a name are the same in every form.
        if self !== Self.named, SharedPattern(reference: text) != nil { return try Self.named.pattern(text) }
        if let pattern = compiled.withLock({ $0[text] }) { return pattern }
        let pattern = try Pattern(Self.expression(of: text))
        compiled.withLock { $0[text] = pattern }
        return pattern
    }

    private static let named = PatternCache()

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
