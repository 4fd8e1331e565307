import FormModel
import PCRE2

/// A condition that knows its fields by their places.
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

    /// A test about a field that the form does not have, which the decoder refuses, is never met.
    init(_ condition: Condition, indices: [String: Int]) throws(PatternError) {
        switch condition {
        case .test(let field, let test):
            guard let index = indices[field] else {
                self = .any([])
                return
            }
            let compiled: Test =
                switch test {
                case .equals(let text): .equals(text)
                case .oneOf(let texts): .oneOf(Set(texts))
                case .empty: .empty
                case .matches(let pattern): .matches(try Self.pattern(pattern))
                }
            self = .test(field: index, compiled)
        case .all(let parts): self = .all(try Self.compile(parts, indices))
        case .any(let parts): self = .any(try Self.compile(parts, indices))
        case .not(let part): self = .not(try CompiledCondition(part, indices: indices))
        }
    }

    private static func compile(
        _ parts: [Condition],
        _ indices: [String: Int]
    ) throws(PatternError) -> [CompiledCondition] {
        var compiled: [CompiledCondition] = []
        for part in parts { compiled.append(try CompiledCondition(part, indices: indices)) }
        return compiled
    }

    private static func pattern(_ text: String) throws(PatternError) -> Pattern {
        var cache = PatternCache()
        return try cache.pattern(text)
    }
}

extension CompiledCondition {
    /// Asks as little as decides. A pattern that gives up does not match.
    func holds(_ value: (Int) -> String) -> Bool {
        switch self {
        case .test(let field, let test):
            let text = value(field)
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
}

/// The conditions of one field that has any.
struct FieldConditions: Sendable {
    let visible: CompiledCondition?
    let enabled: CompiledCondition?
    let required: CompiledCondition?
    let whenIrrelevant: IrrelevantValue

    /// nil: the definition has none.
    init?(_ definition: FieldDefinition, indices: [String: Int]) throws(PatternError) {
        guard definition.visibleWhen != nil || definition.enabledWhen != nil || definition.requiredWhen != nil else {
            return nil
        }
        func compile(_ condition: Condition?) throws(PatternError) -> CompiledCondition? {
            guard let condition else { return nil }
            return try CompiledCondition(condition, indices: indices)
        }
        visible = try compile(definition.visibleWhen)
        enabled = try compile(definition.enabledWhen)
        required = try compile(definition.requiredWhen)
        whenIrrelevant = definition.whenIrrelevant
    }
}
