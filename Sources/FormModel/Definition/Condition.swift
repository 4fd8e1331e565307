/// What must be true of other fields for a field to be visible, enabled or required.
package indirect enum Condition: Sendable, Hashable {
    case test(field: String, Test)
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
    }
}

extension Condition {
    /// The fields that the condition reads, with repetitions.
    package var fields: [String] {
        switch self {
        case .test(let field, _): [field]
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        case .not(let part): part.fields
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
