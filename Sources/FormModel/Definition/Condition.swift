/// What other fields must hold for a field to be visible, enabled or required.
package indirect enum Condition: Sendable, Hashable {
    case test(field: String, Test)
    case all([Condition])
    case any([Condition])
    case not(Condition)

    /// About a field's unformatted text. A field that is not visible counts as empty unless it keeps its value.
    package enum Test: Sendable, Hashable {
        case equals(String)
        case oneOf([String])
        case empty
        /// A regular expression that the whole text matches, as in the rule `regex`.
        case matches(pattern: String)
    }
}

extension Condition {
    /// The fields that the condition reads, each as often as it does.
    package var fields: [String] {
        switch self {
        case .test(let field, _): [field]
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        case .not(let part): part.fields
        }
    }
}

/// What becomes of a field's value while the field is not visible. Its text stays with it in the first two cases.
package enum IrrelevantValue: String, Sendable, CaseIterable {
    /// It is no value of the form's, and comes back with the field.
    case exclude
    /// It is a value of the form's all the same.
    case keep
    /// It is lost.
    case clear
}
