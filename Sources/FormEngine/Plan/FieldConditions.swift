import FormModel
import PCRE2

/// A condition that is ready to be asked. Fields are places in its plan's `reads`.
indirect enum CompiledCondition: Sendable {
    case test(field: Int, Test)
    case all([CompiledCondition])
    case any([CompiledCondition])
    case not(CompiledCondition)

    enum Test: Sendable {
        case equals(String)
        case oneOf(Set<String>)
        case empty
        case matches(Pattern)
    }

    init(_ condition: Condition, _ references: inout References, patterns: PatternCache) throws(PatternError) {
        switch condition {
        case .test(let field, let test):
            let compiled: Test =
                switch test {
                case .equals(let text): .equals(text)
                case .oneOf(let texts): .oneOf(Set(texts))
                case .empty: .empty
                case .matches(let pattern): .matches(try patterns.pattern(pattern))
                }
            self = .test(field: references.place(of: field), compiled)
        case .all(let parts): self = .all(try Self.compile(parts, &references, patterns))
        case .any(let parts): self = .any(try Self.compile(parts, &references, patterns))
        case .not(let part): self = .not(try CompiledCondition(part, &references, patterns: patterns))
        }
    }

    private static func compile(
        _ parts: [Condition],
        _ references: inout References,
        _ patterns: PatternCache
    ) throws(PatternError) -> [CompiledCondition] {
        var compiled: [CompiledCondition] = []
        for part in parts { compiled.append(try CompiledCondition(part, &references, patterns: patterns)) }
        return compiled
    }

    /// Asks no more than decides. A pattern that gives up does not match.
    ///
    /// - Parameter value: a field's value by its place in the plan's `reads`; `nil` if the form has no such field, about
    ///   which no test is met.
    func holds(_ value: (Int) -> String?) -> Bool {
        switch self {
        case .test(let field, let test):
            guard let text = value(field) else { return false }
            return switch test {
            case .equals(let wanted): text == wanted
            case .oneOf(let wanted): wanted.contains(text)
            case .empty: text.isEmpty
            case .matches(let pattern): pattern.match(text) == .matched
            }
        case .all(let parts): return parts.allSatisfy { $0.holds(value) }
        case .any(let parts): return parts.contains { $0.holds(value) }
        case .not(let part): return !part.holds(value)
        }
    }

    /// About how long it takes to ask the condition; see `WorkBudget`.
    var work: Int {
        switch self {
        case .test(_, .matches): WorkBudget.largeStep / 2
        case .test: 1
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.work }
        case .not(let part): part.work
        }
    }

    /// The places in the plan's `reads` of the fields that the condition reads.
    var fields: [Int] {
        switch self {
        case .test(let field, _): [field]
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        case .not(let part): part.fields
        }
    }
}

/// The conditions of one field that has any, and what becomes of its value while it is not visible.
struct FieldConditions: Sendable {
    let visible: CompiledCondition?
    let enabled: CompiledCondition?
    let required: CompiledCondition?
    let whenIrrelevant: IrrelevantValue

    /// `nil` if the definition has none.
    init?(_ definition: FieldDefinition, _ references: inout References, patterns: PatternCache) throws(PatternError) {
        guard
            definition.visibleWhen != nil || definition.enabledWhen != nil || definition.requiredWhen != nil
                || definition.whenIrrelevant != .exclude
        else { return nil }
        func compile(
            _ condition: Condition?,
            _ references: inout References
        ) throws(PatternError) -> CompiledCondition? {
            guard let condition else { return nil }
            return try CompiledCondition(condition, &references, patterns: patterns)
        }
        visible = try compile(definition.visibleWhen, &references)
        enabled = try compile(definition.enabledWhen, &references)
        required = try compile(definition.requiredWhen, &references)
        whenIrrelevant = definition.whenIrrelevant
    }
}
