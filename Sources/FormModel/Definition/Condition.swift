/// What must be true of other fields for a field to be visible, enabled or required, or for a rule to let a text pass.
package indirect enum Condition: Sendable, Hashable {
    case test(field: String, Test)
    /// A comparison of two numbers, two dates or two times. It neither holds nor fails where one of them is missing.
    case comparison(Computation, Comparison, Computation)
    case all([Condition])
    case any([Condition])
    case not(Condition)

    /// A test of a field's unformatted text. A field that is not visible counts as empty unless it keeps its value.
    package enum Test: Sendable, Hashable {
        case equals(String)
        case oneOf([String])
        case empty
        /// A regular expression that the whole text matches, as in the rule `regex`.
        case matches(pattern: String)
        /// The text contains this one; of several choices, this is one.
        case contains(String)
        /// All of these are chosen.
        case selected([String])
    }

    package enum Comparison: String, Sendable, CaseIterable {
        case less, atMost, greater, atLeast
    }
}

extension Condition {
    /// The names of the single fields that the condition reads, with repetitions.
    package var fields: [String] {
        references.compactMap { if case .field(let name) = $0 { name } else { nil } }
    }

    /// What the condition reads, with repetitions.
    package var references: [FieldReference] {
        switch self {
        case .test(let field, _): [.field(field)]
        case .comparison(let left, _, let right): left.references + right.references
        case .all(let parts), .any(let parts): parts.flatMap(\.references)
        case .not(let part): part.references
        }
    }
}

/// What happens to a field's value while the field is not visible. In the first two cases the field keeps its text.
package enum IrrelevantValue: String, Sendable, CaseIterable {
    /// The form's values leave it out until the field is visible again.
    case exclude
    /// The form's values contain it all the same.
    case keep
    /// The text is emptied.
    case clear
}
