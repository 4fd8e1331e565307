/// A condition on other fields: for a field to be visible, enabled or required, or for a rule to accept a text.
package indirect enum Condition: Sendable, Hashable {
    case test(field: String, Test)
    /// A comparison of two values. A comparison by size is neither true nor false while one of them is missing.
    case comparison(Computation, Comparison, Computation)
    case all([Condition])
    case any([Condition])
    case not(Condition)

    /// A test of a field's unformatted text. An invisible field counts as empty unless it keeps its value.
    package enum Test: Sendable, Hashable {
        case equals(String)
        case oneOf([String])
        case empty
        /// Whether a regular expression matches the whole text, as in the rule `regex`.
        case matches(pattern: String)
        /// Whether the text contains this one; for a field with several options, whether this option is chosen.
        case contains(String)
        /// Whether all of these options are chosen.
        case selected([String])
    }

    package enum Comparison: String, Sendable, CaseIterable {
        case less, atMost, greater, atLeast, equals, notEquals

        /// Whether the comparison is not by size. An empty value equals an empty one only.
        package var isOfEquality: Bool { self == .equals || self == .notEquals }
    }
}

extension Condition {
    /// The names of the single fields that the condition reads, possibly more than once.
    package var fields: [String] {
        references.compactMap { if case .field(let name) = $0 { name } else { nil } }
    }

    /// The references in the condition, possibly more than once.
    package var references: [FieldReference] {
        switch self {
        case .test(let field, _): [.field(field)]
        case .comparison(let left, _, let right): left.references + right.references
        case .all(let parts), .any(let parts): parts.flatMap(\.references)
        case .not(let part): part.references
        }
    }
}

/// The handling of a field's value while the field is invisible. With `exclude` and `keep` the field keeps its text.
package enum IrrelevantValue: String, Sendable, CaseIterable {
    /// The form's values omit the field until it is visible again.
    case exclude
    /// The form's values contain the field nevertheless.
    case keep
    /// The text is cleared.
    case clear
}
